#include <algorithm>
#include <cmath>
#include <utility>

#include "mesha/planning/bounds.hpp"
#include "mesha/planning/searches.hpp"

namespace mesha::planning {
namespace {

constexpr double rare_trigger = 1e-9;      // what a trigger below this does is not looked at by T
constexpr std::size_t most_changes = 400;  // beyond, a percent apart

}  // namespace

// With a trigger that may fire every T is a schedule of its own, as the trigger's level is.
ExactSearch::Schedule ExactSearch::schedule(std::int64_t budget) const {
  const auto problem = failures_->problem(budget);
  return {schedule_of(*problem), trigger_chance(*problem) > rare_trigger ? budget : 0};
}

double ExactSearch::value(std::int64_t budget) {
  const auto [place, fresh] = known_.try_emplace(schedule(budget), 0);
  if (fresh) {
    const Point point = failures_->integrated(budget);
    place->second = point.failure;
    curve_.emplace(budget, point);
  }
  return place->second;
}

// The first budget after which a good one follows a bad one, or the smallest.
std::optional<std::int64_t> ExactSearch::first_good() {
  std::int64_t low = 0;
  std::int64_t high = failures_->smallest();
  if (high > effort_.most) return std::nullopt;
  while (!below(high)) {
    if (high == effort_.most || stopped()) return std::nullopt;
    low = high;
    high = high > effort_.most / 2 ? effort_.most : 2 * high;
  }
  while (low > 0 && high - low > 1 && !stopped()) {
    const std::int64_t middle = low + (high - low) / 2;
    (below(middle) ? high : low) = middle;
  }
  return high;
}

// Is the failure below from `budget` to `end`, as bounds say it?
bool ExactSearch::clear_from(std::int64_t budget, std::int64_t end) const {
  const auto bound = ranking_bound(*failures_->problem(budget));
  if (!bound || *bound >= effort_.failure) return false;
  constexpr int looks = 64;  // at how triggers go on, which no theorem says
  double worst = 0;
  for (int k = 0; k <= looks; ++k) {
    const double share = static_cast<double>(k) / looks;
    const double T = static_cast<double>(budget) *
                     std::pow(static_cast<double>(end) / static_cast<double>(budget), share);
    worst = std::max(worst, trigger_chance(*failures_->problem(std::llround(T))));
  }
  return *bound + worst < effort_.failure;
}

// The first one from T on.
std::optional<std::int64_t> ExactSearch::next_good(std::int64_t T) {
  while (T <= effort_.most && !stopped() && !below(T)) ++T;
  return T > effort_.most || stopped() ? std::nullopt : std::optional(T);
}

// From a good budget on through [T, 4T]; where the failure is not below, the next good one begins
// anew.
std::optional<std::int64_t> ExactSearch::settled(std::int64_t good) {
  Schedule last = schedule(good);
  std::size_t changes = 0;
  for (std::int64_t T = good + 1; T <= 4 * good && !stopped();
       T += every_change_ ? 1 : std::max<std::int64_t>(1, T / 100)) {
    Schedule now = schedule(T);
    if (now == last) continue;
    last = std::move(now);
    if (clear_from(T, 4 * good)) return good;
    every_change_ = ++changes <= most_changes;
    if (below(T)) continue;
    const auto next = next_good(T + 1);
    if (!next) return std::nullopt;
    good = T = *next;
    last = schedule(T);
  }
  return good;
}

Found ExactSearch::run() {
  auto budget = first_good();
  if (budget && !stopped()) budget = settled(*budget);
  return finish(budget);
}

Found ExactSearch::finish(std::optional<std::int64_t> budget) {
  Found found{.every_change = every_change_, .interrupted = stopped()};
  if (budget && !stopped()) {
    found.budget = budget;
    found.at = failures_->integrated(*budget);
    curve_.insert_or_assign(*budget, found.at);
  } else if (!stopped()) {
    found.why_not = not_reachable(effort_);
  }
  for (const auto& [T, point] : curve_) found.curve.push_back(point);
  return found;
}

}  // namespace mesha::planning
