// mesha learners, mesha strategies: the catalogs, as people and programs read them.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <span>

#include "cli/verbs.hpp"
#include "mesha/catalog/learners.hpp"
#include "mesha/catalog/strategies.hpp"

namespace mesha::cli {
namespace {

nlohmann::json options_json(std::span<const OptionInfo> options) {
  auto list = nlohmann::json::array();
  for (const OptionInfo& option : options) {
    list.push_back({{"name", option.name}, {"meaning", option.meaning}});
  }
  return list;
}

void print_options(std::span<const OptionInfo> options) {
  for (const OptionInfo& option : options)
    fmt::print("    {:<13} {}\n", option.name, option.meaning);
}

}  // namespace

int list_learners(bool json) {
  if (json) {
    auto list = nlohmann::json::array();
    for (const LearnerEntry& entry : all_learners()) {
      list.push_back({{"name", entry.name},
                      {"source", entry.source},
                      {"summary", entry.summary},
                      {"options", options_json(entry.options)}});
    }
    fmt::print("{}\n", nlohmann::json{{"learners", list}}.dump(2));
    return success;
  }
  for (const LearnerEntry& entry : all_learners()) {
    fmt::print("{}  ({})\n  {}\n", entry.name, entry.source, entry.summary);
    print_options(entry.options);
  }
  return success;
}

int list_strategies(bool json) {
  if (json) {
    auto list = nlohmann::json::array();
    for (const StrategyEntry& entry : all_strategies()) {
      list.push_back({{"name", entry.name},
                      {"summary", entry.summary},
                      {"options", options_json(entry.options)}});
    }
    fmt::print("{}\n", nlohmann::json{{"strategies", list}}.dump(2));
    return success;
  }
  for (const StrategyEntry& entry : all_strategies()) {
    fmt::print("{}\n  {}\n", entry.name, entry.summary);
    print_options(entry.options);
  }
  return success;
}

}  // namespace mesha::cli
