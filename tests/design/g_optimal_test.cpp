#include "mesha/design/g_optimal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "design/instances.hpp"
#include "mesha/design/support.hpp"
#include "support/repetitions.hpp"

namespace mesha {
namespace {

constexpr double tolerance = 1e-7;

void expect_design(const Points& arms, const GOptimal& design, double gap = tolerance) {
  ASSERT_EQ(design.weights.size(), arms.count);
  EXPECT_NEAR(sum_of(design.weights), 1, 1e-12);
  EXPECT_TRUE(std::ranges::all_of(design.weights, [](double w) { return w >= 0; }));
  EXPECT_LE(design.gap(), gap);
}

TEST(GOptimal, ADenseInverseConfirmsTheCertificateOn500RandomInstances) {
  Draws draws(1);
  for (int n = 0; n < testing::repetitions(500); ++n) {
    const std::size_t d = 1 + draws.below(12);
    const std::size_t K = d + draws.below(n % 10 == 0 ? 2000 : 100);
    Points arms = normal_points(K, d, draws);
    if (n % 3 == 0) {  // on the sphere
      for (std::size_t i = 0; i < K; ++i) {
        const double norm = column(arms, i).norm();
        for (std::size_t k = 0; k < d; ++k) arms.values[i * d + k] /= norm;
      }
    }
    const auto design = g_optimal(arms);
    ASSERT_TRUE(design);
    SCOPED_TRACE(::testing::Message() << "instance " << n << ", K = " << K << ", d = " << d);
    expect_design(arms, *design);
    EXPECT_EQ(design->dimension, static_cast<int>(d));
    const double worst = dense_worst(arms, design->weights);
    EXPECT_NEAR(worst, design->worst, 1e-8 * design->worst);
    EXPECT_LE(worst, static_cast<double>(d) * (1 + tolerance + 1e-9));
    EXPECT_GE(worst, static_cast<double>(d) * (1 - 1e-9));  // no design does better
  }
}

TEST(GOptimal, EqualWeightsOnBasisVectors) {
  const auto design = g_optimal(std::vector<Vec>{{1, 0, 0}, {0, 2, 0}, {0, 0, -5}});
  ASSERT_TRUE(design);
  for (const double w : design->weights) EXPECT_NEAR(w, 1.0 / 3, 1e-9);
  EXPECT_NEAR(design->worst, 3, 1e-9);
}

TEST(GOptimal, ARegularPolygonHasTheMomentsOfACircle) {
  for (const std::size_t corners : {3U, 5U, 8U, 101U}) {
    Points arms{corners, 2, {}};
    for (std::size_t i = 0; i < corners; ++i) {
      const double angle =
          2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(corners);
      arms.values.insert(arms.values.end(), {std::cos(angle), std::sin(angle)});
    }
    const auto design = g_optimal(arms);
    ASSERT_TRUE(design);
    expect_design(arms, *design);
    EXPECT_LT((information(arms, design->weights) - Eigen::MatrixXd::Identity(2, 2) / 2).norm(),
              1e-3);
  }
}

TEST(GOptimal, Example2StarvesArm1) {  // the reports of Example 2, as a design sees them
  const Points arms = points_of(std::vector<Vec>{{0, 1.0 / 2, 1.0 / 6}, {0, 0.9, 0}, {0, 0, 0.9}});
  const auto design = g_optimal(arms);
  ASSERT_TRUE(design);
  expect_design(arms, *design);
  EXPECT_EQ(design->dimension, 2);
  EXPECT_EQ(design->weights[0], 0);
  EXPECT_NEAR(design->weights[1], 0.5, 1e-6);
  EXPECT_NEAR(dense_worst(arms, design->weights), 2, 1e-6);
}

TEST(GOptimal, AnArmInTheScaledHullOfTheOthersNeedsNoWeight) {  // Theorem on zero weight
  Draws draws(2);
  for (int n = 0; n < testing::repetitions(300); ++n) {
    const std::size_t d = 2 + draws.below(5);
    const std::size_t K = d + 1 + draws.below(30);
    Points arms = normal_points(K, d, draws);
    const std::size_t j = draws.below(K);
    // x_j = sum lambda_i x_i: inside, on a face, or a copy of another arm.
    const std::size_t others = n % 3 == 0 ? 1 : 1 + draws.below(d);
    std::vector<double> lambda(K, 0.0);
    for (std::size_t k = 0; k < others; ++k) {
      const std::size_t i = draws.below(K);
      if (i != j) lambda[i] += draws.uniform();
    }
    const double total = std::max(sum_of(lambda), 1e-300) / (n % 2 == 0 ? 1 : draws.uniform());
    for (std::size_t k = 0; k < d; ++k) {
      double x = 0;
      for (std::size_t i = 0; i < K; ++i) {
        if (i != j) x += lambda[i] / total * arms.values[i * d + k];
      }
      arms.values[j * d + k] = x;
    }
    const auto design = g_optimal(arms, {.avoid = j});
    ASSERT_TRUE(design);
    const auto reduced = reduce_support(arms, *design);
    ASSERT_TRUE(reduced);
    SCOPED_TRACE(::testing::Message() << "instance " << n);
    expect_design(arms, *reduced, tolerance * 1.01);
    EXPECT_EQ(reduced->weights[j], 0);
    EXPECT_LE(dense_worst(arms, reduced->weights), static_cast<double>(d) * (1 + 2e-7));
    EXPECT_LE(support_size(reduced->weights), largest_support(reduced->dimension));
  }
}

TEST(GOptimal, AnArmThatIsNeededKeepsItsWeight) {
  const Points arms = points_of(std::vector<Vec>{{1, 0}, {0, 1}, {0.1, 0.1}});
  const auto avoided = g_optimal(arms, {.avoid = 0});
  ASSERT_TRUE(avoided);
  expect_design(arms, *avoided);
  EXPECT_NEAR(avoided->weights[0], 0.5, 1e-6);
}

TEST(GOptimal, OfTwoEqualArmsEitherCanBeAvoided) {
  const Points arms = points_of(std::vector<Vec>{{1, 0}, {1, 0}, {0, 1}});
  const std::vector<double> both{0.25, 0.25, 0.5};
  for (const std::size_t j : {0U, 1U}) {
    const auto design = g_optimal(arms, {.warm = both, .avoid = j});
    ASSERT_TRUE(design);
    EXPECT_EQ(design->weights[j], 0);
    EXPECT_NEAR(design->weights[1 - j], 0.5, 1e-6);
  }
}

TEST(GOptimal, OneArmGetsAllPulls) {
  const auto design = g_optimal(std::vector<Vec>{{3, -4, 0}});
  ASSERT_TRUE(design);
  EXPECT_EQ(design->dimension, 1);
  EXPECT_EQ(design->weights, std::vector<double>{1});
  EXPECT_NEAR(design->worst, 1, 1e-12);
}

TEST(GOptimal, RankDeficientDuplicatedAndZeroArmsAreHandledInTheirSpan) {
  const Points arms = points_of(std::vector<Vec>{
      {1, 1, 0, 2}, {1, 1, 0, 2}, {0, 0, 0, 0}, {0, 1, 1, 0}, {1, 2, 1, 2}, {-1, -1, 0, -2}});
  const auto design = g_optimal(arms);
  ASSERT_TRUE(design);
  EXPECT_EQ(design->dimension, 2);
  EXPECT_EQ(design->weights[2], 0);
  EXPECT_NEAR(dense_worst(arms, design->weights), 2, 2e-7);
}

TEST(GOptimal, UnitsOfTheFeaturesDoNotMatter) {
  Draws draws(3);
  const Points arms = normal_points(40, 4, draws);
  Points other = arms;
  const double unit[4] = {1e15, 1, 1e-15, 1e-300};
  for (std::size_t k = 0; k < other.values.size(); ++k) other.values[k] *= unit[k % 4];
  const auto a = g_optimal(arms);
  const auto b = g_optimal(other);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(b->dimension, 4);
  EXPECT_LE(dense_worst(arms, b->weights), 4 * (1 + 1e-6));  // judged in the first units
}

TEST(GOptimal, ArmsOfVeryDifferentSizesAreHandled) {
  const double tiny = 1e-15;
  const Points arms =
      points_of(std::vector<Vec>{{1, 1, 0}, {tiny, -tiny, 0}, {0.7, 0.7, 0}, {1e15, 1e15, 1e15}});
  const auto design = g_optimal(arms);
  ASSERT_TRUE(design);
  EXPECT_EQ(design->dimension, 3);
  EXPECT_LE(design->gap(), tolerance);
  for (const std::size_t i : {0U, 1U, 3U}) EXPECT_NEAR(design->weights[i], 1.0 / 3, 1e-6);
  EXPECT_EQ(design->weights[2], 0);
}

TEST(GOptimal, RefusesWhatHasNoDesignWithASentence) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(g_optimal(std::vector<Vec>{}).error().sentence, "a design needs at least one arm");
  EXPECT_EQ(g_optimal(std::vector<Vec>{{0, 0}, {0, 0}}).error().sentence,
            "all features are 0: there is nothing that a design could estimate");
  EXPECT_EQ(g_optimal(std::vector<Vec>{{1, 0}, {1, nan}}).error().sentence,
            "arm 1 (counted from 0) has a feature that is not a finite number");
  EXPECT_FALSE(g_optimal(std::vector<Vec>{{1}}, {.tolerance = 0}));
  EXPECT_FALSE(g_optimal(std::vector<Vec>{{1}}, {.tolerance = nan}));
}

TEST(GOptimal, TheSameArmsGiveTheSameBits) {
  Draws draws(4);
  const Points arms = normal_points(3000, 8, draws);
  const auto a = g_optimal(arms);
  const auto b = g_optimal(arms);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->weights, b->weights);
  EXPECT_EQ(a->steps, b->steps);
}

TEST(GOptimal, AWarmStartSavesSteps) {
  Draws draws(5);
  Points arms = normal_points(500, 6, draws);
  const auto cold = g_optimal(arms);
  ASSERT_TRUE(cold);
  const auto again = g_optimal(arms, {.warm = cold->weights});
  ASSERT_TRUE(again);
  EXPECT_EQ(again->steps, 0);
  for (double& x : arms.values) x *= 1 + 1e-4 * draws.normal();
  const auto afresh = g_optimal(arms);
  const auto warm = g_optimal(arms, {.warm = cold->weights});
  ASSERT_TRUE(afresh && warm);
  expect_design(arms, *warm);
  EXPECT_LE(dense_worst(arms, warm->weights), 6 * (1 + 2e-7));
}

TEST(GOptimal, DeletionChangesTheTimeAndNotTheAnswer) {
  Draws draws(6);
  for (int n = 0; n < 20; ++n) {
    const Points arms = normal_points(400, 5, draws);
    const auto with = g_optimal(arms);
    const auto without = g_optimal(arms, {.deletion = false});
    ASSERT_TRUE(with && without);
    const Eigen::MatrixXd a = information(arms, with->weights);
    const Eigen::MatrixXd b = information(arms, without->weights);
    EXPECT_LT((a - b).norm() / a.norm(), 1e-3);  // M is unique
    EXPECT_LE(dense_worst(arms, without->weights), 5 * (1 + 2e-7));
  }
}

TEST(GOptimal, CanBeStoppedAndThenTellsHowFarItCame) {
  Draws draws(7);
  const Points arms = normal_points(800, 10, draws);
  std::stop_source stop;
  int calls = 0;
  const auto design = g_optimal(arms, {.on_progress =
                                           [&](const DesignProgress& now) {
                                             EXPECT_GT(now.candidates, 0U);
                                             if (++calls == 3) stop.request_stop();
                                           },
                                       .stop = stop.get_token()});
  ASSERT_TRUE(design);
  EXPECT_GT(design->gap(), tolerance);
  EXPECT_NEAR(dense_worst(arms, design->weights), design->worst, 1e-8 * design->worst);
  EXPECT_NEAR(sum_of(design->weights), 1, 1e-12);
}

TEST(GOptimal, ManyArmsNeedAWorkingSetOnly) {
  Draws draws(8);
  const Points arms = normal_points(50000, 4, draws);
  const auto design = g_optimal(arms);
  ASSERT_TRUE(design);
  EXPECT_LE(dense_worst(arms, design->weights), 4 * (1 + 2e-7));
}

}  // namespace
}  // namespace mesha
