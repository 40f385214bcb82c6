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

// (observed - expected) / standard deviation of a count with the given success probability.
double binomial_z(std::int64_t failures, std::int64_t trials, double probability);

// Two counts from independent samples: the z of "the probabilities are equal" (pooled).
double two_sample_z(std::int64_t failures_a, std::int64_t trials_a, std::int64_t failures_b,
                    std::int64_t trials_b);

}  // namespace mesha
