// One equilibrium of a finite game of up to three players, and its certificate.
//
// Methods, in this order, until one finds a profile whose regret is at most the tolerance:
//   pure                 enumeration; of several equilibria the one with the least regret
//   linear_program       two players whose payoffs add up to a constant (zero_sum.hpp)
//   barrier_path         from equal weights, then from other starts (barrier_path.hpp)
//   support_enumeration  small games (support_enumeration.hpp)
// Whatever a method believes, the regret is found anew by enumerating all pure deviations.
#pragma once

#include "mesha/base/result.hpp"
#include "mesha/games/normal_form.hpp"

namespace mesha {

enum class EquilibriumMethod { pure, linear_program, barrier_path, support_enumeration };

struct MixedEquilibrium {
  MixedProfile profile;
  double regret = 0;  // the most that any player gains by a pure deviation
  EquilibriumMethod method = EquilibriumMethod::pure;
};

struct MixedOptions {
  double tolerance = 1e-6;  // of the regret, in units of payoff: above 0 and below .001
  int starts = 6;           // of barrier paths
};

// A game can have many equilibria, and this finds one: the same one every time. Unsupported: more
// than three players, or nothing found with a regret within the tolerance.
Result<MixedEquilibrium> mixed_equilibrium(const NormalForm& game,
                                           const MixedOptions& options = {});

}  // namespace mesha
