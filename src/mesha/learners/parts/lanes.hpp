// Numbers side by side, as vector registers of every machine can hold them.
#pragma once

#include <cstddef>

namespace mesha {

inline constexpr std::size_t lanes = 4;

constexpr std::size_t in_whole_lanes(std::size_t n) { return (n + lanes - 1) / lanes * lanes; }

}  // namespace mesha
