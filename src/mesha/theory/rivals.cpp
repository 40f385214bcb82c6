#include "mesha/theory/rivals.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "mesha/base/expects.hpp"
#include "mesha/stats/normal_law.hpp"
#include "mesha/theory/limit.hpp"
#include "mesha/theory/rates.hpp"

namespace mesha::theory {
namespace {

// exp(-2 (k-1) z^2 / k^2) Phi((1 - 2/k) z - d)
double tied_part(int k, double z, double d) {
  const double per_arm = z / k;
  return std::exp(-2 * (k - 1) * per_arm * per_arm) * normal_below((k - 2) * per_arm - d);
}

// Of weights exp(logs), in descending order.
double failure_of(const std::vector<double>& logs, double z) {
  double sum = 0;
  double before = 0;  // of the larger weights: the sum of the logs
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const int k = static_cast<int>(i) + 1;
    const double to_level = std::max(0.0, before - (k - 1) * logs[i]);  // D_k
    const double d = to_level == 0 ? 0 : to_level / (2 * z);
    if (k == 2) sum += std::exp(logs[0]) * normal_above(z + d);
    if (k >= 2) sum += std::exp(logs[i]) * normal_above(z - d);
    if (k >= 3) {
      const double mean = (before + logs[i]) / k;
      sum += (k - 2) * std::exp(mean) * tied_part(k, z, d);
      sum -= (k - 3) * std::exp(before / (k - 1)) * tied_part(k - 1, z, d);
    }
    before += logs[i];
  }
  return sum;
}

// The largest sum over pairs of (value - other value)^2 / (|S| - 1) over sets S of two values or
// more. In each single value the sum is convex: the best S are some of the smallest and of the
// largest values.
double largest_spread(std::vector<double> values) {
  const std::size_t m = values.size();
  std::ranges::sort(values);
  const double middle = m > 0 ? values[m / 2] : 0;
  std::vector<double> sums{0};
  std::vector<double> squares{0};
  for (const double v : values) {
    sums.push_back(sums.back() + (v - middle));
    squares.push_back(squares.back() + (v - middle) * (v - middle));
  }
  double widest = 0;
  for (std::size_t low = 0; low < m; ++low) {
    for (std::size_t high = low == 0 ? 2 : 1; low + high <= m; ++high) {
      const auto size = static_cast<double>(low + high);
      const double sum = sums[low] + sums[m] - sums[m - high];
      const double square = squares[low] + squares[m] - squares[m - high];
      widest = std::max(widest, (size * square - sum * sum) / (size - 1));
    }
  }
  return widest;
}

// tied_gap() of the worlds in which the best arm is put in at every place between rivals with
// these gaps, in ascending order. The arm between two neighbours has the mean of one of them in
// `above` worlds and of the other in `below`, and is the best one in one world.
double inserted_gap(std::span<const double> gaps) {
  double widest = gaps.back() * gaps.back();
  const auto rivals = static_cast<double>(gaps.size());
  for (std::size_t j = 1; j < gaps.size(); ++j) {
    const auto above = static_cast<double>(j);
    const double below = rivals - above;
    const double step = gaps[j] - gaps[j - 1];
    const double between = above * below * step * step;
    const double to_best = above * gaps[j - 1] * gaps[j - 1] + below * gaps[j] * gaps[j];
    widest = std::max({widest, (to_best + between) / rivals, between / (rivals - 1)});
  }
  return std::sqrt(widest);
}

// The largest f(x) that golden-section search finds between low and high: f rises, then falls.
double largest(const std::function<double(double)>& f, double low, double high) {
  constexpr double golden = 0.61803398874989484820;
  double a = high - golden * (high - low);
  double b = low + golden * (high - low);
  double at_a = f(a);
  double at_b = f(b);
  double best = std::max(at_a, at_b);
  while (high - low > 1e-9) {
    if (at_a < at_b) {
      low = std::exchange(a, b);
      at_a = at_b;
      at_b = f(b = low + golden * (high - low));
    } else {
      high = std::exchange(b, a);
      at_b = at_a;
      at_a = f(a = high - golden * (high - low));
    }
    best = std::max({best, at_a, at_b});
  }
  return best;
}

}  // namespace

double least_failure(std::vector<double> weights, double z) {
  expects(z >= 0, "z is not negative");
  expects(std::ranges::all_of(weights, [](double w) { return w >= 0 && std::isfinite(w); }),
          "weights are finite and not negative");
  std::erase(weights, 0.0);
  if (weights.size() <= 1 || std::isinf(z)) return 0;
  std::ranges::sort(weights, std::greater{});
  if (z == 0) {
    double rest = 0;
    for (const double w : std::span(weights).subspan(1)) rest += w;
    return rest;
  }
  for (double& w : weights) w = std::log(w);
  return failure_of(weights, z);
}

double least_tied_failure(int arms, double z) {
  expects(arms >= 1 && z >= 0, "one arm or more, and z is not negative");
  if (arms == 1 || std::isinf(z)) return 0;
  return normal_below(-z) + (1 - 2.0 / arms) * tied_part(arms, z, 0);
}

double tied_gap(const std::vector<std::vector<double>>& worlds) {
  double widest = 0;
  const std::size_t arms = worlds.empty() ? 0 : worlds.front().size();
  for (std::size_t j = 0; j < arms; ++j) {
    std::vector<double> means;
    for (const auto& world : worlds) {
      expects(world.size() == arms, "all worlds have the same arms");
      means.push_back(world[j]);
    }
    widest = std::max(widest, largest_spread(std::move(means)));
  }
  return std::sqrt(widest);
}

BlindLimit least_blind_failure(std::span<const double> means, double sd, std::int64_t budget) {
  expects(std::ranges::all_of(means, [](double mu) { return std::isfinite(mu); }),
          "a limit needs finite means");
  expects(std::isfinite(sd) && sd >= 0 && budget >= 0, "a limit needs an sd and a budget");
  const std::vector<double> gaps = gaps_of(means);
  BlindLimit best;
  if (gaps.size() < 2 || gaps[1] == 0 || sd == 0) return best;
  for (std::size_t first = 1; first < gaps.size(); ++first) {
    const auto most_arms = static_cast<int>(gaps.size() - first) + 1;
    for (std::size_t last = first; last < gaps.size(); ++last) {
      const double least_z = z_star(gaps[last], sd, budget);
      if (least_tied_failure(most_arms, least_z) <= best.failure) break;  // so with all later ones
      const auto arms = static_cast<int>(last - first) + 2;
      if (least_tied_failure(arms, least_z) <= best.failure) continue;
      const double gap = inserted_gap(std::span(gaps).subspan(first, last - first + 1));
      const double failure = least_tied_failure(arms, z_star(gap, sd, budget));
      if (failure > best.failure)
        best = {failure, static_cast<int>(first) + 1, static_cast<int>(last) + 1, gap};
    }
  }
  return best;
}

double least_worst_of(int arms, double truth, double z) {
  expects(arms >= 2 && z >= 0 && truth >= 0 && truth <= 1,
          "two arms or more, a probability, and z is not negative");
  if (truth == 0) return 1;
  if (std::isinf(z)) return 0;
  // With the weights r, 1/(m-1), ..., 1/(m-1):  r truth + worst >= least_failure. In r the
  // difference is concave.
  const double other = -std::log(arms - 1);
  const auto forced = [=](double log_r) {
    std::vector<double> logs(static_cast<std::size_t>(arms), other);
    (log_r >= other ? logs.front() : logs.back()) = log_r;
    const double r = std::exp(log_r);
    const double least = z > 0 ? failure_of(logs, z) : 1 + r - std::exp(logs.front());
    return least - r * truth;
  };
  return std::clamp(largest(forced, -40, 700), 0.0, 1.0);
}

}  // namespace mesha::theory
