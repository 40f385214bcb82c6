#include "mesha/learners/adaptive_halving.hpp"

namespace mesha {

Result<AdaptiveHalving> AdaptiveHalving::make(const FloorSetsConfig& c) {
  if (auto fits = check(c); !fits) return fits.error();
  return AdaptiveHalving(c);
}

void AdaptiveHalving::observe(std::span<const Evidence> batch) {
  if (finished()) return;
  tell(batch);
  advance({});
}

}  // namespace mesha
