#include "mesha/theory/events.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mesha/stats/normal_law.hpp"

namespace mesha::theory {
namespace {

Radii level(double log_delta, double xi) {
  return {.arms = 8, .epochs = 3, .dimension = 3, .log_delta = log_delta, .xi = xi};
}

TEST(NoiseEvent, HasTheProbabilityOfTheLemmaWhereNoiseIsHalfOfTheAssumedOne) {
  for (const double log_delta : {-1.0, -8.0, -500.0}) {
    const auto of = [&](double xi) {
      return log_noise_miss(level(log_delta, xi), NoiseReading::sub_gaussian);
    };
    EXPECT_EQ(log_noise_miss(level(log_delta, 1), NoiseReading::lemma), log_delta);
    EXPECT_NEAR(of(.5), log_delta, 1e-9);
    EXPECT_LT(of(.155), log_delta);
    EXPECT_GT(of(1), log_delta);  // the paper's xi
    EXPECT_EQ(std::exp(of(0)), 0);
  }
}

// xi = 1: 48 (delta / 48)^(1/4), with delta = .0048 (1e-4)^(1/4) = .1
TEST(NoiseEvent, IsWorthLittleAtThePapersOwnScale) {
  EXPECT_NEAR(std::exp(log_noise_miss(level(std::log(.0048), 1), NoiseReading::sub_gaussian)), 4.8,
              1e-9);
}

// Gaussian rewards: the union bound is 2KR Q(sqrt(l / 2) / sd), l = log(2KR/delta). With sd = 1 the
// event fails in the first epoch alone, where 8 arms stray independently, more often than the lemma
// says.
TEST(NoiseEvent, IsBelowTheUnionBoundForGaussianNoiseAndTheLemmaIsNotAtUnitNoise) {
  for (const double sd : {.155, .5, 1.0}) {
    for (const double delta : {.1, .001, 1e-9}) {
      const double reach = std::sqrt(std::log(48 / delta) / 2) / sd;
      const double exact = 48 * normal_above(reach);
      const double promised =
          std::exp(log_noise_miss(level(std::log(delta), sd), NoiseReading::sub_gaussian));
      EXPECT_LE(exact, promised);
      if (sd == 1) {
        EXPECT_GT(1 - std::pow(1 - 2 * normal_above(reach), 8), delta);
      }
    }
  }
}

TEST(EstimateEvent, FailsWithDeltaByDefinitionAndHalfOfItByTheProofsShare) {
  Radii c = level(-7, 1);
  EXPECT_NEAR(log_estimate_miss(c), -7, 1e-12);
  c.slack = SlackReading::proof;
  EXPECT_NEAR(log_estimate_miss(c), -7 - std::log(2), 1e-12);
}

TEST(EstimateEvent, HasTheRadiusOfTheDefinitionWithoutItsOneInTheRemark) {
  const Radii c = level(-7, 1);
  for (const std::int64_t n : {1, 33, 100'000}) {
    const double proof = estimation_radius(c, n, EllipsoidReading::proof);
    EXPECT_EQ(proof, beta(c, n));
    EXPECT_NEAR(estimation_radius(c, n, EllipsoidReading::remark), proof - 1, 1e-12);
  }
}

}  // namespace
}  // namespace mesha::theory
