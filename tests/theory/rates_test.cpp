#include "mesha/theory/rates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace mesha::theory {
namespace {

// K = 16, d = 4, zeta = .1: gaps zeta/(2 d sqrt(K)) = 1/320, then .2 fourteen times.
//   i / Delta_(i)^2: 2 * 320^2 = 204800 against 16 / .04 = 400
TEST(H2, OfTheWorkedExampleIsTwiceThePrintedOne) {
  const double K = 16;
  const double d = 4;
  const double zeta = .1;
  const double gap = zeta / (2 * d * std::sqrt(K));
  EXPECT_NEAR(gap, .003125, 1e-15);
  EXPECT_NEAR(1 / (gap * gap), 102400, 1e-6);
  std::vector<double> gaps{0, gap};
  gaps.resize(16, 2 * zeta);
  EXPECT_NEAR(H_2(gaps, RankReading::best_is_first), 204800, 1e-6);
  EXPECT_NEAR(H_2(gaps, RankReading::best_is_apart), 102400, 1e-6);
  EXPECT_NEAR(mesha_complexity(mesha_sizes(16, 4, 1), zeta), 25600, 1e-8);
}

TEST(H2, TakesTheWorstRankAndNotAlwaysTheFirst) {
  EXPECT_DOUBLE_EQ(H_2({0, 0.5, 0.5, 0.5}, RankReading::best_is_first), 4 / 0.25);
  EXPECT_DOUBLE_EQ(H_2({0, 0.5, 0.5, 0.5}, RankReading::best_is_apart), 3 / 0.25);
  EXPECT_DOUBLE_EQ(H_2({0.9, 0.1, 0}, RankReading::best_is_first), 2 / 0.01);  // in any order
}

// Between itself and twice itself, whatever the gaps: i + 1 <= 2 i.
TEST(H2, InItsTwoFormsDiffersByAFactorBetweenOneAndTwo) {
  for (int k = 1; k < 200; ++k) {
    std::vector<double> gaps{0};
    for (int i = 1; i <= 1 + k % 17; ++i) gaps.push_back(0.01 + std::abs(std::sin(i * k)));
    const double first = H_2(gaps, RankReading::best_is_first);
    const double apart = H_2(gaps, RankReading::best_is_apart);
    ASSERT_GT(first, apart);
    ASSERT_LE(first, 2 * apart * (1 + 1e-12));
  }
}

// Experiment 1 at T = 800: K/zeta^2 d^2 log2 T = 8/.000225 * 9 * 9.643856 = 3086033.99
TEST(Rates, AreThoseOfTableIInExperiment1) {
  EXPECT_NEAR(mesha_rate(mesha_sizes(8, 3, 800), 0.015), 800 / 3086033.99, 1e-11);
  const double h_2 =
      H_2({0, .03, .12, .19, .25, .30, .34, .37}, RankReading::best_is_first);  // 2 / .03^2
  EXPECT_NEAR(halving_rate(800, 8, h_2), 800 / (2 / .0009 * 3), 1e-12);
  EXPECT_NEAR(od_linbai_rate(800, 4), 100, 1e-12);
}

// Table I drops the 18, and writes log2 T for log2(1 + T/R).
TEST(Rates, OfMeshaIsAboutEighteenTimesTheExponentOfTheTheorem) {
  const Sizes s = mesha_sizes(8, 3, 1'000'000);
  const double ratio = mesha_rate(s, 0.1) / exponent(s, 0.1, LogReading::base_2);
  EXPECT_NEAR(ratio, 18 * std::log2(1 + 1e6 / 3) / std::log2(1e6), 1e-9);
}

}  // namespace
}  // namespace mesha::theory
