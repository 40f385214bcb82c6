#include "mesha/linalg/spanned.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace mesha {
namespace {

constexpr std::size_t lanes = Tiles::lanes;
constexpr int no_exponent = std::numeric_limits<int>::min();  // of 0

// x 2^e in two halves, as 2^e alone may not be a finite number.
double shifted(double x, int e) { return x * std::ldexp(1.0, e / 2) * std::ldexp(1.0, e - e / 2); }

std::vector<int> column_exponents(const Points& points) {
  std::vector<int> exponents(points.dimension, no_exponent);
  std::vector<double> largest(points.dimension, 0.0);
  for (std::size_t i = 0; i < points.count; ++i) {
    const auto row = points.row(i);
    for (std::size_t k = 0; k < row.size(); ++k)
      largest[k] = std::max(largest[k], std::abs(row[k]));
  }
  for (std::size_t k = 0; k < largest.size(); ++k) {
    if (largest[k] > 0) exponents[k] = std::ilogb(largest[k]);
  }
  return exponents;
}

class GramSchmidt {
 public:
  explicit GramSchmidt(const Points& points)
      : rest_(points.count, points.dimension),
        exponents_(points.count, 0),
        lengths_(rest_.padded(), 0.0),
        q_(points.dimension) {
    scale(points);
    for (std::size_t t = 0; t < rest_.padded() / lanes; ++t)
      measure(t, lengths_.data() + t * lanes);
    residuals_ = lengths_;
  }

  // The next pivot, or false when all points lie in the span of those chosen.
  bool step() {
    const std::size_t pivot = farthest();
    if (pivot == rest_.size()) return false;
    basis_.push_back(static_cast<std::uint32_t>(pivot));
    direction(pivot);
    columns_.emplace_back(rest_.padded(), 0.0);
    for (std::size_t t = 0; t < rest_.padded() / lanes; ++t) remove(t, columns_.back().data());
    return true;
  }

  // C R^-1: R, lower triangular, has the coefficients of the chosen points.
  Spanned finish() {
    rest_ = Tiles();
    const std::size_t r = basis_.size();
    Tiles x(exponents_.size(), r);
    for (std::size_t t = 0; t < x.padded() / lanes; ++t) {
      double* tile = x.tile(t);
      for (std::size_t k = r; k-- > 0;) {
        double* to = tile + k * lanes;
        std::copy_n(columns_[k].data() + t * lanes, lanes, to);
        for (std::size_t l = k + 1; l < r; ++l) {
          const double c = columns_[k][basis_[l]];
          for (std::size_t q = 0; q < lanes; ++q) to[q] -= tile[l * lanes + q] * c;
        }
        for (std::size_t q = 0; q < lanes; ++q) to[q] /= columns_[k][basis_[k]];
      }
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (std::size_t k = 0; k < r; ++k) {
        const int e = exponents_[i] - exponents_[basis_[k]];
        if (e != 0) x(i, k) = shifted(x(i, k), e);
      }
    }
    for (std::size_t l = 0; l < r; ++l) {
      for (std::size_t k = 0; k < r; ++k) x(basis_[l], k) = k == l ? 1 : 0;
    }
    return {std::move(x), std::move(basis_)};
  }

 private:
  // Columns, then rows, times powers of two (so without rounding) to a largest entry near 1.
  // A row's power is remembered: the columns' do not matter, the size of a point does.
  void scale(const Points& points) {
    const std::vector<int> columns = column_exponents(points);
    for (std::size_t i = 0; i < points.count; ++i) {
      const auto row = points.row(i);
      int top = no_exponent;
      for (std::size_t k = 0; k < row.size(); ++k) {
        if (row[k] != 0) top = std::max(top, std::ilogb(row[k]) - columns[k]);
      }
      if (top == no_exponent) continue;
      exponents_[i] = top;
      for (std::size_t k = 0; k < row.size(); ++k) {
        if (row[k] != 0) rest_(i, k) = shifted(row[k], -columns[k] - top);
      }
    }
  }

  void measure(std::size_t t, double* lengths) const {
    const double* x = rest_.tile(t);
    double sum[lanes] = {};
    for (std::size_t k = 0; k < q_.size(); ++k) {
      for (std::size_t q = 0; q < lanes; ++q) sum[q] += x[k * lanes + q] * x[k * lanes + q];
    }
    for (std::size_t q = 0; q < lanes; ++q) lengths[q] = std::sqrt(sum[q]);
  }

  std::size_t farthest() const {
    std::size_t pivot = rest_.size();
    double best = -std::numeric_limits<double>::infinity();  // log2 of the true distance
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      if (residuals_[i] == 0 || exponents_[i] + 64 < best) continue;
      const double distance = std::log2(residuals_[i]) + exponents_[i];
      if (distance > best) best = distance, pivot = i;
    }
    return pivot;
  }

  // q_ <- what is left of the pivot, of length 1; once more orthogonal to the earlier directions,
  // as little may be left.
  void direction(std::size_t pivot) {
    for (std::size_t k = 0; k < q_.size(); ++k) q_[k] = rest_(pivot, k) / residuals_[pivot];
    for (const std::vector<double>& p : earlier_) {
      const double c = inner(p, q_);
      for (std::size_t k = 0; k < q_.size(); ++k) q_[k] -= c * p[k];
    }
    const double norm = std::sqrt(inner(q_, q_));
    for (double& x : q_) x /= norm;
    earlier_.push_back(q_);
  }

  // Takes the direction q_ out of the points of tile t and writes how much there was of it. What
  // is smaller than the rounding of the point itself is nothing: along a tiny pivot it would look
  // large.
  void remove(std::size_t t, double* coefficients) {
    double* x = rest_.tile(t);
    double c[lanes] = {};
    for (std::size_t k = 0; k < q_.size(); ++k) {
      for (std::size_t q = 0; q < lanes; ++q) c[q] += x[k * lanes + q] * q_[k];
    }
    constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
    for (std::size_t q = 0; q < lanes; ++q) {
      const std::size_t i = t * lanes + q;
      if (residuals_[i] == 0 || std::abs(c[q]) <= rounding * lengths_[i]) c[q] = 0;
    }
    for (std::size_t k = 0; k < q_.size(); ++k) {
      for (std::size_t q = 0; q < lanes; ++q) x[k * lanes + q] -= c[q] * q_[k];
    }
    std::copy_n(c, lanes, coefficients + t * lanes);
    double left[lanes];
    measure(t, left);
    for (std::size_t q = 0; q < lanes; ++q) {
      const std::size_t i = t * lanes + q;
      const bool inside = residuals_[i] == 0 || left[q] <= span_tolerance * lengths_[i];
      residuals_[i] = inside ? 0 : left[q];
    }
  }

  Tiles rest_;  // what the chosen points leave of every point
  std::vector<int> exponents_;
  std::vector<double> lengths_;  // padded, as are the next
  std::vector<double> residuals_;
  std::vector<double> q_;
  std::vector<std::vector<double>> earlier_;
  std::vector<std::vector<double>> columns_;  // coefficients along the orthonormal directions
  std::vector<std::uint32_t> basis_;
};

}  // namespace

Spanned spanned(const Points& points) {
  GramSchmidt process(points);
  while (process.step()) {
  }
  return process.finish();
}

}  // namespace mesha
