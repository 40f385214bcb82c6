// Designs on fewer arms. M(w) has d(d+1)/2 entries, so as many arms are always enough
// (Caratheodory).
#pragma once

#include <cstddef>
#include <span>

#include "mesha/base/result.hpp"
#include "mesha/design/g_optimal.hpp"

namespace mesha {

// At most d(d+1)/2 weights above 0 with the same M, up to one common factor between 1 and 1 + gap:
// a variance can only fall.
Result<GOptimal> reduce_support(const Points& arms, GOptimal design);

std::size_t support_size(std::span<const double> weights);

// The number of arms that an optimal design never needs to exceed.
constexpr std::size_t largest_support(int d) {
  return static_cast<std::size_t>(d) * static_cast<std::size_t>(d + 1) / 2;
}

}  // namespace mesha
