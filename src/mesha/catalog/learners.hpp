// THE list of learners. The command line, the conformance suite and the docs read it from here, and
// a program adds its own with register_learner (examples/own_learner.cpp).
#pragma once

#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/io/options.hpp"
#include "mesha/learners/parts/grim_trigger.hpp"
#include "mesha/linalg/vec.hpp"
#include "mesha/model/any_learner.hpp"
#include "mesha/model/instance.hpp"
#include "mesha/theory/certificate.hpp"

namespace mesha {

// What a learner may know before the first round.
struct Setting {
  int arms = 0;             // K
  int dimension = 0;        // d
  std::int64_t budget = 0;  // T
  double smallest_gap = 0;  // for defaults that the paper takes from the instance; 0: not known
  double gram = 0;          // T max |x|^2 over reports that change; 0: none does, or not known
  Vec theta = {};           // for learners that are told it; empty: not known
  double noise = 0;         // rewards are noise-sub-Gaussian; 0: not known
};

// What the instance says, but for its noise, which learners are not told; of reports, only that
// none changes.
Setting setting_of(const Instance& instance, std::int64_t budget);

// What others may rely on without knowing the learner. tests/catalog/traits_test.cpp plays every
// learner to see that it is so.
struct Traits {
  bool reads_reports = false;      // what arms say can change a run
  bool reads_only_length = false;  // by |x| alone, where no arm changes its report
  bool needs_theta = false;        // cannot be made without it
  bool one_at_a_time = false;      // every batch is a single pull
  // Rewards decide how often each arm has been pulled by the time that the first one leaves. Of the
  // others a schedule decides it, and later batches depend on rewards through who is left.
  bool adaptive = false;
  bool stops_by_itself = false;  // ends when it is sure, not when the budget is spent
  bool tosses_coins = false;     // the same rewards can lead to another run
  bool has_trigger = false;      // sends arms away whose rewards contradict their reports

  // Candidates without features are as if all reported the same: it then ranks by rewards alone.
  bool does_without_features() const { return !reads_reports || reads_only_length; }
};

struct TraitName {
  std::string_view name;
  std::string_view words;
  bool Traits::* holds;
};
inline constexpr TraitName all_traits[] = {
    {"reads_reports", "reads reports", &Traits::reads_reports},
    {"reads_only_length", "only their length", &Traits::reads_only_length},
    {"needs_theta", "needs theta", &Traits::needs_theta},
    {"one_at_a_time", "one pull at a time", &Traits::one_at_a_time},
    {"adaptive", "adaptive", &Traits::adaptive},
    {"stops_by_itself", "stops by itself", &Traits::stops_by_itself},
    {"tosses_coins", "tosses coins", &Traits::tosses_coins},
    {"has_trigger", "has a trigger", &Traits::has_trigger},
};
static_assert(sizeof(Traits) == std::size(all_traits), "every trait has a name");

struct LearnerEntry {
  std::string name;
  std::string source;
  std::string summary;
  std::vector<OptionInfo> options = {};
  // Options with which it is a rule of its own, that plans list beside the one without options.
  std::vector<Options> variants = {};
  Traits traits = {};
  // The least T with which `make` succeeds, whatever setting.budget is. Empty: any will do.
  std::function<std::int64_t(const Setting& setting, OptionReader& options)> smallest_budget = {};
  // The floors of pulls that it keeps whatever anybody reports, for certificate(). Empty: it keeps
  // none, or what it decides does not follow from them.
  std::function<Result<theory::HalvingRule>(const Setting& setting, OptionReader& options)> floors =
      {};
  // The same with reports that do their worst, for arms of these means. Empty: nothing bounds what
  // reports can do in it, or they can do nothing.
  std::function<Result<AnyLearner>(const Setting& setting, OptionReader& options,
                                   std::span<const double> means)>
      saturated = {};
  // The grim trigger with which it judges an epoch. Empty: it has none, or judges every round.
  std::function<Result<GrimTrigger>(const Setting& setting, OptionReader& options)> trigger = {};
  // Numbers for options that a live selection leaves open: no instance says them, and its log has
  // to. `given` are those that were not left open. Empty: none.
  std::function<std::map<std::string, double>(const Setting& setting, const Options& given)>
      live_options = {};
  std::function<Result<AnyLearner>(const Setting& setting, OptionReader& options)> make;
};

inline constexpr std::string_view default_learner = "mesha";  // of a selection

std::span<const LearnerEntry> all_learners();
const LearnerEntry* find_learner(std::string_view name);  // nullptr: there is none

// From now on the learner can be named wherever those of the library can. What all_learners and
// find_learner returned before stays valid, without it. Any thread may call this at any time.
// Refused: a name that is taken (conflict), a name that is not lower case letters, digits and
// underscores, an entry without `make`.
Status register_learner(LearnerEntry entry);

// A learner ready for its first round, or why not.
Result<AnyLearner> make_learner(std::string_view name, const Setting& setting,
                                const Options& options);

// The least budget with which make_learner succeeds.
Result<std::int64_t> smallest_budget(std::string_view name, const Setting& setting,
                                     const Options& options);

// An upper bound on that learner's failure under any reports (Theorem 1 of docs/theory.md).
// Nothing: it has none or refuses the setting, noise is not Gaussian, several arms are best.
std::optional<double> certified_failure(const Instance& instance, std::int64_t budget,
                                        std::string_view name, const Options& options);

// That learner with reports that do their worst. Nothing: see LearnerEntry::saturated.
std::optional<AnyLearner> saturated_learner(const Instance& instance, std::int64_t budget,
                                            std::string_view name, const Options& options);

// The grim trigger with which that learner judges an epoch; none: it has no such trigger.
std::optional<GrimTrigger> epoch_trigger(std::string_view name, const Setting& setting,
                                         const Options& options);

// zeta, as learners with such a trigger read it: the option, else half the smallest gap.
double target_accuracy(const Setting& setting, const Options& options);

}  // namespace mesha
