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
    : OneByOne(c.arms, c.budget),
      theta_(c.theta),
      triggers_(static_cast<std::size_t>(c.arms), RunningTrigger(c.budget)) {}

const std::vector<Pulls>& Ggtm::plan(Reports reports) {
  for (const ArmId i : active()) index(i) = dot(theta_, reports[at(i)].x);
  return pull_largest();
}

void Ggtm::observe(std::span<const Evidence> batch) {
  const Evidence& played = end_round(batch);
  const double claimed = index(played.arm) = dot(theta_, played.report.x);
  RunningTrigger& trigger = triggers_[at(played.arm)];
  trigger.add(claimed, played.reward_sum);
  if (trigger.fires()) leaves_by_trigger({played.arm, claimed, trigger.bounds()});
  if (over()) decide(score());
}

ArmId Ggtm::leader() const { return OneByOne::leader(score()); }

}  // namespace mesha
