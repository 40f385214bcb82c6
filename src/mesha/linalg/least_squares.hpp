// Ordinary least squares on grouped data: n rewards that sum to S under each x. Any rank: theta is
// the shortest of those that minimise sum_k n_k (S_k / n_k - <theta, x_k>)^2.
// No allocation once its memory has grown to what is asked of it.
#pragma once

#include <cstddef>
#include <vector>

#include "mesha/linalg/vec.hpp"

namespace mesha {

class LeastSquares {
 public:
  void reset(std::size_t d);
  void add(const Vec& x, double pulls, double reward_sum);
  void solve();
  const Vec& theta() const { return theta_; }

 private:
  std::size_t find_basis();
  bool extend_basis(std::size_t rank);
  void fit(std::size_t rank);

  std::size_t d_ = 0;
  std::vector<double> x_;  // row by row
  std::vector<double> root_n_;
  std::vector<double> b_;      // S / sqrt(n)
  std::vector<double> left_;   // what of x_ lies outside the basis so far
  std::vector<double> basis_;  // orthonormal, row by row
  std::vector<double> a_;      // sqrt(n) x in the basis, column by column
  std::vector<double> r_;      // of a = q r
  std::vector<double> c_;      // theta in the basis
  Vec theta_;
};

}  // namespace mesha
