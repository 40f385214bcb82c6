// The test that decides whether a published number agrees with ours.
#include "mesha/paper/verdict.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace mesha::paper {
namespace {

double p(const std::string& printed, std::int64_t trials, double ours) {
  const std::vector<double> one{ours};
  return p_value(published(printed, trials), one);
}

std::int64_t implied(const std::vector<std::string>& column) { return implied_trials(column); }

TEST(ImpliedTrials, AreTheFewestThatTheDigitsAllow) {
  EXPECT_EQ(implied({"0.318", "0.300", "0.240"}), 500);
  EXPECT_EQ(implied({"0.362", "0.169", "0.111"}), 1000);  // SR: not multiples of .002
  EXPECT_EQ(implied({"0.1210", "0.1022"}), 5000);
  EXPECT_EQ(implied({"0.2144", "0.3524"}), 5000);
  EXPECT_EQ(implied({"1.000"}), 500);
}

TEST(Published, KnowsItsDigits) {
  EXPECT_DOUBLE_EQ(published("0.1210", 5000).half_digit, 0.00005);
  EXPECT_DOUBLE_EQ(published("0.318", 500).half_digit, 0.0005);
  EXPECT_DOUBLE_EQ(published("0.318", 500).value, 0.318);
}

TEST(Published, HasAnErrorAlsoWhereEveryTrialFailed) {
  // 500 of 500: the lower end of Clopper-Pearson is .025^(1/500).
  EXPECT_NEAR(published("1.000", 500).error, 1 - std::pow(0.025, 1.0 / 500) + 0.0005, 1e-12);
}

// By hand: with N = 500 and every trial a failure, P(X >= 500) = p^500 is the smaller tail.
TEST(PValue, OfACountAtTheEdgeIsTwiceAPower) {
  EXPECT_NEAR(p("1.000", 500, 0.99), 2 * std::pow(0.99, 500), 1e-12);
  EXPECT_NEAR(p("0.000", 500, 0.01), 2 * std::pow(0.99, 500), 1e-12);
}

// By hand: 1 of 500 leaves P(X <= 1) = (1-p)^500 + 500 p (1-p)^499.
TEST(PValue, CountsTheWholeTail) {
  const double tail = std::pow(0.98, 500) + 500 * 0.02 * std::pow(0.98, 499);
  EXPECT_NEAR(p("0.002", 500, 0.02), 2 * tail, 1e-12);
}

// .169 of 5000 trials was rounded from 843, 844, 845, 846 or 847 of them: the upper tail starts at
// 843.
TEST(PValue, IsWidenedByHalfAPrintedDigit) {
  const auto upper_tail = [](std::int64_t from, double q) {
    double sum = 0;
    for (std::int64_t k = from; k <= 5000; ++k) {
      const auto x = static_cast<double>(k);
      sum += std::exp(std::lgamma(5001.0) - std::lgamma(x + 1) - std::lgamma(5001.0 - x) +
                      x * std::log(q) + (5000 - x) * std::log1p(-q));
    }
    return sum;
  };
  EXPECT_NEAR(p("0.169", 5000, 0.15), 2 * upper_tail(843, 0.15), 1e-9);
}

TEST(PValue, IsOneInTheMiddleAndSmallFarAway) {
  EXPECT_NEAR(p("0.300", 500, 0.300), 1, 0.05);
  EXPECT_LT(p("0.300", 500, 0.5), 1e-15);
  EXPECT_EQ(p("0.300", 500, 0.0), 0);
  EXPECT_EQ(p("0.300", 500, 1.0), 0);
}

TEST(PValue, OfDrawsIsThatOfTheirMixture) {
  const Published paper = published("0.300", 500);
  const std::vector<double> draws{0.1, 0.3, 0.5};
  // The draw at .3 alone holds a third of the mass, half of it on each side.
  EXPECT_NEAR(p_value(paper, draws), 1, 0.05);
  const std::vector<double> far{0.1, 0.1};
  EXPECT_DOUBLE_EQ(p_value(paper, far), p("0.300", 500, 0.1));
}

TEST(LeftOpen, ClosesInOnTheProbability) {
  const std::vector<double> few = left_open(3, 10);
  const std::vector<double> many = left_open(300'000, 1'000'000);
  EXPECT_GT(few.back() - few.front(), 0.4);
  EXPECT_LT(many.back() - many.front(), 0.003);
  EXPECT_NEAR(many[many.size() / 2], 0.3, 1e-5);
  EXPECT_GT(left_open(0, 100).front(), 0);  // none of a hundred does not mean never
}

TEST(WithoutSamplingNoise, TakesOutTheSpreadThatTheRunsAloneMake) {
  // Two draws alike but for noise: 100 runs each scatter by .046, so .28 and .32 say nothing.
  for (const double p : without_sampling_noise({0.28, 0.32}, 100)) EXPECT_DOUBLE_EQ(p, 0.30);
  // With a million runs each they are what they are.
  const std::vector<double> sharp = without_sampling_noise({0.28, 0.32}, 1'000'000);
  EXPECT_NEAR(sharp[0], 0.28, 1e-5);
  EXPECT_NEAR(sharp[1], 0.32, 1e-5);
}

TEST(Agreement, HasTheNamesOfTheContract) {
  EXPECT_EQ(name(Agreement::agrees), "agrees");
  EXPECT_EQ(name(Agreement::inferred), "agrees under an inferred reading");
  EXPECT_EQ(name(Agreement::differs), "differs");
}

}  // namespace
}  // namespace mesha::paper
