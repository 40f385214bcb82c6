// Families of instances are what their publications say.
#include "mesha/instances/families.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "mesha/instances/tails.hpp"

namespace mesha {
namespace {

constexpr GaussianNoise noise{0.1};

TEST(Tails, AreEvenlySpacedBelowTheSecondArm) {
  EXPECT_EQ(means_with_tail({.arms = 4, .best = 1, .gap = 0.25, .end = 0.25}),
            (std::vector<double>{1, 0.75, 0.5, 0.25}));
}

TEST(Tails, MayBeSeparatedFromTheSecondArm) {
  const auto means =
      means_with_tail({.arms = 5, .best = 1, .gap = 0.2, .end = 0.1, .tail = Tail::separated});
  const double expected[] = {1, 0.8, 0.7, 0.4, 0.1};
  for (std::size_t i = 0; i < means.size(); ++i) EXPECT_NEAR(means[i], expected[i], 1e-15);
}

TEST(Tails, MayBeNestedSoThatMoreArmsKeepTheFirst) {
  TailOptions options{.best = 1, .gap = 0.1, .end = 0.2, .tail = Tail::nested, .nested_gap = 0.1};
  options.arms = 40;
  const auto many = means_with_tail(options);
  options.arms = 10;
  const auto few = means_with_tail(options);
  for (std::size_t i = 0; i < few.size(); ++i) EXPECT_EQ(few[i], many[i]);
  EXPECT_NEAR(many[15], 0.2, 1e-15);
  for (std::size_t i = 16; i < many.size(); ++i) EXPECT_EQ(many[i], 0.2);
}

TEST(FeaturesAround, HaveTheirMeansAndTheirDistanceFromTheta) {
  const std::vector<double> means{0.5, 0.4, -0.3};
  for (const std::size_t d : {2, 3, 17}) {
    const Vec theta = inverse_root_theta(d);
    EXPECT_NEAR(norm(theta), 1, 1e-15);
    EXPECT_NEAR(theta[1] / theta[0], std::sqrt(0.5), 1e-15);
    const auto arms = features_around(theta, means, 0.7, {5, 2});
    for (std::size_t i = 0; i < means.size(); ++i) {
      EXPECT_NEAR(dot(theta, arms[i].x), means[i], 1e-14);
      EXPECT_NEAR(squared_norm(arms[i].x), means[i] * means[i] + 0.49, 1e-14);
    }
  }
}

TEST(FeaturesAround, AreTheSameForTheFirstArmsOfMore) {
  const Vec theta = inverse_root_theta(4);
  const std::vector<double> means{0.5, 0.4, 0.3, 0.2};
  const auto many = features_around(theta, means, 1, {5, 2});
  const auto few = features_around(theta, std::span(means).first(2), 1, {5, 2});
  EXPECT_EQ(few[1].x, many[1].x);
  EXPECT_NE(features_around(theta, means, 1, {5, 3})[1].x, many[1].x);
}

TEST(Soare, HasARivalThatOnlyTheSecondAxisTellsApart) {
  const auto instance = *soare(5, 0.01, noise);
  EXPECT_EQ(instance.arm_count(), 6U);
  EXPECT_EQ(*instance.best_arm(), ArmId{0});
  EXPECT_NEAR(instance.smallest_gap(), 1 - std::cos(0.01), 1e-16);
  EXPECT_NEAR(instance.feature(ArmId{5}).x[1], std::sin(0.01), 1e-16);
  EXPECT_FALSE(soare(1, 0.01, noise));
}

TEST(YangTan, HasUnitArmsAroundFortyFiveDegrees) {
  const auto instance = *yang_tan(2000, noise, {1, 1});
  EXPECT_EQ(*instance.best_arm(), ArmId{0});
  EXPECT_NEAR(instance.mean(ArmId{1}), -std::sqrt(0.5), 1e-15);
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 2; i < 2000; ++i) {
    const Vec& x = instance.feature(arm_at(i)).x;
    EXPECT_NEAR(norm(x), 1, 1e-15);
    const double off = std::atan2(x[1], x[0]) - std::numbers::pi / 4;
    sum += off, squares += off * off;
  }
  EXPECT_NEAR(sum / 1998, 0, 4.5 * 0.3 / std::sqrt(1998.0));  // false alarm: 7e-6 of the seeds
  EXPECT_NEAR(squares / 1998, 0.09, 4.5 * 0.09 * std::sqrt(2 / 1998.0));
}

TEST(RandomSphere, PutsThetaBetweenTheClosestTwoArms) {
  for (std::uint64_t run = 0; run < 20; ++run) {
    const auto instance = *random_sphere(30, 4, noise, {7, run});
    double closest = 4;
    std::size_t first = 0;
    for (std::size_t i = 0; i < 30; ++i) {
      EXPECT_NEAR(norm(instance.feature(arm_at(i)).x), 1, 1e-14);
      for (std::size_t j = i + 1; j < 30; ++j) {
        Vec difference = instance.feature(arm_at(i)).x;
        for (std::size_t k = 0; k < 4; ++k) difference[k] -= instance.feature(arm_at(j)).x[k];
        if (squared_norm(difference) < closest) closest = squared_norm(difference), first = i;
      }
    }
    EXPECT_EQ(*instance.best_arm(), arm_at(first));
    // <theta, x - y> = |x - y|^2 / 2 (1 - 0.02) for unit vectors.
    EXPECT_NEAR(instance.smallest_gap(), closest * 0.49, 1e-12);
  }
}

}  // namespace
}  // namespace mesha
