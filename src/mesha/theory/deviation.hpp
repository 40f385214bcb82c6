// How far an arm that passes the grim trigger can be from its mean.
#pragma once

#include <cstdint>

#include "mesha/theory/potential.hpp"
#include "mesha/theory/radii.hpp"

namespace mesha::theory {

// By how much the estimate of an arm that passes may exceed its mean, on the event E^noise:
//   (beta / n) sum |x_t| + sqrt(2 log(2/delta_r) / n)
// with sum |x_t| at most most_widths(): eq. "gtc_bound_app" in the proof of Lemma 14 and eq.
// "gtc-mu-bound" in Appendix F. The proof has delta_r and the slack of SlackReading::proof, and
// simplifies this, with the potential lemma, into OmegaReading::proof.
double passing_excess(const Radii& radii, std::int64_t pulls, WidthReading reading);

// What Theorem 12 says of the mean deviation of an arm that passes, if no report of it promises
// more than `epsilon` beyond the arm's mean (Assumption 11).
enum class DeviationReading {
  theorem,  // (beta/sqrt(n) + epsilon) sqrt(2 d log(1+n)) + 3 sqrt(log(2/delta_r)/n): as stated
  proof,    // with 2 beta: where its proof arrives before "simplifying the constants"
};
double deviation_bound(const Radii& radii, std::int64_t pulls, double epsilon,
                       DeviationReading reading);

}  // namespace mesha::theory
