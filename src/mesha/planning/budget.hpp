// The smallest budget T of one learner: the least T such that the failure is below the wished one
// at every T' in [T, 4T]. Schedules round numbers of pulls, so a failure may rise again where one
// more evaluation of the losers lets a stronger rival through.
//
//   exact    every T' at which the schedule changes, by its value or by ranking_bound()
//   counted  the grid of whole numbers at most 1 % apart: all of it in [T, 1.1 T], then every 10 %,
//            on common random numbers
//
// Budgets are doubled until one is good enough, so that every [T', 4T'] below the answer holds one
// that is not: there is no smaller T.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mesha/planning/failures.hpp"

namespace mesha::planning {

struct Effort {
  double failure = 0.05;          // wished: below it
  std::int64_t most = 1'000'000;  // budgets that are looked at
  std::uint64_t seed = 1;
  std::optional<std::int64_t> runs;  // of a counted point; empty: as `seconds` allow
  double seconds = 0.8;              // of one core for a counted learner, about
};

// 1, 2, ..., 100, 101, 103, ...: each at most a percent above the one before, or 1.
std::vector<std::int64_t> grid_of_budgets(std::int64_t most);
// Of each interval, so that all points of the grid are covered at once with 95% (Bonferroni).
double confidence_of_each(std::int64_t most);

// Runs of a counted point: enough failures at the wished probability, and no more than is allowed.
std::int64_t runs_of_point(const Failures& failures, std::int64_t budget, const Effort& effort);

// Would a search at budgets like this one take much longer than `seconds`, with the fewest runs
// that say anything? Not where the number of runs was given.
bool dear(const Failures& failures, std::int64_t budget, const Effort& effort);

struct Found {
  std::optional<std::int64_t> budget = {};
  Point at = {};                  // the failure there
  std::string why_not = {};       // if there is none
  bool every_change = true;       // exact: false if some were only looked at a percent apart
  std::vector<Point> curve = {};  // all points that were computed, by T
  bool interrupted = false;       // crew.stop fired
};

Found find_budget(const Failures& failures, const Effort& effort, const Crew& crew);

}  // namespace mesha::planning
