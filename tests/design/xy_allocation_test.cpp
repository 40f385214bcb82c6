#include "mesha/design/xy_allocation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "design/instances.hpp"
#include "support/repetitions.hpp"

namespace mesha {
namespace {

double worst_difference(const Points& arms, std::span<const double> weights,
                        const std::vector<std::size_t>& compare) {
  const Eigen::MatrixXd inverse =
      information(arms, weights).completeOrthogonalDecomposition().pseudoInverse();
  double worst = 0;
  for (const std::size_t i : compare) {
    for (const std::size_t j : compare) {
      const Eigen::VectorXd y = column(arms, i) - column(arms, j);
      worst = std::max(worst, y.dot(inverse * y));
    }
  }
  return worst;
}

TEST(XYAllocation, ADenseInverseConfirmsTheWorstAndNoRandomWeightsAreBetter) {
  Draws draws(31);
  for (int n = 0; n < testing::repetitions(60); ++n) {
    const std::size_t d = 2 + draws.below(5);
    const std::size_t K = d + 1 + draws.below(30);
    const Points arms = normal_points(K, d, draws);
    std::vector<std::size_t> compare;
    for (std::size_t i = 0; i < K; ++i) {
      if (i < 2 || draws.uniform() < 0.5) compare.push_back(i);
    }
    SCOPED_TRACE(::testing::Message() << "instance " << n << ", K = " << K << ", d = " << d);
    const auto found = xy_allocation(arms, {.compare = compare});
    ASSERT_TRUE(found);
    EXPECT_LE(found->gap(), 1e-5);
    EXPECT_NEAR(sum_of(found->weights), 1, 1e-12);
    EXPECT_NEAR(worst_difference(arms, found->weights, compare), found->worst, 1e-7 * found->worst);
    for (int k = 0; k < 20; ++k) {
      std::vector<double> w(K);
      for (std::size_t i = 0; i < K; ++i) w[i] = found->weights[i] + 0.02 * draws.uniform();
      const double total = sum_of(w);
      for (double& one : w) one /= total;
      EXPECT_GE(worst_difference(arms, w, compare), found->lower * (1 - 1e-9));
    }
  }
}

// The best weights may leave M singular: then those that do not matter fade, and M with them.
TEST(XYAllocation, ASingleDifferenceInFewerDimensionsThanTheArmsIsNoTrouble) {
  const Points arms = points_of(std::vector<Vec>{{-0.49, -0.11, -0.08},
                                                 {-0.27, 0.05, -0.06},
                                                 {-0.18, -0.06, -0.03},
                                                 {-0.15, -0.05, 0.04},
                                                 {0.22, -0.05, -0.05},
                                                 {0.33, -0.065, 0.05},
                                                 {0.4, -0.12, -0.09},
                                                 {0.52, 0.0, 0.0}});
  const std::vector<std::size_t> compare{1, 3};
  const auto found = xy_allocation(arms, {.compare = compare});
  ASSERT_TRUE(found);
  EXPECT_LE(found->gap(), 1e-4);
  EXPECT_NEAR(sum_of(found->weights), 1, 1e-12);
  EXPECT_NEAR(worst_difference(arms, found->weights, compare), found->worst, 1e-4 * found->worst);
}

TEST(XYAllocation, BasisVectorsAreComparedWithEqualWeights) {
  const auto found = xy_allocation(points_of(std::vector<Vec>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->worst, 6, 1e-4);  // 1/w_i + 1/w_j
  for (const double w : found->weights) EXPECT_NEAR(w, 1.0 / 3, 1e-3);
}

TEST(XYAllocation, SoaresExampleLooksAlongTheNarrowDifference) {  // 2014, Section 3
  const double omega = 0.1;
  const Points arms =
      points_of(std::vector<Vec>{{1, 0}, {0, 1}, {std::cos(omega), std::sin(omega)}});
  const std::vector<std::size_t> compare{0, 2};
  const auto found = xy_allocation(arms, {.compare = compare});
  ASSERT_TRUE(found);
  EXPECT_LE(found->gap(), 1e-5);
  EXPECT_GT(found->weights[1], 0.9);  // the second arm tells arms 0 and 2 apart
  // c-optimal: (min |a|_1 over y = sum a_i x_i)^2 (Elfving 1952)
  const double best = std::pow(1 - std::cos(omega) + std::sin(omega), 2);
  EXPECT_NEAR(found->worst, best, 2e-5 * best);
}

TEST(XYAllocation, WorksInTheSpanAndWithCopies) {
  const Points arms = points_of(std::vector<Vec>{{1, 1, 0}, {1, 1, 0}, {0, 0, 1}, {0, 0, 0}});
  const auto found = xy_allocation(arms);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->dimension, 2);
  EXPECT_LE(found->gap(), 1e-5);
}

TEST(XYAllocation, RefusesWhatCannotBeCompared) {
  const Points same = points_of(std::vector<Vec>{{1, 0}, {1, 0}, {0, 1}});
  const std::vector<std::size_t> copies{0, 1};
  EXPECT_EQ(xy_allocation(same, {.compare = copies}).error().sentence,
            "the arms to compare have all the same features: there is no difference to estimate");
  EXPECT_FALSE(xy_allocation(points_of(std::vector<Vec>{{1, 2}})));
  EXPECT_FALSE(xy_allocation(points_of(std::vector<Vec>{{0, 0}, {0, 0}})));
}

}  // namespace
}  // namespace mesha
