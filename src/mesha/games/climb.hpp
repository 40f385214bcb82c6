// Uphill in the unit cube without derivatives: what a search calls from each promising start.
#pragma once

#include <cstdint>
#include <functional>

#include "mesha/linalg/vec.hpp"

namespace mesha {

struct Summit {
  Vec at;
  double value = 0;
  std::int64_t evaluations = 0;
};

// NaN ends the climb; the best point so far is returned.
using Height = std::function<double(const Vec& at)>;

// Subplex (Rowan 1990, NLopt's LN_SBPLX): Nelder-Mead on low-dimensional subspaces in turn. It
// only compares heights, so it stands the small steps of a count of runs. Deterministic. `value` is
// the height at `from`, known before.
Summit climb(const Height& height, const Vec& from, double value, double step,
             std::int64_t evaluations);

// One dimension: 0 as a point of its own, a grid over the rest, then golden section around each of
// the highest points of the grid. The height need not be unimodal; a peak that is narrower than the
// grid may be missed.
Summit climb_line(const Height& height, int grid, int peaks);

}  // namespace mesha
