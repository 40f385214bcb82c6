#include "mesha/stats/binomial.hpp"

#include <gtest/gtest.h>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

namespace mesha {
namespace {

double tail_up(int n, double p, int k) {  // P(X >= k)
  return k == 0 ? 1 : boost::math::cdf(boost::math::complement(boost::math::binomial(n, p), k - 1));
}

TEST(ClopperPearson, EndsWhereTheCountBecomesSurprising) {
  for (const int n : {1, 5, 50, 1000}) {
    for (const int k : {0, 1, n / 3, n - 1, n}) {
      const Interval i = clopper_pearson(k, n);
      if (k > 0) {
        EXPECT_NEAR(tail_up(n, i.low, k), 0.025, 1e-9);
      }
      if (k < n) {
        EXPECT_NEAR(boost::math::cdf(boost::math::binomial(n, i.high), k), 0.025, 1e-9);
      }
    }
  }
}

TEST(ClopperPearson, IsClosedAtNoneAndAll) {
  EXPECT_EQ(clopper_pearson(0, 10).low, 0);
  EXPECT_EQ(clopper_pearson(10, 10).high, 1);
  // The "rule of three": 3.69 / n at 97.5%.
  EXPECT_NEAR(clopper_pearson(0, 1'000'000).high, 3.689e-6, 1e-9);
}

TEST(ClopperPearson, CoversTheTruthAtLeastAsOftenAsItSays) {
  for (const double p : {0.01, 0.118, 0.5}) {
    double covered = 0;
    for (int k = 0; k <= 200; ++k) {
      const Interval i = clopper_pearson(k, 200);
      if (i.low <= p && p <= i.high) covered += boost::math::pdf(boost::math::binomial(200, p), k);
    }
    EXPECT_GE(covered, 0.95);
  }
}

TEST(Jeffreys, IsThePosteriorUnderBetaOneHalfOneHalf) {
  EXPECT_DOUBLE_EQ(jeffreys_estimate({.failures = 0, .trials = 9}), .05);
  EXPECT_DOUBLE_EQ(jeffreys_estimate({.failures = 9, .trials = 9}), .95);
  EXPECT_EQ(jeffreys({.failures = 0, .trials = 10}).low, 0);
  EXPECT_EQ(jeffreys({.failures = 10, .trials = 10}).high, 1);
  const Interval i = jeffreys({.failures = 3, .trials = 10});
  EXPECT_NEAR(boost::math::ibeta(3.5, 7.5, i.low), .025, 1e-12);
  EXPECT_NEAR(boost::math::ibeta(3.5, 7.5, i.high), .975, 1e-12);
  const Interval wider = clopper_pearson(3, 10);
  EXPECT_TRUE(wider.low < i.low && i.high < wider.high);
}

TEST(Jeffreys, CoversAsOftenAsItSaysOnAverage) {
  double covered = 0;
  for (int step = 1; step < 200; ++step) {
    const double p = step / 200.0;
    for (int k = 0; k <= 100; ++k) {
      const Interval i = jeffreys({.failures = k, .trials = 100});
      if (i.low <= p && p <= i.high)
        covered += boost::math::pdf(boost::math::binomial(100, p), k) / 199;
    }
  }
  EXPECT_NEAR(covered, .95, .005);
}

TEST(BinomialZ, CountsStandardDeviations) {
  EXPECT_NEAR(binomial_z(60, 100, 0.5), 2, 1e-12);
  EXPECT_NEAR(two_sample_z(60, 100, 40, 100), 0.2 / std::sqrt(0.25 * 0.02), 1e-12);
  EXPECT_EQ(two_sample_z(0, 10, 0, 10), 0);
}

}  // namespace
}  // namespace mesha
