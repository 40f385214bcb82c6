#include "mesha/learners/parts/one_by_one.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "mesha/base/expects.hpp"

namespace mesha {
namespace {

constexpr std::int64_t most_rounds = std::numeric_limits<int>::max();  // Roster counts them so

}  // namespace

Status OneByOne::check(int arms, std::int64_t budget) {
  if (auto enough = enough_budget(arms, budget, smallest_budget(arms)); !enough) return enough;
  if (budget <= most_rounds) return ok();
  return Error{"budget T = " + std::to_string(budget) +
               " is too large for a learner that pulls one arm at a time: the largest that works "
               "is T = " +
               std::to_string(most_rounds)};
}

OneByOne::OneByOne(int arms, std::int64_t budget)
    : Elimination(arms), rounds_left_(budget), index_(static_cast<std::size_t>(arms)) {
  batch_.push_back({ArmId{0}, 1});
  if (arms == 1) roster().finish();
}

const std::vector<Pulls>& OneByOne::pull_largest() {
  std::size_t largest = 0;
  double so_far = index_[0];  // at hand, so that no comparison waits for a load
  for (std::size_t i = 1; i < index_.size(); ++i) {
    const bool larger = index_[i] > so_far;
    largest = larger ? i : largest;
    so_far = larger ? index_[i] : so_far;
  }
  batch_.front().arm = arm_at(largest);
  return batch_;
}

const Evidence& OneByOne::end_round(std::span<const Evidence> batch) {
  expects(batch.size() == 1 && batch.front().pulls == 1 && std::isfinite(batch.front().reward_sum),
          "a batch of one pull brings one finite reward");
  --rounds_left_;
  roster().next_epoch();
  return batch.front();
}

}  // namespace mesha
