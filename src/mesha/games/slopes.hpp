// How payoffs answer to the weights of the other players' choices.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mesha/games/normal_form.hpp"
#include "mesha/linalg/dense.hpp"

namespace mesha {

// The choices of all players one after another: where each player's begin, and at the end how many
// there are.
std::vector<std::size_t> choice_offsets(const NormalForm& game);

// Entry (a, b): the derivative of the payoff of choice a by the weight of choice b; 0 where both
// belong to one player. `weights` has all choices of all players; they need not add up to 1.
Square payoff_slopes(const NormalForm& game, std::span<const double> weights);

// The payoff of every choice of every player. Payoffs are linear in the weights of each player, so
// the slopes by any one other player's weights are enough. Needs two players.
std::vector<double> payoffs_from(const NormalForm& game, const Square& slopes,
                                 std::span<const double> weights);

}  // namespace mesha
