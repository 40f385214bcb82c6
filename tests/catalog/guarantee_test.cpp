// What the catalog promises of a learner under any reports.
#include <gtest/gtest.h>

#include <cmath>

#include "mesha/catalog/experiment.hpp"
#include "mesha/stats/normal_law.hpp"
#include "support/experiment_1.hpp"
#include "support/repetitions.hpp"

namespace mesha {
namespace {

const Instance& two_arms() {
  static const Instance two = *Instance::make({{{.6, .2}}, {{.4, -.5}}}, {1, 0}, GaussianNoise{.5});
  return two;
}

// Half of the budget for each (Successive Rejects: 19 pulls) and the larger mean: the certificate
// is the failure itself.
TEST(Certified, IsTheFailureWhereTwoArmsArePulledAlike) {
  const auto failure = [](int pulls) { return normal_above(.2 * std::sqrt(pulls / 2.0) / .5); };
  EXPECT_NEAR(*certified_failure(two_arms(), 40, "uniform", {}), failure(20), 1e-9);
  EXPECT_NEAR(*certified_failure(two_arms(), 40, "sequential_halving", {}), failure(20), 1e-9);
  EXPECT_NEAR(*certified_failure(two_arms(), 40, "successive_rejects", {}), failure(19), 1e-9);
}

// One comparison is a false alarm in 2,000,000.
TEST(Certified, IsAboveTheFailureOfThoseWhoLookAtNoReport) {
  const Instance here = testing::experiment_1().instance;
  int played = 0;
  for (const LearnerEntry& entry : all_learners()) {
    const auto bound = certified_failure(here, 800, entry.name, {});
    if (!bound || entry.traits.reads_reports) continue;
    Experiment e{.instance = here, .best = *here.best_arm(), .profile = {}};
    e.profile = *make_profile("truthful", here, {});
    const auto found =
        estimate(*e.game({entry.name, {}}, 800), {.trials = testing::repetitions(20'000)});
    const double low =
        found->has_counts()
            ? clopper_pearson(found->tally.failures, found->tally.trials, 1 - 1e-6).low
            : found->interval.low;
    EXPECT_LE(low, *bound) << entry.name;
    EXPECT_LE(*bound, 1) << entry.name;
    ++played;
  }
  EXPECT_GE(played, 4);
}

TEST(Certified, IsOfThoseAloneInWhomReportsDecideNothing) {
  const Instance here = testing::experiment_1().instance;
  for (const LearnerEntry& entry : all_learners()) {
    if (!certified_failure(here, 800, entry.name, {})) continue;
    EXPECT_TRUE(!entry.traits.reads_reports || entry.saturated) << entry.name;
  }
}

TEST(Certified, IsNothingForAClipByAnEstimatedDeviation) {
  const Instance here = testing::experiment_1().instance;
  EXPECT_TRUE(certified_failure(here, 800, "guarded_halving", {{"c", 0.0}}));
  EXPECT_FALSE(certified_failure(here, 800, "guarded_halving", {{"c", .25}}));
}

TEST(Certified, IsNothingWhereNoiseIsNotGaussianOrNobodyIsBest) {
  const Instance uniform = *Instance::make({{{.6}}, {{.4}}}, {1}, UniformNoise{.5});
  EXPECT_FALSE(certified_failure(uniform, 40, "uniform", {}));
  const Instance tied = *Instance::make({{{.6}}, {{.6}}}, {1}, GaussianNoise{.5});
  EXPECT_FALSE(certified_failure(tied, 40, "uniform", {}));
  EXPECT_FALSE(certified_failure(two_arms(), 40, "nobody", {}));
  EXPECT_FALSE(certified_failure(two_arms(), 1, "uniform", {})) << "a budget that it refuses";
  EXPECT_FALSE(certified_failure(two_arms(), 40, "adaptive_halving", {{"alpha", 2.0}}));
}

TEST(Saturated, IsKnownOfGuardedHalvingAlone) {
  EXPECT_TRUE(saturated_learner(two_arms(), 40, "guarded_halving", {}));
  for (const char* name : {"adaptive_halving", "mesha", "od_linbai", "nobody"})
    EXPECT_FALSE(saturated_learner(two_arms(), 40, name, {})) << name;
}

}  // namespace
}  // namespace mesha
