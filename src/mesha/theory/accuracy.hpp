// The target accuracy zeta: an arm within zeta of the best counts as found. Which zeta to ask for.
#pragma once

#include <cstdint>
#include <optional>

#include "mesha/theory/failure_bound.hpp"

namespace mesha::theory {

// The least zeta of which Theorem 6 speaks: 12 d sqrt(K log2 K) log(1 + T) / sqrt(T).
double least_zeta(const Sizes& sizes);

// The least zeta of which its proof speaks: "setting zeta = 2 omega*", where
//   omega* = (2 sqrt(2) d + 1) sqrt(K L / N) (1 + sqrt(log(2KR/delta))), L = log(1 + N), N = T / R,
// and delta is that of this very zeta (Algorithm 1, line 2). None: delta falls so fast with zeta
// that no zeta is as large as its 2 omega*.
std::optional<double> least_zeta_of_proof(const Sizes& sizes);

// The least T from which on Theorem 6 speaks of zeta, whatever T is beyond: least_zeta() falls from
// T = 4 on. None: not within 4e18 rounds.
std::optional<std::int64_t> least_budget(int arms, int dimension, double zeta);

// The difference that the first epoch can just see: noise sqrt(2 / n), one standard deviation of
// the difference of two means of n = floor(T / (K R)) rewards. Ours; for selections whose gaps are
// not known.
double first_epoch_zeta(double noise, int arms, std::int64_t budget);

}  // namespace mesha::theory
