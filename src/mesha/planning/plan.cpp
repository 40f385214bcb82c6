#include "mesha/planning/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "mesha/io/numbers.hpp"
#include "mesha/planning/searches.hpp"

namespace mesha::planning {
namespace {

constexpr std::int64_t most_of_theorems = 1'000'000'000;

// Beyond the limit of all that look at no report nothing need be played.
Found found_for(const Failures& failures, const Effort& effort, const Crew& crew) {
  const auto least = least_blind_failure(failures.question(), effort.most);
  if (least && *least >= effort.failure && !failures.integrable())
    return {.why_not = not_reachable(effort)};
  return find_budget(failures, effort, crew);
}

// From a quarter of the smallest budget to four times that, by the root of 2.
std::vector<std::int64_t> shared_budgets(const Plan& plan) {
  const auto rows = plan.by_budget();
  const auto middle =
      static_cast<double>(rows.empty() ? plan.effort.most / 4 : *rows.front()->found.budget);
  std::vector<std::int64_t> budgets;
  for (int k = -4; k <= 4; ++k) budgets.push_back(std::llround(middle * std::exp2(k / 2.0)));
  std::erase_if(budgets, [](std::int64_t T) { return T < 1; });
  const auto repeated = std::ranges::unique(budgets);
  budgets.erase(repeated.begin(), repeated.end());
  return budgets;
}

void add_points(const Plan& plan, const Failures& failures, const Crew& crew, Found& into) {
  if (into.curve.empty()) return;  // nobody was asked
  for (const std::int64_t T : plan.shared) {
    if (T < failures.smallest() || crew.stop.stop_requested()) continue;
    if (into.budget == T) continue;  // it is there, with all runs
    std::erase_if(into.curve, [T](const Point& point) { return point.budget == T; });
    if (failures.integrable()) {
      into.curve.push_back(failures.integrated(T));
      continue;
    }
    if (dear(failures, T, plan.effort)) continue;
    if (const auto point = failures.counted(T, runs_of_point(failures, T, plan.effort), crew))
      into.curve.push_back(*point);
  }
  std::ranges::stable_sort(into.curve, {}, &Point::budget);
}

}  // namespace

std::vector<const PlanRow*> Plan::by_budget() const {
  std::vector<const PlanRow*> list;
  for (const PlanRow& row : rows) {
    if (row.found.budget) list.push_back(&row);
  }
  std::ranges::stable_sort(list, {}, [](const PlanRow* row) { return *row->found.budget; });
  return list;
}

Result<Plan> make_plan(Question question, Entrants entrants, const Effort& effort,
                       const PlanWork& work) {
  Plan plan{
      .question = std::move(question), .effort = effort, .left_out = std::move(entrants.left_out)};
  plan.blind_least = least_blind_budget(plan.question, effort.failure, most_of_theorems);
  const Crew crew{.threads = work.threads, .on_progress = {}, .stop = work.stop};
  std::vector<Failures> all;
  for (Entrant& entrant : entrants.list) {
    auto failures = Failures::make(plan.question, std::move(entrant), effort.seed,
                                   confidence_of_each(effort.most));
    if (!failures) return failures.error();
    all.push_back(*std::move(failures));
  }
  for (const Failures& failures : all) {
    if (work.on_row) work.on_row(plan.rows.size(), failures.entrant().name());
    Found found = found_for(failures, effort, crew);
    if (found.interrupted) break;
    PlanRow row{.entrant = failures.entrant(),
                .found = std::move(found),
                .theorem = theorem_budgets(failures, effort.failure, most_of_theorems)};
    if (row.found.budget) {
      if (const auto bound = certificate_at(failures, *row.found.budget))
        row.under_lies = {*bound, UnderLies::Kind::certificate};
    }
    plan.rows.push_back(std::move(row));
  }
  plan.shared = shared_budgets(plan);
  for (std::size_t k = 0; k < plan.rows.size(); ++k)
    add_points(plan, all[k], crew, plan.rows[k].found);
  plan.interrupted = work.stop.stop_requested();
  return plan;
}

Result<Promises> promises_of(std::int64_t budget, std::vector<double> gaps,
                             const std::function<Result<Question>(double gap)>& question_of,
                             Entrants entrants, const Effort& effort, const PlanWork& work) {
  Promises all{.budget = budget, .gaps = std::move(gaps), .left_out = std::move(entrants.left_out)};
  std::vector<Question> questions;
  for (const double gap : all.gaps) {
    auto question = question_of(gap);
    if (!question) return question.error();
    questions.push_back(*std::move(question));
  }
  const double confidence =
      1 - 0.05 / static_cast<double>(questions.size());  // all gaps of a learner at once
  for (const Entrant& entrant : entrants.list) {
    for (std::size_t k = 0; k < questions.size() && !work.stop.stop_requested(); ++k) {
      if (work.on_row) work.on_row(all.rows.size(), entrant.name());
      const auto failures = Failures::make(questions[k], entrant, effort.seed, confidence);
      if (!failures) return failures.error();
      if (budget < failures->smallest()) {
        all.left_out.push_back({entrant.name(), fmt::format("needs at least {} evaluations",
                                                            thousands(failures->smallest()))});
        break;
      }
      if (!failures->integrable() && dear(*failures, budget, effort)) {
        all.left_out.push_back(
            {entrant.name(), "takes long with so many, unless --trials is said"});
        break;
      }
      const auto point = failures->integrable()
                             ? failures->integrated(budget)
                             : failures->counted(budget, runs_of_point(*failures, budget, effort),
                                                 {.threads = work.threads, .stop = work.stop});
      if (point) all.rows.push_back({entrant, all.gaps[k], *point});
    }
  }
  all.interrupted = work.stop.stop_requested();
  return all;
}

}  // namespace mesha::planning
