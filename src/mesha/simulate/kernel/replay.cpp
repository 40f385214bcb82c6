#include "mesha/simulate/kernel/replay.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "mesha/base/expects.hpp"

namespace mesha {

Replay::Replay(const AffineProblem& problem) : problem_(problem), known_(256) {
  active_.reserve(problem.means.size());
  ranking_.reserve(problem.means.size());
}

Replay::Outcome Replay::play(const RunRandom& random) {
  const AffineFacts& facts = problem_.facts;
  Outcome outcome;
  active_.clear();
  for (std::size_t i = 0; i < problem_.means.size(); ++i) active_.push_back({.arm = arm_at(i)});
  std::uint32_t batch = 0;
  std::int64_t all_pulls = 0;
  for (int epoch = 1; epoch <= facts.epochs; ++epoch) {
    const auto active = static_cast<int>(active_.size());
    const Stage stage = facts.stage(epoch, active);
    if (stage.pulls > 0) draw(random, batch++, stage.pulls);
    all_pulls += stage.pulls;
    outcome.pulls += stage.pulls * active;
    outcome.triggered += judge(facts.cumulative ? all_pulls : stage.pulls);
    if (active_.empty()) return outcome;
    keep_best(static_cast<std::size_t>(stage.keep));
  }
  outcome.named = active_.front().arm;
  return outcome;
}

// As draw_sums() of runner.hpp.
void Replay::draw(const RunRandom& random, std::uint32_t batch, std::int64_t pulls) {
  NormalSequence normals(random, Stream::batch_noise, batch);
  const auto n = static_cast<double>(pulls);
  for (ActiveArm& one : active_) {
    const double sum = n * problem_.means[at(one.arm)] +
                       std::sqrt(n) * problem_.sd * static_cast<double>(normals.next());
    one.sum = problem_.facts.cumulative ? one.sum + sum : sum;
  }
}

int Replay::judge(std::int64_t pulls) {
  expects(pulls > 0, "an arm cannot be ranked before its first pull");
  Rules& rules = rules_for(pulls);
  const auto gone = std::erase_if(active_, [&](ActiveArm& one) {
    const ArmRule& judged = rule(rules, one.arm);
    one.score = judged.scale * one.sum;
    return one.sum < judged.trigger_below;
  });
  return static_cast<int>(gone);
}

void Replay::keep_best(std::size_t keep) {
  if (keep >= active_.size()) return;
  ranking_.clear();
  for (const ActiveArm& one : active_) ranking_.push_back(one.score);
  const auto last_kept = ranking_.begin() + static_cast<std::ptrdiff_t>(keep) - 1;
  std::ranges::nth_element(ranking_, last_kept, std::greater{});
  const double cut = *last_kept;
  // Above the cut there are fewer than `keep`; those at the cut fill up, lowest index first.
  auto at_cut = static_cast<std::ptrdiff_t>(keep) -
                std::count_if(ranking_.begin(), last_kept, [cut](double s) { return s > cut; });
  std::erase_if(active_, [&](const ActiveArm& one) {
    return !(one.score > cut || (one.score == cut && at_cut-- > 0));
  });
}

const ArmRule& Replay::rule(Rules& rules, ArmId arm) {
  ArmRule& known = rules.by_arm[at(arm)];
  if (std::isnan(known.scale)) known = problem_.facts.rule(problem_.reports[at(arm)], rules.pulls);
  return known;
}

Replay::Rules& Replay::rules_for(std::int64_t pulls) {
  const std::uint64_t hash = static_cast<std::uint64_t>(pulls) * 0x9E3779B97F4A7C15U;
  Rules& rules = known_[hash >> 56U];
  if (rules.pulls != pulls) {
    rules.pulls = pulls;
    rules.by_arm.assign(problem_.means.size(), {.scale = std::numeric_limits<double>::quiet_NaN()});
  }
  return rules;
}

}  // namespace mesha
