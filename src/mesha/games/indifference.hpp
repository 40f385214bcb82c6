// Mixtures that make every choice of a support pay its player the same: what an equilibrium with
// that support must be.
#pragma once

#include <optional>

#include "mesha/games/normal_form.hpp"

namespace mesha {

// Newton's method on
//   u_a(x) = v_p   for every choice a of player p in the support,   sum of x over p's choices = 1,
// from `start` (a profile of the whole game; what it has outside the support is left out). Linear,
// so one step, for two players. Nothing if the equations are singular, as they are where supports
// of two players differ in size, if Newton's method strays, or if a weight is negative. Choices
// outside the support may still pay more: look at the regret. Needs two players.
std::optional<MixedProfile> indifferent_mixture(const NormalForm& game, const ChoiceSets& support,
                                                const MixedProfile& start);

// Cuts off what rounding left below 0 and makes each player's weights add up to 1; nothing if a
// weight is clearly negative or a mixture is empty.
std::optional<MixedProfile> tidied(MixedProfile mixed);

}  // namespace mesha
