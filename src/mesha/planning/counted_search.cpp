#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mesha/io/numbers.hpp"
#include "mesha/planning/searches.hpp"

namespace mesha::planning {
namespace {

constexpr double too_few = 10;       // failures of a point, expected, that can be compared
constexpr double dense_until = 1.1;  // times T, every point of the grid
constexpr double sure = 3;           // standard deviations
constexpr double then_every = 1.1;   // times the last

}  // namespace

std::size_t CountedSearch::place_of(std::int64_t budget) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(grid_, budget) - grid_.begin());
}

// Of budgets up to `most`.
std::size_t CountedSearch::last_place() const { return place_of(effort_.most + 1) - 1; }

std::int64_t CountedSearch::rough_runs(std::int64_t budget) const {
  return std::max<std::int64_t>(100, runs_of_point(*failures_, budget, effort_) / 4);
}

bool CountedSearch::enough_failures(std::int64_t budget) const {
  const auto runs = static_cast<double>(runs_of_point(*failures_, budget, effort_));
  return runs * effort_.failure >= too_few;
}

// nullptr: stopped.
const Point* CountedSearch::count(std::size_t place, std::int64_t runs) {
  auto& known = runs == rough_runs(grid_[place]) ? rough_ : fine_;
  if (const auto found = known.find(place); found != known.end()) return &found->second;
  const auto point = failures_->counted(grid_[place], runs, crew_);
  return point ? &known.emplace(place, *point).first->second : nullptr;
}

bool CountedSearch::below(std::size_t place, bool roughly) {
  const std::int64_t T = grid_[place];
  const Point* point =
      count(place, roughly ? rough_runs(T) : runs_of_point(*failures_, T, effort_));
  return point != nullptr && point->below(effort_.failure);
}

// As few runs say it already, or as all do.
bool CountedSearch::clearly_below(std::size_t place) {
  const Point* point = count(place, rough_runs(grid_[place]));
  if (point == nullptr) return false;
  const auto runs = static_cast<double>(point->runs);
  const double error = std::sqrt(std::max(point->failure, 1 / runs) / runs);
  return point->failure + sure * error < effort_.failure || below(place, /*roughly=*/false);
}

// About, by few runs.
std::optional<std::size_t> CountedSearch::first_good() {
  const std::size_t last = last_place();
  std::size_t low = place_of(failures_->smallest());
  if (grid_[last] < failures_->smallest()) return std::nullopt;
  std::size_t high = low;
  while (!below(high, true)) {
    if (high == last || stopped()) return std::nullopt;
    low = high;
    high = std::min(last, std::max(high + 1, place_of(2 * grid_[high])));
    const std::int64_t T = grid_[high];
    if (!dear(*failures_, T, effort_) && enough_failures(T)) continue;
    why_not_ = fmt::format("more than {}; beyond that --trials has to say how many runs to play",
                           thousands(grid_[low]));
    return std::nullopt;
  }
  while (high - low > 1 && !stopped()) {
    const std::size_t middle = low + (high - low) / 2;
    (below(middle, true) ? high : low) = middle;
  }
  return high;
}

// Next to `about`, a point that is good enough with all runs and follows one that is not.
std::optional<std::size_t> CountedSearch::crossing_near(std::size_t about) {
  const std::size_t first = place_of(failures_->smallest());
  const std::size_t last = last_place();
  std::size_t low = about;
  std::size_t high = about;
  for (std::size_t step = 1; low > first && below(low, false); step *= 2)
    high = low, low -= std::min(step, low - first);
  if (below(low, false)) return low;
  for (std::size_t step = 1; high <= low || !below(high, false); step *= 2) {
    if (high == last || stopped()) return std::nullopt;
    low = std::max(low, high);
    high = std::min(last, low + step);
  }
  while (high - low > 1 && !stopped()) {
    const std::size_t middle = low + (high - low) / 2;
    (below(middle, false) ? high : low) = middle;
  }
  return high;
}

// The place behind [T, 4T], or the first in it that is not good enough.
std::size_t CountedSearch::good_until(std::size_t good) {
  const auto T = static_cast<double>(grid_[good]);
  std::size_t next = good + 1;
  while (static_cast<double>(grid_[next]) <= 4 * T && !stopped() && clearly_below(next)) {
    const auto now = static_cast<double>(grid_[next]);
    const auto further = static_cast<std::int64_t>(now * then_every);
    next = now < dense_until * T ? next + 1 : std::max(next + 1, place_of(further));
  }
  return next;
}

std::optional<std::size_t> CountedSearch::settled(std::size_t about) {
  const std::size_t last = last_place();
  auto good = crossing_near(about);
  while (good && !stopped()) {
    const std::size_t next = good_until(*good);
    if (grid_[next] > 4 * grid_[*good]) return good;
    good = next + 1;
    while (*good <= last && !stopped() && !below(*good, false)) ++*good;
    if (*good > last) return std::nullopt;
  }
  return std::nullopt;
}

Found CountedSearch::run() {
  const std::int64_t T = failures_->smallest();
  if (!enough_failures(T)) {
    why_not_ = fmt::format("too rare to be counted in {} runs; --trials plays more",
                           thousands(runs_of_point(*failures_, T, effort_)));
    return finish({});
  }
  auto place = first_good();
  if (place && !stopped()) place = settled(*place);
  return finish(place);
}

Found CountedSearch::finish(std::optional<std::size_t> place) {
  Found found{.why_not = why_not_, .interrupted = stopped()};
  if (place && !stopped()) {
    found.budget = grid_[*place];
    found.at = fine_.contains(*place) ? fine_.at(*place) : rough_.at(*place);
  } else if (!stopped() && found.why_not.empty()) {
    found.why_not = not_reachable(effort_);
  }
  std::map<std::size_t, Point> best = fine_;
  best.insert(rough_.begin(), rough_.end());
  for (const auto& [number, point] : best) found.curve.push_back(point);
  return found;
}

}  // namespace mesha::planning
