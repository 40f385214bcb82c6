#include "mesha/games/barrier_path.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "mesha/base/expects.hpp"
#include "mesha/games/indifference.hpp"
#include "mesha/games/slopes.hpp"
#include "mesha/linalg/dense.hpp"

namespace mesha {
namespace {

constexpr double first_arc = .05, longest_arc = .5, shortest_arc = 1e-10;
constexpr double smallest_t = 1e-6;  // regret 1e-12
constexpr int most_corrections = 6;
constexpr double on_path = 1e-10;   // the largest residual
constexpr double widest_turn = .9;  // cosine between the tangents at both ends of a step

// Payoffs of every player scaled to [0, 1], which moves no equilibrium.
NormalForm scaled_game(const NormalForm& game) {
  NormalForm scaled = game;
  const std::size_t players = game.player_count();
  for (std::size_t p = 0; p < players; ++p) {
    double low = game.payoffs[p], high = low;
    for (std::size_t k = p; k < game.payoffs.size(); k += players) {
      low = std::min(low, game.payoffs[k]);
      high = std::max(high, game.payoffs[k]);
    }
    for (std::size_t k = p; k < game.payoffs.size(); k += players) {
      scaled.payoffs[k] = high > low ? (game.payoffs[k] - low) / (high - low) : 0;
    }
  }
  return scaled;
}

// The equations of the header. A point is all alphas, then all values v, then t.
class Barrier {
 public:
  Barrier(const NormalForm& game, const MixedProfile& start)
      : game_(scaled_game(game)), offsets_(choice_offsets(game)) {
    for (const auto& weights : start) c_.insert(c_.end(), weights.begin(), weights.end());
  }

  std::size_t size() const { return c_.size() + game_.player_count() + 1; }

  std::vector<double> start() const {  // x = c, s = v = 1
    std::vector<double> z(size(), 1.0);
    for (std::size_t a = 0; a < c_.size(); ++a) z[a] = (c_[a] - 1) / 2;
    return z;
  }

  // The residuals and their derivatives at z; the last row is left to the caller.
  void evaluate(std::span<const double> z, std::vector<double>& residual, Square& slope) const {
    const std::size_t n = c_.size();
    const double t = z.back();
    const double share = 1 - t * t;
    std::vector<double> x(n), root(n);
    for (std::size_t a = 0; a < n; ++a) {
      root[a] = std::sqrt(z[a] * z[a] + t * t * c_[a]);
      x[a] = weight(z[a], root[a], t * t * c_[a]);
    }
    const Square slopes = payoff_slopes(game_, x);
    const std::vector<double> u = payoffs_from(game_, slopes, x);
    slope = Square(size());
    residual.assign(size(), 0.0);
    for (std::size_t p = 0; p < game_.player_count(); ++p) {
      residual[n + p] = -1;
      for (std::size_t a = offsets_[p]; a < offsets_[p + 1]; ++a) {
        const double s = weight(-z[a], root[a], t * t * c_[a]);
        const double by_t = t * c_[a] / root[a];  // of x_a as well as of s_a
        residual[a] = z[n + p] - share * u[a] - s;
        residual[n + p] += x[a];
        slope(a, n + p) = 1;
        slope(a, a) = s / root[a];
        slope(a, n + game_.player_count()) = 2 * t * u[a] - by_t;
        slope(n + p, a) = x[a] / root[a];
        slope(n + p, n + game_.player_count()) += by_t;
      }
    }
    add_payoff_slopes(slopes, x, root, t, slope);
  }

  MixedProfile mixed(std::span<const double> z) const {
    MixedProfile mixed(game_.player_count());
    const double t = z.back();
    for (std::size_t p = 0; p < mixed.size(); ++p) {
      for (std::size_t a = offsets_[p]; a < offsets_[p + 1]; ++a) {
        const double product = t * t * c_[a];
        mixed[p].push_back(weight(z[a], std::sqrt(z[a] * z[a] + product), product));
      }
    }
    return mixed;
  }

  ChoiceSets support(std::span<const double> z) const {
    ChoiceSets support(game_.player_count());
    for (std::size_t p = 0; p < support.size(); ++p) {
      for (std::size_t a = offsets_[p]; a < offsets_[p + 1]; ++a) {
        if (z[a] > 0) support[p].push_back(a - offsets_[p]);
      }
    }
    return support;
  }

 private:
  // alpha + root, without cancellation where alpha < 0.
  static double weight(double alpha, double root, double product) {
    return alpha >= 0 ? alpha + root : product / (root - alpha);
  }

  void add_payoff_slopes(const Square& slopes, std::span<const double> x,
                         std::span<const double> root, double t, Square& slope) const {
    const std::size_t n = x.size();
    const double share = 1 - t * t;
    const std::size_t last = size() - 1;
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < n; ++b) {
        slope(a, b) -= share * slopes(a, b) * x[b] / root[b];
        slope(a, last) -= share * slopes(a, b) * t * c_[b] / root[b];
      }
    }
  }

  NormalForm game_;
  std::vector<std::size_t> offsets_;
  std::vector<double> c_;
};

class Follower {
 public:
  Follower(const NormalForm& game, const MixedProfile& start, const PathLimits& limits)
      : game_(game), limits_(limits), barrier_(game, start), z_(barrier_.start()) {
    tangent_.assign(z_.size(), 0.0);
    tangent_.back() = -1;
  }

  std::optional<MixedProfile> follow() {
    if (!turn_tangent(z_, tangent_)) return std::nullopt;
    double arc = first_arc;
    for (int k = 0; k < limits_.most_steps && arc > shortest_arc; ++k) {
      if (std::abs(z_.back()) <= smallest_t) break;
      arc *= advance(arc);
      if (least_ <= limits_.good_regret) return best_;
    }
    consider(tidied(barrier_.mixed(z_)));
    return best_;
  }

 private:
  // By one step if it succeeds; the factor for the length of the next.
  double advance(double arc) {
    std::vector<double> next = z_;
    std::vector<double> along = tangent_;
    // Beyond t = 0 lies the mirror image of the path: stop short of it.
    if (z_.back() + arc * along.back() < .1 * z_.back()) arc = -.9 * z_.back() / along.back();
    for (std::size_t k = 0; k < z_.size(); ++k) next[k] += arc * along[k];
    const int corrections = correct(next, along, arc);
    if (corrections == 0 || !turn_tangent(next, along)) return .5;
    if (inner(along, tangent_) < widest_turn) return .5;
    z_ = std::move(next);
    tangent_ = std::move(along);
    try_support();
    if (arc >= longest_arc) return 1;
    return corrections <= 3 ? 2 : 1;
  }

  // Newton's method at right angles to `along`. How many steps it took; 0 if it failed or went so
  // far that it may have jumped to another part of the path.
  int correct(std::vector<double>& z, const std::vector<double>& along, double arc) {
    double moved = 0;
    for (int k = 1; k <= most_corrections; ++k) {
      barrier_.evaluate(z, residual_, slope_);
      double largest = 0;
      for (double& r : residual_) {
        largest = std::max(largest, std::abs(r));
        r = -r;
      }
      if (largest < on_path) return k;
      std::ranges::copy(along, &slope_(z.size() - 1, 0));
      const auto step = mesha::solve(slope_, residual_);
      if (!step) return 0;
      for (std::size_t b = 0; b < z.size(); ++b) z[b] += (*step)[b];
      moved += std::sqrt(inner(*step, *step));
      if (!(moved < arc) || !(z.back() > 0)) return 0;
    }
    return 0;
  }

  // The unit tangent at z that goes on in the direction of `tangent`.
  bool turn_tangent(const std::vector<double>& z, std::vector<double>& tangent) {
    barrier_.evaluate(z, residual_, slope_);
    std::ranges::copy(tangent, &slope_(z.size() - 1, 0));
    std::vector<double> right(z.size(), 0.0);
    right.back() = 1;
    auto found = mesha::solve(slope_, right);
    if (!found) return false;
    const double length = std::sqrt(inner(*found, *found));
    if (!(length > 0) || !std::isfinite(length)) return false;
    for (double& one : *found) one /= length;
    tangent = *std::move(found);
    return true;
  }

  // Whenever the support changes, and then again as t halves.
  void try_support() {
    ChoiceSets support = barrier_.support(z_);
    if (std::ranges::any_of(support, [](const auto& one) { return one.empty(); })) return;
    if (support == tried_ && z_.back() > .5 * tried_at_) return;
    tried_ = std::move(support);
    tried_at_ = z_.back();
    consider(indifferent_mixture(game_, tried_, barrier_.mixed(z_)));
  }

  void consider(std::optional<MixedProfile> found) {
    if (!found) return;
    const double r = regret(game_, *found);
    if (r < least_) least_ = r, best_ = std::move(found);
  }

  const NormalForm& game_;
  PathLimits limits_;
  Barrier barrier_;
  std::vector<double> z_, tangent_, residual_;
  Square slope_;
  ChoiceSets tried_;
  double tried_at_ = 1;
  double least_ = std::numeric_limits<double>::infinity();
  std::optional<MixedProfile> best_;
};

}  // namespace

std::optional<MixedProfile> follow_barrier_path(const NormalForm& game, const MixedProfile& start,
                                                const PathLimits& limits) {
  expects(game.player_count() >= 2, "a barrier path needs two players");
  return Follower(game, start, limits).follow();
}

}  // namespace mesha
