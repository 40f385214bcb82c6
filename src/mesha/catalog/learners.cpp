#include "mesha/catalog/learners.hpp"

#include <utility>

#include "mesha/catalog/entries/entries.hpp"
#include "mesha/catalog/entries/parts.hpp"
#include "mesha/catalog/registry.hpp"

namespace mesha {
namespace {

std::vector<LearnerEntry> built_in_learners() {
  return {
      entries::mesha(),
      entries::sequential_halving(),
      entries::successive_rejects(),
      entries::adaptive_halving(),
      entries::guarded_halving(),
      entries::od_linbai(),
      entries::od_linbai_strong(),
      entries::od_linbai_paper(),
      entries::od_linbai_gtc(),
      entries::od_linbai_gtc_paper(),
      entries::gse(),
      entries::linear_exploration(),
      entries::opt_gtm(),
      entries::ggtm(),
      entries::lin_ucb(),
      entries::uniform(),
  };
}

Registry<LearnerEntry>& learner_registry() {
  static Registry<LearnerEntry> learners("learner", {"name", "features"}, built_in_learners());
  return learners;
}

}  // namespace

Setting setting_of(const Instance& instance, std::int64_t budget) {
  return {.arms = static_cast<int>(instance.arm_count()),
          .dimension = static_cast<int>(instance.dimension()),
          .budget = budget,
          .smallest_gap = instance.smallest_gap(),
          .theta = instance.theta()};
}

std::span<const LearnerEntry> all_learners() { return learner_registry().all(); }

const LearnerEntry* find_learner(std::string_view name) { return learner_registry().find(name); }

Status register_learner(LearnerEntry entry) { return learner_registry().add(std::move(entry)); }

Result<AnyLearner> make_learner(std::string_view name, const Setting& setting,
                                const Options& options) {
  const auto entry = learner_registry().find(name, options);
  if (!entry) return entry.error();
  OptionReader reader(options);
  Result<AnyLearner> learner = (*entry)->make(setting, reader);
  if (reader.trouble()) return *reader.trouble();
  return learner;
}

Result<std::int64_t> smallest_budget(std::string_view name, const Setting& setting,
                                     const Options& options) {
  const auto entry = learner_registry().find(name, options);
  if (!entry) return entry.error();
  if (!(*entry)->smallest_budget) return 0;
  OptionReader reader(options);
  const std::int64_t smallest = (*entry)->smallest_budget(setting, reader);
  if (reader.trouble()) return *reader.trouble();
  return smallest;
}

std::optional<double> certified_failure(const Instance& instance, std::int64_t budget,
                                        std::string_view name, const Options& options) {
  const LearnerEntry* entry = find_learner(name);
  const auto* noise = std::get_if<GaussianNoise>(&instance.noise());
  if (entry == nullptr || !entry->floors || noise == nullptr || !instance.best_arm() ||
      !make_learner(name, setting_of(instance, budget), options))
    return std::nullopt;
  OptionReader reader(options);
  const auto rule = entry->floors(setting_of(instance, budget), reader);
  if (!rule) return std::nullopt;
  const auto found = theory::joint_certificate(instance.means(), noise->sd, *rule);
  return found ? std::optional(found->failure) : std::nullopt;
}

std::optional<AnyLearner> saturated_learner(const Instance& instance, std::int64_t budget,
                                            std::string_view name, const Options& options) {
  const LearnerEntry* entry = find_learner(name);
  if (entry == nullptr || !entry->saturated) return std::nullopt;
  OptionReader reader(options);
  auto made = entry->saturated(setting_of(instance, budget), reader, instance.means());
  if (!made || reader.trouble()) return std::nullopt;
  return *std::move(made);
}

std::optional<GrimTrigger> epoch_trigger(std::string_view name, const Setting& setting,
                                         const Options& options) {
  const LearnerEntry* entry = find_learner(name);
  if (entry == nullptr || !entry->trigger) return std::nullopt;
  OptionReader reader(options);
  auto trigger = entry->trigger(setting, reader);
  return trigger ? std::optional(*std::move(trigger)) : std::nullopt;
}

double target_accuracy(const Setting& setting, const Options& options) {
  OptionReader reader(options);
  return entries::zeta(setting, reader);
}

}  // namespace mesha
