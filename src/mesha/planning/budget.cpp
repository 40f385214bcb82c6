#include "mesha/planning/budget.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mesha/io/numbers.hpp"
#include "mesha/planning/searches.hpp"

namespace mesha::planning {
namespace {

constexpr double points_of_search = 25;  // with all runs, about

}  // namespace

std::vector<std::int64_t> grid_of_budgets(std::int64_t most) {
  constexpr std::int64_t step = 100;
  std::vector<std::int64_t> grid;
  for (std::int64_t T = 1; T <= most; T += std::max<std::int64_t>(1, T / step)) grid.push_back(T);
  return grid;
}

double confidence_of_each(std::int64_t most) {
  constexpr double missed = 0.05;
  return 1 - missed / static_cast<double>(grid_of_budgets(5 * most).size());
}

std::int64_t runs_of_point(const Failures& failures, std::int64_t budget, const Effort& effort) {
  if (effort.runs) return *effort.runs;
  constexpr double failures_enough = 2'000;
  const double affordable = effort.seconds / (points_of_search * failures.seconds_of_run(budget));
  const double runs = std::min(failures_enough / effort.failure, affordable);
  return static_cast<std::int64_t>(std::clamp(runs, 200.0, 2e6));
}

bool dear(const Failures& failures, std::int64_t budget, const Effort& effort) {
  constexpr double patience = 6;  // where it takes longer
  const auto runs = static_cast<double>(runs_of_point(failures, budget, effort));
  return !effort.runs &&
         points_of_search * runs * failures.seconds_of_run(budget) > patience * effort.seconds;
}

Found find_budget(const Failures& failures, const Effort& effort, const Crew& crew) {
  if (failures.integrable()) return ExactSearch(failures, effort, crew).run();
  return CountedSearch(failures, effort, crew).run();
}

std::string not_reachable(const Effort& effort) {
  return fmt::format("not reachable with {} evaluations", thousands(effort.most));
}

}  // namespace mesha::planning
