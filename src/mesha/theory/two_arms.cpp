#include "mesha/theory/two_arms.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "mesha/base/expects.hpp"
#include "mesha/stats/normal_law.hpp"
#include "mesha/stats/quadrature.hpp"

namespace mesha::theory {
namespace {

// With P = Delta + v x the Bayes correction in units of s is delta / ratio^2 + x / ratio. Beyond
// [low, high] in x it is clipped, and the failure a constant.
double truthful_failure(double delta, double ratio, double clip) {
  if (ratio == 0) return normal_below(-delta - clip);  // D + c s > 0
  if (std::isinf(ratio)) return normal_below(-delta);
  if (std::isinf(clip)) return normal_below(-delta * std::sqrt(1 + 1 / (ratio * ratio)));
  const double low = -clip * ratio - delta / ratio;
  const double high = clip * ratio - delta / ratio;
  constexpr double farthest = 38.5;  // the density beyond is below 1e-320
  static const std::vector<QuadratureNode> rule = gauss_legendre(16);
  std::vector<QuadratureNode> nodes;
  const double widest = 0.5 * std::min(1.0, ratio);  // the two factors' scales are 1 and the ratio
  const double from = std::clamp(low, -farthest, farthest);
  const double to = std::clamp(high, -farthest, farthest);
  if (from < to) {
    add_panels(from, to, [=](double a, double b) { return b - a <= widest; }, rule, nodes);
  }
  double sum = normal_below(low) * normal_below(-delta + clip) +
               normal_above(high) * normal_below(-delta - clip);
  for (const auto& [x, weight] : nodes) {
    const double correction = (delta / ratio + x) / ratio;
    sum += weight * normal_density(x) * normal_below(-delta - correction);
  }
  return sum;
}

}  // namespace

TwoArmFailure clipped_two_arms(double delta, double ratio, double clip) {
  expects(delta >= 0 && ratio >= 0 && clip >= 0, "delta, v/s and c are not negative");
  return {truthful_failure(delta, ratio, clip), normal_below(clip - delta)};
}

}  // namespace mesha::theory
