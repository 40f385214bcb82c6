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
//   22    new = max(0, tau2 + (Q - dof) / sum w_i^2 e_i^2); tau2 = new; break once it stays
//         (Paule & Mandel)                                                    misfit()
//   23  b_i = -v_i / (v_i + tau2) e_i
//
// An arm that changes its report has the average over its pulls as y_i, which its mean answers to.
// All b are 0 where nothing is to be weighed: no report has a length, or s2 is 0.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mesha/base/scratch.hpp"
#include "mesha/learners/parts/records.hpp"
#include "mesha/linalg/ridge.hpp"
#include "mesha/linalg/vec.hpp"
#include "mesha/model/evidence.hpp"

namespace mesha {

class Corrections {
 public:
  Corrections(int arms, int dimension);

  // The reports under which arms were pulled, in an order that depends on their contents alone.
  void add(ArmId arm, Groups groups);
  // By the records, which include what was added; `variance` is that of one pull (s2).
  void update(const Records& records, double variance);
  std::span<const double> all() const { return b_; }  // b, one per arm

 private:
  void weigh(double variance, double tau2);
  void fit(const Records& records);
  struct Misfit {
    double of_weights = 0;  // Q
    double slope = 0;       // sum w^2 e^2
  };
  Misfit misfit(const Records& records);

  std::size_t d_;
  std::vector<Vec> average_;     // y
  std::vector<double> length2_;  // |y|^2
  std::vector<double> pulls_;    // that y is the average of
  std::vector<double> b_;
  Scratch<Ridge> ridge_;
  Scratch<std::vector<double>> w_;
  Scratch<std::vector<double>> e_;
};

}  // namespace mesha
