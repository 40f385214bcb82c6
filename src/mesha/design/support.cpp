#include "mesha/design/support.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "mesha/design/certificate.hpp"
#include "mesha/linalg/dense.hpp"
#include "mesha/linalg/spanned.hpp"

namespace mesha {
namespace {

// The simplex method's tableau without a goal: columns a_i = vec(y_i y_i^T) / |y_i|^2, where
// y_i = M^-1/2 x_i, each with the amount w_i |y_i|^2. A column that depends on those in the basis
// is traded against them until one of the amounts is 0. The basis starts with unit vectors in
// amount 0, which real columns drive out.
class Tableau {
 public:
  Tableau(const Tiles& x, const Square& factor, std::span<const double> weights)
      : x_(x),
        factor_(factor),
        w_(weights.begin(), weights.end()),
        rows_(x.dimension() * (x.dimension() + 1) / 2),
        basis_(rows_, artificial),
        inverse_(rows_),
        column_(rows_),
        t_(rows_) {
    for (std::size_t r = 0; r < rows_; ++r) inverse_(r, r) = 1;
  }

  std::vector<double> reduce() {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < w_.size(); ++i) {
      if (w_[i] > 0) order.push_back(i);
    }
    std::ranges::stable_sort(order, std::greater{}, [this](std::size_t i) { return w_[i]; });
    for (const std::size_t i : order) enter(i);
    refine();
    return std::move(w_);
  }

 private:
  static constexpr std::size_t artificial = std::numeric_limits<std::size_t>::max();
  static constexpr double tiny = 1e-9;  // columns have length about 1

  // a_i into column_; returns |y_i|^2.
  double load(std::size_t i) {
    const std::size_t d = x_.dimension();
    std::vector<double> y(d, 0.0);
    double squared = 0;
    for (std::size_t k = 0; k < d; ++k) {
      for (std::size_t l = 0; l <= k; ++l) y[k] += factor_(k, l) * x_(i, l);
      squared += y[k] * y[k];
    }
    std::size_t cell = 0;
    for (std::size_t k = 0; k < d; ++k) {
      for (std::size_t l = 0; l <= k; ++l) {
        column_[cell++] = y[k] * y[l] / squared * (k == l ? 1 : std::sqrt(2.0));
      }
    }
    return squared;
  }

  void enter(std::size_t j) {
    const double g = load(j);
    multiply(inverse_, column_, t_);
    std::size_t leaving = artificial;
    for (std::size_t r = 0; r < rows_; ++r) {
      if (basis_[r] == artificial && std::abs(t_[r]) > tiny &&
          (leaving == artificial || std::abs(t_[r]) > std::abs(t_[leaving]))) {
        leaving = r;
      }
    }
    if (leaving == artificial) leaving = trade(j, g);
    if (leaving != artificial) pivot(leaving, j, g);
  }

  // Moves amounts along a_j = sum t_r b_r, towards a smaller sum of weights, until one is 0: j
  // itself (returns `artificial`) or that of a row, which then leaves.
  std::size_t trade(std::size_t j, double g) {
    double change = 1 / g;  // of the sum of weights, if a_j grows by 1 and the basis gives way
    for (std::size_t r = 0; r < rows_; ++r) {
      if (basis_[r] != artificial) change -= t_[r] / g_[r];
    }
    const double sign = change > 0 ? -1 : 1;
    double most = sign < 0 ? w_[j] * g : std::numeric_limits<double>::infinity();
    std::size_t leaving = artificial;
    for (std::size_t r = 0; r < rows_; ++r) {
      if (basis_[r] == artificial || !(sign * t_[r] > tiny)) continue;
      const double until = w_[basis_[r]] * g_[r] / (sign * t_[r]);
      if (until < most) most = until, leaving = r;
    }
    w_[j] += sign * most / g;
    for (std::size_t r = 0; r < rows_; ++r) {
      if (basis_[r] == artificial) continue;
      double& w = w_[basis_[r]];
      w = std::max(0.0, w - sign * most * t_[r] / g_[r]);
    }
    if (leaving == artificial) {
      w_[j] = 0;
    } else {
      w_[basis_[leaving]] = 0;
    }
    return leaving;
  }

  void pivot(std::size_t leaving, std::size_t j, double g) {
    const double scale = 1 / t_[leaving];
    double* pivot_row = inverse_.data() + leaving * rows_;
    for (std::size_t k = 0; k < rows_; ++k) pivot_row[k] *= scale;
    for (std::size_t r = 0; r < rows_; ++r) {
      if (r == leaving || t_[r] == 0) continue;
      double* row = inverse_.data() + r * rows_;
      for (std::size_t k = 0; k < rows_; ++k) row[k] -= t_[r] * pivot_row[k];
    }
    basis_[leaving] = j;
    g_.resize(rows_, 1.0);
    g_[leaving] = g;
    if (++pivots_ % 500 == 0) refactor();
  }

  void refactor() {
    Square basis(rows_);
    for (std::size_t r = 0; r < rows_; ++r) {
      if (basis_[r] == artificial) return;  // still filling
      load(basis_[r]);
      for (std::size_t k = 0; k < rows_; ++k) basis(k, r) = column_[k];
    }
    if (auto fresh = mesha::inverse(basis)) inverse_ = *std::move(fresh);
  }

  // The amounts once more, from M = I in these coordinates, if the basis determines them.
  void refine() {
    refactor();
    const std::size_t d = x_.dimension();
    std::size_t cell = 0;
    for (std::size_t k = 0; k < d; ++k) {
      for (std::size_t l = 0; l <= k; ++l) column_[cell++] = k == l ? 1 : 0;
    }
    multiply(inverse_, column_, t_);
    for (std::size_t r = 0; r < rows_; ++r) {
      const double fine = 1e-9;
      const double known = basis_[r] == artificial ? 0 : w_[basis_[r]] * g_[r];
      if (!(std::abs(t_[r] - known) < fine)) return;
    }
    for (std::size_t r = 0; r < rows_; ++r) {
      if (basis_[r] != artificial && w_[basis_[r]] > 0) {
        w_[basis_[r]] = std::max(0.0, t_[r] / g_[r]);
      }
    }
  }

  const Tiles& x_;
  const Square& factor_;
  std::vector<double> w_;
  std::size_t rows_;
  std::vector<std::size_t> basis_;
  std::vector<double> g_;  // |y|^2 of the arm in each row
  Square inverse_;
  std::vector<double> column_;
  std::vector<double> t_;  // a_j in terms of the basis
  int pivots_ = 0;
};

}  // namespace

std::size_t support_size(std::span<const double> weights) {
  return static_cast<std::size_t>(std::ranges::count_if(weights, [](double w) { return w > 0; }));
}

Result<GOptimal> reduce_support(const Points& arms, GOptimal now) {
  if (auto fit = fit_for_design(arms); !fit) return fit.error();
  expects(now.weights.size() == arms.count, "a design needs one weight per arm");
  if (support_size(now.weights) <= largest_support(now.dimension)) return now;
  const Spanned inside = spanned(arms);
  const auto before = certify(inside.coordinates, now.weights);
  if (!before) return Error{"the arms with weight above 0 do not span the others"};
  now.weights = Tableau(inside.coordinates, before->factor, now.weights).reduce();
  normalise(now.weights);
  const auto after = certify(inside.coordinates, now.weights);
  expects(after.has_value(), "a reduced design lost the span of its arms");
  now.worst = after->worst;
  return now;
}

}  // namespace mesha
