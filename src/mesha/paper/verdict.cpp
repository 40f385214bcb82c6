#include "mesha/paper/verdict.hpp"

#include <algorithm>
#include <array>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "mesha/base/expects.hpp"
#include "mesha/stats/binomial.hpp"

namespace mesha::paper {
namespace {

constexpr double rounding = 1e-9;  // of a product such as .318 * 500

std::size_t decimals(std::string_view printed) {
  const auto point = printed.find('.');
  return point == std::string_view::npos ? 0 : printed.size() - point - 1;
}

// P(X >= k) for X ~ Binomial(n, p).
double at_least(double k, double n, double p) {
  if (k <= 0) return 1;
  if (k > n) return 0;
  if (p <= 0) return 0;
  if (p >= 1) return 1;
  return boost::math::ibeta(k, n - k + 1, p);
}

}  // namespace

std::string_view name(Agreement agreement) {
  constexpr std::array<std::string_view, 3> names{"agrees", "agrees under an inferred reading",
                                                  "differs"};
  return names[static_cast<std::size_t>(agreement)];
}

std::int64_t implied_trials(std::span<const std::string> column) {
  for (const std::int64_t n : {500, 1000}) {
    const bool whole = std::ranges::all_of(column, [n](const std::string& printed) {
      const double count = std::strtod(printed.c_str(), nullptr) * static_cast<double>(n);
      return std::abs(count - std::round(count)) < rounding * static_cast<double>(n);
    });
    if (whole) return n;
  }
  return 5000;
}

Published published(const std::string& printed, std::int64_t trials) {
  Published paper{.value = std::strtod(printed.c_str(), nullptr),
                  .half_digit = 0.5 * std::pow(10.0, -static_cast<double>(decimals(printed))),
                  .trials = trials};
  const Interval interval =
      clopper_pearson(std::llround(paper.value * static_cast<double>(trials)), trials);
  paper.low = interval.low - paper.half_digit;
  paper.high = interval.high + paper.half_digit;
  paper.error = std::max(paper.value - paper.low, paper.high - paper.value);
  return paper;
}

double p_value(const Published& paper, std::span<const double> probabilities) {
  expects(!probabilities.empty(), "a verdict needs a probability");
  const auto n = static_cast<double>(paper.trials);
  const double lowest = std::ceil((paper.value - paper.half_digit) * n - rounding * n);
  const double highest = std::floor((paper.value + paper.half_digit) * n + rounding * n);
  double up = 0;
  double down = 0;
  for (const double p : probabilities) {
    up += at_least(lowest, n, p);
    down += 1 - at_least(highest + 1, n, p);
  }
  const auto draws = static_cast<double>(probabilities.size());
  return std::clamp(2 * std::min(up, down) / draws, 0.0, 1.0);
}

std::vector<double> left_open(std::int64_t failures, std::int64_t trials) {
  constexpr int quantiles = 51;
  const double a = static_cast<double>(failures) + 0.5;
  const double b = static_cast<double>(trials - failures) + 0.5;
  std::vector<double> open;
  open.reserve(quantiles);
  for (int k = 0; k < quantiles; ++k)
    open.push_back(boost::math::ibeta_inv(a, b, (k + 0.5) / quantiles));
  return open;
}

std::vector<double> without_sampling_noise(std::vector<double> draws, std::int64_t trials) {
  const auto count = static_cast<double>(draws.size());
  if (draws.size() < 2 || trials < 2) return draws;
  const double mean = std::accumulate(draws.begin(), draws.end(), 0.0) / count;
  double variance = 0;
  double noise = 0;
  for (const double p : draws) {
    variance += (p - mean) * (p - mean) / (count - 1);
    noise += p * (1 - p) / static_cast<double>(trials - 1) / count;
  }
  const double keep = variance > noise ? std::sqrt(1 - noise / variance) : 0;
  for (double& p : draws) p = mean + keep * (p - mean);
  return draws;
}

}  // namespace mesha::paper
