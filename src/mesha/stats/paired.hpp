// The difference of two probabilities from paired trials: both were tried on the same chances.
#pragma once

#include <cstdint>

#include "mesha/stats/binomial.hpp"

namespace mesha {

struct PairedCounts {
  std::int64_t trials = 0;
  std::int64_t both = 0;        // events in both
  std::int64_t only_first = 0;  // of these two alone the difference is made
  std::int64_t only_second = 0;
};

double difference(const PairedCounts& counts);  // p_first - p_second

// 95%, by Tango's score test (Statistics in Medicine 17, 1998): right also where the two differ in
// few trials or in none.
Interval difference_interval(const PairedCounts& counts);

// By how many times fewer trials the pairing gives the same precision: the variance of a difference
// of independent trials over that of the paired ones. Infinite if no trial told the two apart.
double variance_ratio(const PairedCounts& counts);

}  // namespace mesha
