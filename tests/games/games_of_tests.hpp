// Games that the tests of this folder share.
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "mesha/games/normal_form.hpp"
#include "support/random_games.hpp"

namespace mesha::testing {

using PayoffRule = std::function<double(const PureProfile& profile, std::size_t player)>;

inline NormalForm game_of(std::vector<std::size_t> choices, const PayoffRule& rule) {
  NormalForm game(std::move(choices));
  PureProfile profile(game.player_count(), 0);
  do {
    for (std::size_t p = 0; p < profile.size(); ++p) game.payoff(profile, p) = rule(profile, p);
  } while (next_profile(game, profile));
  return game;
}

inline NormalForm random_normal_form(Dice& dice, std::vector<std::size_t> choices) {
  return game_of(std::move(choices), [&](const auto&, std::size_t) { return dice.uniform(0, 1); });
}

// The same, with few different payoffs, so that there are ties.
inline NormalForm random_ties(Dice& dice, std::vector<std::size_t> choices) {
  return game_of(std::move(choices), [&](const auto&, std::size_t) { return dice.integer(0, 3); });
}

inline MixedProfile random_mixed(Dice& dice, const NormalForm& game) {
  MixedProfile mixed = uniform_profile(game);
  for (auto& weights : mixed) {
    double sum = 0;
    for (double& w : weights) sum += w = dice.uniform(0, 1);
    for (double& w : weights) w /= sum;
  }
  return mixed;
}

inline NormalForm random_zero_sum(Dice& dice, std::size_t n, std::size_t m) {
  NormalForm game({n, m});
  for (std::size_t k = 0; k < n * m; ++k) {
    game.payoffs[2 * k] = dice.uniform(0, 1);
    game.payoffs[2 * k + 1] = 1 - game.payoffs[2 * k];
  }
  return game;
}

// A contest for one prize: who reports x pushes by x^r and pays for it.
inline NormalForm contest(std::size_t players, std::size_t n, double r, double cost) {
  return game_of(std::vector(players, n), [=](const PureProfile& profile, std::size_t p) {
    double sum = 0, own = 0;
    const double step = 1 / static_cast<double>(n - 1);
    for (std::size_t q = 0; q < players; ++q) {
      const double report = static_cast<double>(profile[q]) * step;
      const double push = std::pow(report * (1 + .1 * static_cast<double>(q)) + .001, r);
      sum += push;
      if (q == p) own = push;
    }
    return own / sum - cost * static_cast<double>(profile[p]) * step;
  });
}

// Each report beats those somewhat behind it on a circle, so nothing pure is stable; with a trigger
// large reports are caught and nobody wins.
inline NormalForm circle(std::size_t n, double steepness, bool trigger) {
  return game_of({n, n}, [=](const PureProfile& profile, std::size_t p) {
    const double own = static_cast<double>(profile[p]), size = static_cast<double>(n);
    const double ahead = static_cast<double>(profile[0]) - static_cast<double>(profile[1]) + .3;
    const double first = std::erfc(-steepness * std::sin(2 * M_PI * ahead / size)) / 2;
    const double wins = p == 0 ? first : 1 - first;
    return trigger ? wins * std::erfc((own / size - .7) / .1) / 2 : wins;
  });
}

}  // namespace mesha::testing
