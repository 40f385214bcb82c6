// Ridge regression that takes rewards as they come: V = lambda I + sum n x x^T, theta = V^-1 sum S
// x.
//
// Keeps R with V^-1 = R R^T and moves it by Potter's square-root form of the Sherman-Morrison
// formula, in O(d^2): nothing is factored or inverted, and R R^T cannot lose its positivity to
// rounding, as V^-1 updated by itself does beside long x.
#pragma once

#include <cstddef>
#include <vector>

#include "mesha/linalg/vec.hpp"

namespace mesha {

class RunningRidge {
 public:
  RunningRidge(std::size_t d, double lambda);

  struct Fit {
    double mean = 0;           // <theta, x>
    double squared_width = 0;  // |x|^2 in the norm of V^-1
  };
  Fit at(const Vec& x);
  const std::vector<double>& turned() const { return f_; }  // R^T x of at(x), until the next call
  // n rewards that sum to S, all under the same x.
  void add(const Vec& x, double n, double S);

  const Vec& theta() const { return theta_; }

 private:
  double turn(const Vec& x);  // f = R^T x; returns |f|^2

  std::vector<double> r_;  // row-major
  Vec theta_;
  std::vector<double> f_;
};

}  // namespace mesha
