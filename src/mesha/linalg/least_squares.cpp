#include "mesha/linalg/least_squares.hpp"

#include <algorithm>
#include <cmath>

#include "mesha/linalg/spanned.hpp"

namespace mesha {
namespace {

double product(const double* a, const double* b, std::size_t n) {
  double sum = 0;
  for (std::size_t k = 0; k < n; ++k) sum += a[k] * b[k];
  return sum;
}

void subtract(double* from, double factor, const double* what, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) from[k] -= factor * what[k];
}

}  // namespace

void LeastSquares::reset(std::size_t d) {
  d_ = d;
  x_.clear();
  root_n_.clear();
  b_.clear();
  theta_.reset(d);
}

void LeastSquares::add(const Vec& x, double pulls, double reward_sum) {
  expects(x.size() == d_, "least squares need rows of one length");
  x_.insert(x_.end(), x.begin(), x.end());
  root_n_.push_back(std::sqrt(pulls));
  b_.push_back(reward_sum / root_n_.back());
}

void LeastSquares::solve() {
  const std::size_t rank = find_basis();
  fit(rank);
  theta_.reset(d_);
  for (std::size_t j = 0; j < rank; ++j) subtract(theta_.begin(), -c_[j], &basis_[j * d_], d_);
}

// Gram-Schmidt with pivoting on the rows, as in spanned.hpp but in the given coordinates: there
// theta shall be short.
std::size_t LeastSquares::find_basis() {
  left_ = x_;
  basis_.clear();
  std::size_t rank = 0;
  while (rank < d_ && extend_basis(rank)) ++rank;
  return rank;
}

// By the row farthest from the span so far, if one is outside.
bool LeastSquares::extend_basis(std::size_t rank) {
  double farthest = 0;
  std::size_t pivot = 0;
  for (std::size_t k = 0; k < b_.size(); ++k) {
    const double length = product(&x_[k * d_], &x_[k * d_], d_);
    const double distance = product(&left_[k * d_], &left_[k * d_], d_);
    if (distance > span_tolerance * span_tolerance * length && distance > farthest) {
      farthest = distance;
      pivot = k;
    }
  }
  if (farthest == 0) return false;
  double* row = &left_[pivot * d_];
  for (std::size_t j = 0; j < rank; ++j) {  // once more, against rounding
    subtract(row, product(row, &basis_[j * d_], d_), &basis_[j * d_], d_);
  }
  const double norm = std::sqrt(product(row, row, d_));
  for (std::size_t k = 0; k < d_; ++k) basis_.push_back(row[k] / norm);
  const double* q = &basis_[rank * d_];
  for (std::size_t k = 0; k < b_.size(); ++k) {
    subtract(&left_[k * d_], product(&left_[k * d_], q, d_), q, d_);
  }
  std::fill_n(row, d_, 0.0);
  return true;
}

// In the coordinates of the basis the columns are independent: a = q r by modified Gram-Schmidt,
// with b as one more column (Bjorck 1967), then r c = q^T b.
void LeastSquares::fit(std::size_t rank) {
  const std::size_t rows = b_.size();
  a_.resize(rank * rows);
  r_.assign(rank * rank, 0.0);
  c_.assign(rank, 0.0);
  for (std::size_t j = 0; j < rank; ++j) {
    for (std::size_t k = 0; k < rows; ++k) {
      a_[j * rows + k] = root_n_[k] * product(&x_[k * d_], &basis_[j * d_], d_);
    }
  }
  for (std::size_t j = 0; j < rank; ++j) {
    double* q = &a_[j * rows];
    const double norm = std::sqrt(product(q, q, rows));
    r_[j * rank + j] = norm;
    if (norm > 0) std::for_each(q, q + rows, [norm](double& one) { one /= norm; });
    for (std::size_t l = j + 1; l < rank; ++l) {
      r_[j * rank + l] = product(q, &a_[l * rows], rows);
      subtract(&a_[l * rows], r_[j * rank + l], q, rows);
    }
    c_[j] = product(q, b_.data(), rows);
    subtract(b_.data(), c_[j], q, rows);
  }
  for (std::size_t j = rank; j-- > 0;) {
    for (std::size_t l = j + 1; l < rank; ++l) c_[j] -= r_[j * rank + l] * c_[l];
    c_[j] = r_[j * rank + j] > 0 ? c_[j] / r_[j * rank + j] : 0;
  }
}

}  // namespace mesha
