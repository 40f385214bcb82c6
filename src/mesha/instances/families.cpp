#include "mesha/instances/families.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <utility>

#include "mesha/base/expects.hpp"

namespace mesha {
namespace {

Vec normals_of(std::size_t arm, std::size_t dimension, const RunRandom& random) {
  NormalSequence normals(random, Stream::instances, static_cast<std::uint32_t>(arm));
  Vec z(dimension);
  for (double& x : z) x = static_cast<double>(normals.next());
  return z;
}

Vec orthogonal_direction(const Vec& theta, const RunRandom& random, std::size_t arm) {
  Vec z = normals_of(arm, theta.size(), random);
  const double along = dot(z, theta) / squared_norm(theta);
  for (std::size_t k = 0; k < z.size(); ++k) z[k] -= along * theta[k];
  return scaled(z, 1 / norm(z));
}

Vec on_circle(double angle, std::size_t dimension) {
  Vec x(dimension);
  x[0] = std::cos(angle);
  x[1] = std::sin(angle);
  return x;
}

std::pair<std::size_t, std::size_t> closest_two(const std::vector<TrueFeature>& arms) {
  std::pair<std::size_t, std::size_t> closest{0, 1};
  double largest = -std::numeric_limits<double>::infinity();  // of the cosines
  for (std::size_t i = 0; i < arms.size(); ++i) {
    for (std::size_t j = i + 1; j < arms.size(); ++j) {
      const double cosine = dot(arms[i].x, arms[j].x);
      if (cosine > largest) largest = cosine, closest = {i, j};
    }
  }
  return closest;
}

}  // namespace

Vec inverse_root_theta(std::size_t dimension) {
  Vec theta(dimension);
  for (std::size_t k = 0; k < dimension; ++k) theta[k] = 1 / std::sqrt(static_cast<double>(k + 1));
  return scaled(theta, 1 / norm(theta));
}

std::vector<TrueFeature> features_around(const Vec& theta, std::span<const double> means,
                                         double rho, const RunRandom& random) {
  expects(theta.size() > 1, "one coordinate has no orthogonal direction");
  std::vector<TrueFeature> features;
  features.reserve(means.size());
  for (std::size_t i = 0; i < means.size(); ++i) {
    const Vec z = orthogonal_direction(theta, random, i);
    Vec x(theta.size());
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = means[i] * theta[k] + rho * z[k];
    features.push_back({std::move(x)});
  }
  return features;
}

Result<Instance> soare(std::size_t dimension, double angle, const Noise& noise) {
  if (dimension < 2) return Error{"Soare's instance needs at least two coordinates"};
  std::vector<TrueFeature> arms;
  arms.reserve(dimension + 1);
  for (std::size_t k = 0; k < dimension; ++k) arms.push_back({unit(dimension, k)});
  arms.push_back({on_circle(angle, dimension)});
  return Instance::make(std::move(arms), unit(dimension, 0), noise);
}

Result<Instance> yang_tan(std::size_t arms, const Noise& noise, const RunRandom& random) {
  if (arms < 2) return Error{"Yang and Tan's instance needs at least two arms"};
  constexpr double pi = std::numbers::pi;
  constexpr double sd = 0.3;
  std::vector<TrueFeature> features{{unit(2, 0)}, {on_circle(3 * pi / 4, 2)}};
  features.reserve(arms);
  for (std::size_t i = 2; i < arms; ++i)
    features.push_back({on_circle(pi / 4 + sd * normals_of(i, 1, random)[0], 2)});
  return Instance::make(std::move(features), unit(2, 0), noise);
}

Result<Instance> random_sphere(std::size_t arms, std::size_t dimension, const Noise& noise,
                               const RunRandom& random) {
  if (arms < 2 || dimension < 1) return Error{"a sphere needs two arms and a coordinate"};
  std::vector<TrueFeature> features;
  features.reserve(arms);
  for (std::size_t i = 0; i < arms; ++i) {
    const Vec z = normals_of(i, dimension, random);
    features.push_back({scaled(z, 1 / norm(z))});
  }
  const auto [first, second] = closest_two(features);
  Vec theta(dimension);
  for (std::size_t k = 0; k < dimension; ++k) {
    const double x = features[first].x[k];
    theta[k] = x + 0.01 * (features[second].x[k] - x);
  }
  return Instance::make(std::move(features), std::move(theta), noise);
}

}  // namespace mesha
