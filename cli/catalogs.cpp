// mesha learners, mesha strategies: the catalogs, as people and programs read them.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "cli/verbs.hpp"
#include "mesha/catalog/learners.hpp"
#include "mesha/catalog/strategies.hpp"

namespace mesha::cli {
namespace {

template <class Entry>
constexpr bool is_learner = std::is_same_v<Entry, LearnerEntry>;

nlohmann::json traits_json(const Traits& traits) {
  nlohmann::json all;
  for (const TraitName& trait : all_traits) all[trait.name] = traits.*trait.holds;
  return all;
}

std::string in_words(const Traits& traits) {
  std::vector<std::string_view> words;
  if (!traits.reads_reports) words.emplace_back("reads no report");
  for (const TraitName& trait : all_traits) {
    if (traits.*trait.holds) words.push_back(trait.words);
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

template <class Entry>
nlohmann::json json_of(const Entry& entry) {
  nlohmann::json document{{"name", entry.name}, {"summary", entry.summary}};
  if constexpr (is_learner<Entry>) {
    document["source"] = entry.source;
    document["traits"] = traits_json(entry.traits);
  }
  auto& options = document["options"] = nlohmann::json::array();
  for (const OptionInfo& option : entry.options)
    options.push_back({{"name", option.name}, {"meaning", option.meaning}});
  return document;
}

template <class Entry>
void print(const Entry& entry) {
  fmt::print("{}", entry.name);
  if constexpr (is_learner<Entry>) fmt::print("  ({})", entry.source);
  fmt::print("\n  {}\n", entry.summary);
  if constexpr (is_learner<Entry>) fmt::print("  {}\n", in_words(entry.traits));
  for (const OptionInfo& option : entry.options)
    fmt::print("    {:<13} {}\n", option.name, option.meaning);
}

template <class Entry>
int list_all(const char* kind, std::span<const Entry> entries, bool json) {
  auto list = nlohmann::json::array();
  for (const Entry& entry : entries) {
    if (json) list.push_back(json_of(entry));
    if (!json) print(entry);
  }
  if (json) fmt::print("{}\n", nlohmann::json{{kind, list}}.dump(2));
  return success;
}

}  // namespace

int list_learners(bool json) { return list_all("learners", all_learners(), json); }
int list_strategies(bool json) { return list_all("strategies", all_strategies(), json); }

}  // namespace mesha::cli
