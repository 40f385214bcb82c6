// Reports the true direction at another length: multiplied by `factor`, or brought to `norm`.
// MESHA shrinks an arm's mean by n q / (lambda + n q), q = |x|^2, so length alone is leverage.
#pragma once

#include <optional>

#include "mesha/model/strategy.hpp"

namespace mesha {

struct ScaledConfig {
  double factor = 1;
  std::optional<double> norm;  // instead of factor; a zero vector stays zero
};

// x brought to the length asked for.
inline void rescale(Vec& x, const ScaledConfig& options) {
  double factor = options.factor;
  if (options.norm) {
    const double length = norm(x);
    factor = length > 0 ? *options.norm / length : 1;
  }
  for (double& coordinate : x) coordinate *= factor;
}

inline Vec rescaled(Vec x, const ScaledConfig& options) {
  rescale(x, options);
  return x;
}

class Scaled {
 public:
  explicit Scaled(const ScaledConfig& config) : config_(config) {}

  bool constant() const { return true; }
  bool watches() const { return false; }
  const Report& report(const ArmView& view) {
    report_.x = rescaled(view.own.x, config_);
    return report_;
  }

 private:
  ScaledConfig config_;
  Report report_;
};

static_assert(Strategy<Scaled>);

}  // namespace mesha
