#include "mesha/theory/accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mesha/theory/schedule.hpp"

namespace mesha::theory {

double least_zeta(const Sizes& s) {
  const auto T = static_cast<double>(s.budget);
  const double K = s.arms;
  return 12 * s.dimension * std::sqrt(K * std::log2(K)) * std::log(1 + T) / std::sqrt(T);
}

// zeta = A + A sqrt(c + e zeta^2), A = 2 (2 sqrt(2) d + 1) sqrt(K L / N): the larger root of a
// quadratic equation, which there is as long as b = A^2 e < 1.
std::optional<double> least_zeta_of_proof(const Sizes& s) {
  const double K = s.arms;
  const double d = s.dimension;
  const double R = s.epochs;
  const auto T = static_cast<double>(s.budget);
  const double N = T / R;
  const double A = 2 * (2 * std::sqrt(2.0) * d + 1) * std::sqrt(K * std::log1p(N) / N);
  const double c = std::log(2 * K * T / R);  // log(2KR/delta) at zeta = 0
  const double e = exponent(s, 1, LogReading::squared);
  const double b = A * A * e;
  if (b >= 1) return std::nullopt;
  return A * (1 + std::sqrt(c * (1 - b) + b)) / (1 - b);
}

std::optional<std::int64_t> least_budget(int arms, int dimension, double zeta) {
  const auto speaks = [&](std::int64_t T) {
    return least_zeta(mesha_sizes(arms, dimension, T)) <= zeta;
  };
  std::int64_t low = 4;  // where log(1 + T) / sqrt(T) is largest
  std::int64_t high = std::numeric_limits<std::int64_t>::max() / 2;
  if (speaks(low)) return 1;
  if (!speaks(high)) return std::nullopt;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (speaks(middle) ? high : low) = middle;
  }
  return high;
}

double first_epoch_zeta(double noise, int arms, std::int64_t budget) {
  const int epochs = std::max(1, halving_epochs(arms));
  const auto n = std::max<std::int64_t>(1, halving_pulls(budget, arms, epochs));
  return noise * std::sqrt(2 / static_cast<double>(n));
}

}  // namespace mesha::theory
