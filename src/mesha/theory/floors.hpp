// What a halving rule promises about its numbers of pulls: when epoch r ends, every arm that is
// compared in it has at least `pulls` samples, and `keep` arms go on. The guarantees of
// certificate.hpp need to know no more of a rule; if it is known that no compared arm has more than
// `most` samples, they are a little sharper.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace mesha::theory {

struct EpochFloor {
  std::int64_t pulls = 0;                 // N_r
  int keep = 0;                           // k_r
  std::optional<std::int64_t> most = {};  // N'_r, if it is known

  friend bool operator==(const EpochFloor&, const EpochFloor&) = default;
};

// f_r = max(1, floor((1 - alpha) floor(T / R) / A_r)), A_r = ceil(K / 2^(r-1)): what epoch r adds
// to the floor when the share alpha of the budget is left to an adaptive rule.
std::int64_t floor_step(int arms, std::int64_t budget, double alpha, int epoch);

// N_r = f_1 + ... + f_r, and at least min(2, floor(T / (3K))): floors of samples that are kept,
// from an arm's first pull on. With alpha >= .3 a budget T >= 3K + 2R pays for them, also when an
// arm that was out of the floor set comes back: K N_1 + sum over r > 1 of A_r f_r <= T (a test
// goes through K = 2 to 70). With a smaller alpha it need not: K = 10, alpha = 0, T = 62 costs 64.
std::vector<EpochFloor> kept_floors(int arms, std::int64_t budget, double alpha);

// Sequential Halving (Karnin et al. 2013): the same number of pulls for every arm of an epoch, and
// no others. Its means are of the epoch's samples, or of all of them.
std::vector<EpochFloor> equal_floors(int arms, std::int64_t budget, bool keep_samples);

// Successive Rejects (Audibert et al. 2010): an arm less after every phase, all samples kept.
std::vector<EpochFloor> rejects_floors(int arms, std::int64_t budget);

}  // namespace mesha::theory
