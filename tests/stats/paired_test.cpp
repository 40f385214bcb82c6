// The interval for paired differences, against enumeration of everything that can happen.
#include "mesha/stats/paired.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mesha {
namespace {

// P(the interval covers) over all outcomes of n trials: a trial is an event of the first alone, of
// the second alone, or neither makes a difference.
double coverage(int n, double p_first, double p_second) {
  const double log_rest = std::log(1 - p_first - p_second);
  double covered = 0;
  for (int b = 0; b <= n; ++b) {
    for (int c = 0; b + c <= n; ++c) {
      const double log_p = std::lgamma(n + 1) - std::lgamma(b + 1) - std::lgamma(c + 1) -
                           std::lgamma(n - b - c + 1) + b * std::log(p_first) +
                           c * std::log(p_second) + (n - b - c) * log_rest;
      const Interval found = difference_interval({.trials = n, .only_first = b, .only_second = c});
      const double truth = p_first - p_second;
      if (found.low <= truth && truth <= found.high) covered += std::exp(log_p);
    }
  }
  return covered;
}

TEST(Paired, TheIntervalCoversAboutAsOftenAsItSays) {
  for (const double p : {.05, .2, .4}) {
    for (const double q : {.05, .1, .3}) {
      EXPECT_GT(coverage(60, p, q), .93) << p << ", " << q;
      EXPECT_LT(coverage(60, p, q), .985) << p << ", " << q;
    }
  }
}

// With many trials the score interval is difference +- 1.96 sqrt((b + c - (b - c)^2 / n)) / n.
TEST(Paired, TheIntervalOfManyTrialsIsThePlainOne) {
  const PairedCounts counts{
      .trials = 1'000'000, .both = 50'000, .only_first = 30'000, .only_second = 20'000};
  const double half = 1.959964 * std::sqrt(50'000 - 100.0) / 1e6;
  const Interval found = difference_interval(counts);
  EXPECT_NEAR(found.low, .01 - half, 1e-6);
  EXPECT_NEAR(found.high, .01 + half, 1e-6);
  EXPECT_NEAR(difference(counts), .01, 1e-15);
}

TEST(Paired, NoDifferenceSeenIsNotNoDifference) {
  const Interval found = difference_interval({.trials = 1000, .both = 300});
  EXPECT_LT(found.low, -.003);
  EXPECT_GT(found.high, .003);
  EXPECT_NEAR(found.low, -found.high, 1e-12);
  const Interval all = difference_interval({.trials = 10, .only_first = 10});
  EXPECT_EQ(all.high, 1);
  EXPECT_GT(all.low, .4);
}

TEST(Paired, TheVarianceRatioOfIndependentTrialsIsOne) {
  const PairedCounts independent{
      .trials = 10'000, .both = 600, .only_first = 1400, .only_second = 2400};  // .2 and .3
  EXPECT_NEAR(variance_ratio(independent), 1, 1e-12);
  EXPECT_TRUE(std::isinf(variance_ratio({.trials = 100, .both = 20})));
}

}  // namespace
}  // namespace mesha
