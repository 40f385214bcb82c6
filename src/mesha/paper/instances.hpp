// From a study to something that can be simulated.
#pragma once

#include <cstdint>

#include "mesha/paper/study.hpp"
#include "mesha/simulate/game.hpp"

namespace mesha::paper {

// Draw number `draw` of the game at this value of the parameter, with the reports of the
// reading's world. Pure function of (seed, draw): the z_i come from Stream::instances, keyed by
// arm, so a larger K has the same first arms.
Result<Game> game_of(const Study& study, const Reading& reading, std::int64_t value,
                     std::uint64_t seed, std::int64_t draw);

std::int64_t budget_of(const Study& study, std::int64_t value);

}  // namespace mesha::paper
