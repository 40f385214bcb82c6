// What a count of failures says about the failure probability.
#pragma once

#include <cstdint>

namespace mesha {

struct Interval {
  double low = 0;
  double high = 1;
};

// Clopper & Pearson (1934): covers the true probability at least `confidence` of the time.
Interval clopper_pearson(std::int64_t failures, std::int64_t trials, double confidence = 0.95);

// How often something happened.
struct FailureCount {
  std::int64_t failures = 0;
  std::int64_t trials = 0;
};

// What Jeffreys' prior Beta(1/2, 1/2) makes of a count: the posterior mean (k + 1/2) / (n + 1),
// never 0 or 1, and the equal-tailed interval, which ends at 0 where nothing failed and at 1 where
// everything did (Brown, Cai & DasGupta 2001). Its coverage is `confidence` on average over the
// true probability; clopper_pearson() covers at least that often for every one.
double jeffreys_estimate(const FailureCount& count);
Interval jeffreys(const FailureCount& count, double confidence = 0.95);

// (observed - expected) / standard deviation of a count with the given success probability.
double binomial_z(std::int64_t failures, std::int64_t trials, double probability);

// Two counts from independent samples: the z of "the probabilities are equal" (pooled).
double two_sample_z(std::int64_t failures_a, std::int64_t trials_a, std::int64_t failures_b,
                    std::int64_t trials_b);

}  // namespace mesha
