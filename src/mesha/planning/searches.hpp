// The two ways of find_budget().
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mesha/planning/budget.hpp"

namespace mesha::planning {

std::string not_reachable(const Effort& effort);

class ExactSearch {
 public:
  ExactSearch(const Failures& failures, const Effort& effort, Crew crew)
      : failures_(&failures), effort_(effort), crew_(std::move(crew)) {}
  Found run();

 private:
  using Schedule = std::pair<std::vector<std::int64_t>, std::int64_t>;

  Schedule schedule(std::int64_t budget) const;
  double value(std::int64_t budget);
  bool below(std::int64_t budget) { return value(budget) < effort_.failure; }
  bool stopped() const { return crew_.stop.stop_requested(); }
  std::optional<std::int64_t> first_good();
  bool clear_from(std::int64_t budget, std::int64_t end) const;
  std::optional<std::int64_t> next_good(std::int64_t budget);
  std::optional<std::int64_t> settled(std::int64_t good);
  Found finish(std::optional<std::int64_t> budget);

  const Failures* failures_;
  Effort effort_;
  Crew crew_;
  std::map<Schedule, double> known_ = {};
  std::map<std::int64_t, Point> curve_ = {};
  bool every_change_ = true;
};

class CountedSearch {
 public:
  CountedSearch(const Failures& failures, const Effort& effort, Crew crew)
      : failures_(&failures),
        effort_(effort),
        crew_(std::move(crew)),
        grid_(grid_of_budgets(5 * effort.most)) {}
  Found run();

 private:
  std::size_t place_of(std::int64_t budget) const;  // the first of the grid that is no smaller
  std::int64_t rough_runs(std::int64_t budget) const;
  bool enough_failures(std::int64_t budget) const;
  const Point* count(std::size_t place, std::int64_t runs);
  bool below(std::size_t place, bool roughly);
  bool clearly_below(std::size_t place);
  bool stopped() const { return crew_.stop.stop_requested(); }
  std::optional<std::size_t> first_good();
  std::size_t last_place() const;
  std::optional<std::size_t> crossing_near(std::size_t about);
  std::size_t good_until(std::size_t good);
  std::optional<std::size_t> settled(std::size_t about);
  Found finish(std::optional<std::size_t> place);

  const Failures* failures_;
  Effort effort_;
  Crew crew_;
  std::vector<std::int64_t> grid_;
  std::map<std::size_t, Point> rough_ = {};
  std::map<std::size_t, Point> fine_ = {};
  std::string why_not_ = {};
};

}  // namespace mesha::planning
