// Learners of a kind that the catalog may lack: with coins, without an end, without a budget.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesha/model/learner.hpp"

namespace mesha::testing {

// Pulls of every arm, and their means: what the toys below keep.
class Means {
 public:
  explicit Means(int arms) : pulls_(static_cast<std::size_t>(arms)), sums_(pulls_.size()) {}

  void add(std::span<const Evidence> batch) {
    for (const Evidence& group : batch) {
      pulls_[at(group.arm)] += static_cast<double>(group.pulls);
      sums_[at(group.arm)] += group.reward_sum;
    }
  }
  ArmId best() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < pulls_.size(); ++i) {
      if (sums_[i] * pulls_[best] > sums_[best] * pulls_[i]) best = i;
    }
    return arm_at(best);
  }
  int arms() const { return static_cast<int>(pulls_.size()); }

 private:
  std::vector<double> pulls_;
  std::vector<double> sums_;
};

// Every arm once, then the best mean so far, or with probability epsilon any arm. Its private seed
// chooses which of the run's coins it tosses.
class EpsilonGreedy {
 public:
  static constexpr bool adaptive = true;

  EpsilonGreedy(int arms, std::int64_t budget, double epsilon, std::uint32_t private_seed = 0)
      : means_(arms), budget_(budget), epsilon_(epsilon), private_seed_(private_seed) {}

  void start(const RunRandom& random) { coins_ = random; }
  bool finished() const { return spent_ == budget_; }
  const std::vector<Pulls>& plan(Reports /*reports*/) {
    const auto place = static_cast<std::uint64_t>(2 * spent_);
    std::int32_t arm = means_.best().index;
    if (spent_ < means_.arms()) {
      arm = static_cast<std::int32_t>(spent_);
    } else if (coins_.uniform(Stream::learner_coins, private_seed_, place) < epsilon_) {
      arm = static_cast<std::int32_t>(
          means_.arms() * coins_.uniform(Stream::learner_coins, private_seed_, place + 1));
    }
    batch_ = {{ArmId{arm}, 1}};
    return batch_;
  }
  void observe(std::span<const Evidence> batch) {
    means_.add(batch);
    if (++spent_ == budget_) answer_.outcome = Identified{means_.best()};
  }
  ArmId leader() const { return means_.best(); }
  const Answer& answer() const { return answer_; }

 private:
  Means means_;
  std::int64_t budget_;
  double epsilon_;
  std::uint32_t private_seed_;
  RunRandom coins_{};
  std::int64_t spent_ = 0;
  std::vector<Pulls> batch_;
  Answer answer_;
};

static_assert(Learner<EpsilonGreedy> && TossesCoins<EpsilonGreedy> && !Withdrawable<EpsilonGreedy>);

// All arms in turn, a batch of one pull each, until a coin says that it is enough: never, if that
// has probability 0.
class UntilACoinFalls {
 public:
  static constexpr bool stops_by_itself = true;

  UntilACoinFalls(int arms, double enough) : means_(arms), enough_(enough) {
    for (int i = 0; i < arms; ++i) batch_.push_back({ArmId{i}, 1});
  }

  void start(const RunRandom& random) { coins_ = random; }
  bool finished() const { return finished_; }
  const std::vector<Pulls>& plan(Reports /*reports*/) { return batch_; }
  void observe(std::span<const Evidence> batch) {
    means_.add(batch);
    finished_ = coins_.uniform(Stream::learner_coins, 0, rounds_++) < enough_;
    if (finished_) answer_.outcome = Identified{means_.best()};
  }
  ArmId leader() const { return means_.best(); }
  const Answer& answer() const { return answer_; }

 private:
  Means means_;
  double enough_;
  RunRandom coins_{};
  std::uint64_t rounds_ = 0;
  bool finished_ = false;
  std::vector<Pulls> batch_;
  Answer answer_;
};

static_assert(Learner<UntilACoinFalls> && stops_itself<UntilACoinFalls>);

}  // namespace mesha::testing
