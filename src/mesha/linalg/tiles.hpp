// Points in tiles of 16: within a tile, coordinate k of all 16 lies together. The sums over all
// points that optimal design lives on are then one sequential pass over memory, 16 points at a
// time. Every number is the same with and without AVX2: lanes are fixed, nothing is contracted.
//
// Arrays "per point" (weights, forms) have padded() entries; the entries past size() must be 0
// on input and are 0 on output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mesha/linalg/dense.hpp"

namespace mesha {

class Tiles {
 public:
  static constexpr std::size_t lanes = 16;

  Tiles() = default;
  Tiles(std::size_t count, std::size_t dimension);

  std::size_t size() const { return count_; }
  std::size_t padded() const { return (count_ + lanes - 1) / lanes * lanes; }
  std::size_t dimension() const { return d_; }

  double operator()(std::size_t i, std::size_t k) const { return x_[cell(i, k)]; }
  double& operator()(std::size_t i, std::size_t k) { return x_[cell(i, k)]; }
  // Tile number t: dimension() times 16 numbers.
  double* tile(std::size_t t) { return x_.data() + t * d_ * lanes; }
  const double* tile(std::size_t t) const { return x_.data() + t * d_ * lanes; }
  void copy_row(std::size_t i, std::span<double> out) const;

  // Only these points, given in ascending order, stay.
  void keep(std::span<const std::uint32_t> kept);
  Tiles subset(std::span<const std::uint32_t> chosen) const;

  // sum_i w_i x_i x_i^T
  Square gram(std::span<const double> weights) const;

  // g_i = |L x_i|^2 for a lower triangular L; with L = M's inverse factor: x_i^T M^-1 x_i.
  void forms(const Square& lower, std::span<double> g) const;

  // g_i <- (g_i - a <u, x_i>^2) b: what a rank-one change of M does to all forms.
  void rank_one(std::span<const double> u, double a, double b, std::span<double> g) const;

 private:
  std::size_t cell(std::size_t i, std::size_t k) const {
    return (i / lanes * d_ + k) * lanes + i % lanes;
  }

  std::size_t count_ = 0;
  std::size_t d_ = 0;
  std::vector<double> x_;
};

}  // namespace mesha
