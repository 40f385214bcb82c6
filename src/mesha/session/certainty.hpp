// How sure the evidence of a decided selection is, in two numbers that answer two questions.
#pragma once

#include <optional>
#include <string>

#include "mesha/session/state.hpp"
#include "mesha/simulate/estimate.hpp"

namespace mesha {

struct Certainty {
  // Is the winner the best? The probability, given all scores, that its mean is the largest: flat
  // prior, Gaussian scores whose standard deviation is the session's noise.
  std::optional<double> best;
  // Was the procedure up to the task? Its failure probability on the instance with the observed
  // means and the last reports.
  std::optional<Estimate> failure;
  std::string why_not = {};  // if a number is missing from a decided selection
};

// Without candidates that withdrew. While the selection is open all is empty.
Certainty certainty(const SessionState& state);

}  // namespace mesha
