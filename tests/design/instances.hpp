// Random arms, and the certificate recomputed in the plainest way: a dense inverse by Eigen.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "mesha/base/random.hpp"
#include "mesha/linalg/points.hpp"

namespace mesha {

class Draws {
 public:
  explicit Draws(std::uint64_t seed)
      : random_{.seed = seed, .run = 0}, normals_(random_, Stream::instances, 0) {}

  double normal() { return normals_.next(); }
  double uniform() { return random_.uniform(Stream::coins, 0, place_++); }
  std::size_t below(std::size_t n) {
    return static_cast<std::size_t>(uniform() * static_cast<double>(n));
  }

 private:
  RunRandom random_;
  NormalSequence normals_;
  std::uint64_t place_ = 0;
};

inline Points normal_points(std::size_t K, std::size_t d, Draws& draws) {
  Points points{K, d, std::vector<double>(K * d)};
  for (double& x : points.values) x = draws.normal();
  return points;
}

inline Eigen::VectorXd column(const Points& points, std::size_t i) {
  return Eigen::Map<const Eigen::VectorXd>(points.row(i).data(),
                                           static_cast<Eigen::Index>(points.dimension));
}

inline Eigen::MatrixXd information(const Points& points, std::span<const double> weights) {
  const auto d = static_cast<Eigen::Index>(points.dimension);
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(d, d);
  for (std::size_t i = 0; i < points.count; ++i) {
    m += weights[i] * column(points, i) * column(points, i).transpose();
  }
  return m;
}

// max_i x_i^T M^+ x_i, for arms that need not span.
inline double dense_worst(const Points& points, std::span<const double> weights) {
  const Eigen::MatrixXd inverse =
      information(points, weights).completeOrthogonalDecomposition().pseudoInverse();
  double worst = 0;
  for (std::size_t i = 0; i < points.count; ++i) {
    worst = std::max(worst, column(points, i).dot(inverse * column(points, i)));
  }
  return worst;
}

inline double sum_of(std::span<const double> weights) {
  double total = 0;
  for (const double w : weights) total += w;
  return total;
}

}  // namespace mesha
