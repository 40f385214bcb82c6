#include "mesha/linalg/running_ridge.hpp"

#include <cmath>

namespace mesha {

RunningRidge::RunningRidge(std::size_t d, double lambda) : r_(d * d, 0.0), theta_(d), f_(d, 0.0) {
  expects(lambda > 0, "ridge regression needs lambda > 0");
  for (std::size_t k = 0; k < d; ++k) r_[k * d + k] = 1 / std::sqrt(lambda);
}

double RunningRidge::turn(const Vec& x) {
  const std::size_t d = f_.size();
  expects(x.size() == d, "a report of another dimension was given to the ridge");
  double square = 0;
  for (std::size_t j = 0; j < d; ++j) {
    double sum = 0;
    for (std::size_t i = 0; i < d; ++i) sum += r_[i * d + j] * x[i];
    f_[j] = sum;
    square += sum * sum;
  }
  return square;
}

RunningRidge::Fit RunningRidge::at(const Vec& x) { return {dot(theta_, x), turn(x)}; }

// With g = 1 + n |x|^2_{V^-1} and w = V^-1 x = R f:
//   R     -= n w f^T / (g + sqrt(g))
//   theta += w (S - n <theta, x>) / g
void RunningRidge::add(const Vec& x, double n, double S) {
  const std::size_t d = f_.size();
  const double g = 1 + n * turn(x);
  const double step = (S - n * dot(theta_, x)) / g;
  const double shrink = n / (g + std::sqrt(g));
  for (std::size_t i = 0; i < d; ++i) {
    double* const row = r_.data() + i * d;
    double w = 0;
    for (std::size_t j = 0; j < d; ++j) w += row[j] * f_[j];
    theta_[i] += w * step;
    for (std::size_t j = 0; j < d; ++j) row[j] -= shrink * w * f_[j];
  }
}

}  // namespace mesha
