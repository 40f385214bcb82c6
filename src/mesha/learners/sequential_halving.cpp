#include "mesha/learners/sequential_halving.hpp"

namespace mesha {

Result<SequentialHalving> SequentialHalving::make(const SequentialHalvingConfig& c) {
  if (auto enough = enough_budget(c.arms, c.budget, smallest_budget(c.arms)); !enough) {
    return enough.error();
  }
  return SequentialHalving(c);
}

SequentialHalving::SequentialHalving(const SequentialHalvingConfig& c)
    : Elimination(c.arms),
      epochs_(theory::halving_epochs(c.arms)),
      budget_(c.budget),
      keep_samples_(c.keep_samples),
      totals_(c.arms) {
  begin_epoch_or_finish();
}

Stage SequentialHalving::stage(int active) const {
  return {theory::halving_pulls(budget_, active, epochs_), theory::halved(active, 1)};
}

void SequentialHalving::begin_epoch_or_finish() {
  if (roster().size() == 1) {
    roster().finish();
  } else {
    roster().begin_epoch(stage(roster().size()).pulls);
  }
}

void SequentialHalving::observe(std::span<const Evidence> batch) {
  by_arm_(batch, [this](ArmId i, Groups groups) {
    double mean = rewards_in(groups) / static_cast<double>(pulls_in(groups));
    if (keep_samples_) {
      totals_.add(i, groups);
      mean = totals_.mean(i);
    }
    roster().score({i, mean});
  });
  roster().keep_best(stage(roster().size()).keep);
  begin_epoch_or_finish();
}

AffineFacts SequentialHalving::affine() const {
  return {.epochs = epochs_,
          .cumulative = keep_samples_,
          .stage = [now = *this](int /*epoch*/, int active) { return now.stage(active); },
          .rule = mean_rule};
}

}  // namespace mesha
