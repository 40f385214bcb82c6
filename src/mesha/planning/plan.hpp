// How many evaluations are needed: every learner's smallest budget, what is proved beside it, and
// which learner to take.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mesha/planning/bounds.hpp"
#include "mesha/planning/budget.hpp"

namespace mesha::planning {

// What lies can do to a learner at its budget.
struct UnderLies {
  enum class Kind { certificate, found };  // an upper bound; the worst lie that was found
  double failure = 0;
  Kind kind = Kind::certificate;
};

struct PlanRow {
  Entrant entrant;
  Found found;
  TheoremBudgets theorem;
  std::optional<UnderLies> under_lies = {};
};

struct Plan {
  Question question;
  Effort effort;
  std::vector<PlanRow> rows = {};  // as the catalog has them
  std::vector<LeftOut> left_out = {};
  std::vector<std::int64_t> shared = {};         // budgets at which every curve has a point
  std::optional<std::int64_t> blind_least = {};  // least_blind_budget()
  bool interrupted = false;                      // rows are missing

  std::vector<const PlanRow*> by_budget() const;  // those that have one, cheapest first
};

struct PlanWork {
  int threads = 1;
  std::function<void(std::size_t done, const std::string& what)> on_row = {};  // before each
  std::stop_token stop = {};
};

// Refused: what no learner can be asked.
Result<Plan> make_plan(Question question, Entrants entrants, const Effort& effort,
                       const PlanWork& work);

// The other way round: what T evaluations promise for leads from small to large.
struct Promise {
  Entrant entrant;
  double gap = 0;
  Point at;
};
struct Promises {
  std::int64_t budget = 0;
  std::vector<double> gaps;
  std::vector<Promise> rows = {};  // by learner, then by gap
  std::vector<LeftOut> left_out = {};
  bool interrupted = false;
};
// `question_of` the gap.
Result<Promises> promises_of(std::int64_t budget, std::vector<double> gaps,
                             const std::function<Result<Question>(double gap)>& question_of,
                             Entrants entrants, const Effort& effort, const PlanWork& work);

}  // namespace mesha::planning
