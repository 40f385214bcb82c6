#include "mesha/theory/baselines.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "mesha/theory/rates.hpp"
#include "mesha/theory/schedule.hpp"

namespace mesha::theory {

double log_karnin_bound(std::int64_t budget, int arms, double h_2, NoiseScale scale, double sd) {
  const double log_2 = std::log2(static_cast<double>(arms));
  const auto T = static_cast<double>(budget);
  const double exponent =
      scale == NoiseScale::printed ? T / (8 * h_2 * log_2) : T / (sd * sd) / (16 * h_2 * log_2);
  return std::log(3 * log_2) - exponent;
}

double H_2_lin(std::vector<double> gaps, int dimension) {
  std::ranges::sort(gaps);
  gaps.resize(std::min(gaps.size(), static_cast<std::size_t>(dimension)));
  return H_2(std::move(gaps), RankReading::best_is_first);
}

std::optional<double> log_od_linbai_bound(std::int64_t budget, int arms, int dimension,
                                          double h_2_lin, NoiseScale scale, double sd) {
  const double m = design_pulls(budget, arms, dimension);
  if (dimension < 2 || arms < 2 || m <= 0) return std::nullopt;
  const double d = dimension;
  const double variance = scale == NoiseScale::printed ? 1 : sd * sd;
  return std::log(4 * arms / d + 3 * std::log2(d)) - m / variance / (32 * h_2_lin);
}

}  // namespace mesha::theory
