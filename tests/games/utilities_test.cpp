#include "mesha/games/utilities.hpp"

#include <gtest/gtest.h>

#include "games/report_contest.hpp"
#include "mesha/catalog/learners.hpp"
#include "mesha/catalog/strategies.hpp"

namespace mesha {
namespace {

TEST(Utilities, AreTheChancesOfTheArms) {
  const Game game = testing::report_contest({1, .5, 0});
  const auto found = utilities(game, {.trials = 40'000}, {.threads = 2});
  ASSERT_TRUE(found);
  double sum = found->nobody.probability + found->unfinished.probability;
  for (std::size_t i = 0; i < 3; ++i) {
    // 4.5 standard deviations: a false alarm once in 150,000
    EXPECT_NEAR(found->chosen[i].probability, testing::contest_chance({1, .5, 0}, i), .0113);
    sum += found->chosen[i].probability;
  }
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(Utilities, AreNotToBeHadFromRare) {
  const auto found = utilities(testing::report_contest({1, 1}), {.method = Method::rare});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::unsupported);
}

// K = 3, T = 6, means .05, .05001 and .04, sd 1, lambda 1, the others at length 1: by a numerical
// integration of its own arm 0 has .3350 at length 1, .3550 at length^2 .1 and .3511 at length^2
// .001, of which the trigger took .0017.
class VeryNoisy : public ::testing::Test {
 protected:
  Game game(double length_squared) const {
    const Instance instance =
        *Instance::make({{Vec{.05}}, {Vec{.05001}}, {Vec{.04}}}, Vec{1}, GaussianNoise{1});
    return *best_arm_game(
        instance,
        fixed_profile({Report{Vec{std::sqrt(length_squared)}}, Report{Vec{1}}, Report{Vec{1}}}),
        *make_learner("mesha", setting_of(instance, 6), {{"lambda", 1.0}}));
  }
  double chance(double length_squared) const {
    return utilities(game(length_squared), {.method = Method::exact})->chosen[0].probability;
  }
};

TEST_F(VeryNoisy, AShorterReportPays) {
  EXPECT_NEAR(chance(1), .3350, 5e-5);
  EXPECT_NEAR(chance(.1), .3550, 5e-5);
  EXPECT_NEAR(chance(.001), .3511, 5e-5);
}

TEST_F(VeryNoisy, TheTriggerTakesLittleOfItBack) {
  const auto taken = taken_by_trigger(game(.001), ArmId{0}, {});
  ASSERT_TRUE(taken);
  EXPECT_NEAR(*taken, .0017, 5e-5);
}

// What the trigger takes is the chance of those whom it sends away.
TEST_F(VeryNoisy, TheTriggerTakesNoMoreThanItCatches) {
  for (const double length_squared : {.001, .01, .1}) {
    const Game here = game(length_squared);
    const auto caught = caught_by_trigger(here, ArmId{0}, 1, 40'000, {.threads = 2});
    ASSERT_TRUE(caught);
    EXPECT_LE(*taken_by_trigger(here, ArmId{0}, {}), caught->interval.high + 1e-3);
    EXPECT_EQ(caught->probability,
              caught_by_trigger(here, ArmId{0}, 1, 40'000, {.threads = 1})->probability);
  }
}

TEST(CaughtByTrigger, IsWhatTheTallyCounts) {
  const Instance instance = *Instance::make({{Vec{.2}}, {Vec{-.6}}}, Vec{1}, GaussianNoise{.3});
  const Game game = *best_arm_game(instance, fixed_profile({Report{Vec{1}}, Report{Vec{.01}}}),
                                   *make_learner("mesha", setting_of(instance, 400), {{"xi", .3}}));
  const auto tally = estimate(game, {.method = Method::general, .trials = 20'000})->tally;
  const auto one = caught_by_trigger(game, ArmId{0}, 1, 20'000);
  const auto other = caught_by_trigger(game, ArmId{1}, 1, 20'000);
  EXPECT_GT(other->probability, .5);
  EXPECT_NEAR(20'000 * (one->probability + other->probability),
              static_cast<double>(tally.triggered), 1e-6);
}

TEST(TakenByTrigger, IsUnknownWhereALearnerStatesNoFacts) {
  EXPECT_FALSE(taken_by_trigger(testing::report_contest({1, 1}), ArmId{0}, {}));
}

}  // namespace
}  // namespace mesha
