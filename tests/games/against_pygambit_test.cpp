// Our equilibria against those of pygambit: a frozen dozen, and any number of games by
// against_pygambit.py.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <string>

#include "games/frozen_games.hpp"
#include "mesha/games/mixed_equilibrium.hpp"

namespace mesha {
namespace {

TEST(AgainstPygambit, ADozenGamesHaveItsEquilibriaAndValues) {
  for (const testing::FrozenGame& frozen : testing::frozen_games) {
    NormalForm game(frozen.choices);
    game.payoffs = frozen.payoffs;
    const auto found = mixed_equilibrium(game);
    ASSERT_TRUE(found) << found.error().sentence;
    EXPECT_LE(found->regret, 1e-10);
    EXPECT_NEAR(expected_payoff(game, 0, found->profile), frozen.value, 1e-7);
    for (std::size_t p = 0; p < frozen.only.size(); ++p) {
      for (std::size_t j = 0; j < frozen.only[p].size(); ++j) {
        EXPECT_NEAR(found->profile[p][j], frozen.only[p][j], 1e-9);
      }
    }
  }
}

// A game per line: how many players, how many choices each, the payoffs. An answer per line: the
// regret, the weights; -1 alone where there is none.
TEST(AgainstPygambit, AnswersTheGamesOfAFile) {
  const char* path = std::getenv("MESHA_GAMES");
  if (path == nullptr) return;  // only against_pygambit.py names one
  std::ifstream games(path);
  std::ofstream answers(std::string(path) + ".answers");
  answers << std::setprecision(17);
  for (std::string line; std::getline(games, line);) {
    std::istringstream words(line);
    std::size_t players = 0;
    words >> players;
    std::vector<std::size_t> choices(players);
    for (std::size_t& n : choices) words >> n;
    NormalForm game(choices);
    for (double& u : game.payoffs) words >> u;
    ASSERT_TRUE(words) << line;
    const auto found = mixed_equilibrium(game);
    answers << (found ? found->regret : -1);
    if (found) {
      for (const auto& weights : found->profile) {
        for (const double w : weights) answers << ' ' << w;
      }
    }
    answers << '\n';
  }
}

}  // namespace
}  // namespace mesha
