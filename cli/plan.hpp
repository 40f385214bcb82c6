// mesha plan: how many evaluations are needed, as a table, a JSON document and files.
#pragma once

#include <optional>
#include <string>

#include "cli/verbs.hpp"
#include "mesha/base/result.hpp"
#include "mesha/planning/plan.hpp"

namespace mesha::cli {

// What was asked, with everything filled in that was left open.
struct PlanQuestion {
  planning::Question question;
  std::optional<planning::Lead> lead = {};  // where means come from a gap
  std::string candidates;                   // in words
  std::vector<std::string> notes = {};      // what was filled in, or should be known
};
Result<PlanQuestion> question_of(const PlanVerb& verb);
// The same with this lead.
Result<planning::Question> question_with_gap(const PlanQuestion& asked, double gap);
planning::Effort effort_of(const PlanVerb& verb);
// The gaps of --evaluations, from small to large.
Result<std::vector<double>> gaps_of(const PlanVerb& verb, const PlanQuestion& asked);

std::string plan_table(const PlanQuestion& asked, const planning::Plan& plan);
std::string promises_table(const PlanQuestion& asked, const planning::Promises& promises);
std::string plan_json(const PlanQuestion& asked, const planning::Plan& plan);
std::string promises_json(const PlanQuestion& asked, const planning::Promises& promises,
                          const planning::Effort& effort);
std::string plan_csv(const planning::Plan& plan);
std::string promises_csv(const planning::Promises& promises);
std::string plan_plot(const PlanQuestion& asked, const planning::Plan& plan,
                      const std::string& path);
std::string promises_plot(const PlanQuestion& asked, const planning::Promises& promises,
                          const std::string& path);

}  // namespace mesha::cli
