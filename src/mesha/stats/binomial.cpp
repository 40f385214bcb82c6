#include "mesha/stats/binomial.hpp"

#include <boost/math/special_functions/beta.hpp>
#include <cmath>

#include "mesha/base/expects.hpp"

namespace mesha {

Interval clopper_pearson(std::int64_t failures, std::int64_t trials, double confidence) {
  expects(trials > 0 && failures >= 0 && failures <= trials,
          "an interval needs 0 <= failures <= trials");
  const double tail = (1 - confidence) / 2;
  const auto k = static_cast<double>(failures);
  const auto n = static_cast<double>(trials);
  return {.low = failures == 0 ? 0 : boost::math::ibeta_inv(k, n - k + 1, tail),
          .high = failures == trials ? 1 : boost::math::ibeta_inv(k + 1, n - k, 1 - tail)};
}

double jeffreys_estimate(const FailureCount& count) {
  expects(count.trials >= 0 && count.failures >= 0 && count.failures <= count.trials,
          "an estimate needs 0 <= failures <= trials");
  return (static_cast<double>(count.failures) + 0.5) / (static_cast<double>(count.trials) + 1);
}

Interval jeffreys(const FailureCount& count, double confidence) {
  expects(count.trials > 0 && count.failures >= 0 && count.failures <= count.trials,
          "an interval needs 0 <= failures <= trials");
  const double tail = (1 - confidence) / 2;
  const double a = static_cast<double>(count.failures) + 0.5;
  const double b = static_cast<double>(count.trials - count.failures) + 0.5;
  return {.low = count.failures == 0 ? 0 : boost::math::ibeta_inv(a, b, tail),
          .high = count.failures == count.trials ? 1 : boost::math::ibeta_inv(a, b, 1 - tail)};
}

double binomial_z(std::int64_t failures, std::int64_t trials, double probability) {
  const auto n = static_cast<double>(trials);
  return (static_cast<double>(failures) - n * probability) /
         std::sqrt(n * probability * (1 - probability));
}

double two_sample_z(std::int64_t failures_a, std::int64_t trials_a, std::int64_t failures_b,
                    std::int64_t trials_b) {
  const auto a = static_cast<double>(trials_a);
  const auto b = static_cast<double>(trials_b);
  const double pooled = static_cast<double>(failures_a + failures_b) / (a + b);
  if (pooled <= 0 || pooled >= 1) return 0;
  return (static_cast<double>(failures_a) / a - static_cast<double>(failures_b) / b) /
         std::sqrt(pooled * (1 - pooled) * (1 / a + 1 / b));
}

}  // namespace mesha
