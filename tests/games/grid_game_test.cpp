// Games of reports on a grid: pure equilibria and best responses against brute force, mixed ones by
// their regret.
#include "mesha/games/grid_game.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "games/report_contest.hpp"
#include "mesha/catalog/learners.hpp"
#include "mesha/catalog/strategies.hpp"
#include "mesha/games/equilibrium.hpp"
#include "mesha/games/mixed_equilibrium.hpp"
#include "mesha/games/utilities.hpp"

namespace mesha {
namespace {

// MESHA with very noisy rewards, where every arm likes to be shorter than the others.
Game noisy_mesha(const std::vector<double>& means, std::int64_t budget) {
  std::vector<TrueFeature> arms;
  for (const double mean : means) arms.push_back({Vec{mean}});
  const Instance instance = *Instance::make(arms, Vec{1}, GaussianNoise{1});
  return *best_arm_game(instance, *make_profile("truthful", instance, {}),
                        *make_learner("mesha", setting_of(instance, budget), {{"lambda", 1.0}}));
}

std::vector<double> grid_of_lengths(std::size_t count) {
  std::vector<double> lengths{0};
  for (std::size_t k = 1; k < count; ++k)
    lengths.push_back(
        std::pow(10, -3 + 3 * static_cast<double>(k - 1) / static_cast<double>(count - 2)));
  return lengths;
}

NormalForm of_lengths(const Game& game, const std::vector<double>& lengths) {
  const std::vector<Profile> choices(game.instance.arm_count(), testing::lengths_profile(lengths));
  return *grid_game(game, choices, {.method = Method::exact}, {.threads = 2});
}

// By brute force, with another loop and one game at a time.
bool nobody_gains(const Game& game, const std::vector<double>& lengths, const PureProfile& chosen) {
  const auto chance = [&](const PureProfile& of, std::size_t arm) {
    std::vector<double> said;
    for (const std::size_t k : of) said.push_back(lengths[k]);
    const Game here{game.instance, testing::lengths_profile(said), game.learner, game.right};
    return utilities(here, {.method = Method::exact})->chosen[arm].probability;
  };
  for (std::size_t arm = 0; arm < chosen.size(); ++arm) {
    const double now = chance(chosen, arm);
    for (std::size_t k = 0; k < lengths.size(); ++k) {
      PureProfile other = chosen;
      other[arm] = k;
      if (chance(other, arm) > now) return false;
    }
  }
  return true;
}

void expect_pure_equilibria_as_brute_force_has_them(const Game& game, std::size_t count) {
  const std::vector<double> lengths = grid_of_lengths(count);
  const NormalForm form = of_lengths(game, lengths);
  const auto pure = pure_equilibria(form);
  PureProfile profile(game.instance.arm_count(), 0);
  std::vector<PureProfile> expected;
  do {
    if (nobody_gains(game, lengths, profile)) expected.push_back(profile);
  } while (next_profile(form, profile));
  EXPECT_EQ(pure, expected);
}

TEST(GridGame, HasThePureEquilibriaOfBruteForceForTwoArms) {
  expect_pure_equilibria_as_brute_force_has_them(noisy_mesha({.3, .2}, 8), 9);
  expect_pure_equilibria_as_brute_force_has_them(noisy_mesha({.05, -.4}, 8), 9);
}

TEST(GridGame, HasThePureEquilibriaOfBruteForceForThreeArms) {
  expect_pure_equilibria_as_brute_force_has_them(noisy_mesha({.3, .2, .1}, 12), 5);
  expect_pure_equilibria_as_brute_force_has_them(noisy_mesha({.05, .05001, .04}, 6), 5);
}

// On the grid the best response is the best of the grid; the search may only do better.
TEST(GridGame, TheSearchFindsAtLeastTheBestResponseOfTheGrid) {
  const Game game = noisy_mesha({.05, .05001, .04}, 6);
  const std::vector<double> lengths = grid_of_lengths(7);
  const NormalForm form = of_lengths(game, lengths);
  const ReportSpace space{
      .name = "a length", .liars = {ArmId{0}}, .axes = {{}}, .make = [](const Vec& at) {
        const double q = at[0] > 0 ? std::pow(10, -3 + 3 * at[0]) : 0;
        return testing::lengths_profile({q});
      }};
  const std::vector<ReportSpace> spaces{space};
  for (std::size_t k = 0; k < lengths.size(); ++k) {
    Game here = game;
    here.profile = testing::lengths_profile({lengths[3], lengths[k], lengths[6]});
    double best = 0;
    double now = 0;
    for (std::size_t own = 0; own < lengths.size(); ++own) {
      const double chance = form.payoff(PureProfile{own, k, 6}, 0);
      if (own == 3) now = chance;
      best = std::max(best, chance);
    }
    const auto found = best_response(here, ArmId{0}, spaces, {});
    ASSERT_TRUE(found);
    const double reached = found->lie ? found->lie->gain.with.probability : now;
    EXPECT_GE(reached, best - 1e-9) << k;
  }
}

TEST(GridGame, HasAMixedEquilibriumWithASmallRegret) {
  for (const Game& game : {noisy_mesha({.05, .05001, .04}, 6), noisy_mesha({.3, -.2, -.3}, 6)}) {
    const NormalForm form = of_lengths(game, grid_of_lengths(7));
    const auto found = mixed_equilibrium(form);
    ASSERT_TRUE(found);
    EXPECT_LT(found->regret, .001);
    EXPECT_NEAR(regret(form, found->profile), found->regret, 1e-15);
  }
  const NormalForm two = of_lengths(noisy_mesha({.1, .1001}, 4), grid_of_lengths(30));
  const auto found = mixed_equilibrium(two);
  ASSERT_TRUE(found);
  EXPECT_LT(found->regret, 1e-6);
}

TEST(GridGame, IsTheSameOnAnyNumberOfThreads) {
  const Game game = testing::report_contest({1, .5});
  const std::vector<Profile> choices(2, testing::lengths_profile({0, .3, .5, 1}));
  const auto one = grid_game(game, choices, {.trials = 2000}, {.threads = 1});
  const auto two = grid_game(game, choices, {.trials = 2000}, {.threads = 3});
  ASSERT_TRUE(one && two);
  EXPECT_EQ(one->payoffs, two->payoffs);
}

TEST(GridGame, RefusesWhatItCannotPlay) {
  const Game game = testing::report_contest({1, .5});
  const std::vector<Profile> none{testing::lengths_profile({1}), {}};
  EXPECT_FALSE(grid_game(game, none, {}));
  const std::vector<Profile> some(2, testing::lengths_profile({0, 1}));
  const auto rare = grid_game(game, some, {.method = Method::rare});
  ASSERT_FALSE(rare);
  EXPECT_EQ(rare.error().kind, ErrorKind::unsupported);
  const std::vector<Profile> many(2, testing::lengths_profile(std::vector<double>(4000, 1)));
  EXPECT_FALSE(grid_game(game, many, {}));
}

}  // namespace
}  // namespace mesha
