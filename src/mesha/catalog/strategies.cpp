#include "mesha/catalog/strategies.hpp"

#include <string>
#include <utility>

#include "mesha/catalog/registry.hpp"
#include "mesha/strategies/basis_cycling.hpp"
#include "mesha/strategies/fixed.hpp"
#include "mesha/strategies/noise_chasing.hpp"
#include "mesha/strategies/random_signs.hpp"
#include "mesha/strategies/scaled.hpp"
#include "mesha/strategies/starvation.hpp"
#include "mesha/strategies/truthful.hpp"
#include "mesha/strategies/zeroed.hpp"

namespace mesha {
namespace {

ScaledConfig length(OptionReader& o) {
  const auto factor = o.number("factor");
  const ScaledConfig options{.factor = factor.value_or(1), .norm = o.number("norm")};
  if (factor && options.norm) o.complain("factor", "and `norm` contradict each other: give one");
  if (options.norm && *options.norm < 0) o.complain("norm", "must not be negative");
  return options;
}

double axis_norm(OptionReader& o) {
  const double norm = o.number("norm", 1);
  if (!(norm > 0)) o.complain("norm", "must be above 0");
  return norm;
}

template <Strategy S>
Result<Profile> everybody(const Instance& instance, const S& one) {
  return Profile(instance.arm_count(), AnyStrategy(one));
}

Result<Profile> fixed(const Instance& instance, OptionReader& o) {
  const std::vector<Vec> vectors = o.vectors("features");
  if (o.trouble()) return *o.trouble();
  if (vectors.size() != instance.arm_count()) {
    return Error{"`features` of the reports has " + std::to_string(vectors.size()) +
                 " vectors, but there are " + std::to_string(instance.arm_count()) + " arms"};
  }
  std::vector<Report> reports;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    if (vectors[i].size() != instance.dimension()) {
      return Error{"the report of arm " + std::to_string(i) + " has " +
                   std::to_string(vectors[i].size()) + " numbers, but theta has " +
                   std::to_string(instance.dimension())};
    }
    reports.push_back(Report{vectors[i]});
  }
  return fixed_profile(reports);
}

Result<Profile> zeroed(const Instance& instance, OptionReader& o) {
  const std::int64_t coordinate = o.integer("coordinate", 0);
  if (coordinate < 0 || static_cast<std::size_t>(coordinate) >= instance.dimension()) {
    o.complain("coordinate", "must lie between 0 and d - 1");
    return *o.trouble();
  }
  return everybody(instance, Zeroed({static_cast<std::size_t>(coordinate), length(o)}));
}

Result<Profile> starvation(const Instance& instance, OptionReader& o) {
  const Result<ArmId> best = instance.best_arm();
  const std::int64_t target = o.integer("target", best ? best->index : 0);
  if (target < 0 || static_cast<std::size_t>(target) >= instance.arm_count()) {
    o.complain("target", "must be the number of an arm, counted from 0");
    return *o.trouble();
  }
  const auto starved = arm_at(static_cast<std::size_t>(target));
  const Vec said = o.vector("report", instance.feature(starved).x);
  if (said.size() != instance.dimension()) {
    o.complain("report", "must have as many numbers as theta");
    return *o.trouble();
  }
  auto reports = starvation_reports({.target = starved,
                                     .target_report = Report{said},
                                     .arms = instance.arm_count(),
                                     .norm = axis_norm(o)});
  if (!reports) return reports.error();
  return fixed_profile(*reports);
}

std::vector<StrategyEntry> built_in_strategies() {
  const std::vector<OptionInfo> length_options{
      {"factor", "multiply the reported vector by this (default 1)"},
      {"norm", "bring it to this length instead"}};
  const std::vector<OptionInfo> axis_options{{"norm", "length of the reports (default 1)"}};
  return {
      {"truthful",
       "reports the true feature",
       {},
       [](const Instance& i, OptionReader&) { return everybody(i, Truthful()); }},
      {"fixed",
       "reports a given vector in every round",
       {{"features", "one vector per arm (required)"}},
       fixed},
      {"scaled", "reports the true direction, longer or shorter", length_options,
       [](const Instance& i, OptionReader& o) { return everybody(i, Scaled(length(o))); }},
      {"zeroed",
       "hides one coordinate of the true feature",
       {{"coordinate", "which one to hide, counted from 0 (default 0)"},
        {"factor", "then multiply by this (default 1)"},
        {"norm", "then bring to this length instead"}},
       zeroed},
      {"random_signs", "flips every coordinate's sign by a coin, anew for each pull",
       length_options,
       [](const Instance& i, OptionReader& o) { return everybody(i, RandomSigns(length(o))); }},
      {"basis_cycling", "reports e_k, k = own pull number mod d: the largest trace term",
       axis_options,
       [](const Instance& i, OptionReader& o) { return everybody(i, BasisCycling(axis_norm(o))); }},
      {"noise_chasing", "repeats the axis whose own past rewards looked best", axis_options,
       [](const Instance& i, OptionReader& o) { return everybody(i, NoiseChasing(axis_norm(o))); }},
      {"starvation",
       "colludes so that a G-optimal design never pulls the target",
       {{"target", "the arm to starve (default: the best one)"},
        {"report", "what the target says (default: its true feature)"},
        {"norm", "length of the colluders' reports (default 1)"}},
       starvation},
  };
}

Registry<StrategyEntry>& strategy_registry() {
  static Registry<StrategyEntry> strategies("strategy", {"strategy", "arms", "deviations"},
                                            built_in_strategies());
  return strategies;
}

}  // namespace

std::span<const StrategyEntry> all_strategies() { return strategy_registry().all(); }

Status register_strategy(StrategyEntry entry) { return strategy_registry().add(std::move(entry)); }

Profile fixed_profile(const std::vector<Report>& reports) {
  Profile profile;
  for (const Report& report : reports) profile.emplace_back(Fixed(report));
  return profile;
}

Result<Profile> make_profile(std::string_view name, const Instance& instance,
                             const Options& options) {
  const auto entry = strategy_registry().find(name, options);
  if (!entry) return entry.error();
  OptionReader reader(options);
  Result<Profile> profile = (*entry)->make(instance, reader);
  if (reader.trouble()) return *reader.trouble();
  return profile;
}

}  // namespace mesha
