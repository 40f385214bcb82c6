#include "mesha/learners/guarded_halving.hpp"

#include <cmath>

namespace mesha {

Result<GuardedHalving> GuardedHalving::make(const GuardedHalvingConfig& c) {
  if (!(c.share >= 0 && c.share <= 1)) return Error{"share must lie between 0 and 1"};
  if (!(c.c >= 0) || !std::isfinite(c.c)) return Error{"c must be a finite number, at least 0"};
  if (auto fits = check(c.floor_sets); !fits) return fits.error();
  return GuardedHalving(c);
}

GuardedHalving::GuardedHalving(const GuardedHalvingConfig& c)
    : FloorSets(c.floor_sets),
      corrections_(c.floor_sets.arms, c.dimension),
      share_(c.share),
      c_(c.c) {}

void GuardedHalving::observe(std::span<const Evidence> batch) {
  if (finished()) return;
  tell(batch);
  by_arm_(batch, [this](ArmId arm, Groups groups) { corrections_.add(arm, groups); });
  advance(guide());
}

}  // namespace mesha
