#include "mesha/stats/paired.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mesha {
namespace {

// How many standard deviations the counts lie above what a difference `delta` would make of them:
// the variance is that of the likeliest pair of probabilities with this difference.
double score(const PairedCounts& counts, double delta) {
  const auto n = static_cast<double>(counts.trials);
  const auto b = static_cast<double>(counts.only_first);
  const auto c = static_cast<double>(counts.only_second);
  const double distance = b - c - n * delta;
  const double linear = -b - c + (2 * n - b + c) * delta;
  const double constant = -c * delta * (1 - delta);
  const double p_second =
      (std::sqrt(std::max(0.0, linear * linear - 8 * n * constant)) - linear) / (4 * n);
  const double variance = n * (2 * p_second + delta * (1 - delta));
  if (variance > 0) return distance / std::sqrt(variance);
  return distance == 0 ? 0 : std::copysign(std::numeric_limits<double>::infinity(), distance);
}

// Where the score, which falls as delta grows, passes `level`.
double crossing(const PairedCounts& counts, double low, double high, double level) {
  for (int halving = 0; halving < 100; ++halving) {
    const double middle = low + (high - low) / 2;
    (score(counts, middle) > level ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

}  // namespace

double difference(const PairedCounts& counts) {
  return static_cast<double>(counts.only_first - counts.only_second) /
         static_cast<double>(counts.trials);
}

Interval difference_interval(const PairedCounts& counts) {
  constexpr double quantile = 1.959963984540054;  // of the normal, for 95%
  const double here = difference(counts);
  return {.low = crossing(counts, -1, here, quantile),
          .high = crossing(counts, here, 1, -quantile)};
}

double variance_ratio(const PairedCounts& counts) {
  const auto n = static_cast<double>(counts.trials);
  const double first = static_cast<double>(counts.both + counts.only_first) / n;
  const double second = static_cast<double>(counts.both + counts.only_second) / n;
  const double apart = first * (1 - first) + second * (1 - second);
  const double d = difference(counts);
  const double paired = static_cast<double>(counts.only_first + counts.only_second) / n - d * d;
  return paired > 0 ? apart / paired : std::numeric_limits<double>::infinity();
}

}  // namespace mesha
