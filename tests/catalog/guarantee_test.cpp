// What the catalog promises of a learner under any reports.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "mesha/catalog/experiment.hpp"
#include "mesha/stats/normal_law.hpp"
#include "mesha/theory/baselines.hpp"
#include "mesha/theory/rates.hpp"
#include "support/experiment_1.hpp"
#include "support/random_games.hpp"
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

// Reports choose half of its spare pulls: random ones, and those that do their worst. One
// comparison is a false alarm in 2,000,000.
TEST(Certified, IsAboveTheFailureOfGuardedHalvingWhateverIsReported) {
  int informative = 0;
  for (std::uint64_t number = 0; number < 8; ++number) {
    testing::Dice dice(500 + number);
    const int arms = dice.integer(2, 5);
    const Instance here = testing::random_instance(dice, arms, 2, dice.uniform(.05, .3), false);
    const std::int64_t budget = arms * dice.integer(15, 60);
    const double bound = *certified_failure(here, budget, "guarded_halving", {});
    std::vector<Report> lies;
    for (int i = 0; i < arms; ++i) lies.push_back({dice.in_unit_ball(2)});
    auto guarded = make_learner("guarded_halving", setting_of(here, budget), {});
    auto worst = saturated_learner(here, budget, "guarded_halving", {});
    for (AnyLearner& learner : std::array{*guarded, *worst}) {
      const auto found = estimate(*best_arm_game(here, fixed_profile(lies), learner),
                                  {.seed = number, .trials = 1000});
      const Tally& tally = found->tally;
      EXPECT_LE(clopper_pearson(tally.failures, tally.trials, 1 - 1e-6).low, bound) << number;
    }
    informative += bound < .5 && bound > 1e-9 ? 1 : 0;
  }
  EXPECT_GE(informative, 3);
}

// Truthful arms, and a bound that says something. One comparison is a false alarm in 2,000,000.
TEST(YangAndTansBound, IsAboveTheFailureOfOdLinBaiOnTruthfulArms) {
  int informative = 0;
  for (std::uint64_t number = 0; number < 12; ++number) {
    testing::Dice dice(700 + number);
    const int arms = dice.integer(3, 8);
    const int d = dice.integer(2, 3);
    const double sd = dice.uniform(.05, 1);
    const Instance here =
        testing::random_instance(dice, arms, static_cast<std::size_t>(d), sd, false);
    const double h_2 = theory::H_2_lin(theory::gaps_of(here.means()), d);
    const auto budget = static_cast<std::int64_t>(
        std::clamp(32 * sd * sd * h_2 * d * dice.uniform(.5, 3), 40.0, 1e6));
    const double bound = std::exp(
        *theory::log_od_linbai_bound(budget, arms, d, h_2, theory::NoiseScale::of_instance, sd));
    const auto learner = make_learner("od_linbai", setting_of(here, budget), {});
    const auto found = estimate(*best_arm_game(here, *make_profile("truthful", here, {}), *learner),
                                {.seed = number, .trials = 1000});
    const Tally& tally = found->tally;
    EXPECT_LE(clopper_pearson(tally.failures, tally.trials, 1 - 1e-6).low, bound) << number;
    informative += bound < .9 ? 1 : 0;
  }
  EXPECT_GE(informative, 3);
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
