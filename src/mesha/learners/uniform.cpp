#include "mesha/learners/uniform.hpp"

namespace mesha {

Result<Uniform> Uniform::make(const ArmsAndBudget& c) {
  if (auto enough = enough_budget(c.arms, c.budget, smallest_budget(c.arms)); !enough) {
    return enough.error();
  }
  return Uniform(c);
}

Uniform::Uniform(const ArmsAndBudget& c) : Elimination(c.arms), arms_(c.arms), budget_(c.budget) {
  if (c.arms == 1) {
    roster().finish();
  } else {
    roster().begin_epoch(budget_ / arms_);
  }
}

void Uniform::observe(std::span<const Evidence> batch) {
  by_arm_(batch, [this](ArmId i, Groups groups) {
    roster().score({i, rewards_in(groups) / static_cast<double>(pulls_in(groups))});
  });
  roster().keep_best(1);
  roster().finish();
}

AffineFacts Uniform::affine() const {
  return {.epochs = arms_ == 1 ? 0 : 1,
          .cumulative = false,
          .stage = [pulls = budget_ / arms_](int, int) -> Stage { return {pulls, 1}; },
          .rule = mean_rule};
}

}  // namespace mesha
