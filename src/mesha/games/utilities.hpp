// What the arms play for. The utility of arm i is the probability that i is chosen: Section II-B of
// Li & Zhong (2026).
#pragma once

#include <cstdint>
#include <optional>

#include "mesha/base/result.hpp"
#include "mesha/simulate/estimate.hpp"

namespace mesha {

// Of every arm, with what is left: that nobody is chosen, or the run is cut off. Refuses `rare`,
// which knows the failure alone.
Result<Chances> utilities(const Game& game, Precision precision, const Crew& crew = {});

// How much likelier the arm would be chosen if the grim trigger did nothing: what the trigger takes
// back of a lie. Empty: the learner states no affine facts, or reports change.
std::optional<double> taken_by_trigger(const Game& game, ArmId arm, const Precision& precision,
                                       const Crew& crew = {});

// How often the trigger sends the arm away, counted over `runs` runs of `seed`. Empty: stopped.
std::optional<Chance> caught_by_trigger(const Game& game, ArmId arm, std::uint64_t seed,
                                        std::int64_t runs, const Crew& crew = {});

}  // namespace mesha
