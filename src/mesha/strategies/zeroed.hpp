// Hides one coordinate of the true feature, then optionally rescales: the paper's experiments
// zero the first one, "hiding the reward-relevant direction" (Appendix G).
#pragma once

#include <cstddef>

#include "mesha/model/strategy.hpp"
#include "mesha/strategies/scaled.hpp"

namespace mesha {

struct ZeroedConfig {
  std::size_t coordinate = 0;  // counted from 0
  ScaledConfig then;
};

class Zeroed {
 public:
  explicit Zeroed(const ZeroedConfig& config) : config_(config) {}

  bool constant() const { return true; }
  bool watches() const { return false; }
  const Report& report(const ArmView& view) {
    Vec x = view.own.x;
    x[config_.coordinate] = 0;
    report_.x = rescaled(x, config_.then);
    return report_;
  }

 private:
  ZeroedConfig config_;
  Report report_;
};

static_assert(Strategy<Zeroed>);

}  // namespace mesha
