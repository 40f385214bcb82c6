#include "mesha/simulate/rare/tilt.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "mesha/simulate/rare/meeting.hpp"

namespace mesha {
namespace {

constexpr std::size_t most_tilts = 4096;
constexpr double unlikely = 20;  // a cost this much above the least one is not worth a tilt
constexpr double likely = 0.5;   // costs below this need no shift

// The active arms of an epoch and the laws of their scores.
struct Field {
  Contender best;
  // Strongest first; those that usually trigger last.
  std::vector<Contender> others;
};

Field field_of(const AffineProblem& problem, const std::vector<int>& active, std::int64_t pulls) {
  Field field;
  for (const int arm : active) {
    const Contender one = contender(problem, arm, pulls);
    if (arm == problem.best().index) {
      field.best = one;
    } else {
      field.others.push_back(one);
    }
  }
  std::ranges::stable_sort(field.others, [](const Contender& a, const Contender& b) {
    return std::pair(!a.usually_triggered(), a.mean) > std::pair(!b.usually_triggered(), b.mean);
  });
  return field;
}

// The rival and those it needs for overtaking the best arm, `keep` in all: the first of `others`,
// or those that rise to `level` at the least cost. Empty: they are too few.
std::vector<Contender> overtakers(const Field& field, const Contender& rival, int keep,
                                  std::optional<double> level) {
  std::vector<Contender> up = field.others;
  if (field.best.sd == 0) {  // a constant below another one cannot rise above it
    std::erase_if(up, [&](const Contender& one) {
      return one.sd == 0 &&
             std::pair(one.mean, -one.arm) < std::pair(field.best.mean, -field.best.arm);
    });
  }
  if (level) {
    std::ranges::stable_sort(up, {}, [&](const Contender& one) { return one.rise(*level); });
  }
  const auto place = std::ranges::find(up, rival.arm, &Contender::arm);
  if (place == up.end() || up.size() < static_cast<std::size_t>(keep)) return {};
  std::rotate(up.begin(), place, place + 1);
  up.resize(static_cast<std::size_t>(keep));
  return up;
}

// The cheapest known way in which the rival, among others, overtakes the best arm here.
Meeting overtake(const Field& field, const Contender& rival, int keep) {
  Meeting least{.level = 0, .cost = HUGE_VAL};
  std::optional<double> first_level;
  const auto look = [&](std::optional<double> level) {
    const auto up = overtakers(field, rival, keep, level);
    if (up.empty()) return;
    const Meeting here = meet(up, {field.best}, false);
    if (!first_level) first_level = here.level;
    if (here.cost < least.cost) least = here;
  };
  look(std::nullopt);
  look(field.best.mean);
  if (first_level) look(first_level);
  return least;
}

// The rival stays, beside the best arm.
struct Push {
  std::vector<Shift> shifts;
  double cost = 0;
  std::vector<int> active;  // the set that then typically goes on
};

// by_trigger: those in the rival's way may also be sent away, if that is cheaper.
std::optional<Push> push(const Field& field, const Contender& rival, int epoch, int keep,
                         bool by_trigger) {
  if (keep < 2) return std::nullopt;
  std::vector<Contender> rest;  // usually not triggered
  for (const Contender& one : field.others) {
    if (one.arm != rival.arm && !one.usually_triggered()) rest.push_back(one);
  }
  const std::size_t room = std::min(rest.size(), static_cast<std::size_t>(keep) - 2);
  Push result{.shifts = {}, .cost = 0, .active = {field.best.arm, rival.arm}};
  for (std::size_t k = 0; k < room; ++k) result.active.push_back(rest[k].arm);

  std::vector<Contender> down(rest.begin() + static_cast<std::ptrdiff_t>(room), rest.end());
  const auto number = static_cast<double>(down.size());
  if (!down.empty() && rival.mean >= down.front().mean) down.clear();  // it is stronger
  const Meeting here = meet({rival}, down, by_trigger);
  result.cost = here.cost;
  if (here.cost < likely) return result;
  result.shifts.push_back({epoch, rival.arm, rival.rise(here.level)});
  if (down.empty()) return result;
  std::vector<double> needed;
  needed.reserve(rest.size());
  for (const Contender& one : rest) needed.push_back(one.to_fall(here.level, by_trigger));
  const auto chances = chances_of_passing(needed, number);
  for (std::size_t i = 0; i < rest.size(); ++i) {
    result.shifts.push_back({epoch, rest[i].arm, -std::max(0.0, needed[i]), chances[i]});
  }
  return result;
}

// A constant that cannot pass the level would need an infinite shift.
bool matters(const Shift& shift) {
  return shift.by != 0 && std::isfinite(shift.by) && shift.chance > 0;
}

std::vector<int> everybody(const AffineProblem& problem) {
  std::vector<int> arms(problem.means.size());
  std::iota(arms.begin(), arms.end(), 0);
  return arms;
}

// Scores that start afresh: the rival is pushed through to epoch 1, 2, ..., and overtakes there at
// a cost that counts, but without a shift. Ways that cost at most so much.
std::vector<Tilt> ways_of_rival(const AffineProblem& problem, int rival, bool by_trigger,
                                double most) {
  std::vector<Tilt> ways;
  std::vector<int> active = everybody(problem);
  Tilt so_far;
  for (int epoch = 1; epoch <= problem.facts.epochs; ++epoch) {
    const Stage stage = problem.facts.stage(epoch, static_cast<int>(active.size()));
    const Field field = field_of(problem, active, stage.pulls);
    const Contender& now = *std::ranges::find(field.others, rival, &Contender::arm);
    Tilt way = so_far;
    way.cost += overtake(field, now, stage.keep).cost;
    if (std::isfinite(way.cost) && way.cost <= most) ways.push_back(std::move(way));
    auto pushed = push(field, now, epoch, stage.keep, by_trigger);
    if (!pushed) break;
    so_far.cost += pushed->cost;
    if (!std::isfinite(so_far.cost) || so_far.cost > most) break;
    std::ranges::copy_if(pushed->shifts, std::back_inserter(so_far.shifts), matters);
    active = std::move(pushed->active);
  }
  return ways;
}

// The same drift in every pull so far amounts to `by` standard deviations of their sum.
void add_drift(Tilt& tilt, const std::vector<std::int64_t>& pulls, int arm, double by,
               double chance) {
  const auto all =
      static_cast<double>(std::accumulate(pulls.begin(), pulls.end(), std::int64_t{0}));
  for (std::size_t k = 0; k < pulls.size(); ++k) {
    const double part = by * std::sqrt(static_cast<double>(pulls[k]) / all);
    const Shift shift{static_cast<int>(k) + 1, arm, part, chance};
    if (matters(shift)) tilt.shifts.push_back(shift);
  }
}

Tilt drift_to(const Field& field, const Meeting& meeting, int keep,
              const std::vector<std::int64_t>& pulls) {
  Tilt tilt{.shifts = {}, .cost = meeting.cost};
  std::vector<double> needed;
  needed.reserve(field.others.size());
  for (const Contender& one : field.others) needed.push_back(one.to_rise(meeting.level));
  const auto chances = chances_of_passing(needed, keep);
  for (std::size_t i = 0; i < needed.size(); ++i) {
    add_drift(tilt, pulls, field.others[i].arm, std::max(0.0, needed[i]), chances[i]);
  }
  add_drift(tilt, pulls, field.best.arm, -field.best.fall(meeting.level, false), 1);
  return tilt;
}

// Cumulative scores: an arm that drifts to the level is usually not overtaken before.
std::vector<Tilt> ways_to_drift(const AffineProblem& problem) {
  std::vector<Tilt> ways;
  std::vector<std::int64_t> pulls;  // new ones, per epoch so far
  std::int64_t all_pulls = 0;
  for (int epoch = 1, active = problem.arm_count(); epoch <= problem.facts.epochs; ++epoch) {
    const Stage stage = problem.facts.stage(epoch, active);
    pulls.push_back(stage.pulls);
    all_pulls += stage.pulls;
    active = std::min(active, stage.keep);
    const Field field = field_of(problem, everybody(problem), all_pulls);
    double width = field.best.sd;  // of the peak over levels
    for (const Contender& one : field.others) width = std::max(width, one.sd);
    width /= std::sqrt(stage.keep + 1.0);
    std::vector<double> levels;
    for (const Contender& rival : field.others) {
      const Meeting here = overtake(field, rival, stage.keep);
      const bool near = std::ranges::any_of(
          levels, [&](double level) { return std::fabs(level - here.level) < width / 2; });
      if (near || !std::isfinite(here.cost)) continue;
      levels.push_back(here.level);
      ways.push_back(drift_to(field, here, stage.keep, pulls));
    }
  }
  return ways;
}

std::vector<Tilt> all_ways(const AffineProblem& problem) {
  if (problem.facts.cumulative) return ways_to_drift(problem);
  std::vector<Tilt> ways;
  double least = HUGE_VAL;
  for (int rival = 0; rival < problem.arm_count(); ++rival) {
    if (rival == problem.best().index) continue;
    for (const bool by_trigger : {false, true}) {
      for (Tilt& way : ways_of_rival(problem, rival, by_trigger, least + unlikely)) {
        least = std::min(least, way.cost);
        ways.push_back(std::move(way));
      }
    }
  }
  return ways;
}

bool by_epoch_and_arm(const Shift& a, const Shift& b) {
  return std::pair(a.epoch, a.arm) < std::pair(b.epoch, b.arm);
}

}  // namespace

Mixture tilts(const AffineProblem& problem) {
  std::vector<Tilt> ways = all_ways(problem);
  std::ranges::stable_sort(ways, {}, &Tilt::cost);
  const double least = ways.empty() ? 0 : ways.front().cost;
  std::erase_if(ways, [&](const Tilt& way) { return !(way.cost <= least + unlikely); });
  Mixture mixture = {{}};  // shifts nothing
  double sum = 0;
  for (Tilt& way : ways) {
    std::ranges::sort(way.shifts, by_epoch_and_arm);
    const double part = std::exp(-(way.cost - least) / 2);
    auto known = std::ranges::find(mixture, way.shifts, &Tilt::shifts);
    if (known == mixture.end()) {
      if (mixture.size() > most_tilts) continue;
      mixture.push_back(std::move(way));
      known = mixture.end() - 1;
    }
    known->share = std::max(known->share, part);
  }
  for (const Tilt& tilt : mixture) sum += tilt.share;
  for (Tilt& tilt : mixture) tilt.share *= sum > 0 ? (1 - defensive_share) / sum : 0;
  mixture.front().share += sum > 0 ? defensive_share : 1;
  return mixture;
}

}  // namespace mesha
