// The least-cost level at which some arms' scores lie above and others' below, and the chances with
// which each of many arms takes part.
#pragma once

#include <vector>

#include "mesha/simulate/affine_problem.hpp"

namespace mesha {

// An arm in one epoch, and the noise (in standard deviations) that brings its score above a level,
// or below. Infinite: nothing does.
struct Contender {
  int arm = 0;
  double mean = 0;       // of its score
  double sd = 0;         // 0: the score is a constant
  double trigger_z = 0;  // noise below this, and the trigger sends it away

  bool usually_triggered() const { return trigger_z > 0; }

  double to_rise(double level) const;  // and not be sent away; negative: usually does
  double to_fall(double level, bool by_trigger) const;  // by_trigger: being sent away counts
  double rise(double level) const;                      // the same, at least 0
  double fall(double level, bool by_trigger) const;
};

Contender contender(const AffineProblem& problem, int arm, std::int64_t pulls);

struct Meeting {
  double level = 0;
  double cost = 0;  // half the sum of squares; infinite: there is none
};

// `up` above the level and not sent away, `down` below it.
Meeting meet(const std::vector<Contender>& up, const std::vector<Contender>& down, bool by_trigger);

// Each arm passes its level with the noise z_i. Chances of independent coins, about `number` of
// which succeed, in proportion to the odds of passing: about the law of the set, given its size.
std::vector<double> chances_of_passing(const std::vector<double>& z, double number);

}  // namespace mesha
