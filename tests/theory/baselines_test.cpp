// The bounds of the learners with which MESHA is compared, against failures that are integrated.
#include "mesha/theory/baselines.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "mesha/simulate/exact/exact.hpp"
#include "mesha/theory/rates.hpp"
#include "support/affine_cases.hpp"
#include "support/random_games.hpp"

namespace mesha::theory {
namespace {

using testing::Case;
using testing::Dice;

// Experiment 1, T = 800: H_2 = 2/.0009. 3 log2 8 = 9, T/(8 H_2 log2 8) = .015;
// (800 / .155^2) / (16 * 2222.2 * 3) = .31217482
TEST(KarninBound, IsTheHandComputedOneInExperiment1) {
  const double h_2 = 2 / .0009;
  EXPECT_NEAR(std::exp(log_karnin_bound(800, 8, h_2, NoiseScale::printed, .155)),
              9 * std::exp(-.015), 1e-9);
  EXPECT_NEAR(std::exp(log_karnin_bound(800, 8, h_2, NoiseScale::of_instance, .155)),
              9 * std::exp(-.31217482), 1e-6);
}

// Hoeffding's step is the same for both where sd^2 = 1/2.
TEST(KarninBound, IsThePrintedOneWhereTheVarianceIsOneHalf) {
  for (const std::int64_t T : {20, 1000}) {
    EXPECT_NEAR(log_karnin_bound(T, 5, 30, NoiseScale::printed, 9),
                log_karnin_bound(T, 5, 30, NoiseScale::of_instance, std::sqrt(.5)), 1e-12);
  }
}

// K of any size, not powers of 2 alone, and budgets that rounding eats into.
TEST(KarninBound, IsAboveTheIntegratedFailureOfSequentialHalving) {
  int informative = 0;
  for (std::uint64_t number = 0; number < 80; ++number) {
    Dice dice(900 + number);
    Case here{.sd = dice.uniform(.05, 1)};
    const int arms = dice.integer(2, 9);
    const double spread = dice.uniform(.2, 1);
    for (int i = 0; i < arms; ++i) here.means.push_back(dice.uniform(-spread, spread));
    const std::int64_t least = SequentialHalving::smallest_budget(arms);
    const std::int64_t budget =
        number % 4 == 0 ? 2 * least - 1
                        : least * static_cast<std::int64_t>(std::exp(dice.uniform(0, 7)));
    const auto truth =
        *exact_failure(here.problem(*SequentialHalving::make({.arms = arms, .budget = budget})));
    const double h_2 = H_2(gaps_of(here.means), RankReading::best_is_first);
    const double bound =
        std::exp(log_karnin_bound(budget, arms, h_2, NoiseScale::of_instance, here.sd));
    EXPECT_LE(truth.probability - truth.error, bound) << number;
    informative += bound < .5 && truth.probability > truth.error ? 1 : 0;
  }
  EXPECT_GT(informative, 10);
}

TEST(H2OfOdLinBai, LooksAtTheBestDArmsOnly) {
  const std::vector<double> gaps{.4, 0, .1, .5, .2};
  EXPECT_DOUBLE_EQ(H_2_lin(gaps, 2), 2 / .01);
  EXPECT_DOUBLE_EQ(H_2_lin({.5, .5, 0, .5}, 3), 3 / .25);
  EXPECT_DOUBLE_EQ(H_2_lin(gaps, 9), H_2(gaps, RankReading::best_is_first));
  EXPECT_EQ(H_2_lin(gaps, 1), 0);
}

// d = 4, K = 8, T = 63: m = (63 - 8 - 2) / 2 = 26.5; 4K/d + 3 log2 d = 14; H_2_lin = 200
TEST(OdLinBaiBound, IsTheHandComputedOne) {
  EXPECT_NEAR(*log_od_linbai_bound(63, 8, 4, 200, NoiseScale::printed, .5),
              std::log(14) - 26.5 / 6400, 1e-12);
  EXPECT_NEAR(*log_od_linbai_bound(63, 8, 4, 200, NoiseScale::of_instance, .5),
              std::log(14) - 26.5 / 1600, 1e-12);
  EXPECT_FALSE(log_od_linbai_bound(63, 8, 1, 0, NoiseScale::printed, 1));
  EXPECT_FALSE(log_od_linbai_bound(10, 8, 4, 200, NoiseScale::printed, 1)) << "m = 0";
}

}  // namespace
}  // namespace mesha::theory
