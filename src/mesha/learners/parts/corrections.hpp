// How far a prediction from the reports of all arms lies from an arm's own mean: the best linear
// unbiased prediction of a mixed model, minus the mean.
//
//   m_i = <y_i, theta> + misfit of variance tau2 + noise of variance v_i
//
//   17  v_i = s2 / n_i of every arm pulled so far, P their number; tau2 = 0
//   18  for it = 1..6:
//   19    w_i = 1 / (v_i + tau2); theta minimises sum w_i (m_i - <y_i, theta>)^2 + rho |theta|^2,
//         rho = 1e-7 trace(sum w_i y_i y_i^T) / d + 1e-12                     weigh(), fit()
//   20    e_i = m_i - <y_i, theta>; Q = sum w_i e_i^2; dof = max(1, P - d)
//   21    if it = 1 and Q <= dof: break                  the reports are consistent
//   22    step = (Q - dof) / sum w_i^2 e_i^2 Q / dof; tau2 = max(0, tau2 + step);
//         break if |step| < (tau2 + smallest v_i) / 1000                      misfit()
//   23  b_i = -v_i / (v_i + tau2) e_i
//
// Line 22 looks for the tau2 at which Q is what noise and misfit explain (Paule & Mandel), by
// Newton's method on 1/Q: but for rho, Q(tau2) = sum_k c_k^2 / (l_k + tau2) with l_k >= 0, so 1/Q
// is concave, and no step goes too far.
//
// An arm that changes its report has the average over its pulls as y_i, which its mean answers to.
// All b are 0 where nothing is to be weighed: no report has a length, or s2 is 0.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mesha/base/scratch.hpp"
#include "mesha/learners/parts/records.hpp"
#include "mesha/linalg/vec.hpp"
#include "mesha/model/evidence.hpp"

namespace mesha {

class Corrections {
 public:
  Corrections(int arms, int dimension);

  // The reports under which arms were pulled, in an order that depends on their contents alone.
  void add(ArmId arm, Groups groups);
  // b, one per arm, by the records, which include what was added; `variance` is that of one pull
  // (s2). Computed when it is first asked for after an add(), and kept until the next.
  std::span<const double> by(const Records& records, double variance);

 private:
  // Numbers per arm are padded with zeros to whole fours, which sums take side by side.
  using PerArm = std::vector<double>;
  struct Misfit {
    double of_weights = 0;  // Q
    double slope = 0;       // sum w^2 e^2
  };
  struct Memory {
    PerArm v, w, m, e, weighted;
    std::vector<double> gram;  // row by row
    std::vector<double> theta;
  };

  void compute(const Records& records, double variance);
  void weigh(double tau2);
  void fit();
  Misfit misfit();

  std::size_t arms_;
  std::size_t d_;
  std::vector<PerArm> y_;  // one per coordinate
  PerArm pulls_;           // that y is the average of
  PerArm b_;
  bool fresh_ = false;  // b is of all that was added
  Scratch<Memory> memory_;
};

}  // namespace mesha
