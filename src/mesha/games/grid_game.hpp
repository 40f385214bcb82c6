// The game of reports on a finite grid, in normal form: every arm chooses one of some strategies,
// and its payoff is the probability that it is chosen. Mixed equilibria are found there
// (mixed_equilibrium.hpp).
#pragma once

#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/games/normal_form.hpp"
#include "mesha/simulate/estimate.hpp"

namespace mesha {

// Arm i chooses among choices[i]. One evaluation for every combination, on common random numbers;
// progress counts them. Refuses more than ten million, and a method that does not know who is
// chosen. An error of kind unavailable: stopped.
Result<NormalForm> grid_game(const Game& game, const std::vector<Profile>& choices,
                             const Precision& precision, const Crew& crew = {});

}  // namespace mesha
