// Equilibria of small games by trying supports one after another, small and balanced ones first
// (Porter, Nudelman & Shoham 2008, "Simple search methods for finding a Nash equilibrium").
#pragma once

#include <cstddef>
#include <optional>

#include "mesha/games/normal_form.hpp"

namespace mesha {

struct EnumerationLimits {
  double good_regret = 1e-9;
  std::size_t most_supports = 100'000;  // a game with more is not tried
};

// The first profile with a good regret, or the best; nothing if the game has too many supports.
// With three players Newton's method starts from equal weights and may miss an equilibrium.
std::optional<MixedProfile> enumerate_supports(const NormalForm& game,
                                               const EnumerationLimits& limits = {});

}  // namespace mesha
