// Designs on fewer arms. M(w) has d(d+1)/2 entries, so as many arms are always enough
// (Caratheodory); and an arm that lies in the scaled hull of the others is never needed at all
// (Theorem on zero weight, Section IV of Li & Zhong 2026).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/design/g_optimal.hpp"

namespace mesha {

struct ReduceOptions {
  std::optional<std::size_t> drop = std::nullopt;  // give this arm weight 0 if that can be optimal
  double tolerance = 1e-7;                         // of the optimality, when an arm is dropped
};

// At most d(d+1)/2 weights above 0 with the same M, up to one common factor between 1 and 1 + gap:
// a variance can only fall.
Result<GOptimal> reduce_support(const Points& arms, const GOptimal& design,
                                const ReduceOptions& options = {});

std::size_t support_size(std::span<const double> weights);

// The number of arms that an optimal design never needs to exceed.
constexpr std::size_t largest_support(int d) {
  return static_cast<std::size_t>(d) * static_cast<std::size_t>(d + 1) / 2;
}

}  // namespace mesha
