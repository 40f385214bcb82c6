// Budgets from exact failures, against a scan that evaluates every T and knows nothing of schedules
// or bounds.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "planning/questions.hpp"
#include "support/experiment_1.hpp"

namespace mesha::planning {
namespace {

using testing::failures_of;
using testing::means_1;
using testing::question;
using testing::sd_1;

// failure[T] of sequential halving for T < end; 1 where it cannot play.
std::vector<double> scanned(const Experiment& experiment, std::int64_t end) {
  std::vector<double> failure;
  for (std::int64_t T = 0; T < end; ++T) {
    const auto ready = T == 0 ? Result<Prepared>(Error{"nothing to play"})
                              : experiment.prepare({.name = "sequential_halving", .options = {}}, T,
                                                   {.method = Method::exact});
    failure.push_back(ready ? run(*ready).failure : 1);
  }
  return failure;
}

// The least T that is below in all of [T, 4T].
std::int64_t settled_budget(const std::vector<double>& failure, double wished) {
  for (std::size_t T = 1; 4 * T < failure.size(); ++T) {
    bool below = true;
    for (std::size_t later = T; later <= 4 * T && below; ++later) below = failure[later] < wished;
    if (below) return static_cast<std::int64_t>(T);
  }
  return 0;
}

Found found(const std::vector<double>& means, double sd, double wished) {
  const Question asked = question(means, sd);
  return find_budget(failures_of(asked, "sequential_halving"), {.failure = wished}, {});
}

TEST(ExactBudget, OfExperimentOneIsWhatAScanSays) {
  const auto failure = scanned(testing::experiment_1(), 4 * 528 + 1);
  EXPECT_EQ(settled_budget(failure, .1), 528);
  const Found budget = found(means_1, sd_1, .1);
  EXPECT_EQ(budget.budget, 528);
  EXPECT_NEAR(budget.at.failure, failure[528], 1e-9);
  EXPECT_TRUE(budget.every_change);
  EXPECT_EQ(budget.at.method, Method::exact);
}

TEST(ExactBudget, IsNotTheFirstOneBelowWhereTheFailureRisesAgain) {
  const std::vector<double> means = {.52, .49, .40, .33, .27};
  constexpr double wished = .21024;
  const Question asked = question(means, .155);
  const auto failure = scanned(*experiment_of(asked, 0, true), 4 * 210 + 1);
  EXPECT_GE(failure[203], wished);
  EXPECT_LT(failure[204], wished);
  EXPECT_GE(failure[207], wished);
  EXPECT_LT(failure[210], wished);
  EXPECT_EQ(settled_budget(failure, wished), 210);
  EXPECT_EQ(found(means, .155, wished).budget, 210);
}

TEST(ExactBudget, AgreesWithTheScanForManyWishesAndShapes) {
  const std::vector<std::vector<double>> shapes = {
      {.5, .4, .4}, {.5, .45, .2, .1}, {.5, .3, .3, .3, .3, .3}, {.6, .5, .45, .1, .1, .1, 0}};
  for (const auto& means : shapes) {
    const Question asked = question(means, .2);
    const auto failure = scanned(*experiment_of(asked, 0, true), 1'201);
    for (const double wished : {.3, .2, .15, .12}) {
      const std::int64_t budget = settled_budget(failure, wished);
      ASSERT_GT(budget, 0);
      EXPECT_EQ(found(means, .2, wished).budget, budget) << means.size() << " at " << wished;
    }
  }
}

TEST(ExactBudget, IsTheSmallestThatCanPlayWhereThatIsEnough) {
  EXPECT_EQ(found({1, 0, 0, 0}, .01, .05).budget, 8);
}

TEST(ExactBudget, IsNotReachableBeyondTheMost) {
  const Question asked = question({.5, .499, .4}, .2);
  const Found none = find_budget(failures_of(asked, "sequential_halving"), {.most = 300}, {});
  EXPECT_FALSE(none.budget);
  EXPECT_EQ(none.why_not, "not reachable with 300 evaluations");
  EXPECT_FALSE(none.interrupted);
}

TEST(ExactBudget, CountsNearlyBestArmsAsFoundWhereTheyAre) {
  Question asked = question({.5, .49, .2, .1}, .5);
  const auto strict = find_budget(failures_of(asked, "sequential_halving"), {}, {});
  asked.within = .02;
  const Failures failures = failures_of(asked, "sequential_halving");
  const auto kind = find_budget(failures, {}, {});
  ASSERT_TRUE(strict.budget && kind.budget);
  EXPECT_LT(*kind.budget * 20, *strict.budget);
  EXPECT_LT(failures.integrated(*kind.budget).failure, .05);
  EXPECT_GE(failures.integrated(*kind.budget - 1).failure, .05);
}

TEST(ExactBudget, StopsWhereItIsToldTo) {
  std::stop_source stop;
  stop.request_stop();
  const Question asked = question(means_1, sd_1);
  const Found none =
      find_budget(failures_of(asked, "sequential_halving"), {}, {.stop = stop.get_token()});
  EXPECT_TRUE(none.interrupted);
  EXPECT_FALSE(none.budget);
}

}  // namespace
}  // namespace mesha::planning
