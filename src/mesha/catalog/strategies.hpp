// THE list of reporting behaviours.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/model/any_strategy.hpp"
#include "mesha/io/options.hpp"
#include "mesha/model/instance.hpp"

namespace mesha {

using Profile = std::vector<AnyStrategy>;  // one per arm

struct StrategyEntry {
  std::string_view name;
  std::string_view summary;
  std::span<const OptionInfo> options;
  // Everybody plays it; a single arm's part can be taken out of the profile.
  Result<Profile> (*make)(const Instance& instance, OptionReader& options);
};

std::span<const StrategyEntry> all_strategies();

Result<Profile> make_profile(std::string_view name, const Instance& instance,
                             const Options& options);

// What everybody says in the first round (coins of run 0).
std::vector<Report> first_reports(Profile profile, const Instance& instance);

}  // namespace mesha
