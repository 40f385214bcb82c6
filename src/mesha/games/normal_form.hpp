// A finite game in normal form: every player has a list of choices and, for every pure profile (one
// choice per player), a payoff. Grids of reports are such games: a choice is a point of the grid,
// the payoff of player p the probability that arm p is chosen.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mesha {

using PureProfile = std::vector<std::size_t>;              // one choice per player
using MixedProfile = std::vector<std::vector<double>>;     // of every player, a weight per choice
using ChoiceSets = std::vector<std::vector<std::size_t>>;  // of every player, some choices

struct NormalForm {
  std::vector<std::size_t> choices;  // how many each player has
  std::vector<double> payoffs;       // of player p in profile number k: payoffs[k * players + p]

  NormalForm() = default;
  explicit NormalForm(std::vector<std::size_t> choices_per_player);  // all payoffs 0

  std::size_t player_count() const { return choices.size(); }
  std::size_t profile_count() const;

  // Mixed radix: the last player's choice counts fastest, as in an array of C.
  std::size_t number(std::span<const std::size_t> profile) const;
  PureProfile profile(std::size_t number) const;

  double payoff(std::span<const std::size_t> profile, std::size_t player) const {
    return payoffs[number(profile) * player_count() + player];
  }
  double& payoff(std::span<const std::size_t> profile, std::size_t player) {
    return payoffs[number(profile) * player_count() + player];
  }
};

// Steps to the profile with the next number; false after the last.
bool next_profile(const NormalForm& game, PureProfile& profile);

MixedProfile as_mixed(const NormalForm& game, const PureProfile& profile);

// Every choice of a player equally often.
MixedProfile uniform_profile(const NormalForm& game);

double expected_payoff(const NormalForm& game, std::size_t player, const MixedProfile& mixed);

// Of each of the player's choices, when the others play `mixed`.
std::vector<double> payoffs_against(const NormalForm& game, std::size_t player,
                                    const MixedProfile& mixed);

// The choices whose payoff against `mixed` is no more than `within` below the largest.
std::vector<std::size_t> best_choices(const NormalForm& game, std::size_t player,
                                      const MixedProfile& mixed, double within = 0);

// The largest gain of any player by any pure deviation, at least 0, and 0 in an equilibrium: the
// certificate of every solver here, found by enumeration.
double regret(const NormalForm& game, const MixedProfile& mixed);
double regret(const NormalForm& game, const PureProfile& profile);

// All profiles whose regret is at most epsilon, by number.
std::vector<PureProfile> pure_equilibria(const NormalForm& game, double epsilon = 0);

// What is left if every player has only the choices named. An equilibrium of it need not be one of
// the game.
NormalForm restricted(const NormalForm& game, const ChoiceSets& kept);

// A profile of the restricted game as one of the whole.
MixedProfile extended(const NormalForm& game, const ChoiceSets& kept, const MixedProfile& inside);

}  // namespace mesha
