// Instance B of Theorem 2 (docs/theory.md): the reports of an instance A where everybody is
// truthful, but the means of its best arm and of its runner-up exchanged. A learner that is told
// neither theta nor true features can tell A from B by rewards alone.
#pragma once

#include <vector>

#include "mesha/base/ids.hpp"
#include "mesha/base/result.hpp"
#include "mesha/model/instance.hpp"

namespace mesha::theory {

struct Exchange {
  Instance instance;            // B, with its own theta' and true features
  std::vector<Report> reports;  // in A and in B: the true features of A
  ArmId best;                   // in A; in B it lies, and has the runner-up's mean
  ArmId rival;                  // the runner-up of A; in B it is the best arm, and truthful
};

// theta' = (mu_1 / |x_2|^2) x_2 + w, w orthogonal to x_2 and just so long that |theta'| = |theta|,
// or 0 if theta' is longer without it; arms other than the rival have features along theta'. With
// at least two coordinates no feature of B is then longer than the longest of A, and
// |theta'| = |theta| unless mu_1 > |theta| |x_2|.
//
// Refused: no single best arm; no runner-up with a feature other than 0 (x_2 != 0); theta' = 0,
// which is so where the best mean is 0 in one dimension (mu_1 != 0 or d >= 2).
Result<Exchange> exchanged_instance(const Instance& truthful);

}  // namespace mesha::theory
