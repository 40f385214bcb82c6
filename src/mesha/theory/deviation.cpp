#include "mesha/theory/deviation.hpp"

#include <cmath>

namespace mesha::theory {
namespace {

double log_two_over_delta_r(const Radii& c) { return std::log(2.0) - log_delta_r(c); }

}  // namespace

double passing_excess(const Radii& c, std::int64_t pulls, WidthReading reading) {
  const auto n = static_cast<double>(pulls);
  return beta(c, pulls) / n * most_widths(c.dimension, n, reading) +
         std::sqrt(2 * log_two_over_delta_r(c) / n);
}

double deviation_bound(const Radii& c, std::int64_t pulls, double epsilon,
                       DeviationReading reading) {
  const auto n = static_cast<double>(pulls);
  const double radius = (reading == DeviationReading::proof ? 2 : 1) * beta(c, pulls);
  return (radius / std::sqrt(n) + epsilon) * std::sqrt(2 * c.dimension * std::log1p(n)) +
         3 * std::sqrt(log_two_over_delta_r(c) / n);
}

}  // namespace mesha::theory
