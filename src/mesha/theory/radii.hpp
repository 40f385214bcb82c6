// The radii of the Grim Trigger Condition, Definition 4, in every form that the paper prints:
//   beta    of a ridge estimate, in RLCB     beta()
//   slack   of a reward sum, in AUCB         slack()
//   omega   by which an arm that passes may be over-estimated     omega()
// A form that learners can be asked to use is a reading in Radii; docs/readings.md lists them.
#pragma once

#include <cstdint>

namespace mesha::theory {

// Which of the three printed forms of the slack in aucb, and of delta_r, is meant.
enum class SlackReading {
  algorithm,   // sqrt(2 n log(4KR/delta)), delta_r = delta/(KR): Algorithm 1, line 7
  definition,  // sqrt(2 n log(2/delta_r)), delta_r = delta/(KR): Definition 4
  proof,       // sqrt(n/2 log(2/delta_r)), delta_r = delta/(2KR): proof of Lemma 14
};

// What stands behind "+ 1" in beta, and where.
enum class BetaReading {
  one,  // sqrt(d log((1+n)/delta_r)) + 1: Definition 4; sqrt(lambda) |theta| where both are 1
  sqrt_lambda,  // + sqrt(lambda): Abbasi-Yadkori et al. 2011, Theorem 2, with |theta| <= 1
  inside_root,  // sqrt(d log((1+n)/delta_r) + 1): proof of Lemma 14
};

enum class OmegaReading {
  lemma,  // 4d sqrt((l + sqrt(l log(2KR/delta))) / n), l = log(1 + n): Lemma 14
  proof,  // (2 sqrt(2) d + 1) (sqrt(l / n) + sqrt(l log(2KR/delta) / n)): the end of its proof
};

struct Radii {
  int arms = 0;    // K
  int epochs = 0;  // R
  int dimension = 0;
  double log_delta = 0;  // delta itself underflows for long runs
  double lambda = 1;
  double xi = 1;  // the noise is xi-sub-Gaussian; the paper sets 1. It multiplies the roots
  SlackReading slack = SlackReading::algorithm;
  BetaReading beta = BetaReading::one;
};

double log_delta_r(const Radii& radii);
double beta(const Radii& radii, std::int64_t pulls);
double slack(const Radii& radii, std::int64_t pulls);

// For n = unrounded_pulls(). It knows neither lambda nor xi, nor the readings of slack and beta.
double omega(const Radii& radii, double n, OmegaReading reading);

}  // namespace mesha::theory
