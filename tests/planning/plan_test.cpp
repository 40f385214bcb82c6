#include "mesha/planning/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "mesha/planning/lies.hpp"
#include "planning/questions.hpp"

namespace mesha::planning {
namespace {

using testing::failures_of;
using testing::means_1;
using testing::question;
using testing::sd_1;

std::set<std::string> names(const Entrants& all) {
  std::set<std::string> found;
  for (const Entrant& one : all.list) found.insert(one.choice.name);
  return found;
}

TEST(EntrantsOf, AreThoseWhoseTraitsAllowIt) {
  const auto none = entrants({}, KnownFeatures::none);
  const auto given = entrants({}, KnownFeatures::given);
  const auto linear = entrants({}, KnownFeatures::linear);
  for (const LearnerEntry& entry : all_learners()) {
    const bool blind = entry.traits.does_without_features() && !entry.traits.needs_theta;
    EXPECT_EQ(names(*none).contains(entry.name), blind) << entry.name;
    EXPECT_EQ(names(*given).contains(entry.name), !entry.traits.needs_theta) << entry.name;
    EXPECT_TRUE(names(*linear).contains(entry.name)) << entry.name;
  }
  EXPECT_EQ(names(*none).size() + none->left_out.size(), all_learners().size());
}

TEST(EntrantsOf, HaveTheVariantsOfTheCatalogWhichCanBeMade) {
  std::size_t variants = 0;
  for (const LearnerEntry& entry : all_learners()) {
    for (const Options& options : entry.variants) {
      ++variants;
      const Setting setting{.arms = 4, .dimension = 2, .budget = 1'000, .smallest_gap = .1};
      EXPECT_TRUE(make_learner(entry.name, setting, options)) << entry.name;
      const auto all = entrants({}, KnownFeatures::linear);
      EXPECT_TRUE(std::ranges::any_of(all->list, [&](const Entrant& one) {
        return one.choice.name == entry.name && one.choice.options == options;
      }));
    }
  }
  EXPECT_GE(variants, 1U);
}

TEST(EntrantsOf, RefusesANameThatIsUnknownOrCannot) {
  const std::vector<std::string> unknown{"sequentialhalving"};
  const std::vector<std::string> believer{"od_linbai"};
  EXPECT_EQ(entrants(unknown, KnownFeatures::none).error().kind, ErrorKind::not_found);
  EXPECT_EQ(entrants(believer, KnownFeatures::none).error().kind, ErrorKind::unsupported);
  EXPECT_TRUE(entrants(believer, KnownFeatures::given));
}

TEST(Grid, HasEveryNumberToAHundredAndThenStepsOfAtMostAPercent) {
  const auto grid = grid_of_budgets(1'000'000);
  for (std::size_t k = 0; k < 100; ++k) EXPECT_EQ(grid[k], static_cast<std::int64_t>(k) + 1);
  for (std::size_t k = 100; k < grid.size(); ++k) {
    EXPECT_GT(grid[k], grid[k - 1]);
    EXPECT_LE(static_cast<double>(grid[k]), 1.01 * static_cast<double>(grid[k - 1]));
  }
  EXPECT_GT(grid.back() + grid.back() / 100, 1'000'000);
}

// The same runs, looked at one by one: the point before is not below, all of [T, 1.1 T] is.
TEST(CountedBudget, IsTheFirstOfTheGridFromWhichOnItIsBelow) {
  std::vector<double> means(20, 0);
  means[7] = .6;
  const Question asked = question(means, 1);
  const Effort effort{.runs = 20'000};
  const auto grid = grid_of_budgets(1'000'000);
  for (const char* learner : {"sequential_halving", "successive_rejects"}) {
    const Failures failures = failures_of(asked, learner);
    EXPECT_FALSE(failures.integrable());
    const Found found = find_budget(failures, effort, {});
    ASSERT_TRUE(found.budget) << learner;
    const auto place = std::ranges::find(grid, *found.budget);
    ASSERT_NE(place, grid.end());
    EXPECT_GE(failures.counted(*(place - 1), 20'000, {})->failure, .05);
    for (auto T = place; static_cast<double>(*T) < 1.1 * static_cast<double>(*place); ++T)
      EXPECT_LT(failures.counted(*T, 20'000, {})->failure, .05) << learner << " " << *T;
    EXPECT_EQ(found.at.runs, 20'000);
    EXPECT_LT(found.at.interval.low, found.at.failure);
    EXPECT_GT(found.at.interval.high, found.at.failure);
  }
}

// The exact budget is 528. Intervals cover all budgets at once with 95%.
TEST(CountedBudget, OfTheSameRuleWithItsIntervalHoldsTheExactFailure) {
  const Question asked = question(means_1, sd_1);
  const Failures failures = failures_of(asked, "sequential_halving");
  for (const std::int64_t T : {60, 200, 528, 800}) {
    const auto point = failures.counted(T, 50'000, {});
    const double exact = failures.integrated(T).failure;
    EXPECT_LT(point->interval.low, exact);
    EXPECT_GT(point->interval.high, exact);
  }
}

TEST(CountedBudget, IsTheSameForAnyNumberOfThreads) {
  const Question asked = question({0, 0, 0, .7}, 1);
  const Effort effort{.runs = 500};
  const Failures failures = failures_of(asked, "adaptive_halving");
  const Found one = find_budget(failures, effort, {.threads = 1});
  const Found three = find_budget(failures, effort, {.threads = 3});
  EXPECT_EQ(one.budget, three.budget);
  EXPECT_EQ(one.at.failure, three.at.failure);
}

TEST(CountedBudget, SaysWhatIsTooRareToBeCounted) {
  const Question asked = question({0, 0, 0, .7}, 1);
  const Found found =
      find_budget(failures_of(asked, "adaptive_halving"), {.failure = 1e-9, .runs = 500}, {});
  EXPECT_FALSE(found.budget);
  EXPECT_NE(found.why_not.find("too rare"), std::string::npos);
}

TEST(Failures, OfSeveralWorldsAreTheAverageOfEach) {
  Question asked{.worlds = {{.6, 0, 0}, {.3, 0, .1}, {0, .9, .2}}};
  const Point all = *failures_of(asked, "sequential_halving").counted(60, 300'000, {});
  double mean = 0;
  for (const auto& means : asked.worlds) {
    const Question one = question(means, 1);
    mean += failures_of(one, "sequential_halving").integrated(60).failure / 3;
  }
  EXPECT_NEAR(all.failure, mean, 5 * .5 / std::sqrt(300'000.0));  // z = 5: once in 1.7 million
  EXPECT_EQ(all.runs, 300'000);
}

TEST(MakePlan, NamesTheCheapestAndTheNext) {
  const std::vector<std::string> learners{"uniform", "sequential_halving"};
  const auto plan = make_plan(question(means_1, sd_1), *entrants(learners, KnownFeatures::none),
                              {.failure = .1, .runs = 5'000}, {});
  ASSERT_EQ(plan->rows.size(), 3U);
  const auto best = plan->by_budget();
  ASSERT_EQ(best.size(), 3U);
  EXPECT_EQ(best[1]->found.budget, 528);
  EXPECT_EQ(best[1]->entrant.name(), "sequential_halving");
  EXPECT_EQ(best[2]->entrant.name(), "uniform");
  for (const PlanRow* row : best) {
    EXPECT_GE(*row->found.budget, *plan->blind_least);
    EXPECT_EQ(row->under_lies->kind, UnderLies::Kind::certificate);
    EXPECT_GE(row->under_lies->failure, row->found.at.failure - 1e-9);
    for (const std::int64_t T : plan->shared) {
      const auto points = std::ranges::count(row->found.curve, T, &Point::budget);
      EXPECT_EQ(points, T >= 24 ? 1 : points) << T;
    }
    EXPECT_TRUE(std::ranges::is_sorted(row->found.curve, {}, &Point::budget));
  }
}

TEST(MakePlan, AsksNobodyWhatNoRuleCanDo) {
  const std::vector<std::string> learners{"adaptive_halving", "uniform"};
  const auto plan = make_plan(question({1e-6, 0, 0}, 1), *entrants(learners, KnownFeatures::none),
                              {.runs = 100'000'000}, {});  // that many would take days
  for (const PlanRow& row : plan->rows)
    EXPECT_EQ(row.found.why_not, "not reachable with 1,000,000 evaluations");
}

TEST(PromisesOf, AreTheFailuresAtThatBudget) {
  const std::vector<std::string> learners{"uniform"};
  const auto asked = [](double gap) -> Result<Question> { return question({gap, 0, 0}, 1); };
  const auto found =
      promises_of(90, {.1, .5, 1}, asked, *entrants(learners, KnownFeatures::none), {}, {});
  ASSERT_EQ(found->rows.size(), 3U);
  for (const Promise& one : found->rows) {
    const Question again = question({one.gap, 0, 0}, 1);
    EXPECT_EQ(one.at.failure, failures_of(again, "uniform").integrated(90).failure);
  }
  EXPECT_GT(found->rows[0].at.failure, found->rows[2].at.failure);
}

TEST(PromisesOf, SaysWhoNeedsMore) {
  const std::vector<std::string> learners{"uniform", "sequential_halving"};
  const auto asked = [](double gap) -> Result<Question> { return question({gap, 0, 0, 0}, 1); };
  const auto found =
      promises_of(5, {.5}, asked, *entrants(learners, KnownFeatures::none), {.runs = 100}, {});
  EXPECT_EQ(found->rows.size(), 1U);
  EXPECT_EQ(found->left_out.size(), 2U);  // both forms of halving
}

// Of reports no longer than the truth's; a longer one helps.
TEST(AddLies, FindsWhatLongerReportsDo) {
  const std::vector<std::string> learners{"mesha", "sequential_halving"};
  const Question asked = question({.5, .4, .4, .4}, .155);
  for (const double bound : {1.0, 3.0}) {
    auto plan = make_plan(asked, *entrants(learners, KnownFeatures::none), {.runs = 2'000}, {});
    EXPECT_GT(seconds_of_lies(*plan), 0);
    ASSERT_TRUE(add_lies(*plan, bound, {}));
    const PlanRow& reads = plan->rows.front();
    const PlanRow& blind = plan->rows[1];
    EXPECT_TRUE(reads.entrant.equal_norms);
    EXPECT_EQ(reads.under_lies->kind, UnderLies::Kind::found);
    const double gain = reads.under_lies->failure - reads.found.at.failure;
    EXPECT_GT(gain, bound > 1 ? .01 : -.01);
    EXPECT_LT(gain, bound > 1 ? 1 : .01);
    EXPECT_EQ(blind.under_lies->failure, blind.found.at.failure);
  }
}

TEST(CheckLies, RefusesAPriorAndMeansThatFeaturesDoNotGive) {
  Question asked{.worlds = {{1, 0}, {2, 0}}};
  EXPECT_FALSE(check_lies(asked));
  asked.worlds = {{1, 0, 0}};
  EXPECT_TRUE(check_lies(asked));
  asked.features = {{1}, {2}, {3}};
  EXPECT_FALSE(check_lies(asked));
}

}  // namespace
}  // namespace mesha::planning
