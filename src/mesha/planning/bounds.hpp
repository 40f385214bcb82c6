// What is known of a failure without integrating or counting it: bounds that only fall with T, so
// that the T from which they hold is found by halving.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "mesha/planning/failures.hpp"

namespace mesha::planning {

// The least T from `low` to `most` that `holds`, which is monotone in T. Nothing: none does.
std::optional<std::int64_t> least_budget(std::int64_t low, std::int64_t most,
                                         const std::function<bool(std::int64_t)>& holds);

// Pulls and survivors of every epoch while no trigger fires: with the same schedule the same
// rewards lead to the same answer.
std::vector<std::int64_t> schedule_of(const AffineProblem& problem);

// The probability that any trigger fires in an epoch with all of its scheduled arms is at most
// this.
double trigger_chance(const AffineProblem& problem);

// An upper bound on the failure to name the best arm, but for triggers. In each epoch it is
// compared with the best others that can be there:
//   1 - prod over epochs of P(it stays among the best `keep` against rivals 2 ... active)
// More pulls of an epoch never raise a factor's failure, so the bound falls with T where schedules
// rise; where all others have one mean it is the failure itself. Nothing: scores build on earlier
// epochs, or arms are scaled differently.
std::optional<double> ranking_bound(const AffineProblem& problem);

// The least T up to `most` at which a theorem grants a failure below `wished`, for Gaussian noise
// and one best arm.
struct TheoremBudgets {
  std::optional<std::int64_t> certificate;  // whatever anybody reports: certificate_at()
  std::optional<std::int64_t> karnin;       // its form in closed terms: karnin_form()
};
TheoremBudgets theorem_budgets(const Failures& failures, double wished, std::int64_t most);

// An upper bound on the failure with T under any reports: joint_certificate(), or certificate()
// where many arms would make that slow. Nothing: the learner keeps no floors, or no theorem speaks
// of the question.
std::optional<double> certificate_at(const Failures& failures, std::int64_t budget);

// No rule that looks at no report and treats arms alike fails less often with T (Theorem 4 of
// docs/theory.md). Nothing: the question is none of which it speaks.
std::optional<double> least_blind_failure(const Question& question, std::int64_t budget);

// No such rule can do with less. Nothing: not up to `most`, or as above.
std::optional<std::int64_t> least_blind_budget(const Question& question, double wished,
                                               std::int64_t most);

}  // namespace mesha::planning
