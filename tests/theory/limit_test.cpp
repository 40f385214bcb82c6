// Theorem 2 of docs/theory.md and the measure E.
#include "mesha/theory/limit.hpp"

#include <gtest/gtest.h>

#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "mesha/simulate/exact/exact.hpp"
#include "mesha/stats/normal_law.hpp"
#include "support/affine_cases.hpp"

namespace mesha::theory {
namespace {

using testing::Case;

TEST(Limit, IsReachedByEqualPullsOfTwoArms) {
  for (const std::int64_t budget : {2, 10, 200}) {
    const Case here{.means = {.7, .4}, .sd = .5};
    const double limit = z_star(.3, .5, budget);
    const double failure =
        exact_failure(here.problem(*Uniform::make({.arms = 2, .budget = budget})))->probability;
    EXPECT_NEAR(z_of(failure), limit, 1e-6);
    EXPECT_NEAR(least_worst(failure, limit) / failure, 1, 1e-5);
    const Measured same{failure, {failure, failure}};
    EXPECT_NEAR(std::get<LimitShare>(limit_share(same, same, limit)).value, 1, 1e-6);
  }
}

TEST(Limit, TradesZForZ) {
  for (const double limit : {.2, 1.0, 3.0, 12.0}) {
    EXPECT_NEAR(least_worst(normal_below(-limit), limit) / normal_below(-limit), 1, 1e-9);
    for (const double truth : {1e-250, 1e-9, .01, .3, .9}) {
      const double worst = least_worst(truth, limit);
      if (worst > 1e-300 && worst < 1 - 1e-6) {
        EXPECT_NEAR((z_of(truth) + z_of(worst)) / (2 * limit), 1, 1e-9);
      }
      EXPECT_LE(least_worst(truth * 1.01, limit), worst);
      EXPECT_LE(least_worst(truth, limit * 1.1), worst);
    }
  }
  EXPECT_EQ(least_worst(0, 1), 1);  // who never fails under truth always fails under a lie
  EXPECT_EQ(least_worst(1, 1), 0);
  EXPECT_EQ(least_worst(.3, 0), normal_below(normal_quantile(.7)));  // no gap: what one gains
}

// From Phi(-z*), the failure of those who do not listen: the loss exceeds the gain.
TEST(Limit, TakesMoreFailureUnderALieThanItGivesUnderTruth) {
  for (const double limit : {.3, 1.0, 2.0, 4.0}) {
    const double fair = normal_below(-limit);
    for (const double gain : {.01, .2, .7})
      EXPECT_GT(least_worst(fair * (1 - gain), limit) - fair, fair * gain);
  }
}

TEST(LimitShare, IsNullWithAReason) {
  const FailureCount some{.failures = 100, .trials = 1000};
  const auto why = [](const LimitMeasure& measure) { return std::get<NoLimitShare>(measure); };
  EXPECT_EQ(why(limit_share(some, some, z_star(0, 1, 100))), NoLimitShare::no_gap);
  EXPECT_EQ(why(limit_share(some, some, z_star(0, 0, 100))), NoLimitShare::no_gap);
  EXPECT_EQ(why(limit_share(some, some, z_star(.1, 0, 100))), NoLimitShare::no_noise);
  EXPECT_EQ(why(limit_share(some, some, .05)), NoLimitShare::interval_too_wide);
  EXPECT_EQ(why(limit_share({.failures = 0, .trials = 1000}, some, 2)),
            NoLimitShare::interval_too_wide);
  EXPECT_EQ(why(limit_share(some, {.failures = 1000, .trials = 1000}, 2)),
            NoLimitShare::interval_too_wide);
  EXPECT_EQ(why(limit_share(Measured{0, {0, 0}}, Measured{1, {1, 1}}, 2)),
            NoLimitShare::interval_too_wide);  // infinity minus infinity
  EXPECT_EQ(words(NoLimitShare::no_gap), "two arms share the largest mean");
  EXPECT_NE(words(NoLimitShare::no_noise), words(NoLimitShare::interval_too_wide));
}

TEST(LimitShare, IsOfJeffreysEstimatesBetweenTheEndsOfTheirIntervals) {
  const auto found = std::get<LimitShare>(
      limit_share({.failures = 159, .trials = 1000}, {.failures = 309, .trials = 1000}, 1));
  EXPECT_NEAR(found.value, (z_of(159.5 / 1001) + z_of(309.5 / 1001)) / 2, 1e-12);
  const Interval truth = jeffreys({.failures = 159, .trials = 1000}, .975);
  const Interval worst = jeffreys({.failures = 309, .trials = 1000}, .975);
  EXPECT_NEAR(found.interval.low, (z_of(truth.high) + z_of(worst.high)) / 2, 1e-12);
  EXPECT_NEAR(found.interval.high, (z_of(truth.low) + z_of(worst.low)) / 2, 1e-12);
}

std::vector<double> binomial_law(int n, double p) {
  std::vector<double> law;
  for (int k = 0; k <= n; ++k) law.push_back(boost::math::pdf(boost::math::binomial(n, p), k));
  return law;
}

// The coverage, summed over all pairs of counts: of independent ones, and of counts that rise and
// fall together. z* is so large that no interval is too wide, but for those that end at infinity.
TEST(LimitShare, HasAnIntervalThatCoversAsOftenAsItSays) {
  constexpr int n = 150;
  constexpr double limit = 10;
  const auto covers = [&](int j, int k, double share) {
    const LimitMeasure measure =
        limit_share({.failures = j, .trials = n}, {.failures = k, .trials = n}, limit);
    const auto* found = std::get_if<LimitShare>(&measure);
    return found == nullptr || (found->interval.low <= share && share <= found->interval.high);
  };
  for (const double truth : {.02, .1, .35}) {
    for (const double worst : {.05, .2, .6}) {
      const double share = (z_of(truth) + z_of(worst)) / (2 * limit);
      const std::vector<double> first = binomial_law(n, truth);
      const std::vector<double> second = binomial_law(n, worst);
      double apart = 0;
      for (int j = 0; j <= n; ++j) {
        for (int k = 0; k <= n; ++k) {
          const double weight =
              first[static_cast<std::size_t>(j)] * second[static_cast<std::size_t>(k)];
          if (weight > 1e-9 && covers(j, k, share)) apart += weight;
        }
      }
      EXPECT_GT(apart, .95) << truth << " " << worst;
    }
    double together = 0;
    for (int j = 0; j <= n; ++j) {
      if (covers(j, j, z_of(truth) / limit))
        together += binomial_law(n, truth)[static_cast<std::size_t>(j)];
    }
    EXPECT_GT(together, .94) << truth;  // Jeffreys covers .975 each on average, not always
  }
}

}  // namespace
}  // namespace mesha::theory
