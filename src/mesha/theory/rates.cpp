#include "mesha/theory/rates.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>

namespace mesha::theory {

std::vector<double> gaps_of(std::span<const double> means) {
  std::vector<double> gaps(means.begin(), means.end());
  std::ranges::sort(gaps, std::greater{});
  for (std::size_t i = gaps.size(); i-- > 0;) gaps[i] = gaps.front() - gaps[i];
  return gaps;
}

double H_2(std::vector<double> gaps, RankReading reading) {
  std::ranges::sort(gaps);
  double most = 0;
  for (std::size_t k = 1; k < gaps.size(); ++k) {
    const std::size_t i = reading == RankReading::best_is_first ? k + 1 : k;
    most = std::max(most, static_cast<double>(i) / (gaps[k] * gaps[k]));
  }
  return most;
}

double mesha_complexity(const Sizes& s, double zeta) {
  const double d = s.dimension;
  return s.arms / (zeta * zeta) * d * d;
}

double mesha_rate(const Sizes& s, double zeta) {
  const auto T = static_cast<double>(s.budget);
  return T / (mesha_complexity(s, zeta) * std::log2(T));
}

double halving_rate(std::int64_t budget, int arms, double h_2) {
  return static_cast<double>(budget) / (h_2 * std::log2(static_cast<double>(arms)));
}

double od_linbai_rate(std::int64_t budget, int dimension) {
  const double d = dimension;
  return static_cast<double>(budget) / (d * std::log2(d));
}

}  // namespace mesha::theory
