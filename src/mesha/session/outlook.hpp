// What a selection can promise before its first evaluation, in a fraction of a second.
#pragma once

#include <optional>

#include "mesha/planning/budget.hpp"
#include "mesha/session/config.hpp"

namespace mesha {

struct Outlook {
  double gap = 0;       // of the best above all others
  planning::Point now;  // the failure with the selection's budget
  double wished = 0.05;
  planning::Found needed;  // the budget with which failures are below it
};

// If all candidates reported vectors of one length. Nothing: the learner decides by what vectors
// say, there are fewer than two candidates or very many, or it would take long to count.
std::optional<Outlook> outlook(const SessionConfig& config, double gap);

}  // namespace mesha
