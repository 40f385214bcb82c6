#include "mesha/design/support.hpp"

#include <gtest/gtest.h>

#include "design/instances.hpp"

namespace mesha {
namespace {

TEST(ReduceSupport, KeepsTheInformationMatrixOnAtMostHalfOfDTimesDPlusOneArms) {
  Draws draws(11);
  for (int n = 0; n < 100; ++n) {
    const std::size_t d = 1 + draws.below(8);
    const std::size_t K = d + draws.below(200);
    Points arms = normal_points(K, d, draws);
    for (std::size_t i = 0; i < K; ++i) {  // on the sphere optimal designs are spread widely
      const double norm = column(arms, i).norm();
      for (std::size_t k = 0; k < d; ++k) arms.values[i * d + k] /= norm;
    }
    const auto design = g_optimal(arms, {.tolerance = 1e-10});
    ASSERT_TRUE(design);
    const auto reduced = reduce_support(arms, *design);
    ASSERT_TRUE(reduced);
    SCOPED_TRACE(::testing::Message() << "instance " << n << ", K = " << K << ", d = " << d);
    EXPECT_LE(support_size(reduced->weights), d * (d + 1) / 2);
    EXPECT_NEAR(sum_of(reduced->weights), 1, 1e-12);
    const Eigen::MatrixXd before = information(arms, design->weights);
    const Eigen::MatrixXd after = information(arms, reduced->weights);
    EXPECT_LT((before - after).norm() / before.norm(), 1e-9);
    EXPECT_NEAR(dense_worst(arms, reduced->weights), reduced->worst, 1e-8 * reduced->worst);
    for (std::size_t i = 0; i < K; ++i) {
      EXPECT_GE(reduced->weights[i], 0);
      EXPECT_TRUE(design->weights[i] > 0 || reduced->weights[i] == 0);
    }
  }
}

TEST(ReduceSupport, AlsoWithinASpan) {
  Draws draws(12);
  Points flat = normal_points(60, 3, draws);
  Points arms{60, 5, {}};
  for (std::size_t i = 0; i < 60; ++i) {
    const auto x = flat.row(i);
    arms.values.insert(arms.values.end(), {x[0], x[1], x[2], x[0] + x[1], x[2] - x[0]});
  }
  GOptimal equal{std::vector<double>(60, 1.0 / 60), 0, 3, 0};
  const auto reduced = reduce_support(arms, equal);  // works for any design, not only the optimal
  ASSERT_TRUE(reduced);
  EXPECT_LE(support_size(reduced->weights), 6U);
  EXPECT_LE(reduced->worst, dense_worst(arms, equal.weights) * (1 + 1e-9));
}

}  // namespace
}  // namespace mesha
