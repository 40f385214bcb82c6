// Payoffs, best responses and pure equilibria, against sums and searches written another way.
#include "mesha/games/normal_form.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "games/games_of_tests.hpp"
#include "support/random_games.hpp"

namespace mesha {
namespace {

using testing::Dice;

NormalForm some_game(Dice& dice, std::uint64_t number) {
  std::vector<std::size_t> choices;
  for (std::uint64_t p = 0; p <= number % 4; ++p) {
    choices.push_back(static_cast<std::size_t>(dice.integer(1, 4)));
  }
  return number % 2 == 0 ? testing::random_normal_form(dice, choices)
                         : testing::random_ties(dice, choices);
}

// By recursion over the players: what `player` expects if the first ones play the start of
// `profile`.
double expected_by_recursion(const NormalForm& game, std::size_t player, const MixedProfile& mixed,
                             PureProfile& profile) {
  if (profile.size() == game.player_count()) return game.payoff(profile, player);
  double sum = 0;
  const auto& weights = mixed[profile.size()];
  for (std::size_t j = 0; j < weights.size(); ++j) {
    profile.push_back(j);
    sum += weights[j] * expected_by_recursion(game, player, mixed, profile);
    profile.pop_back();
  }
  return sum;
}

TEST(NormalForm, ProfilesAreNumberedWithTheLastPlayerFastest) {
  const NormalForm game({2, 3, 4});
  EXPECT_EQ(game.profile_count(), 24U);
  PureProfile profile(3, 0);
  std::size_t number = 0;
  do {
    EXPECT_EQ(game.number(profile), number);
    EXPECT_EQ(game.profile(number), profile);
    ++number;
  } while (next_profile(game, profile));
  EXPECT_EQ(number, 24U);
  EXPECT_EQ(game.profile(1), (PureProfile{0, 0, 1}));
}

TEST(NormalForm, ExpectedPayoffsEqualARecursionOverThePlayers) {
  for (std::uint64_t number = 0; number < 100; ++number) {
    Dice dice(number);
    const NormalForm game = some_game(dice, number);
    const MixedProfile mixed = testing::random_mixed(dice, game);
    for (std::size_t p = 0; p < game.player_count(); ++p) {
      PureProfile profile;
      EXPECT_NEAR(expected_payoff(game, p, mixed), expected_by_recursion(game, p, mixed, profile),
                  1e-13);
      const std::vector<double> against = payoffs_against(game, p, mixed);
      for (std::size_t j = 0; j < against.size(); ++j) {
        MixedProfile deviation = mixed;
        std::ranges::fill(deviation[p], 0);
        deviation[p][j] = 1;
        EXPECT_NEAR(against[j], expected_by_recursion(game, p, deviation, profile), 1e-13);
      }
    }
  }
}

TEST(NormalForm, BestChoicesAreThoseThatNoOtherChoiceBeats) {
  for (std::uint64_t number = 0; number < 100; ++number) {
    Dice dice(number);
    const NormalForm game = some_game(dice, number);
    const PureProfile others = game.profile(
        static_cast<std::size_t>(dice.integer(0, static_cast<int>(game.profile_count()) - 1)));
    for (std::size_t p = 0; p < game.player_count(); ++p) {
      std::vector<std::size_t> expected;
      PureProfile mine = others, other = others;
      for (mine[p] = 0; mine[p] < game.choices[p]; ++mine[p]) {
        bool beaten = false;
        for (other[p] = 0; other[p] < game.choices[p]; ++other[p]) {
          beaten = beaten || game.payoff(other, p) > game.payoff(mine, p);
        }
        if (!beaten) expected.push_back(mine[p]);
      }
      EXPECT_EQ(best_choices(game, p, as_mixed(game, others)), expected) << number;
      EXPECT_EQ(best_choices(game, p, as_mixed(game, others), 9).size(), game.choices[p]);
    }
  }
}

TEST(NormalForm, PureEquilibriaAreTheProfilesInWhichEveryChoiceIsABestOne) {
  int several = 0, none = 0;
  for (std::uint64_t number = 0; number < 200; ++number) {
    Dice dice(number);
    const NormalForm game = some_game(dice, number);
    std::vector<PureProfile> expected;
    for (std::size_t k = 0; k < game.profile_count(); ++k) {
      const PureProfile profile = game.profile(k);
      bool stable = true;
      for (std::size_t p = 0; p < profile.size(); ++p) {
        const auto best = best_choices(game, p, as_mixed(game, profile));
        stable = stable && std::ranges::count(best, profile[p]) == 1;
      }
      if (stable) expected.push_back(profile);
    }
    EXPECT_EQ(pure_equilibria(game), expected) << number;
    several += expected.size() > 1 ? 1 : 0;
    none += expected.empty() ? 1 : 0;
  }
  EXPECT_GT(several, 20);
  EXPECT_GT(none, 10);
}

TEST(NormalForm, WithEpsilonAlmostEqualPayoffsAreEquilibriaToo) {
  NormalForm game({2, 1});
  game.payoffs = {.5, 0, .5 + 1e-8, 0};
  EXPECT_EQ(pure_equilibria(game).size(), 1U);
  EXPECT_EQ(pure_equilibria(game, 1e-7).size(), 2U);
}

TEST(NormalForm, RegretIsTheLargestGainOfAnyPlayer) {
  for (std::uint64_t number = 0; number < 100; ++number) {
    Dice dice(number);
    const NormalForm game = some_game(dice, number);
    const MixedProfile mixed = testing::random_mixed(dice, game);
    double expected = 0;
    for (std::size_t p = 0; p < game.player_count(); ++p) {
      MixedProfile deviation = mixed;
      for (std::size_t j = 0; j < game.choices[p]; ++j) {
        std::ranges::fill(deviation[p], 0);
        deviation[p][j] = 1;
        expected = std::max(expected,
                            expected_payoff(game, p, deviation) - expected_payoff(game, p, mixed));
      }
    }
    EXPECT_NEAR(regret(game, mixed), expected, 1e-13);
    const PureProfile pure = game.profile(game.profile_count() / 2);
    EXPECT_NEAR(regret(game, pure), regret(game, as_mixed(game, pure)), 1e-13);
  }
}

TEST(NormalForm, ARestrictedGameHasTheSamePayoffs) {
  Dice dice(7);
  const NormalForm game = testing::random_normal_form(dice, {3, 4, 2});
  const ChoiceSets kept{{0, 2}, {1, 2, 3}, {1}};
  const NormalForm inside = restricted(game, kept);
  EXPECT_EQ(inside.choices, (std::vector<std::size_t>{2, 3, 1}));
  const MixedProfile mixed = testing::random_mixed(dice, inside);
  const MixedProfile whole = extended(game, kept, mixed);
  EXPECT_EQ(whole[0][1], 0);
  EXPECT_EQ(whole[1][2], mixed[1][1]);
  for (std::size_t p = 0; p < 3; ++p) {
    EXPECT_NEAR(expected_payoff(inside, p, mixed), expected_payoff(game, p, whole), 1e-14);
  }
}

TEST(NormalForm, AMixtureOfTheWrongSizeIsABrokenPromise) {
  const NormalForm game({2, 2});
  EXPECT_THROW(regret(game, MixedProfile{{1, 0}}), BrokenPromise);
  EXPECT_THROW(regret(game, MixedProfile{{1, 0}, {1, 0, 0}}), BrokenPromise);
}

}  // namespace
}  // namespace mesha
