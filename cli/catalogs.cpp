// mesha learners, mesha strategies: the catalogs, as people and programs read them.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

nlohmann::json traits_json(const Traits& traits) {
  nlohmann::json all;
  for (const TraitName& trait : all_traits) all[trait.name] = traits.*trait.holds;
  return all;
}

std::string in_words(const Traits& traits) {
  std::vector<std::string_view> words;
  for (const TraitName& trait : all_traits) {
    if (traits.*trait.holds) words.push_back(trait.words);
  }
  return words.empty() ? "reads no report" : fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace

int list_learners(bool json) {
  if (json) {
    auto list = nlohmann::json::array();
    for (const LearnerEntry& entry : all_learners()) {
      list.push_back({{"name", entry.name},
                      {"source", entry.source},
                      {"summary", entry.summary},
                      {"traits", traits_json(entry.traits)},
                      {"options", options_json(entry.options)}});
    }
    fmt::print("{}\n", nlohmann::json{{"learners", list}}.dump(2));
    return success;
  }
  for (const LearnerEntry& entry : all_learners()) {
    fmt::print("{}  ({})\n  {}\n  {}\n", entry.name, entry.source, entry.summary,
               in_words(entry.traits));
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
