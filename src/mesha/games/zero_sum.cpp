#include "mesha/games/zero_sum.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "mesha/base/expects.hpp"
#include "mesha/games/indifference.hpp"
#include "mesha/linalg/dense.hpp"

namespace mesha {
namespace {

constexpr int most_iterations = 100;
constexpr double closed_gap = 1e-15;  // complementarity, on average, where we stop
constexpr double short_of_wall = .9995;

// A with payoffs in [1, 2], row by row.
struct Matrix {
  std::size_t n = 0, m = 0;
  std::vector<double> cells;
  std::span<const double> row(std::size_t i) const { return std::span(cells).subspan(i * m, m); }
};

Matrix scaled_matrix(const NormalForm& game) {
  Matrix A{game.choices[0], game.choices[1], {}};
  for (std::size_t k = 0; k < A.n * A.m; ++k) A.cells.push_back(game.payoffs[2 * k]);
  const auto [low, high] = std::ranges::minmax(A.cells);
  const double range = high > low ? high - low : 1;
  for (double& cell : A.cells) cell = 1 + (cell - low) / range;
  return A;
}

std::vector<double> times(const Matrix& A, std::span<const double> w) {
  std::vector<double> out(A.n);
  for (std::size_t i = 0; i < A.n; ++i) out[i] = inner(A.row(i), w);
  return out;
}

std::vector<double> times_transposed(const Matrix& A, std::span<const double> u) {
  std::vector<double> out(A.m, 0.0);
  for (std::size_t i = 0; i < A.n; ++i) {
    for (std::size_t j = 0; j < A.m; ++j) out[j] += A.row(i)[j] * u[i];
  }
  return out;
}

struct Iterate {
  std::vector<double> u, t, w, r;

  double gap() const {
    return (inner(u, t) + inner(w, r)) / static_cast<double>(u.size() + w.size());
  }
};

class InteriorPoint {
 public:
  explicit InteriorPoint(const Matrix& A) : A_(A) {
    now_.u.assign(A.n, 2 / static_cast<double>(A.n));
    now_.w.assign(A.m, .25 / static_cast<double>(A.m));
    set_slacks();
  }

  Iterate solve() {
    for (int k = 0; k < most_iterations && now_.gap() > closed_gap; ++k) {
      if (!iterate()) break;
    }
    return now_;
  }

 private:
  void set_slacks() {
    now_.t = times(A_, now_.w);
    for (double& t : now_.t) t = 1 - t;
    now_.r = times_transposed(A_, now_.u);
    for (double& r : now_.r) r -= 1;
  }

  bool iterate() {
    if (!factor()) return false;
    const double gap = now_.gap();
    const Iterate predictor = step({}, 0);
    const double reached = moved(predictor, length(predictor, 1)).gap();
    const Iterate corrected = step(predictor, gap * std::pow(reached / gap, 3));
    const double most = length(corrected, short_of_wall);
    Iterate next = moved(corrected, most);
    if (!(next.gap() < gap)) return false;
    now_ = std::move(next);
    return true;
  }

  // T/U + A (W/R) A', positive definite.
  bool factor() {
    Square normal(A_.n);
    std::vector<double> scaled(A_.m);
    for (std::size_t i = 0; i < A_.n; ++i) {
      for (std::size_t j = 0; j < A_.m; ++j) scaled[j] = A_.row(i)[j] * now_.w[j] / now_.r[j];
      for (std::size_t k = 0; k <= i; ++k) normal(i, k) = normal(k, i) = inner(scaled, A_.row(k));
    }
    for (std::size_t i = 0; i < A_.n; ++i) normal(i, i) += now_.t[i] / now_.u[i];
    auto factor = inverse_factor(normal);
    if (!factor) return false;
    factor_ = *std::move(factor);
    return true;
  }

  // Newton's step towards u t = w r = target, less the products of the predictor's steps. A'du = dr
  // and A dw = -dt eliminate all but du.
  Iterate step(const Iterate& predictor, double target) const {
    std::vector<double> c(A_.n), d(A_.m);
    for (std::size_t i = 0; i < A_.n; ++i) {
      c[i] = target - now_.u[i] * now_.t[i];
      if (!predictor.u.empty()) c[i] -= predictor.u[i] * predictor.t[i];
    }
    for (std::size_t j = 0; j < A_.m; ++j) {
      d[j] = target - now_.w[j] * now_.r[j];
      if (!predictor.w.empty()) d[j] -= predictor.w[j] * predictor.r[j];
    }
    std::vector<double> e(d);
    for (std::size_t j = 0; j < A_.m; ++j) e[j] /= now_.r[j];
    std::vector<double> right = times(A_, e);
    for (std::size_t i = 0; i < A_.n; ++i) right[i] += c[i] / now_.u[i];
    Iterate by;
    by.u = solve_normal(right);
    by.r = times_transposed(A_, by.u);
    for (std::size_t j = 0; j < A_.m; ++j) {
      by.w.push_back((d[j] - now_.w[j] * by.r[j]) / now_.r[j]);
    }
    by.t = times(A_, by.w);
    for (double& dt : by.t) dt = -dt;
    return by;
  }

  std::vector<double> solve_normal(std::span<const double> right) const {
    std::vector<double> half(A_.n, 0.0), out(A_.n, 0.0);
    for (std::size_t i = 0; i < A_.n; ++i) {
      for (std::size_t k = 0; k <= i; ++k) half[i] += factor_(i, k) * right[k];
    }
    for (std::size_t i = 0; i < A_.n; ++i) {
      for (std::size_t k = 0; k <= i; ++k) out[k] += factor_(i, k) * half[i];
    }
    return out;
  }

  // The longest step, at most 1, that stops short of the first wall.
  double length(const Iterate& by, double short_of) const {
    double most = 1;
    const auto stop = [&](std::span<const double> from, std::span<const double> change) {
      for (std::size_t k = 0; k < from.size(); ++k) {
        if (change[k] < 0) most = std::min(most, short_of * from[k] / -change[k]);
      }
    };
    stop(now_.u, by.u), stop(now_.t, by.t), stop(now_.w, by.w), stop(now_.r, by.r);
    return most;
  }

  Iterate moved(const Iterate& by, double length) const {
    Iterate next = now_;
    const auto move = [length](std::vector<double>& from, std::span<const double> change) {
      for (std::size_t k = 0; k < from.size(); ++k) from[k] += length * change[k];
    };
    move(next.u, by.u), move(next.t, by.t), move(next.w, by.w), move(next.r, by.r);
    return next;
  }

  const Matrix& A_;
  Iterate now_;
  Square factor_;
};

std::vector<std::size_t> larger(std::span<const double> weights, std::span<const double> slacks) {
  std::vector<std::size_t> support;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (weights[k] > slacks[k]) support.push_back(k);
  }
  return support;
}

}  // namespace

bool is_constant_sum(const NormalForm& game, double within) {
  if (game.player_count() != 2) return false;
  std::vector<double> sums;
  for (std::size_t k = 0; k < game.payoffs.size(); k += 2) {
    sums.push_back(game.payoffs[k] + game.payoffs[k + 1]);
  }
  const auto [low, high] = std::ranges::minmax(sums);
  return high - low <= within;
}

std::optional<MixedProfile> zero_sum_equilibrium(const NormalForm& game) {
  expects(game.player_count() == 2, "a zero-sum game has two players");
  const Iterate end = InteriorPoint(scaled_matrix(game)).solve();
  auto mixed = tidied({end.u, end.w});
  if (!mixed) return std::nullopt;
  const ChoiceSets support{larger(end.u, end.t), larger(end.w, end.r)};
  if (support[0].empty() || support[1].empty()) return mixed;
  auto exact = indifferent_mixture(game, support, *mixed);
  return exact && regret(game, *exact) < regret(game, *mixed) ? exact : mixed;
}

}  // namespace mesha
