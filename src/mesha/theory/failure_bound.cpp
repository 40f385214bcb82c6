#include "mesha/theory/failure_bound.hpp"

#include <cmath>

#include "mesha/theory/schedule.hpp"

namespace mesha::theory {

Sizes mesha_sizes(int arms, int dimension, std::int64_t budget) {
  return {.arms = arms, .dimension = dimension, .budget = budget, .epochs = halving_epochs(arms)};
}

double exponent(const Sizes& s, double zeta, LogReading reading) {
  const auto T = static_cast<double>(s.budget);
  const double log_term = std::log1p(T / s.epochs);
  const double factor = 18.0 * s.arms * s.dimension * s.dimension;
  return T * zeta * zeta /
         (reading == LogReading::squared ? factor * log_term * log_term
                                         : factor * std::log2(1 + T / s.epochs));
}

double log_failure_bound(const Sizes& s, double zeta, LogReading reading) {
  return 2 * std::log(static_cast<double>(s.epochs)) - std::log(static_cast<double>(s.budget)) -
         exponent(s, zeta, reading);
}

double log_delta(const Sizes& s, double zeta) {
  return log_failure_bound(s, zeta, LogReading::squared);
}

}  // namespace mesha::theory
