#include "mesha/design/xy_allocation.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "mesha/design/certificate.hpp"
#include "mesha/design/g_optimal.hpp"
#include "mesha/design/support.hpp"
#include "mesha/design/xy_barrier.hpp"
#include "mesha/linalg/spanned.hpp"

namespace mesha {
namespace {

struct Pair {
  std::size_t i = 0;
  std::size_t j = 0;

  friend bool operator==(Pair, Pair) = default;
};

struct Ranked {
  double value = 0;
  Pair pair;
};

class Allocation {
 public:
  Allocation(const Spanned& inside, std::vector<std::size_t> compare, const XYOptions& options)
      : compare_(std::move(compare)),
        options_(options),
        inner_tolerance_(options.tolerance / 8),
        d_(inside.rank()) {
    const Tiles& x = inside.coordinates;
    x_.assign(x.size(), std::vector<double>(d_));
    for (std::size_t i = 0; i < x.size(); ++i) x.copy_row(i, x_[i]);
  }

  // Rounds: solve on few arms and few differences, then add those that prove it wrong.
  Result<XYOptimal> solve(const GOptimal& start) {
    std::vector<double> w = start.weights;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      if (w[i] > 0) arms_.push_back(i);
    }
    add_pairs(w, 0);
    if (pairs_.empty()) {
      return Error{
          "the arms to compare have all the same features: there is no difference to estimate"};
    }
    XYOptimal best;
    best.dimension = static_cast<int>(d_);
    while (true) {
      solve_round(w, best);
      const bool stopped = best.steps >= options_.most_steps || options_.stop.stop_requested();
      if (best.gap() <= options_.tolerance || stopped) break;
      const bool more_pairs = add_pairs(w, best.lower * (1 + options_.tolerance / 4));
      const bool more_arms = add_arms();
      if (more_pairs || more_arms) continue;
      inner_tolerance_ /= 8;
      if (inner_tolerance_ < 1e-3 * options_.tolerance) break;  // rounding is all that is left
    }
    tidy(best);
    return best;
  }

 private:
  static constexpr std::size_t batch = 64;

  std::vector<double> difference(Pair p) const {
    std::vector<double> y(d_);
    for (std::size_t k = 0; k < d_; ++k) y[k] = x_[p.i][k] - x_[p.j][k];
    return y;
  }

  // All differences by their variance under w, the worst first, at most `batch`, above `line`.
  std::vector<Ranked> worst_pairs(const Square& inverse, double line) const {
    std::vector<Ranked> found;
    std::vector<double> v(d_);
    for (std::size_t a = 0; a < compare_.size(); ++a) {
      for (std::size_t b = a + 1; b < compare_.size(); ++b) {
        const std::vector<double> y = difference({compare_[a], compare_[b]});
        multiply(inverse, y, v);
        const double q = inner(y, v);
        if (q > line) found.push_back({q, {compare_[a], compare_[b]}});
      }
      if (found.size() > 4 * batch * batch) cut(found);
    }
    cut(found);
    return found;
  }

  static void cut(std::vector<Ranked>& found) {
    std::ranges::stable_sort(found, std::greater{}, &Ranked::value);
    if (found.size() > batch) found.resize(batch);
  }

  bool add_pairs(const std::vector<double>& w, double line) {
    const Square inverse = inverse_information(x_, w);
    expects(inverse.size() == d_, "an XY-allocation lost the span of its arms");
    bool added = false;
    for (const Ranked& one : worst_pairs(inverse, line)) {
      if (std::ranges::find(pairs_, one.pair) != pairs_.end()) continue;
      pairs_.push_back(one.pair);
      added = true;
    }
    return added;
  }

  bool add_arms() {
    std::vector<std::pair<double, std::size_t>> wrong;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      if (h_[i] > phi_ * (1 + options_.tolerance / 4) &&
          std::ranges::find(arms_, i) == arms_.end()) {
        wrong.emplace_back(-h_[i], i);
      }
    }
    std::ranges::sort(wrong);
    if (wrong.size() > batch) wrong.resize(batch);
    for (const auto& [h, i] : wrong) arms_.push_back(i);
    return !wrong.empty();
  }

  // The barrier method on arms_ and pairs_; then what its answer is worth among all.
  void solve_round(std::vector<double>& w, XYOptimal& best) {
    Rows x;
    Rows y;
    std::vector<double> start;
    const double even = 1 / static_cast<double>(arms_.size());
    for (const std::size_t i : arms_) {
      x.push_back(x_[i]);
      start.push_back(0.9 * w[i] + 0.1 * even);
    }
    for (const Pair p : pairs_) y.push_back(difference(p));
    XYBarrier barrier(x, y, start);
    barrier.solve(inner_tolerance_, options_.most_steps - best.steps);
    best.steps += barrier.steps();
    std::ranges::fill(w, 0.0);
    const double total = std::accumulate(barrier.weights().begin(), barrier.weights().end(), 0.0);
    for (std::size_t k = 0; k < arms_.size(); ++k) w[arms_[k]] = barrier.weights()[k] / total;
    certify(w, y, barrier.shares(), best);
  }

  void certify(const std::vector<double>& w, const Rows& y, const std::vector<double>& mu,
               XYOptimal& best) {
    const Square inverse = inverse_information(x_, w);
    expects(inverse.size() == d_, "an XY-allocation lost the span of its arms");
    Rows v(y.size(), std::vector<double>(d_));  // M^-1 y
    phi_ = 0;
    for (std::size_t k = 0; k < y.size(); ++k) {
      multiply(inverse, y[k], v[k]);
      phi_ += mu[k] * inner(y[k], v[k]);
    }
    h_.assign(x_.size(), 0.0);
    for (std::size_t i = 0; i < x_.size(); ++i) {
      for (std::size_t k = 0; k < y.size(); ++k) {
        const double z = inner(v[k], x_[i]);
        h_[i] += mu[k] * z * z;
      }
    }
    best.weights = w;
    best.lower = std::max(best.lower, phi_ * phi_ / *std::ranges::max_element(h_));
    best.worst = worst(inverse);
  }

  // Infinite where M is so close to singular that no difference comes out above 0.
  double worst(const Square& inverse) const {
    const std::vector<Ranked> pairs = worst_pairs(inverse, 0);
    return pairs.empty() ? std::numeric_limits<double>::infinity() : pairs.front().value;
  }

  // The barrier keeps all weights above 0: those that do not matter become 0.
  void tidy(XYOptimal& best) const {
    for (double dust = 1e-2; dust > 1e-13; dust /= 10) {
      std::vector<double> w = best.weights;
      for (double& one : w) one = one < dust ? 0 : one;
      if (support_size(w) == support_size(best.weights) || support_size(w) == 0) continue;
      normalise(w);
      const Square inverse = inverse_information(x_, w);
      if (inverse.size() != d_) continue;
      const double now = worst(inverse);
      const double slack = std::max(options_.tolerance, best.gap());
      const bool possible = now >= best.lower * (1 - slack);  // below the bound: rounding
      if (!possible || !(now <= best.lower * (1 + slack))) continue;
      best.weights = std::move(w);
      best.worst = now;
      return;
    }
  }

  std::vector<std::size_t> compare_;
  const XYOptions& options_;
  double inner_tolerance_;  // of the barrier method
  std::size_t d_;
  Rows x_;
  std::vector<std::size_t> arms_;
  std::vector<Pair> pairs_;
  double phi_ = 0;
  std::vector<double> h_;
};

}  // namespace

Result<XYOptimal> xy_allocation(const Points& arms, const XYOptions& options) {
  if (!(options.tolerance >= 1e-9) || !std::isfinite(options.tolerance)) {
    return Error{"the tolerance of an XY-allocation must be a finite number of at least 1e-9"};
  }
  const auto start = g_optimal(arms, {.tolerance = 1e-2});
  if (!start) return start.error();
  std::vector<std::size_t> compare(options.compare.begin(), options.compare.end());
  if (compare.empty()) {
    compare.resize(arms.count);
    std::iota(compare.begin(), compare.end(), std::size_t{0});
  }
  for (const std::size_t i : compare)
    expects(i < arms.count, "an arm to compare must be one of the arms");
  return Allocation(spanned(arms), std::move(compare), options).solve(*start);
}

}  // namespace mesha
