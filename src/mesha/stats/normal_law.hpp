// The standard normal distribution in double precision, accurate far out in both tails.
#pragma once

#include <cmath>

namespace mesha {

// P(Z <= z). Relative precision also where it is tiny: normal_below(-10) is 7.6e-24.
inline double normal_below(double z) {
  constexpr double sqrt_half = 0.70710678118654752440;
  return 0.5 * std::erfc(-z * sqrt_half);
}
inline double normal_above(double z) { return normal_below(-z); }

inline double normal_density(double z) {
  constexpr double one_by_sqrt_two_pi = 0.39894228040143267794;
  return one_by_sqrt_two_pi * std::exp(-0.5 * z * z);
}

// The z with P(Z <= z) = p, for 0 < p < 1: Wichura (1988), algorithm AS 241 (PPND16), relative
// error about 1e-16.
double normal_quantile(double p);

}  // namespace mesha
