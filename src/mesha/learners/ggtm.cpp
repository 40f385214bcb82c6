#include "mesha/learners/ggtm.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace mesha {

Result<Ggtm> Ggtm::make(const GgtmConfig& c) {
  if (auto fits = OneByOne::check(c.arms, c.budget); !fits) return fits.error();
  if (c.theta.size() != static_cast<std::size_t>(c.dimension)) {
    return Error{"theta has " + std::to_string(c.theta.size()) + " numbers, but the reports have " +
                 std::to_string(c.dimension)};
  }
  if (!std::ranges::all_of(c.theta, [](double x) { return std::isfinite(x); }))
    return Error{"theta has a number that is not finite"};
  return Ggtm(c);
}

Ggtm::Ggtm(const GgtmConfig& c)
    : theta_(c.theta),
      triggers_(static_cast<std::size_t>(c.arms), RunningTrigger(c.budget)),
      claimed_(static_cast<std::size_t>(c.arms), OneByOne::out),
      rounds_(c.arms, c.budget) {}

const std::vector<Pulls>& Ggtm::plan(Reports reports) {
  for (const ArmId i : rounds_.active()) claimed_[at(i)] = dot(theta_, reports[at(i)].x);
  return rounds_.pull_largest(claimed_);
}

void Ggtm::observe(std::span<const Evidence> batch) {
  const Evidence& played = rounds_.end_round(batch);
  double& claimed = claimed_[at(played.arm)];
  claimed = dot(theta_, played.report.x);
  RunningTrigger& trigger = triggers_[at(played.arm)];
  trigger.add(claimed, played.reward_sum);
  if (trigger.fires()) {
    rounds_.leaves_by_trigger({played.arm, claimed, trigger.bounds()});
    claimed = OneByOne::out;
  }
  if (rounds_.over()) rounds_.decide(claimed_, score());
}

ArmId Ggtm::leader() const { return rounds_.leader(claimed_, score()); }

}  // namespace mesha
