// How probable it is that a good event of the analysis does not happen. In logarithms, and not cut
// at probability 1.
//   E^noise   no arm's sum of n rewards strays by more than sqrt(n log(2KR/delta) / 2) in any epoch
//   E^est     theta is within estimation_radius() of every ridge estimate
#pragma once

#include <cstdint>

#include "mesha/theory/radii.hpp"

namespace mesha::theory {

enum class NoiseReading {
  lemma,         // delta: Lemma 13. It follows for noise that is 1/2-sub-Gaussian, or less
  sub_gaussian,  // 2KR (delta / (2KR))^(1 / (4 xi^2)): the same union bound for xi-sub-Gaussian
                 // noise, P(|sum| > s) <= 2 exp(-s^2 / (2 n xi^2)); xi = 0 is no noise
};
double log_noise_miss(const Radii& radii, NoiseReading reading);

// Remark 15 for truthful arms: K R delta_r, which is delta with the delta_r of Definition 4.
double log_estimate_miss(const Radii& radii);

// What the ellipsoids of E^est have for a radius. Abbasi-Yadkori et al. (2011, Theorem 2) prove the
// second one, for 1-sub-Gaussian noise, lambda = 1 and norms of at most 1.
enum class EllipsoidReading {
  remark,  // sqrt(d log(KR(1+n)/delta)): Remark 15 as printed
  proof,   // beta: its proof
};
double estimation_radius(const Radii& radii, std::int64_t pulls, EllipsoidReading reading);

}  // namespace mesha::theory
