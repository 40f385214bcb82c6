// Sentences of the paper that need a formula and little else. What is printed is an argument, so
// that each can be seen to come out either way.
#pragma once

#include <vector>

#include "mesha/linalg/vec.hpp"
#include "mesha/paper/claims.hpp"
#include "mesha/theory/failure_bound.hpp"

namespace mesha::paper {

// Section III-E: K arms, of which one has the gap zeta/(2 d sqrt(K)) and the others 2 zeta.
struct WorkedExample {
  int arms = 16;
  int dimension = 4;
  double zeta = 0.1;
  double h_2 = 102400;              // as printed
  double mesha_complexity = 25600;  // (K / zeta^2) d^2, as printed
};
Claim worked_example(const WorkedExample& printed);

// Example 10: the estimate of arm 1 that results from starving it.
struct StarvedArm {
  Vec pseudo_theta{0, 0.5, 0.5};
  Vec report{0, 1.0 / 2, 1.0 / 6};
  double estimate = 0.4;  // as printed
};
Claim starved_arm(const StarvedArm& printed);

// MESHA at one budget of an experiment.
struct Measured {
  theory::Sizes sizes;
  double zeta = 0;
  std::vector<double> gaps;
  double failure = 0;
};
Claim theorem_applies(const std::vector<Measured>& budgets);
Claim table_of_rates(const Measured& at);

}  // namespace mesha::paper
