#include "mesha/planning/bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "mesha/base/random.hpp"
#include "planning/questions.hpp"
#include "support/repetitions.hpp"

namespace mesha::planning {
namespace {

using testing::failures_of;
using testing::means_1;
using testing::question;
using testing::sd_1;

std::vector<double> random_means(std::uint64_t number) {
  const RunRandom dice{.seed = 13, .run = number};
  const auto arms = 2 + static_cast<std::size_t>(9 * dice.uniform(Stream::instances, 0, 0));
  std::vector<double> means;
  for (std::size_t i = 0; i < arms; ++i) means.push_back(dice.uniform(Stream::instances, 1, i));
  return means;
}

TEST(LeastBudget, IsThatOfALinearScan) {
  for (std::int64_t low = 1; low < 40; ++low) {
    for (std::int64_t from = 1; from < 90; ++from) {
      const auto found = least_budget(low, 80, [from](std::int64_t T) { return T >= from; });
      const std::int64_t scan = std::max(low, from);
      EXPECT_EQ(found, scan <= 80 ? std::optional(scan) : std::nullopt);
    }
  }
}

TEST(RankingBound, IsNeverBelowTheFailure) {
  for (std::uint64_t k = 0; k < testing::repetitions(60U); ++k) {
    const Question asked = question(random_means(k), .3);
    const Failures failures = failures_of(asked, "sequential_halving");
    for (const std::int64_t T : {failures.smallest(), std::int64_t{100}, std::int64_t{317}}) {
      const Point point = failures.integrated(T);
      EXPECT_GE(*ranking_bound(*failures.problem(T)), point.failure - 1e-9) << k << " " << T;
    }
  }
}

TEST(RankingBound, IsTheFailureWhereAllOthersAreAlike) {
  for (const std::size_t arms : {2U, 3U, 5U, 8U, 12U}) {
    std::vector<double> means(arms, 0);
    means[arms / 2] = .5;
    const Question asked = question(means, 1);
    for (const char* learner : {"sequential_halving", "uniform"}) {
      const Failures failures = failures_of(asked, learner);
      for (const std::int64_t T : {60, 250})
        EXPECT_NEAR(*ranking_bound(*failures.problem(T)), failures.integrated(T).failure, 1e-9);
    }
  }
}

TEST(RankingBound, NeverRisesWithTheBudget) {
  for (std::uint64_t k = 0; k < testing::repetitions(4U); ++k) {
    const Question asked = question(random_means(100 + k), .3);
    const Failures failures = failures_of(asked, "sequential_halving");
    double last = 1;
    for (std::int64_t T = failures.smallest(); T < 150; ++T) {
      const double now = *ranking_bound(*failures.problem(T));
      EXPECT_LE(now, last + 1e-12) << k << " " << T;
      last = now;
    }
  }
}

TEST(RankingBound, IsNotThereWhereScoresBuildOnEarlierEpochs) {
  const Question asked = question(means_1, sd_1);
  EXPECT_FALSE(ranking_bound(*failures_of(asked, "successive_rejects").problem(100)));
}

TEST(ScheduleOf, ChangesWhereNumbersOfPullsDo) {
  const Question asked = question(means_1, sd_1);
  const Failures failures = failures_of(asked, "sequential_halving");
  using Schedule = std::vector<std::int64_t>;
  EXPECT_EQ(schedule_of(*failures.problem(528)), (Schedule{22, 4, 44, 2, 88, 1}));
  EXPECT_EQ(schedule_of(*failures.problem(533)), (Schedule{22, 4, 44, 2, 88, 1}));
  EXPECT_EQ(schedule_of(*failures.problem(534)), (Schedule{22, 4, 44, 2, 89, 1}));
}

TEST(TheoremBudgets, AreTheLeastAtWhichTheBoundsGrantIt) {
  const Question asked = question(means_1, sd_1);
  for (const char* learner : {"sequential_halving", "adaptive_halving", "guarded_halving"}) {
    const Failures failures = failures_of(asked, learner);
    const TheoremBudgets budgets = theorem_budgets(failures, .05, 1'000'000);
    ASSERT_TRUE(budgets.certificate && budgets.karnin) << learner;
    EXPECT_LT(*certificate_at(failures, *budgets.certificate), .05);
    EXPECT_GE(*certificate_at(failures, *budgets.certificate - 1), .05);
    EXPECT_GE(*budgets.karnin, *budgets.certificate);
  }
}

TEST(TheoremBudgets, AreNotThereWithoutATheorem) {
  Question asked = question({.5, .4, .3}, .2);
  EXPECT_FALSE(theorem_budgets(failures_of(asked, "mesha"), .05, 1'000'000).certificate);
  asked.within = .01;
  EXPECT_FALSE(
      theorem_budgets(failures_of(asked, "sequential_halving"), .05, 1'000'000).certificate);
  asked.within = 0;
  asked.noise = BernoulliReward{};
  EXPECT_FALSE(
      theorem_budgets(failures_of(asked, "sequential_halving"), .05, 1'000'000).certificate);
  EXPECT_FALSE(least_blind_budget(asked, .05, 1'000'000));
}

// For two arms uniform allocation is the best rule that looks at no report: with T even it reaches
// the limit exactly.
TEST(LeastBlindBudget, IsReachedByTwoArms) {
  const Question asked = question({.3, 0}, 1);
  const auto least = least_blind_budget(asked, .05, 1'000'000);
  const Found found = find_budget(failures_of(asked, "uniform"), {}, {});
  ASSERT_TRUE(least && found.budget);
  EXPECT_GE(*found.budget, *least);
  EXPECT_LE(*found.budget, *least + 1);
}

}  // namespace
}  // namespace mesha::planning
