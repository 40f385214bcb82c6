// Rewards of learners on floor sets: a table with one row per arm, read entry by entry.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "mesha/base/random.hpp"
#include "mesha/learners/parts/floor_sets.hpp"
#include "support/drive.hpp"

namespace mesha::testing {

// The k-th pull of an arm pays what it pays, whoever asks: normal around means in [0, 1], or, of
// few values, so that there are ties.
class RewardTable {
 public:
  RewardTable(std::uint64_t number, int arms, bool coarse, double sd = 0.4)
      : random_{0x7461626c65, number},
        coarse_(coarse),
        sd_(sd),
        next_(static_cast<std::size_t>(arms), 0) {}

  double operator()(int arm, std::int64_t k) const {
    const auto index = static_cast<std::uint32_t>(arm);
    const auto place = static_cast<std::uint64_t>(k);
    const double mean = random_.uniform(Stream::instances, index, 0);
    if (coarse_) return random_.uniform(Stream::pull_noise, index, place) < mean ? 1 : 0;
    const auto radius = random_.word(Stream::pull_noise, index, 2 * place);
    const auto angle = random_.word(Stream::pull_noise, index, 2 * place + 1);
    return mean + sd_ * static_cast<double>(normal_pair(radius, angle).first);
  }

  // Row by row from the beginning.
  Bring bring(std::vector<Report> said = {}) const {
    return [*this, said = std::move(said)](int, const Pulls& pulls) mutable {
      Evidence group{pulls.arm, said.empty() ? Report{{0, 0}} : said[at(pulls.arm)], pulls.count};
      for (std::int64_t k = 0; k < pulls.count; ++k) {
        const double x = (*this)(pulls.arm.index, next_[at(pulls.arm)]++);
        group.reward_sum += x;
        group.square_sum += x * x;
      }
      return std::vector<Evidence>{group};
    };
  }

 private:
  RunRandom random_;
  bool coarse_;
  double sd_;
  mutable std::vector<std::int64_t> next_;
};

// Rewards at two points around the means.
inline std::vector<Evidence> bring(const std::vector<double>& means, double apart,
                                   const std::vector<Pulls>& plan) {
  std::vector<Evidence> batch;
  for (const Pulls& pulls : plan) {
    Evidence& group = batch.emplace_back(Evidence{pulls.arm, Report{{0, 0}}, pulls.count});
    for (std::int64_t k = 0; k < pulls.count; ++k) {
      const double x = means[at(pulls.arm)] + (k % 2 == 0 ? apart : -apart);
      group.reward_sum += x;
      group.square_sum += x * x;
    }
  }
  return batch;
}

// Plays to the end; the pulls of every arm, batch by batch.
template <class L>
std::vector<std::vector<long>> batches_of(L& learner, const std::vector<Report>& said,
                                          const RewardTable& table) {
  std::vector<std::vector<long>> batches;
  const Bring bring = table.bring(said);
  for (int batch = 0; !learner.finished(); ++batch) {
    const auto evidence = gather(learner, said, batch, bring);
    auto& counts = batches.emplace_back(said.size(), 0);
    for (const Evidence& group : evidence) counts[at(group.arm)] += group.pulls;
    learner.observe(evidence);
  }
  return batches;
}

// Plays to the end and returns the number of pulls. Whoever is in a floor set has its floor, or
// the batch that is planned brings it.
template <class L>
std::int64_t play_watching_floors(L& learner, const std::vector<Report>& said,
                                  const RewardTable& table) {
  std::int64_t spent = 0;
  const Bring bring = table.bring(said);
  for (int batch = 0; !learner.finished(); ++batch) {
    const std::vector<Pulls> plan = learner.plan(said);
    const auto planned = [&](ArmId arm) -> std::int64_t {
      const auto found = std::ranges::find(plan, arm, &Pulls::arm);
      return found == plan.end() ? 0 : found->count;
    };
    for (const ArmId arm : learner.floor_set()) {
      const auto has = static_cast<std::int64_t>(learner.records().pulls(arm));
      EXPECT_GE(has + planned(arm), learner.floor());
    }
    const auto evidence = gather(learner, said, batch, bring);
    for (const Evidence& group : evidence) spent += group.pulls;
    learner.observe(evidence);
  }
  return spent;
}

}  // namespace mesha::testing
