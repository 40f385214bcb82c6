#include "mesha/planning/entrants.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace mesha::planning {
namespace {

// Empty: it can take part.
std::string why_not(const Traits& traits, KnownFeatures features) {
  if (traits.stops_by_itself) return "stops by itself, and has no budget to plan";
  if (features == KnownFeatures::none && !traits.does_without_features())
    return "decides by features, and none are given";
  if (features != KnownFeatures::linear && traits.needs_theta)
    return "is told theta, and there is none by which features give the means";
  return "";
}

void add(const LearnerEntry& entry, Entrants& into) {
  std::vector<Options> settings{{}};
  settings.insert(settings.end(), entry.variants.begin(), entry.variants.end());
  const bool equal = entry.traits.reads_reports && entry.traits.does_without_features();
  for (Options& options : settings)
    into.list.push_back({{.name = entry.name, .options = std::move(options)}, equal});
}

}  // namespace

std::string Entrant::name() const { return label(choice) + (equal_norms ? ", equal norms" : ""); }

Result<Entrants> entrants(std::span<const std::string> names, KnownFeatures features) {
  Entrants all;
  if (names.empty()) {
    for (const LearnerEntry& entry : all_learners()) {
      if (std::string why = why_not(entry.traits, features); !why.empty()) {
        all.left_out.push_back({entry.name, std::move(why)});
      } else {
        add(entry, all);
      }
    }
  }
  for (const std::string& name : names) {
    const LearnerEntry* entry = find_learner(name);
    if (entry == nullptr) {
      std::vector<std::string_view> known;
      for (const LearnerEntry& one : all_learners()) known.push_back(one.name);
      return Error{unknown_name("learner", name, known), ErrorKind::not_found};
    }
    if (const std::string why = why_not(entry->traits, features); !why.empty())
      return unsupported(fmt::format("{} {}", name, why));
    add(*entry, all);
  }
  return all;
}

}  // namespace mesha::planning
