// The barrier method behind xy_allocation(), on a small set of arms and differences.
//   minimise  t tau - sum_y log(tau - q_y(w)) - sum_i log w_i - log(1 - sum w),
//   q_y(w) = y^T M(w)^-1 y,  by Newton's method for growing t
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mesha/linalg/dense.hpp"

namespace mesha {

using Rows = std::vector<std::vector<double>>;

class XYBarrier {
 public:
  // The arms span their space; `weights` are above 0.
  XYBarrier(const Rows& arms, const Rows& differences, std::vector<double> weights);

  // Until tau is within `tolerance`, relatively, of its minimum.
  void solve(double tolerance, std::int64_t most_steps);

  const std::vector<double>& weights() const { return w_; }
  std::vector<double> shares() const;  // mu: the multipliers of q_y <= tau, sum 1
  std::int64_t steps() const { return steps_; }

 private:
  bool evaluate();  // at w_ and tau_; false outside the domain
  double value() const;
  bool newton_step();
  void assemble(Square& hessian, std::vector<double>& gradient) const;

  const Rows& x_;
  const Rows& y_;
  std::vector<double> w_;
  double tau_ = 0;
  double t_ = 1;
  Rows z_;                 // z_yi = y^T M^-1 x_i
  Rows g_;                 // x_i^T M^-1 x_j
  std::vector<double> s_;  // tau - q_y
  double rest_ = 0;        // 1 - sum w
  std::int64_t steps_ = 0;
};

// sum_i w_i x_i x_i^T, inverted; empty (size 0) if it is singular.
Square inverse_information(const Rows& x, const std::vector<double>& w);

}  // namespace mesha
