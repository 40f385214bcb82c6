// THE list of learners. The command line, the conformance suite and the docs read it from here.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "mesha/base/result.hpp"
#include "mesha/io/options.hpp"
#include "mesha/learners/parts/grim_trigger.hpp"
#include "mesha/linalg/vec.hpp"
#include "mesha/model/any_learner.hpp"
#include "mesha/model/instance.hpp"

namespace mesha {

// What a learner may know before the first round.
struct Setting {
  int arms = 0;             // K
  int dimension = 0;        // d
  std::int64_t budget = 0;  // T
  double smallest_gap = 0;  // for defaults that the paper takes from the instance; 0: not known
  double gram = 0;          // T max |x|^2 over reports that change; 0: none does, or not known
  Vec theta = {};           // for learners that are told it; empty: not known
};

// What the instance says; of reports, only that none changes.
Setting setting_of(const Instance& instance, std::int64_t budget);

struct LearnerEntry {
  std::string_view name;
  std::string_view source;
  std::string_view summary;
  std::span<const OptionInfo> options;
  Result<AnyLearner> (*make)(const Setting& setting, OptionReader& options);
};

std::span<const LearnerEntry> all_learners();

// A learner ready for its first round, or why not.
Result<AnyLearner> make_learner(std::string_view name, const Setting& setting,
                                const Options& options);

// The grim trigger with which that learner judges an epoch; none: it has no such trigger.
std::optional<GrimTrigger> epoch_trigger(std::string_view name, const Setting& setting,
                                         const Options& options);

}  // namespace mesha
