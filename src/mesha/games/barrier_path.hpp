// Equilibria by following a differentiable path (Herings & Peeters 2010, "Homotopy methods to
// compute equilibria in game theory", on paths of this kind; the cost of weights is here the
// barrier of interior-point methods).
//
// In the game at parameter t every player p gets (1 - t^2) u + t^2 (sum of c log x over p's
// choices), where x are p's weights and c those of the start. Its equilibria are the solutions of
//   v_p - (1 - t^2) u_a(x) = s_a,   x_a s_a = t^2 c_a,   sum of x over p's choices = 1:
// at t = 1 only x = c, at t = 0 the equilibria of the game. For almost every game one smooth path
// without branches joins them. Where it turns, t grows again: so we follow its arc, with Newton
// corrections (Allgower & Georg 1990, chapters 4 and 6).
//
// x and s are functions of one number each choice, alpha = (x - s) / 2: both are smooth in it, the
// path has a finite length, and it also says which choices are in the support (alpha > 0). At any
// point of the path regret <= t^2 / (1 - t^2), in units of the range of payoffs. Once the support
// is guessed right, Newton's method on it (indifference.hpp) has the exact equilibrium.
//
// Not logit: there payoffs that differ by d are told apart once lambda d >> 1, and weights are then
// exp(-lambda d); here once t^2 << d, and nothing is exponential.
#pragma once

#include <optional>

#include "mesha/games/normal_form.hpp"

namespace mesha {

struct PathLimits {
  double good_regret = 1e-9;  // where to stop, in units of payoff
  int most_steps = 4000;
};

// The best profile found on the path from `start` (all weights above 0), or nothing if the path
// was lost at once. Look at its regret. Needs two players.
std::optional<MixedProfile> follow_barrier_path(const NormalForm& game, const MixedProfile& start,
                                                const PathLimits& limits = {});

}  // namespace mesha
