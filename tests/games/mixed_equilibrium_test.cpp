// Equilibria with their certificate: known games, random ones, grids where neighbouring choices pay
// almost the same.
#include "mesha/games/mixed_equilibrium.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "games/games_of_tests.hpp"
#include "mesha/games/barrier_path.hpp"
#include "mesha/games/support_enumeration.hpp"
#include "mesha/games/zero_sum.hpp"
#include "support/random_games.hpp"

namespace mesha {
namespace {

using enum EquilibriumMethod;
using testing::Dice;

// Solves, and checks all that is promised of an answer.
MixedEquilibrium checked_equilibrium(const NormalForm& game, const MixedOptions& options = {}) {
  auto found = mixed_equilibrium(game, options);
  if (!found) {
    ADD_FAILURE() << found.error().sentence;
    return {uniform_profile(game), 1, pure};
  }
  EXPECT_LE(found->regret, options.tolerance);
  EXPECT_EQ(found->regret, regret(game, found->profile));
  for (const auto& weights : found->profile) {
    EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-12);
    EXPECT_GE(*std::ranges::min_element(weights), 0);
  }
  return *found;
}

void expect_profile(const MixedProfile& found, const MixedProfile& expected, double within) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t p = 0; p < found.size(); ++p) {
    ASSERT_EQ(found[p].size(), expected[p].size());
    for (std::size_t j = 0; j < found[p].size(); ++j) {
      EXPECT_NEAR(found[p][j], expected[p][j], within) << "player " << p << ", choice " << j;
    }
  }
}

double path_regret(const NormalForm& game) {
  const auto end = follow_barrier_path(game, uniform_profile(game));
  return end ? regret(game, *end) : std::numeric_limits<double>::infinity();
}

TEST(MixedEquilibrium, MatchingPenniesIsPlayedByATossedCoin) {
  NormalForm game({2, 2});
  game.payoffs = {1, 0, 0, 1, 0, 1, 1, 0};
  const auto found = checked_equilibrium(game);
  EXPECT_EQ(found.method, linear_program);
  expect_profile(found.profile, {{.5, .5}, {.5, .5}}, 1e-12);
}

TEST(MixedEquilibrium, RockPaperScissorsIsPlayedWithThirds) {
  const double third = 1 / 3.0;
  const auto found = checked_equilibrium(testing::game_of({3, 3}, [](const auto& q, std::size_t p) {
    const std::size_t ahead = (q[p] + 3 - q[1 - p]) % 3;
    return ahead == 1 ? 1 : ahead == 0 ? .5 : 0;
  }));
  expect_profile(found.profile, {{third, third, third}, {third, third, third}}, 1e-12);
}

TEST(MixedEquilibrium, OfTheBattleOfTheSexesItIsPureAndThePathFindsOneToo) {
  NormalForm game({2, 2});
  game.payoffs = {2, 1, 0, 0, 0, 0, 1, 2};
  const auto found = checked_equilibrium(game);
  EXPECT_EQ(found.method, pure);
  EXPECT_EQ(found.regret, 0);
  EXPECT_LE(path_regret(game), 1e-9);
}

// Shapley (1964): fictitious play goes round for ever.
TEST(MixedEquilibrium, ShapleysGameIsPlayedWithThirds) {
  const double third = 1 / 3.0;
  const auto found = checked_equilibrium(testing::game_of({3, 3}, [](const auto& q, std::size_t p) {
    return p == 0 ? q[0] == q[1] : (q[0] + 1) % 3 == q[1];
  }));
  EXPECT_EQ(found.method, barrier_path);
  expect_profile(found.profile, {{third, third, third}, {third, third, third}}, 1e-12);
}

// Jordan (1993): everybody wants to match the next one, but the last to differ from the first.
TEST(MixedEquilibrium, ThreePlayersMatchPenniesWithTossedCoins) {
  const auto found =
      checked_equilibrium(testing::game_of({2, 2, 2}, [](const auto& q, std::size_t p) {
        return (q[p] == q[(p + 1) % 3]) != (p == 2);
      }));
  expect_profile(found.profile, {{.5, .5}, {.5, .5}, {.5, .5}}, 1e-12);
}

TEST(MixedEquilibrium, InspectionIsAsOftenAsFinesMakeNecessary) {  // by hand: 1/4 and 1/5
  NormalForm game({2, 2});                                         // inspect or not; cheat or not
  game.payoffs = {4, -3, -1, 0, 0, 1, 0, 0};
  expect_profile(checked_equilibrium(game).profile, {{.25, .75}, {.2, .8}}, 1e-12);
}

TEST(MixedEquilibrium, ConstantPayoffsHaveRegretZero) {
  for (const auto& choices : {std::vector<std::size_t>{5, 7}, {3, 4, 5}}) {
    const auto game = testing::game_of(choices, [](const auto&, std::size_t) { return .25; });
    EXPECT_EQ(checked_equilibrium(game).regret, 0);
    EXPECT_LE(path_regret(game), 1e-12);
  }
  const auto game = testing::game_of({5, 7}, [](const auto&, std::size_t) { return .25; });
  EXPECT_LE(regret(game, *zero_sum_equilibrium(game)), 1e-12);
}

TEST(MixedEquilibrium, OneChoicePerPlayerAndOnePlayerAreGamesToo) {
  EXPECT_EQ(checked_equilibrium(NormalForm({1})).profile, (MixedProfile{{1}}));
  EXPECT_EQ(checked_equilibrium(NormalForm({1, 1, 1})).profile, (MixedProfile{{1}, {1}, {1}}));
  NormalForm alone({3});
  alone.payoffs = {1, 3, 2};
  EXPECT_EQ(checked_equilibrium(alone).profile, (MixedProfile{{0, 1, 0}}));
  NormalForm two({1, 3});
  two.payoffs = {0, 1, 0, 3, 0, 2};
  EXPECT_EQ(checked_equilibrium(two).profile, (MixedProfile{{1}, {0, 1, 0}}));
  EXPECT_LE(path_regret(two), 1e-9);
}

TEST(MixedEquilibrium, DominatedChoicesAreNotPlayed) {
  for (std::uint64_t number = 0; number < 30; ++number) {
    Dice dice(number);
    NormalForm game = testing::random_normal_form(dice, {4, 4});
    PureProfile profile(2, 0);
    do {  // choice 0 pays .01 less than choice 1, whatever the other does
      for (std::size_t p = 0; p < 2; ++p) {
        PureProfile better = profile;
        better[p] = 1;
        if (profile[p] == 0) game.payoff(profile, p) = game.payoff(better, p) - .01;
      }
    } while (next_profile(game, profile));
    const auto found = checked_equilibrium(game);
    EXPECT_EQ(found.profile[0][0], 0) << number;
    EXPECT_EQ(found.profile[1][0], 0) << number;
  }
}

TEST(MixedEquilibrium, RandomConstantSumGamesUpTo60By60HaveAValue) {
  for (const std::size_t n : {2U, 3U, 7U, 20U, 40U, 60U}) {
    for (std::uint64_t number = 0; number < 5; ++number) {
      Dice dice(100 * n + number);
      const NormalForm game = testing::random_zero_sum(dice, n, n - number % 2);
      const auto end = zero_sum_equilibrium(game);
      ASSERT_TRUE(end);
      EXPECT_LE(regret(game, *end), 1e-9) << n << ", " << number;
      checked_equilibrium(game);
    }
  }
}

// The value is unique, so both methods must agree on it.
TEST(MixedEquilibrium, TheLinearProgramAndThePathAgreeOnTheValue) {
  for (std::uint64_t number = 0; number < 20; ++number) {
    Dice dice(number);
    const NormalForm game = testing::random_zero_sum(dice, 4 + number % 9, 3 + number % 11);
    const auto one = zero_sum_equilibrium(game);
    const auto other = follow_barrier_path(game, uniform_profile(game));
    ASSERT_TRUE(one && other);
    EXPECT_NEAR(expected_payoff(game, 0, *one), expected_payoff(game, 0, *other), 1e-9) << number;
  }
}

TEST(MixedEquilibrium, AHundredRandomGamesOfTwoHaveRegretZeroByEveryMethod) {
  int mixed = 0;
  for (std::uint64_t number = 0; number < 100; ++number) {
    Dice dice(number);
    const NormalForm game = testing::random_normal_form(dice, {2 + number % 7, 2 + number % 5});
    mixed += checked_equilibrium(game).method == pure ? 0 : 1;
    EXPECT_LE(path_regret(game), 1e-6) << number;
    if (number % 5 != 0) continue;
    EXPECT_LE(regret(game, enumerate_supports(game).value()), 1e-6) << number;
  }
  EXPECT_GT(mixed, 15);
}

TEST(MixedEquilibrium, AHundredRandomGamesOfThreeHaveRegretZero) {
  int mixed = 0;
  for (std::uint64_t number = 0; number < 100; ++number) {
    Dice dice(number);
    const NormalForm game =
        testing::random_normal_form(dice, {2 + number % 3, 2 + number % 2, 4 - number % 3});
    mixed += checked_equilibrium(game).method == pure ? 0 : 1;
    EXPECT_LE(path_regret(game), 1e-6) << number;
  }
  EXPECT_GT(mixed, 15);
}

TEST(MixedEquilibrium, TiesDoNotLeadAstray) {
  for (std::uint64_t number = 0; number < 60; ++number) {
    Dice dice(number);
    const NormalForm two = testing::random_ties(dice, {5, 6});
    checked_equilibrium(two);
    EXPECT_LE(path_regret(two), 1e-6) << number;
    const NormalForm three = testing::random_ties(dice, {3, 3, 3});
    checked_equilibrium(three);
    EXPECT_LE(path_regret(three), 1e-6) << number;
  }
}

TEST(MixedEquilibrium, ContestsOnFineGridsAreSolvedThoughNeighboursPayAlmostTheSame) {
  for (const double r : {1.0, 2.0, 3.0, 5.0, 10.0}) {
    const auto two = checked_equilibrium(testing::contest(2, 40, r, .7));
    EXPECT_EQ(two.method == pure, r == 1);
    checked_equilibrium(testing::contest(3, 11, r, .7));
  }
}

TEST(MixedEquilibrium, CirclesOnFineGridsAreSolvedWithAndWithoutATrigger) {
  for (const double steepness : {.5, 2.0, 8.0, 30.0}) {
    EXPECT_EQ(checked_equilibrium(testing::circle(40, steepness, false)).method, linear_program);
    EXPECT_EQ(checked_equilibrium(testing::circle(40, steepness, true)).method, barrier_path);
  }
}

TEST(MixedEquilibrium, RoundingOfPayoffsDoesNoHarm) {
  Dice dice(1);
  for (const double size : {1e-15, 1e-9, 1e-4}) {
    NormalForm game = testing::circle(30, 3, true);
    for (double& u : game.payoffs) u += size * dice.uniform(-1, 1);
    checked_equilibrium(game);
  }
}

TEST(MixedEquilibrium, ChoicesThatAreThereThreeTimesDoNoHarm) {
  for (std::uint64_t number = 0; number < 6; ++number) {
    Dice dice(number);
    const NormalForm base = testing::random_normal_form(dice, {4, 4, 4});
    const NormalForm game = testing::game_of({12, 12, 12}, [&](const auto& q, std::size_t p) {
      return base.payoff(PureProfile{q[0] / 3, q[1] / 3, q[2] / 3}, p);
    });
    checked_equilibrium(game);
    EXPECT_LE(path_regret(game), 1e-6) << number;
  }
}

TEST(MixedEquilibrium, TheSameGameHasTheSameAnswerToTheLastBit) {
  const NormalForm game = testing::circle(20, 3, true);
  EXPECT_EQ(checked_equilibrium(game).profile, checked_equilibrium(game).profile);
}

TEST(MixedEquilibrium, WhatCannotBeSolvedIsRefusedWithAReason) {
  const auto four = mixed_equilibrium(NormalForm({2, 2, 2, 2}));
  ASSERT_FALSE(four);
  EXPECT_EQ(four.error().kind, ErrorKind::unsupported);
  EXPECT_EQ(four.error().sentence,
            "equilibria are found of games with up to three players, this has 4");
  EXPECT_EQ(mixed_equilibrium(NormalForm{}).error().kind, ErrorKind::invalid);
  EXPECT_EQ(mixed_equilibrium(NormalForm({2, 0})).error().kind, ErrorKind::invalid);
  NormalForm game({2, 2});
  for (const double tolerance : {0.0, -1.0, .001, std::nan("")}) {
    EXPECT_FALSE(mixed_equilibrium(game, {.tolerance = tolerance})) << tolerance;
  }
  game.payoffs[3] = std::nan("");
  EXPECT_FALSE(mixed_equilibrium(game));
  game.payoffs.pop_back();
  EXPECT_FALSE(mixed_equilibrium(game));
}

// Nothing pure, no constant sum, no path allowed, and too many supports to try.
TEST(MixedEquilibrium, WhereTheToleranceIsMissedTheErrorSaysByHowMuch) {
  const auto found = mixed_equilibrium(testing::contest(2, 40, 3, .7), {.starts = 0});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::unsupported);
  EXPECT_EQ(found.error().sentence.find("no equilibrium was found: the best profile leaves"), 0U);
}

}  // namespace
}  // namespace mesha
