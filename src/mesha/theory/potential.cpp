#include "mesha/theory/potential.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "mesha/linalg/dense.hpp"
#include "mesha/linalg/ridge.hpp"

namespace mesha::theory {
namespace {

double log_count_over_delta_r(const Radii& c, std::int64_t pulls) {
  return std::log1p(static_cast<double>(pulls)) - log_delta_r(c);
}

}  // namespace

double squared_widths(std::span<const Vec> reports, double lambda) {
  if (reports.empty()) return 0;
  Ridge ridge(reports.front().size(), lambda);
  for (const Vec& x : reports) ridge.add(x, 1, 0);
  ridge.solve();
  double sum = 0;
  for (const Vec& x : reports) sum += ridge.squared_width(x);
  return sum;
}

double trace_side(std::span<const Vec> reports, double lambda) {
  if (reports.empty()) return 0;
  const std::size_t d = reports.front().size();
  Square v(d);
  for (std::size_t i = 0; i < d; ++i) v(i, i) = lambda;
  for (const Vec& x : reports) {
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) v(i, j) += x[i] * x[j];
    }
  }
  const auto inverted = inverse(v);
  expects(inverted.has_value(), "a ridge parameter above 0 keeps V regular");
  double trace = 0;
  for (std::size_t i = 0; i < d; ++i) trace += (*inverted)(i, i);
  return static_cast<double>(d) - lambda * trace;
}

double constant_width(double squared_norm, std::int64_t pulls, double lambda) {
  return std::sqrt(squared_norm / (lambda + static_cast<double>(pulls) * squared_norm));
}

double most_squared_widths(int dimension, std::int64_t pulls, double lambda) {
  if (pulls == 0) return 0;
  const auto n = static_cast<double>(pulls);
  const double m = std::min<double>(n, dimension);
  return m - lambda * m / (lambda + n / m);
}

double cycled_squared_widths(int dimension, std::int64_t pulls, double lambda) {
  const std::int64_t times = pulls / dimension;
  const auto often = static_cast<double>(times);
  const auto once_more = static_cast<double>(pulls % dimension);
  return (dimension - once_more) * often / (lambda + often) +
         once_more * (often + 1) / (lambda + often + 1);
}

double most_widths(int dimension, double n, WidthReading reading) {
  const double squares = reading == WidthReading::trace ? dimension : 2 * dimension * std::log1p(n);
  return std::sqrt(n * squares);
}

double first_factor(const Radii& c, std::int64_t pulls) {
  return std::sqrt((c.dimension + 1) * log_count_over_delta_r(c, pulls));
}

double second_factor(int dimension) { return std::sqrt(static_cast<double>(dimension)); }

double both_factors(const Radii& c, std::int64_t pulls) {
  return first_factor(c, pulls) * second_factor(c.dimension) /
         std::sqrt(static_cast<double>(pulls));
}

}  // namespace mesha::theory
