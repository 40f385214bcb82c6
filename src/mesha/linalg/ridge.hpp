// Ridge regression on grouped data: V = lambda I + sum n x x^T, b = sum S x, theta = V^-1 b.
// Keeps V and b, and the lower Cholesky factor of V once solve() was called.
#pragma once

#include <cstddef>
#include <vector>

#include "mesha/linalg/vec.hpp"

namespace mesha {

class Ridge {
 public:
  explicit Ridge(std::size_t d = 0, double lambda = 1) { reset(d, lambda); }

  // Start afresh; no allocation when d is the same as before.
  void reset(std::size_t d, double lambda);

  // `pulls` rewards that sum to `reward_sum`, all under the same x.
  void add(const Vec& x, double pulls, double reward_sum);

  // Factor V; theta() and squared_width() then speak of all that was added.
  void solve();

  const Vec& theta() const { return theta_; }
  double squared_width(const Vec& x);  // |x|^2 in the norm of V^-1

 private:
  std::size_t cell(std::size_t row, std::size_t column) const { return row * b_.size() + column; }

  std::vector<double> v_;  // row-major; only the lower triangle is kept
  std::vector<double> factor_;
  Vec b_;
  Vec theta_;
  std::vector<double> work_;  // L^-1 x
  double lambda_ = 1;
};

}  // namespace mesha
