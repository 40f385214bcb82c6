// What liars may say, for games/search: families of lies over the strategies of the catalog, with
// the attacks of the literature as named starts. docs/attack.md describes each.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mesha/games/report_space.hpp"
#include "mesha/io/options.hpp"
#include "mesha/model/instance.hpp"

namespace mesha {

struct StrategyChoice {  // as an experiment file has it
  std::string name;
  Options options;
};

struct LieFamily {
  ReportSpace space;
  // What the liars play where their reports change. Empty: they keep to the vectors that they say
  // first.
  std::function<StrategyChoice(const Vec& at)> changing = {};
};

struct LieOptions {
  std::optional<double> norm_bound = 1;  // empty: any length, as far as the search goes
  bool only_length = false;  // the learner reads nothing else (Traits::reads_only_length)
  bool over_time = true;     // also reports that change from pull to pull
  std::uint64_t seed = 1;    // of the random directions in some families
};

// Lengths are searched down to this share of the bound, beside 0; without a bound, from this share
// of the longest true one up to so many times that.
inline constexpr double shortest_searched = 1e-3;
inline constexpr double longest_searched = 1e4;

// What several arms, or one, may say together against `target`, which keeps its report.
std::vector<LieFamily> lies_of(const Instance& instance, const std::vector<ArmId>& liars,
                               ArmId target, const LieOptions& options);

// What one arm may say; it lies against the best of the others.
std::vector<LieFamily> lies_of(const Instance& instance, ArmId arm, const LieOptions& options);

std::vector<ReportSpace> spaces_of(const std::vector<LieFamily>& families);

// The first arm whose true feature is longer than the bound: it cannot be truthful.
std::optional<ArmId> longer_than(const Instance& instance, double norm_bound);

}  // namespace mesha
