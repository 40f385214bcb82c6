#include "mesha/design/rounding.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "design/instances.hpp"
#include "mesha/design/g_optimal.hpp"
#include "mesha/design/support.hpp"

namespace mesha {
namespace {

TEST(RoundPulls, SumsToNAndStaysInTheSupport) {
  Draws draws(21);
  for (int n = 0; n < 500; ++n) {
    std::vector<double> w(1 + draws.below(40));
    for (double& one : w) one = draws.uniform() < 0.3 ? 0 : draws.uniform() * draws.uniform();
    w[draws.below(w.size())] = 1;
    const double total = sum_of(w);
    for (double& one : w) one /= total;
    const auto s = static_cast<std::int64_t>(support_size(w));
    const std::int64_t N = s + static_cast<std::int64_t>(draws.below(200));
    const auto pulls = round_pulls(w, N);
    ASSERT_TRUE(pulls);
    EXPECT_EQ(std::accumulate(pulls->begin(), pulls->end(), std::int64_t{0}), N);
    for (std::size_t i = 0; i < w.size(); ++i) {
      EXPECT_EQ((*pulls)[i] > 0, w[i] > 0);
      // Pukelsheim & Rieder 1992: every share keeps 1 - s/N of its weight.
      EXPECT_GE(static_cast<double>((*pulls)[i]), w[i] * static_cast<double>(N - s) * (1 - 1e-12));
    }
  }
}

TEST(RoundPulls, TheWorstVarianceGrowsByNoMoreThanTheBound) {
  Draws draws(22);
  for (int n = 0; n < 50; ++n) {
    const Points arms = normal_points(60, 4, draws);
    const auto design = g_optimal(arms);
    ASSERT_TRUE(design);
    const auto s = static_cast<double>(support_size(design->weights));
    for (const std::int64_t N : {20, 50, 1000}) {
      if (static_cast<double>(N) < s + 1) continue;
      const auto pulls = round_pulls(design->weights, N);
      ASSERT_TRUE(pulls);
      std::vector<double> shares(pulls->begin(), pulls->end());
      for (double& share : shares) share /= static_cast<double>(N);
      EXPECT_LE(dense_worst(arms, shares),
                design->worst / (1 - s / static_cast<double>(N)) * (1 + 1e-9));
    }
  }
}

TEST(RoundPulls, RefusesFewerPullsThanSupport) {
  const std::vector<double> w{0.5, 0, 0.3, 0.2};
  EXPECT_EQ(round_pulls(w, 2).error().sentence,
            "2 pulls are too few for a design on 3 arms: each of them needs one");
  EXPECT_EQ(*round_pulls(w, 3), (std::vector<std::int64_t>{1, 0, 1, 1}));
  EXPECT_FALSE(round_pulls(std::vector<double>{0, 0}, 5));
  EXPECT_FALSE(round_pulls(std::vector<double>{-1, 2}, 5));
}

TEST(RoundPulls, TiesGoToTheLowerIndex) {
  EXPECT_EQ(*round_pulls(std::vector<double>{0.5, 0.5}, 5), (std::vector<std::int64_t>{3, 2}));
  const std::vector<double> third(3, 1.0 / 3);
  EXPECT_EQ(*round_pulls(third, 4), (std::vector<std::int64_t>{2, 1, 1}));
}

}  // namespace
}  // namespace mesha
