// THE list of reporting behaviours.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/io/options.hpp"
#include "mesha/model/any_strategy.hpp"
#include "mesha/model/instance.hpp"

namespace mesha {

struct StrategyEntry {
  std::string name;
  std::string summary;
  std::vector<OptionInfo> options = {};
  // Everybody plays it; a single arm's part can be taken out of the profile.
  std::function<Result<Profile>(const Instance& instance, OptionReader& options)> make;
};

std::span<const StrategyEntry> all_strategies();

// As register_learner.
Status register_strategy(StrategyEntry entry);

// Arm i says reports[i] in every round.
Profile fixed_profile(const std::vector<Report>& reports);

Result<Profile> make_profile(std::string_view name, const Instance& instance,
                             const Options& options);

}  // namespace mesha
