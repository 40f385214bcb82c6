// The probability that each arm is chosen, without sampling, for learners whose scores start afresh
// each epoch.
//
// In an epoch the active arms' scores are independent, so the sets that can survive it, and their
// probabilities, are sums of products of one-dimensional laws integrated over the cut. A forward
// pass over epochs carries P(active set = A) from set to set. For the failure alone it keeps to the
// sets that hold the best arm; what that arm loses on the way adds up to the failure probability.
// All terms are positive: nothing cancels, and a failure probability of 1e-12 keeps its digits.
//
//   epoch.hpp   one epoch: the law of the surviving set
//   exact.cpp   the chain of epochs, and how the error is bounded
#pragma once

#include <cstdint>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/simulate/affine_problem.hpp"

namespace mesha {

inline constexpr int exact_most_arms = 16;  // 2^16 sets, C(15, 7) of them after one epoch

struct ExactOptions {
  double absolute = 1e-10;  // both are aimed at;
  double relative = 1e-6;   // `error` says what was reached
};

struct ExactFailure {
  double probability = 0;
  double error = 0;            // |probability - truth| is at most about this
  std::int64_t sets = 0;       // active sets that were visited
  std::int64_t integrals = 0;  // one-dimensional, in the finer of the two passes
};

struct ExactChosen {
  ExactFailure failure;        // as exact_failure() has it
  std::vector<double> chosen;  // P(arm i is named)
  double nobody = 0;           // P(the trigger empties the field)
  double error = 0;            // of each of them; their sum differs from 1 by less than 1e-12
};

// Why not, in a sentence: more than 16 arms, or scores that build on earlier epochs.
Status exact_applies(const AffineProblem& problem);

Result<ExactFailure> exact_failure(const AffineProblem& problem, const ExactOptions& options = {});

// The chance of every arm, by one more pass, over all surviving sets: up to three times the work.
Result<ExactChosen> exact_chosen(const AffineProblem& problem, const ExactOptions& options = {});

// About how many seconds exact_failure takes on one core (within a factor of 5 or so), for
// choosing a method: computed before anything is integrated, and the same on every machine.
double exact_seconds(const AffineProblem& problem);

}  // namespace mesha
