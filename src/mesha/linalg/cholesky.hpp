// Symmetric positive systems of a few unknowns, in memory of the caller's: M = L L^T. Of M and L
// only the lower triangle is read or written, row by row.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace mesha {

// L in place of M. A pivot is at least `least`, whatever rounding says.
inline void cholesky(double* m, std::size_t d, double least) {
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = m[i * d + j];
      for (std::size_t k = 0; k < j; ++k) sum -= m[i * d + k] * m[j * d + k];
      m[i * d + j] = i == j ? std::sqrt(std::max(sum, least)) : sum / m[j * d + j];
    }
  }
}

// x in place of b, where L L^T x = b.
inline void solve_factored(const double* factor, std::size_t d, double* b) {
  for (std::size_t i = 0; i < d; ++i) {  // L y = b
    for (std::size_t k = 0; k < i; ++k) b[i] -= factor[i * d + k] * b[k];
    b[i] /= factor[i * d + i];
  }
  for (std::size_t i = d; i-- > 0;) {  // L^T x = y
    for (std::size_t k = i + 1; k < d; ++k) b[i] -= factor[k * d + i] * b[k];
    b[i] /= factor[i * d + i];
  }
}

}  // namespace mesha
