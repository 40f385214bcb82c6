#include "mesha/linalg/ridge.hpp"

#include "mesha/linalg/cholesky.hpp"

namespace mesha {

void Ridge::reset(std::size_t d, double lambda) {
  expects(lambda > 0, "ridge regression needs lambda > 0");
  lambda_ = lambda;
  v_.assign(d * d, 0.0);
  factor_.resize(d * d);
  if (b_.size() != d) b_ = Vec(d);
  if (theta_.size() != d) theta_ = Vec(d);
  work_.resize(d);
  for (std::size_t k = 0; k < d; ++k) {
    v_[cell(k, k)] = lambda;
    b_[k] = 0;
  }
}

void Ridge::add(const Vec& x, double pulls, double reward_sum) {
  expects(x.size() == b_.size(), "a report of another dimension was given to the ridge");
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) v_[cell(i, j)] += pulls * x[i] * x[j];
    b_[i] += reward_sum * x[i];
  }
}

void Ridge::solve() {
  factor_ = v_;
  cholesky(factor_.data(), b_.size(), lambda_);
  theta_ = b_;
  solve_factored(factor_.data(), b_.size(), theta_.begin());
}

double Ridge::squared_width(const Vec& x) {  // |L^-1 x|^2
  double total = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double sum = x[i];
    for (std::size_t k = 0; k < i; ++k) sum -= factor_[cell(i, k)] * work_[k];
    work_[i] = sum / factor_[cell(i, i)];
    total += work_[i] * work_[i];
  }
  return total;
}

}  // namespace mesha
