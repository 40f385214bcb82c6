#include "mesha/theory/limit.hpp"

#include <cmath>
#include <limits>

#include "mesha/base/expects.hpp"
#include "mesha/stats/normal_law.hpp"

namespace mesha::theory {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

}  // namespace

double z_of(double probability) {
  expects(probability >= 0 && probability <= 1, "a probability lies between 0 and 1");
  if (probability == 0) return infinite;
  if (probability == 1) return -infinite;
  return -normal_quantile(probability);
}

double z_star(double gap, double sd, std::int64_t budget) {
  expects(gap >= 0 && sd >= 0 && budget >= 0, "z* is of a gap, an sd and a budget");
  if (gap == 0) return 0;
  return gap * std::sqrt(static_cast<double>(budget)) / (2 * sd);
}

double least_worst(double truth, double z_star) {
  if (truth == 1) return 0;
  return truth == 0 ? 1 : normal_above(2 * z_star - z_of(truth));
}

std::string_view words(NoLimitShare why) {
  switch (why) {
    case NoLimitShare::no_gap:
      return "two arms share the largest mean";
    case NoLimitShare::no_noise:
      return "there is no noise";
    case NoLimitShare::interval_too_wide:
      break;
  }
  return "its interval is wider than 1";
}

Measured jeffreys_measured(const FailureCount& count, double confidence) {
  return {jeffreys_estimate(count), jeffreys(count, confidence)};
}

LimitMeasure limit_share(const Measured& truth, const Measured& worst, double z_star) {
  if (!(z_star > 0)) return NoLimitShare::no_gap;
  if (std::isinf(z_star)) return NoLimitShare::no_noise;
  const auto share = [z_star](double a, double b) { return (z_of(a) + z_of(b)) / (2 * z_star); };
  const LimitShare found{.value = share(truth.probability, worst.probability),
                         .interval = {.low = share(truth.interval.high, worst.interval.high),
                                      .high = share(truth.interval.low, worst.interval.low)}};
  const double width = found.interval.high - found.interval.low;
  if (!(width <= 1)) return NoLimitShare::interval_too_wide;  // also infinite or not a number
  return found;
}

LimitMeasure limit_share(const FailureCount& truth, const FailureCount& worst, double z_star,
                         double confidence) {
  const double each = 1 - (1 - confidence) / 2;
  return limit_share(jeffreys_measured(truth, each), jeffreys_measured(worst, each), z_star);
}

}  // namespace mesha::theory
