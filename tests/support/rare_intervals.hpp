// What tests ask of the intervals of `rare`.
#pragma once

#include "mesha/simulate/exact/exact.hpp"
#include "mesha/simulate/rare/rare.hpp"

namespace mesha::testing {

inline double half_width(const RareFailure& found) {
  return (found.interval.high - found.interval.low) / 2;
}

// How many of 200 intervals of nominal 95% hold the truth: fewer than 176 has probability 3e-5 if
// they keep their word.
inline int intervals_that_hold(const AffineProblem& problem, RareOptions options) {
  const double truth = exact_failure(problem)->probability;
  int hits = 0;
  for (options.seed = 1; options.seed <= 200; ++options.seed) {
    const auto found = rare_failure(problem, options);
    hits += found.interval.low <= truth && truth <= found.interval.high ? 1 : 0;
  }
  return hits;
}

}  // namespace mesha::testing
