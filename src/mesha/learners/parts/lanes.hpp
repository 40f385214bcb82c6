// Sums over arms are four partial sums, added up in one order on every machine: compilers keep them
// in vector registers.
#pragma once

#include <cstddef>

namespace mesha {

inline constexpr std::size_t lanes = 4;

constexpr std::size_t in_whole_lanes(std::size_t n) { return (n + lanes - 1) / lanes * lanes; }

}  // namespace mesha
