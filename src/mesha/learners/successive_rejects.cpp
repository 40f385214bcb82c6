#include "mesha/learners/successive_rejects.hpp"

#include "mesha/theory/schedule.hpp"

namespace mesha {

Result<SuccessiveRejects> SuccessiveRejects::make(const ArmsAndBudget& c) {
  if (auto enough = enough_budget(c.arms, c.budget, smallest_budget(c.arms)); !enough) {
    return enough.error();
  }
  return SuccessiveRejects(c);
}

SuccessiveRejects::SuccessiveRejects(const ArmsAndBudget& c)
    : Elimination(c.arms),
      arms_(c.arms),
      budget_(c.budget),
      logbar_(theory::logbar(c.arms)),
      totals_(c.arms) {
  next_phase();
}

std::int64_t SuccessiveRejects::pulls_after(int phase) const {
  return theory::rejects_pulls(budget_, arms_, logbar_, phase);
}

// A phase may owe no new pull (n_k = n_{k-1} when T is small); its rejection still takes place.
void SuccessiveRejects::next_phase() {
  while (roster().size() > 1) {
    const int k = roster().epoch() + 1;
    const std::int64_t owed = pulls_after(k) - pulls_after(k - 1);
    roster().begin_epoch(owed);
    if (owed > 0) return;
    reject_worst();
  }
  roster().finish();
}

void SuccessiveRejects::observe(std::span<const Evidence> batch) {
  by_arm_(batch, [this](ArmId i, Groups groups) { totals_.add(i, groups); });
  reject_worst();
  next_phase();
}

AffineFacts SuccessiveRejects::affine() const {
  return {.epochs = arms_ - 1,
          .cumulative = true,
          .stage = [now = *this](int epoch, int active) -> Stage {
            return {now.pulls_after(epoch) - now.pulls_after(epoch - 1), active - 1};
          },
          .rule = mean_rule};
}

void SuccessiveRejects::reject_worst() {
  if (roster().size() == 1) return;  // the others withdrew
  for (const ArmId i : roster().active()) roster().score({i, totals_.mean(i)});
  roster().keep_best(roster().size() - 1);
}

}  // namespace mesha
