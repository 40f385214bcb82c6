// Where rare failures happen: shifts of the noise under which the best arm is likelier to lose.
// Importance sampling draws from a mixture of them.
//
// Scores that start afresh each epoch: being overtaken is integrated (overtaken.hpp), so a tilt
// only brings it about that a rival is still active where it may overtake. One tilt per (rival,
// epoch): in each earlier epoch the rival's score and those of the arms in its way meet at a level.
//
// Scores that build on earlier epochs: one tilt per (epoch, level): `keep` others drift up to the
// level and the best arm down to it.
//
// Which arms fall, or rise, is drawn: each is shifted with a chance of its own, so that one tilt
// covers all sets of near-equal arms. Levels cost the least sum of squares of the shifts, the
// large-deviation cost.
#pragma once

#include <vector>

#include "mesha/simulate/affine_problem.hpp"

namespace mesha {

struct Shift {
  int epoch = 0;  // from 1
  int arm = 0;
  double by = 0;      // in standard deviations of that epoch's new rewards
  double chance = 1;  // of being shifted; cumulative scores: the same decision in all epochs

  bool operator==(const Shift&) const = default;
};

struct Tilt {
  std::vector<Shift> shifts;
  double cost = 0;   // half the sum of squares, with that of overtaking
  double share = 0;  // of the mixture; all shares sum to 1
};

// The first one shifts nothing: it bounds every weight by 1 / its share.
using Mixture = std::vector<Tilt>;

constexpr double defensive_share = 0.1;  // of the first one, at least

Mixture tilts(const AffineProblem& problem);

}  // namespace mesha
