#include "mesha/simulate/pulls_spent.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/random_games.hpp"

namespace mesha {
namespace {

TEST(PullsSpent, BucketsCoverAllNumbersInOrder) {
  std::int64_t last_end = -1;
  for (std::size_t k = 0; k < 2000; ++k) {
    const std::int64_t end = PullsSpent::bucket_end(k);
    EXPECT_EQ(PullsSpent::bucket(last_end + 1), k);
    EXPECT_EQ(PullsSpent::bucket(end), k);
    EXPECT_LE(static_cast<double>(end - last_end), std::max(1.0, static_cast<double>(end) / 64));
    last_end = end;
  }
}

TEST(PullsSpent, EqualsTheSortedListOfNumbers) {
  testing::Dice dice(1);
  PullsSpent whole;
  PullsSpent halves[2];
  std::vector<double> all;
  for (int k = 0; k < 5000; ++k) {
    const auto pulls = static_cast<std::int64_t>(std::exp(dice.uniform(0, 20)));
    all.push_back(static_cast<double>(pulls));
    whole.add(pulls);
    halves[k % 2].add(pulls);
  }
  std::ranges::sort(all);
  double sum = 0;
  for (const double x : all) sum += x;
  const double mean = sum / 5000;
  double squares = 0;
  for (const double x : all) squares += (x - mean) * (x - mean);
  EXPECT_NEAR(whole.mean() / mean, 1, 1e-12);
  EXPECT_NEAR(whole.variance() / (squares / 4999), 1, 1e-9);
  for (const double part : {.1, .5, .9, .99}) {
    const double truth = all[static_cast<std::size_t>(std::ceil(part * 5000)) - 1];
    EXPECT_GE(static_cast<double>(whole.quantile(part)), truth);
    EXPECT_LE(static_cast<double>(whole.quantile(part)), truth * (1 + 1.0 / 64));
  }
  EXPECT_EQ(static_cast<double>(whole.least()), all.front());
  EXPECT_EQ(static_cast<double>(whole.most()), all.back());
  halves[1] += halves[0];
  EXPECT_EQ(halves[1], whole);
  EXPECT_EQ(PullsSpent::from(whole.sums()), whole);
}

TEST(PullsSpent, SumsOfHugeNumbersDoNotOverflow) {
  PullsSpent pulls;
  pulls.add(10'000'000'000, 4'000'000'000'000);
  pulls.add(10'000'000'001, 4'000'000'000'000);
  EXPECT_NEAR(pulls.mean() / 1e10, 1, 1e-9);
  EXPECT_EQ(pulls.runs(), 8'000'000'000'000);
  WideSum sum;
  for (int k = 0; k < 3; ++k) sum.add(~std::uint64_t{0}, ~std::uint64_t{0});
  EXPECT_EQ(sum, (WideSum{~std::uint64_t{0} - 6 + 1, 3}));  // 3 (2^64 - 1)^2 modulo 2^128
  WideSum square;
  square.add_square(std::uint64_t{1} << 33U, 5);
  EXPECT_EQ(square, (WideSum{20, 0}));
}

TEST(PullsSpent, NothingIsZeroAndOneRunHasNoVariance) {
  PullsSpent none;
  EXPECT_EQ(none.mean(), 0);
  EXPECT_EQ(none.quantile(.5), 0);
  none.add(800, 1);
  EXPECT_EQ(none.variance(), 0);
  EXPECT_EQ(none.quantile(.5), 800);  // all the same: no rounding
}

}  // namespace
}  // namespace mesha
