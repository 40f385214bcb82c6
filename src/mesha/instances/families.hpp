// Families of instances from the literature. Those that are drawn are pure functions of `random`
// (Stream::instances, keyed by arm): a larger K has the same first arms.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mesha/base/random.hpp"
#include "mesha/base/result.hpp"
#include "mesha/model/instance.hpp"

namespace mesha {

// Li & Zhong (2026), Experiments 2 and 3: theta_k proportional to k^(-1/2), norm 1.
Vec inverse_root_theta(std::size_t dimension);

// Li & Zhong (2026), Experiments 2 and 3: x_i = mu_i theta + rho z_i, where z_i is uniform on the
// unit sphere of the hyperplane orthogonal to theta, so that <theta, x_i> = mu_i when |theta| = 1.
// Needs at least two coordinates.
std::vector<TrueFeature> features_around(const Vec& theta, std::span<const double> means,
                                         double rho, const RunRandom& random);

// Soare, Lazaric & Munos (2014): e_1, ..., e_d and (cos w, sin w, 0, ...), theta = e_1. The last
// arm is the rival, with gap 1 - cos w, and is told from the first only along e_2.
Result<Instance> soare(std::size_t dimension, double angle, const Noise& noise);

// Yang & Tan (2022), section 5.1: d = 2, theta = (1, 0); arms at the angles 0 and 3 pi / 4, the
// others at pi / 4 + N(0, 0.09).
Result<Instance> yang_tan(std::size_t arms, const Noise& noise, const RunRandom& random);

// Tao, Blanco & Zhou (2018): arms uniform on the unit sphere, theta = x + 0.01 (y - x) for the
// closest two arms x and y (x the one with the lower index): x is best, y close behind.
Result<Instance> random_sphere(std::size_t arms, std::size_t dimension, const Noise& noise,
                               const RunRandom& random);

}  // namespace mesha
