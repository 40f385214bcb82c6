// What `mesha plan` calls a budget is one: an experiment of its own, with 20 arms in 5 dimensions
// that all report vectors of length 1, fails less often than wished with it, and more often with
// 97% of it. Both as far as the simulation's 95% intervals tell: each is one-sided here, so a rule
// with failures of exactly the wished probability would be refused once in 40 times; seeds are
// fixed.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "mesha/instances/families.hpp"
#include "mesha/planning/plan.hpp"

namespace mesha::planning {
namespace {

constexpr double wished = .05;
constexpr double sd = .3;

std::vector<double> twenty_means() {
  std::vector<double> means{.5};
  for (int k = 1; k < 20; ++k) means.push_back(.4 - .015 * (k - 1));
  return means;
}

// In general position; theta and all reports have length 1.
Experiment experiment_of_its_own() {
  const Vec theta = inverse_root_theta(5);
  const RunRandom dice{.seed = 20, .run = 5};
  auto features = features_around(theta, twenty_means(), .5, dice);
  std::vector<Report> reports;
  for (const TrueFeature& feature : features)
    reports.push_back({scaled(feature.x, 1 / norm(feature.x))});
  auto instance = *Instance::make(std::move(features), theta, GaussianNoise{sd});
  const ArmId best = *instance.best_arm();
  return {.instance = std::move(instance), .best = best, .profile = fixed_profile(reports)};
}

Estimate simulated(const Entrant& entrant, std::int64_t budget) {
  const Experiment experiment = experiment_of_its_own();
  const bool adaptive = find_learner(entrant.choice.name)->traits.adaptive;
  const Precision how{.seed = 20260323, .trials = adaptive ? 20'000 : 100'000, .by_number = true};
  return run(*experiment.prepare(entrant.choice, budget, how), {.threads = 2});
}

TEST(PlannedBudget, IsWhatSimulationsNeed) {
  const std::vector<std::string> learners{"sequential_halving", "successive_rejects", "mesha",
                                          "adaptive_halving"};
  Question question{.worlds = {twenty_means()}, .noise = GaussianNoise{sd}, .dimension = 5};
  int checked = 0;
  for (const std::string& learner : learners) {
    const std::vector<std::string> one{learner};
    const std::int64_t runs = find_learner(learner)->traits.adaptive ? 20'000 : 200'000;
    const auto plan = make_plan(question, *entrants(one, KnownFeatures::none),
                                {.failure = wished, .runs = runs}, {.threads = 2});
    for (const PlanRow& row : plan->rows) {
      ASSERT_TRUE(row.found.budget) << row.entrant.name();
      const auto less =
          static_cast<std::int64_t>(std::floor(.97 * static_cast<double>(*row.found.budget)));
      const Estimate enough = simulated(row.entrant, *row.found.budget);
      const Estimate short_of = simulated(row.entrant, less);
      EXPECT_LT(enough.interval.low, wished) << row.entrant.name() << " " << *row.found.budget;
      EXPECT_LT(enough.failure, 1.05 * wished) << row.entrant.name();
      EXPECT_GT(short_of.interval.high, wished) << row.entrant.name() << " " << less;
      EXPECT_GT(short_of.failure, enough.failure) << row.entrant.name();
      ++checked;
    }
  }
  EXPECT_EQ(checked, 5);  // halving in both forms
}

}  // namespace
}  // namespace mesha::planning
