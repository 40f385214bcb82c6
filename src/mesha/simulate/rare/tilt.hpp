// Where rare failures happen: ways in which the best arm may lose, each with the shift of the noise
// that makes it likely. Importance sampling draws from a mixture of them.
//
// One way per (epoch r, rival j): j stays until r, as the cheapest meeting point with those it must
// beat allows, and in epoch r the best arm is overtaken by j and by the strongest others that are
// needed besides. "Cheapest" is the least sum of squares of the shifts: the large-deviation cost.
#pragma once

#include <cstdint>
#include <vector>

#include "mesha/simulate/affine_problem.hpp"

namespace mesha {

struct Shift {
  int epoch = 0;  // from 1
  int arm = 0;
  double by = 0;  // in standard deviations of that epoch's new rewards

  bool operator==(const Shift&) const = default;
};

struct Tilt {
  std::vector<Shift> shifts;
  double cost = 0;   // half the sum of squares, with the best arm's own part
  double share = 0;  // of the mixture; all shares sum to 1
};

// The first one shifts nothing: it bounds every weight by 1 / its share.
using Mixture = std::vector<Tilt>;

Mixture tilts(const AffineProblem& problem);

}  // namespace mesha
