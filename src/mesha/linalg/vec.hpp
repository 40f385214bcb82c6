// A vector of d numbers. Assigning one of the same length reuses its memory.
#pragma once

#include <cmath>
#include <compare>
#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

#include "mesha/base/expects.hpp"

namespace mesha {

class Vec {
 public:
  Vec() = default;
  explicit Vec(std::size_t d) : x_(d, 0.0) {}
  Vec(std::initializer_list<double> x) : x_(x) {}
  explicit Vec(std::vector<double> x) : x_(std::move(x)) {}

  void reset(std::size_t d) { x_.assign(d, 0.0); }  // d zeros, in memory that it has

  std::size_t size() const { return x_.size(); }
  double operator[](std::size_t k) const { return x_[k]; }
  double& operator[](std::size_t k) { return x_[k]; }
  double* begin() { return x_.data(); }
  double* end() { return x_.data() + x_.size(); }
  const double* begin() const { return x_.data(); }
  const double* end() const { return x_.data() + x_.size(); }

  friend bool operator==(const Vec&, const Vec&) = default;
  friend auto operator<=>(const Vec& a, const Vec& b) { return a.x_ <=> b.x_; }

 private:
  std::vector<double> x_;
};

inline double dot(const Vec& a, const Vec& b) {
  expects(a.size() == b.size(), "an inner product needs two vectors of one length");
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

inline double squared_norm(const Vec& a) { return dot(a, a); }
inline double norm(const Vec& a) { return std::sqrt(squared_norm(a)); }

inline Vec scaled(Vec a, double factor) {
  for (double& x : a) x *= factor;
  return a;
}

inline Vec unit(std::size_t d, std::size_t k) {
  Vec e(d);
  e[k] = 1;
  return e;
}

}  // namespace mesha
