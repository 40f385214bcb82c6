// The target accuracy zeta: an arm within zeta of the best counts as found. Which zeta to ask for.
#pragma once

#include <cstdint>

#include "mesha/theory/failure_bound.hpp"

namespace mesha::theory {

// The least zeta of which Theorem 6 speaks: 12 d sqrt(K log2 K) log(1 + T) / sqrt(T).
double least_zeta(const Sizes& sizes);

// The difference that the first epoch can just see: noise sqrt(2 / n), one standard deviation of
// the difference of two means of n = floor(T / (K R)) rewards. Ours; for selections whose gaps are
// not known.
double first_epoch_zeta(double noise, int arms, std::int64_t budget);

}  // namespace mesha::theory
