// Names for things that are counted, so that an arm is never mistaken for an epoch.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace mesha {

// Arms are numbered from 0, as in the paper's tables.
struct ArmId {
  std::int32_t index = 0;

  friend constexpr auto operator<=>(ArmId, ArmId) = default;
};

// For subscripts: `means[at(arm)]`.
constexpr std::size_t at(ArmId arm) { return static_cast<std::size_t>(arm.index); }

constexpr ArmId arm_at(std::size_t index) { return ArmId{static_cast<std::int32_t>(index)}; }

}  // namespace mesha
