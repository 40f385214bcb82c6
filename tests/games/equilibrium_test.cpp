#include "mesha/games/equilibrium.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "games/report_contest.hpp"
#include "mesha/catalog/lies.hpp"
#include "mesha/catalog/strategies.hpp"
#include "mesha/games/utilities.hpp"
#include "support/experiment_1.hpp"

namespace mesha {
namespace {

// Every arm of MESHA's game chooses its length, with a bound of 1 or none.
SpacesOfArms lengths_of(const Instance& instance, std::optional<double> bound = 1) {
  SpacesOfArms all;
  for (std::size_t i = 0; i < instance.arm_count(); ++i) {
    all.push_back(spaces_of(lies_of(
        instance, arm_at(i), {.norm_bound = bound, .only_length = true, .over_time = false})));
  }
  return all;
}

Profile all_of_length(const Instance& instance, double length) {
  return *make_profile("scaled", instance, {{"norm", length}});
}

// Experiment 1's means; the trigger as the paper ran it.
class MeshaOnExperiment1 : public ::testing::TestWithParam<std::int64_t> {
 protected:
  Game game(const Profile& profile, std::string_view learner = "mesha",
            const Options& options = {{"lambda", 1.35}}) const {
    const Instance& instance = experiment_.instance;
    return *best_arm_game(instance, profile,
                          *make_learner(learner, setting_of(instance, GetParam()), options));
  }

  Experiment experiment_ = testing::experiment_1();
  Profile truth_ = *make_profile("truthful", experiment_.instance, {});
  Profile longest_ = all_of_length(experiment_.instance, 1);
};

TEST_P(MeshaOnExperiment1, TheNormBoundIsTheBestResponseOfEveryArmThatHasAChance) {
  const SpacesOfArms spaces = lengths_of(experiment_.instance);
  for (const Profile& profile : {longest_, truth_}) {
    const Game here = game(profile);
    const auto found = exploitability(here, spaces, {.grid = 24}, {.threads = 2});
    ASSERT_TRUE(found);
    for (std::size_t i = 0; i < spaces.size(); ++i) {
      const auto& lie = found->of_arm[i].lie;
      Profile as_long = profile;
      as_long[i] = longest_[i];
      const auto chances = utilities(game(as_long), {.method = Method::exact});
      if (chances->chosen[i].probability < 1e-6) continue;
      if (lie) {
        EXPECT_NEAR(lie->at[0], 1, 1e-6) << i;
        EXPECT_NEAR(lie->gain.with.probability, chances->chosen[i].probability, 1e-9) << i;
      } else {  // it reports so already
        EXPECT_NEAR(norm(first_reports(profile, here.instance)[i].x), 1, 1e-12) << i;
      }
    }
  }
}

TEST_P(MeshaOnExperiment1, ChoosesLikeSequentialHalvingWhenAllReportTheNormBound) {
  const auto mesha = utilities(game(longest_), {.method = Method::exact});
  const auto halving = utilities(game(truth_, "sequential_halving", {}), {.method = Method::exact});
  ASSERT_TRUE(mesha && halving);
  for (std::size_t i = 0; i < mesha->chosen.size(); ++i)
    EXPECT_NEAR(mesha->chosen[i].probability, halving->chosen[i].probability, 1e-10) << i;
}

TEST_P(MeshaOnExperiment1, HasAnEquilibriumWhereAllReportTheNormBound) {
  const std::vector<StartingProfile> starts{{"all of length 1", longest_}, {"the truth", truth_}};
  const auto found = equilibrium(game(truth_), lengths_of(experiment_.instance), starts,
                                 {.search = {.grid = 24}}, {.threads = 2});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->found);
  EXPECT_LT(found->certificate.largest, 1e-6);
  EXPECT_LT(found->certificate.interval.high, 1e-6);
  for (const Report& report : first_reports(found->profile, experiment_.instance))
    EXPECT_NEAR(norm(report.x), 1, 1e-9);
}

TEST_P(MeshaOnExperiment1, ReachesItFromTheTruthAsFarAsAnArmHasAChance) {
  const std::vector<StartingProfile> starts{{"the truth", truth_}};
  const auto found = equilibrium(game(truth_), lengths_of(experiment_.instance), starts,
                                 {.search = {.grid = 24}}, {.threads = 2});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->found);
  EXPECT_LT(found->certificate.largest, 1e-6);
  const auto here = utilities(game(found->profile), {.method = Method::exact});
  const auto there = utilities(game(longest_), {.method = Method::exact});
  // Arms without a chance stay where they were, and raise or lower the cut a little.
  for (std::size_t i = 0; i < here->chosen.size(); ++i)
    EXPECT_NEAR(here->chosen[i].probability, there->chosen[i].probability, 1e-4) << i;
}

INSTANTIATE_TEST_SUITE_P(Budgets, MeshaOnExperiment1, ::testing::Values(24, 60, 200));

TEST(Equilibrium, WithoutABoundNormsGrowAsFarAsTheSearchGoesAndItSaysSo) {
  const Instance instance =
      *Instance::make({{Vec{.6, 0}}, {Vec{.5, 0}}, {Vec{.3, 0}}}, Vec{1, 0}, GaussianNoise{.3});
  const Game game =
      *best_arm_game(instance, all_of_length(instance, .5),
                     *make_learner("mesha", setting_of(instance, 24), {{"lambda", 1.0}}));
  const auto alone = best_response(game, ArmId{1}, lengths_of(instance, std::nullopt)[1], {});
  ASSERT_TRUE(alone && alone->lie);
  EXPECT_GT(norm(first_reports(alone->lie->profile, instance)[1].x), 1000);
  ASSERT_EQ(alone->lie->edges.size(), 1U);
  EXPECT_NE(alone->lie->edges[0].find("a longer one may pay more"), std::string::npos);
}

// Shortening pays again at every common length, down to the shortest that is searched.
TEST(Equilibrium, OfVeryNoisyRewardsIsNotFoundOrStandsAtTheShortestLength) {
  const Instance instance =
      *Instance::make({{Vec{.05}}, {Vec{.05001}}, {Vec{.04}}}, Vec{1}, GaussianNoise{1});
  const Game game =
      *best_arm_game(instance, all_of_length(instance, 1),
                     *make_learner("mesha", setting_of(instance, 6), {{"lambda", 1.0}}));
  const std::vector<StartingProfile> starts{{"all of length 1", game.profile}};
  const auto found = equilibrium(game, lengths_of(instance), starts, {});
  ASSERT_TRUE(found);
  if (found->found) {
    ASSERT_FALSE(found->edges.empty());
    EXPECT_NE(found->edges[0].find("the shortest length searched"), std::string::npos);
  } else {
    EXPECT_GT(found->certificate.largest, .005);
    EXPECT_LT(found->certificate.largest, .03);
  }
}

TEST(Exploitability, AddsUpWhatEveryArmCouldGain) {
  const Game game = testing::report_contest({1, .5});
  const SpacesOfArms spaces{{testing::length_space(ArmId{0})}, {testing::length_space(ArmId{1})}};
  const SearchOptions options{.evaluations = 120, .random_starts = 20, .climbs = 2};
  const auto one = exploitability(game, spaces, options, {.threads = 1});
  const auto two = exploitability(game, spaces, options, {.threads = 2});
  ASSERT_TRUE(one && two);
  EXPECT_EQ(one->largest, two->largest);
  EXPECT_EQ(one->restless, ArmId{0});
  const double truth = testing::contest_chance({.5, .5}, 0) - testing::contest_chance({1, .5}, 0);
  EXPECT_NEAR(one->largest, truth, .02);
  EXPECT_GT(one->interval.high, one->interval.low);
  EXPECT_LE(one->interval.low, one->largest);
  EXPECT_GE(one->interval.high, one->largest);
  EXPECT_GE(one->sum, one->largest);
}

TEST(Equilibrium, OfAContestIsWhereEverybodyReportsTheHeaviestLength) {
  const Game game = testing::report_contest({1, 0, .9});
  SpacesOfArms spaces;
  for (int i = 0; i < 3; ++i) spaces.push_back({testing::length_space(ArmId{i})});
  const std::vector<StartingProfile> starts{{"as it is", game.profile}};
  const EquilibriumOptions options{.search = {.evaluations = 120, .random_starts = 20, .climbs = 2},
                                   .epsilon = .01};
  const auto found = equilibrium(game, spaces, starts, options, {.threads = 2});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->found);
  EXPECT_LE(found->certificate.largest, .01);
  for (const Report& report : first_reports(found->profile, game.instance))
    EXPECT_NEAR(report.x[0], .5, .2);
}

// That no lie was seen to pay is counted on runs: the certificate is no certain 0.
TEST(Exploitability, OfACountedGameIsNeverCertain) {
  const Game game = testing::report_contest({.5, .5});
  const SpacesOfArms spaces{{testing::length_space(ArmId{0})}, {testing::length_space(ArmId{1})}};
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const SearchOptions options{
        .evaluations = 40, .random_starts = 10, .climbs = 2, .confirm_runs = 4'000, .seed = seed};
    const auto found = exploitability(game, spaces, options, {.threads = 2});
    ASSERT_TRUE(found);
    EXPECT_GT(found->interval.high, 0) << seed;
  }
}

TEST(Equilibrium, StoppedSaysThatItIs) {
  const Game game = testing::report_contest({1, .5});
  const SpacesOfArms spaces{{testing::length_space(ArmId{0})}, {testing::length_space(ArmId{1})}};
  const std::vector<StartingProfile> starts{{"as it is", game.profile}};
  std::stop_source stop;
  stop.request_stop();
  const auto found = equilibrium(game, spaces, starts, {}, {.stop = stop.get_token()});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::unavailable);
}

}  // namespace
}  // namespace mesha
