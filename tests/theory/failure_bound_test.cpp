#include "mesha/theory/failure_bound.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mesha/theory/accuracy.hpp"

namespace mesha::theory {
namespace {

// As the paper prints them, with delta itself and not its logarithm.
double printed_squared(double K, double d, double T, double R, double zeta) {
  return R * R / T *
         std::exp(-T * zeta * zeta / (18 * K * d * d * std::pow(std::log(1 + T / R), 2)));
}
double printed_base_2(double K, double d, double T, double R, double zeta) {
  const double log_2 = std::log(1 + T / R) / std::log(2.0);
  return R * R / T * std::exp(-T / (18 * (K / (zeta * zeta)) * d * d * log_2));
}

TEST(FailureBound, IsWhatThePaperPrintsInBothForms) {
  for (const int K : {2, 5, 8, 64}) {
    for (const int d : {1, 3, 24}) {
      for (const std::int64_t T : {500, 20000}) {
        for (const double zeta : {0.015, 0.4, 2.0}) {
          const Sizes s = mesha_sizes(K, d, T);
          const double R = std::ceil(std::log2(K));
          const auto pulls = static_cast<double>(T);
          EXPECT_NEAR(std::exp(log_failure_bound(s, zeta, LogReading::squared)) /
                          printed_squared(K, d, pulls, R, zeta),
                      1, 1e-10);
          EXPECT_NEAR(std::exp(log_failure_bound(s, zeta, LogReading::base_2)) /
                          printed_base_2(K, d, pulls, R, zeta),
                      1, 1e-10);
          EXPECT_EQ(log_delta(s, zeta), log_failure_bound(s, zeta, LogReading::squared));
        }
      }
    }
  }
}

// log^2(x) = log2(x) where log(x) = 1/log(2), x = 4.2320...: there the two forms agree; the
// theorem's is the smaller one, that is the stronger promise, for every longer run.
TEST(FailureBound, OfTheTheoremIsStrongerThanDeltaOnceTOverRIsAboveThreePointTwo) {
  const auto both = [](std::int64_t T, int R) {
    const Sizes s{.arms = 2, .dimension = 1, .budget = T, .epochs = R};
    return std::pair(log_failure_bound(s, 1, LogReading::squared),
                     log_failure_bound(s, 1, LogReading::base_2));
  };
  const double crossing = std::exp(1 / std::log(2.0)) - 1;
  EXPECT_NEAR(crossing, 3.2320861, 1e-7);
  for (std::int64_t T = 1; T < 100'000; T += 1 + T / 7) {
    const auto [delta, theorem] = both(T, 1);
    EXPECT_EQ(theorem<delta, static_cast<double>(T)> crossing) << T;
  }
  const auto [delta, theorem] = both(32'320'861, 10'000'000);
  EXPECT_NEAR(delta / theorem, 1, 1e-6);
}

TEST(FailureBound, FallsWithTAndZetaAndGrowsWithKAndD) {
  for (const LogReading reading : {LogReading::squared, LogReading::base_2}) {
    const auto bound = [&](int K, int d, std::int64_t T, double zeta) {
      return log_failure_bound(mesha_sizes(K, d, T), zeta, reading);
    };
    EXPECT_LT(bound(8, 3, 1600, 0.1), bound(8, 3, 800, 0.1));
    EXPECT_LT(bound(8, 3, 800, 0.2), bound(8, 3, 800, 0.1));
    EXPECT_GT(bound(9, 3, 800, 0.1), bound(8, 3, 800, 0.1));
    EXPECT_GT(bound(8, 4, 800, 0.1), bound(8, 3, 800, 0.1));
  }
}

TEST(FailureBound, DoesNotUnderflow) {
  EXPECT_LT(log_delta(mesha_sizes(2, 1, 1'000'000'000), 1), -1000);
}

// K = 8, d = 3, T = 800: 12 * 3 * sqrt(8 * 3) * ln(801) / sqrt(800)
//   = 36 * 4.898979486 * 6.685860947 / 28.28427125 = 41.688903
TEST(Accuracy, OfWhichTheTheoremSpeaksIsOutOfReachInExperiment1) {
  EXPECT_NEAR(least_zeta(mesha_sizes(8, 3, 800)), 41.688903, 1e-6);
  EXPECT_LT(least_zeta(mesha_sizes(2, 1, 1'000'000)), 0.5);  // but not everywhere
}

TEST(Accuracy, AskedForByTheTheoremFallsWithTOnceRunsAreLong) {
  double before = least_zeta(mesha_sizes(8, 3, 8));  // log(1 + T)/sqrt(T) falls from T = 4 on
  for (std::int64_t T = 16; T < 1'000'000'000; T *= 2) {
    const double now = least_zeta(mesha_sizes(8, 3, T));
    EXPECT_LT(now, before) << T;
    before = now;
  }
}

// Eight candidates, 120 evaluations: 5 each in the first of three epochs.
TEST(Accuracy, OfTheFirstEpochIsOneDeviationOfADifferenceOfMeans) {
  EXPECT_DOUBLE_EQ(first_epoch_zeta(0.5, 8, 120), 0.5 * std::sqrt(0.4));
  EXPECT_DOUBLE_EQ(first_epoch_zeta(1, 1, 50), std::sqrt(2.0 / 50));  // one candidate, no epoch
  EXPECT_DOUBLE_EQ(first_epoch_zeta(1, 100, 7), std::sqrt(2.0));      // fewer pulls than candidates
}

}  // namespace
}  // namespace mesha::theory
