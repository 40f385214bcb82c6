// Whole pulls from weights: the efficient rounding of Pukelsheim & Rieder (1992). With s weights
// above 0 it starts from n_i = ceil((N - s/2) w_i) and corrects the sum by the pulls that matter
// least; every n_i / N is then at least (1 - s/N) w_i, so no variance grows by more than 1/(1 -
// s/N).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesha/base/result.hpp"

namespace mesha {

// Exactly N pulls, at least one for every weight above 0 and none for the others; refused with a
// sentence when N is smaller than their number.
Result<std::vector<std::int64_t>> round_pulls(std::span<const double> weights, std::int64_t N);

}  // namespace mesha
