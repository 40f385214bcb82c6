// Small dense square matrices, row by row.
#pragma once

#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

namespace mesha {

class Square {
 public:
  Square() = default;
  explicit Square(std::size_t d) : d_(d), cells_(d * d, 0.0) {}

  std::size_t size() const { return d_; }
  double operator()(std::size_t i, std::size_t j) const { return cells_[i * d_ + j]; }
  double& operator()(std::size_t i, std::size_t j) { return cells_[i * d_ + j]; }
  double* data() { return cells_.data(); }
  const double* data() const { return cells_.data(); }

 private:
  std::size_t d_ = 0;
  std::vector<double> cells_;
};

// L^-1 for M = L L^T, lower triangular; nothing if M is not positive definite to working precision.
std::optional<Square> inverse_factor(const Square& m);

// M^-1 = L^-T L^-1 from L^-1.
Square inverse_from(const Square& inverse_factor);

// log det M from L^-1.
double log_det_from(const Square& inverse_factor);

inline double inner(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// out = M v
void multiply(const Square& m, std::span<const double> v, std::span<double> out);

// The inverse of any regular matrix; nothing if it is singular to working precision.
std::optional<Square> inverse(const Square& m);

// x with M x = b, by elimination with partial pivoting; nothing if a pivot vanishes. A matrix that
// is nearly singular is not refused: the caller looks at what x does.
std::optional<std::vector<double>> solve(const Square& m, std::span<const double> b);

}  // namespace mesha
