// THE list of reporting behaviours.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/io/options.hpp"
#include "mesha/model/any_strategy.hpp"
#include "mesha/model/instance.hpp"

namespace mesha {

struct StrategyEntry {
  std::string_view name;
  std::string_view summary;
  std::span<const OptionInfo> options;
  // Everybody plays it; a single arm's part can be taken out of the profile.
  Result<Profile> (*make)(const Instance& instance, OptionReader& options);
};

std::span<const StrategyEntry> all_strategies();

// Arm i says reports[i] in every round.
Profile fixed_profile(const std::vector<Report>& reports);

Result<Profile> make_profile(std::string_view name, const Instance& instance,
                             const Options& options);

}  // namespace mesha
