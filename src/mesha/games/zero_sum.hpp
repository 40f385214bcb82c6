// Two players whose payoffs add up to a constant: a linear program, solved by the predictor-
// corrector interior-point method of Mehrotra (1992, "On the implementation of a primal-dual
// interior point method").
//
// With A the payoffs of the first player, scaled to [1, 2]:
//   least 1'u with A'u >= 1, u >= 0        its dual: most 1'w with A w <= 1, w >= 0
// Optimal u and w, divided by their sums, are the mixtures; 1 / 1'u is the value. In slacks
// r = A'u - 1 and t = 1 - A w an optimum has r_j w_j = 0 and t_i u_i = 0. Both have interior points
// known from the start (u = 2/n, w = 1/(4m)), and every iterate stays feasible.
//
// Not a simplex method: on grids of reports neighbouring choices pay almost the same, vertices lie
// side by side, and Bland's rule walked along them for ever.
#pragma once

#include <optional>

#include "mesha/games/normal_form.hpp"

namespace mesha {

// Two players, and the sum of payoffs over all profiles differs by no more than `within`.
bool is_constant_sum(const NormalForm& game, double within);

// Optimal mixtures of a constant-sum game with two players.
std::optional<MixedProfile> zero_sum_equilibrium(const NormalForm& game);

}  // namespace mesha
