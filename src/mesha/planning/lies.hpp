// What lies can do to the learners of a plan at their budgets: the worst coalition that
// catalog/attack finds, and so a lower bound.
#pragma once

#include "mesha/planning/plan.hpp"

namespace mesha::planning {

// Why no lies can be searched, if they cannot: several worlds, or means that are not linear in the
// features.
Status check_lies(const Question& question);

// About how long add_lies() takes on one core.
double seconds_of_lies(const Plan& plan);

// For every learner with a budget: the failure under the worst lie found, or without lies if none
// does more; a learner that looks at no report has its own failure. All arms but the right ones lie
// together, reports no longer than the bound; with equal norms the truth has length 1. What
// was not searched when work.stop fired keeps what it had. Refused: features beyond the bound, and
// what check_lies() refuses.
Status add_lies(Plan& plan, double norm_bound, const PlanWork& work);

}  // namespace mesha::planning
