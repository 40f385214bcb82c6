#include "mesha/catalog/entries/entries.hpp"
#include "mesha/catalog/entries/parts.hpp"
#include "mesha/learners/adaptive_halving.hpp"
#include "mesha/learners/guarded_halving.hpp"
#include "mesha/learners/parts/floor_schedule.hpp"
#include "mesha/learners/saturated_halving.hpp"
#include "mesha/theory/floors.hpp"

namespace mesha::entries {
namespace {

FloorSetsConfig floor_sets_config(const Setting& s, OptionReader& o) {
  return {.arms = s.arms,
          .budget = s.budget,
          .alpha = o.number("alpha", 0.75),
          .ahead = o.integer("ahead", FloorSchedule{.budget = s.budget}.ahead()),
          .final = o.flag("final", false)};
}

std::vector<OptionInfo> floor_sets_options() {
  return {
      {"alpha",
       "share of the budget that goes to leader and challenger, not to the floor (default 0.75)"},
      {"ahead", "pulls planned at a time (default T/100, from 1 to 8; in a selection 8)"},
      {"final", "an arm that leaves a floor set is gone for good (default false)"},
  };
}

GuardedHalvingConfig guarded_halving_config(const Setting& s, OptionReader& o) {
  return {.floor_sets = floor_sets_config(s, o),
          .dimension = s.dimension,
          .share = o.number("share", 0.5),
          .c = o.number("c", 0)};
}

// Where an sd is only estimated there is no certificate for a clip that is a multiple of it.
Result<theory::HalvingRule> above_floors(const Setting& s, OptionReader& o) {
  return theory::HalvingRule{
      .epochs = theory::kept_floors(s.arms, s.budget, floor_sets_config(s, o).alpha),
      .clip = o.number("c", 0),
      .unit = theory::ClipUnit::estimated_sd};
}

template <class L>
std::int64_t by_arms_and_alpha(const Setting& s, OptionReader& o) {
  return L::smallest_budget(s.arms, floor_sets_config(s, o).alpha);
}

}  // namespace

LearnerEntry adaptive_halving() {
  return {.name = "adaptive_halving",
          .source = "this project",
          .summary =
              "halving by plain means over a floor of pulls, the rest to the leader and its "
              "challenger; never looks at a report",
          .options = floor_sets_options(),
          .traits = {.adaptive = true},
          .smallest_budget = by_arms_and_alpha<AdaptiveHalving>,
          .floors = above_floors,
          .live_options = [](const Setting& /*s*/, const Options& /*given*/)
              -> std::map<std::string, double> { return {{"alpha", 0.75}, {"ahead", 8}}; },
          .make =
              [](const Setting& s, OptionReader& o) {
                return erased(AdaptiveHalving::make(floor_sets_config(s, o)));
              }};
}

LearnerEntry guarded_halving() {
  std::vector<OptionInfo> options = floor_sets_options();
  options.push_back({"share", "of these pulls that reports choose (default 0.5)"});
  options.push_back(
      {"c", "standard errors by which reports may move a comparison of means (default 0)"});
  return {
      .name = "guarded_halving",
      .source = "this project",
      .summary = "adaptive_halving whose reports choose a share of the pulls, and decide nothing",
      .options = std::move(options),
      .traits = {.reads_reports = true, .adaptive = true},
      .smallest_budget = by_arms_and_alpha<GuardedHalving>,
      .floors = above_floors,
      .saturated = [](const Setting& s, OptionReader& o,
                      std::span<const double> means) -> Result<AnyLearner> {
        return erased(SaturatedHalving::make(guarded_halving_config(s, o), means));
      },
      .live_options = [](const Setting& /*s*/,
                         const Options& /*given*/) -> std::map<std::string, double> {
        return {{"alpha", 0.75}, {"ahead", 8}, {"share", 0.5}, {"c", 0}};
      },
      .make =
          [](const Setting& s, OptionReader& o) {
            return erased(GuardedHalving::make(guarded_halving_config(s, o)));
          }};
}

}  // namespace mesha::entries
