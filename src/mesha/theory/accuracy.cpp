#include "mesha/theory/accuracy.hpp"

#include <algorithm>
#include <cmath>

#include "mesha/theory/schedule.hpp"

namespace mesha::theory {

double least_zeta(const Sizes& s) {
  const auto T = static_cast<double>(s.budget);
  const double K = s.arms;
  return 12 * s.dimension * std::sqrt(K * std::log2(K)) * std::log(1 + T) / std::sqrt(T);
}

double first_epoch_zeta(double noise, int arms, std::int64_t budget) {
  const int epochs = std::max(1, halving_epochs(arms));
  const auto n = std::max<std::int64_t>(1, halving_pulls(budget, arms, epochs));
  return noise * std::sqrt(2 / static_cast<double>(n));
}

}  // namespace mesha::theory
