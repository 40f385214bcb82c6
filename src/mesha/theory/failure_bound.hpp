// R^2/T exp(-T zeta^2 / (18 K d^2 L)): the failure probability that Theorem 6 grants MESHA, and the
// level delta that Algorithm 1 gives its trigger. The paper prints two L and means one quantity:
// its proof ends with "P <= delta" and the first of them.
#pragma once

#include <cstdint>

namespace mesha::theory {

struct Sizes {
  int arms = 0;             // K
  int dimension = 0;        // d
  std::int64_t budget = 0;  // T
  int epochs = 0;           // R: ceil(log2 K), or what another schedule has
};
Sizes mesha_sizes(int arms, int dimension, std::int64_t budget);  // with MESHA's own R

enum class LogReading {
  squared,  // L = log^2(1 + T/R): Algorithm 1, line 2; Lemmas 13 and 14; the proof of Theorem 6
  base_2,   // L = log_2(1 + T/R): Theorem 6 as stated
};

double exponent(const Sizes& sizes, double zeta, LogReading reading);

// In logarithms: delta itself underflows for long runs.
double log_failure_bound(const Sizes& sizes, double zeta, LogReading reading);
double log_delta(const Sizes& sizes, double zeta);  // Algorithm 1, line 2

}  // namespace mesha::theory
