#include "mesha/catalog/entries/entries.hpp"
#include "mesha/catalog/entries/parts.hpp"
#include "mesha/learners/sequential_halving.hpp"
#include "mesha/learners/successive_rejects.hpp"
#include "mesha/learners/uniform.hpp"
#include "mesha/theory/floors.hpp"

namespace mesha::entries {
namespace {

// Every arm of an epoch is pulled alike, and their means decide.
theory::HalvingRule by_schedule(std::vector<theory::EpochFloor> floors) {
  return {.epochs = std::move(floors), .allocation = theory::Allocation::equal};
}

}  // namespace

LearnerEntry sequential_halving() {
  return {
      .name = "sequential_halving",
      .source = "Karnin, Koren & Somekh 2013",
      .summary = "halving by plain means; never looks at a report",
      .options = {{"keep_samples", "rank by all samples, not only this epoch's (default false)"}},
      .variants = {{{"keep_samples", true}}},
      .smallest_budget = by_arms<SequentialHalving>,
      .floors = [](const Setting& s, OptionReader& o) -> Result<theory::HalvingRule> {
        return by_schedule(theory::equal_floors(s.arms, s.budget, o.flag("keep_samples", false)));
      },
      .make =
          [](const Setting& s, OptionReader& o) {
            return erased(
                SequentialHalving::make({s.arms, s.budget, o.flag("keep_samples", false)}));
          }};
}

LearnerEntry successive_rejects() {
  return {.name = "successive_rejects",
          .source = "Audibert, Bubeck & Munos 2010",
          .summary = "drops one arm per phase by its mean so far; never looks at a report",
          .smallest_budget = by_arms<SuccessiveRejects>,
          .floors = [](const Setting& s, OptionReader& /*o*/) -> Result<theory::HalvingRule> {
            return by_schedule(theory::rejects_floors(s.arms, s.budget));
          },
          .make =
              [](const Setting& s, OptionReader& /*o*/) {
                return erased(SuccessiveRejects::make({s.arms, s.budget}));
              }};
}

LearnerEntry uniform() {
  return {.name = "uniform",
          .source = "folklore",
          .summary = "pulls all arms alike, names the best mean",
          .smallest_budget = by_arms<Uniform>,
          .floors = [](const Setting& s, OptionReader& /*o*/) -> Result<theory::HalvingRule> {
            return by_schedule({{.pulls = s.budget / s.arms, .keep = 1}});
          },
          .make = [](const Setting& s,
                     OptionReader& /*o*/) { return erased(Uniform::make({s.arms, s.budget})); }};
}

}  // namespace mesha::entries
