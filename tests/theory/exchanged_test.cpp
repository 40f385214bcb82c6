#include "mesha/theory/exchanged.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/random_games.hpp"

namespace mesha::theory {
namespace {

using testing::Dice;

double longest(const Instance& instance) {
  double most = 0;
  for (std::size_t i = 0; i < instance.arm_count(); ++i)
    most = std::max(most, norm(instance.feature(arm_at(i)).x));
  return most;
}

void expect_exchanged(const Instance& a, const Exchange& b) {
  const std::size_t arms = a.arm_count();
  ASSERT_EQ(b.instance.arm_count(), arms);
  EXPECT_EQ(b.best, *a.best_arm());
  EXPECT_EQ(b.rival, *b.instance.best_arm());
  EXPECT_EQ(b.instance.feature(b.rival).x, a.feature(b.rival).x) << "the rival is truthful";
  for (std::size_t i = 0; i < arms; ++i) {
    const ArmId arm = arm_at(i);
    EXPECT_EQ(b.reports[i].x, a.feature(arm).x);
    const ArmId as = arm == b.best ? b.rival : arm == b.rival ? b.best : arm;
    EXPECT_NEAR(b.instance.mean(arm), a.mean(as), 1e-9 * norm(a.theta()) * longest(a)) << i;
  }
}

TEST(Exchanged, HasTheSameReportsAndTheFirstTwoMeansExchanged) {
  for (std::uint64_t number = 0; number < 500; ++number) {
    Dice dice(number);
    const auto d = static_cast<std::size_t>(dice.integer(1, 6));
    const Instance a = testing::random_instance(dice, dice.integer(2, 12), d, .3, number % 2 == 0);
    const auto b = exchanged_instance(a);
    ASSERT_TRUE(b) << b.error().sentence;
    expect_exchanged(a, *b);
    if (d == 1) continue;
    EXPECT_LE(longest(b->instance), longest(a) * (1 + 1e-9)) << number;
    const double needed = std::fabs(a.mean(b->best)) / norm(a.feature(b->rival).x);
    EXPECT_NEAR(norm(b->instance.theta()), std::max(norm(a.theta()), needed), 1e-9 * needed + 1e-9);
  }
}

TEST(Exchanged, WorksWhereTheBestMeanIsZeroInTwoDimensions) {
  const Instance a = *Instance::make({{{0, 1}}, {{-.5, 2}}, {{-1, 0}}}, {1, 0}, GaussianNoise{1});
  expect_exchanged(a, *exchanged_instance(a));
  // theta is a multiple of the rival's feature, so the direction beside it is not theta's.
  const Instance b = *Instance::make({{{0, 1}}, {{-.5, 0}}}, {1, 0}, GaussianNoise{1});
  expect_exchanged(b, *exchanged_instance(b));
}

TEST(Exchanged, TakesTheRunnerUpThatHasAFeature) {
  const Instance a = *Instance::make({{{0, 0}}, {{0, 1}}, {{1, 0}}}, {1, 0}, GaussianNoise{1});
  const auto b = exchanged_instance(a);  // arms 0 and 1 tie for the second place
  ASSERT_TRUE(b);
  EXPECT_EQ(b->rival, ArmId{1});
  expect_exchanged(a, *b);
}

TEST(Exchanged, IsRefusedWhereTheConditionsFail) {
  const auto refused = [](std::vector<TrueFeature> arms, const Vec& theta) {
    return !exchanged_instance(*Instance::make(std::move(arms), theta, GaussianNoise{1}));
  };
  EXPECT_TRUE(refused({{{1.0}}}, {1.0}));                                     // one arm
  EXPECT_TRUE(refused({{{1.0}}, {{1.0}}}, {1.0}));                            // two best arms
  EXPECT_TRUE(refused({{{1.0, 0.0}}, {{0.0, 0.0}}, {{-1.0, 0.0}}}, {1, 0}));  // x_2 = 0
  EXPECT_TRUE(refused({{{0.0}}, {{-1.0}}}, {1.0}));                           // mu_1 = 0, d = 1
  EXPECT_FALSE(refused({{{-1.0}}, {{-2.0}}}, {1.0}));
}

}  // namespace
}  // namespace mesha::theory
