#include "mesha/catalog/learners.hpp"

#include <fmt/format.h>

#include <utility>

#include "mesha/catalog/registry.hpp"
#include "mesha/learners/adaptive_halving.hpp"
#include "mesha/learners/ggtm.hpp"
#include "mesha/learners/gse.hpp"
#include "mesha/learners/guarded_halving.hpp"
#include "mesha/learners/lin_ucb.hpp"
#include "mesha/learners/mesha.hpp"
#include "mesha/learners/od_linbai.hpp"
#include "mesha/learners/od_linbai_gtc.hpp"
#include "mesha/learners/od_linbai_strong.hpp"
#include "mesha/learners/opt_gtm.hpp"
#include "mesha/learners/parts/floor_schedule.hpp"
#include "mesha/learners/saturated_halving.hpp"
#include "mesha/learners/sequential_halving.hpp"
#include "mesha/learners/successive_rejects.hpp"
#include "mesha/learners/uniform.hpp"
#include "mesha/theory/accuracy.hpp"
#include "mesha/theory/floors.hpp"
#include "mesha/theory/schedule.hpp"

namespace mesha {
namespace {

template <class L>
Result<AnyLearner> erased(Result<L> made) {
  if (!made) return made.error();
  return AnyLearner(*std::move(made));
}

std::vector<OptionInfo> trigger_options() {
  return {
      {"lambda", "ridge parameter; Algorithm 1 says 1, Appendix G runs with 1.35 (default 1)"},
      {"zeta", "target accuracy, enters delta (default: half the smallest gap)"},
      {"delta",
       "failure level of the trigger, given by hand instead of zeta (default: Algorithm 1, line "
       "2)"},
      {"xi", "the noise is xi-sub-Gaussian (default 1)"},
      {"slack", "slack of AUCB: algorithm, definition or proof (default algorithm)"},
      {"beta", "the summand in beta: one or sqrt_lambda (default one)"},
  };
}

double zeta(const Setting& s, OptionReader& o) {
  const std::optional<double> said = o.number("zeta");
  if (said && !(*said > 0)) o.complain("zeta", "must be above 0");  // even where it is not used
  return said.value_or(s.smallest_gap / 2);
}

// V = lambda I + sum x x^T is factored where reports change, and must not lose lambda to rounding.
double lambda(const Setting& s, OptionReader& o) {
  const double said = o.number("lambda", 1);
  const double least = 1e-12 * s.gram;
  if (said > 0 && said < least) {
    o.complain("lambda", fmt::format("must be at least {:.3g} at T = {}: beside changing reports "
                                     "of this length rounding would drown a smaller one",
                                     least, s.budget));
  }
  return said;
}

MeshaConfig mesha_config(const Setting& s, OptionReader& o) {
  return {.arms = s.arms,
          .dimension = s.dimension,
          .budget = s.budget,
          .zeta = zeta(s, o),
          .lambda = lambda(s, o),
          .xi = o.number("xi", 1),
          .delta = o.number("delta"),
          .slack = o.choice<SlackReading>("slack", {{"algorithm", SlackReading::algorithm},
                                                    {"definition", SlackReading::definition},
                                                    {"proof", SlackReading::proof}}),
          .beta = o.choice<BetaReading>(
              "beta", {{"one", BetaReading::one}, {"sqrt_lambda", BetaReading::sqrt_lambda}})};
}

// No gap is known: zeta is what the first epoch can just see.
std::map<std::string, double> live_trigger(const Setting& s, const Options& given) {
  std::map<std::string, double> open{{"lambda", 1}, {"xi", s.noise}};
  if (!given.contains("delta")) open["zeta"] = theory::first_epoch_zeta(s.noise, s.arms, s.budget);
  return open;
}

// Every arm of an epoch is pulled alike, and their means decide.
theory::HalvingRule by_schedule(std::vector<theory::EpochFloor> floors) {
  return {.epochs = std::move(floors), .allocation = theory::Allocation::equal};
}

template <class L>
std::int64_t by_arms(const Setting& s, OptionReader& /*o*/) {
  return L::smallest_budget(s.arms);
}

template <class L>
std::int64_t by_arms_and_dimension(const Setting& s, OptionReader& /*o*/) {
  return L::smallest_budget(s.arms, s.dimension);
}

LearnerEntry mesha_entry() {
  return {.name = "mesha",
          .source = "Li & Zhong 2026, Algorithm 1",
          .summary = "halving by shrunk means, with a grim trigger on the reports",
          .options = trigger_options(),
          .traits = {.reads_reports = true, .reads_only_length = true, .has_trigger = true},
          .smallest_budget = by_arms<Mesha>,
          .trigger =
              [](const Setting& s, OptionReader& o) {
                return trigger_of(mesha_config(s, o), theory::halving_epochs(s.arms));
              },
          .live_options = live_trigger,
          .make = [](const Setting& s,
                     OptionReader& o) { return erased(Mesha::make(mesha_config(s, o))); }};
}

LearnerEntry sequential_halving_entry() {
  return {
      .name = "sequential_halving",
      .source = "Karnin, Koren & Somekh 2013",
      .summary = "halving by plain means; never looks at a report",
      .options = {{"keep_samples", "rank by all samples, not only this epoch's (default false)"}},
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

LearnerEntry successive_rejects_entry() {
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

LearnerEntry uniform_entry() {
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

OdLinBaiConfig od_linbai_config(const Setting& s, OptionReader& o) {
  return {.arms = s.arms,
          .dimension = s.dimension,
          .budget = s.budget,
          .d = o.choice<DimensionReading>(
              "d", {{"ambient", DimensionReading::ambient}, {"rank", DimensionReading::rank}})};
}

// L is OdLinBai or spends more of the budget.
template <class L>
LearnerEntry od_linbai_entry(std::string_view name, std::string_view source,
                             std::string_view summary) {
  return {
      .name = std::string(name),
      .source = std::string(source),
      .summary = std::string(summary),
      .options = {{"d",
                   "of the schedule: ambient, or rank of the first reports (default ambient)"}},
      .traits = {.reads_reports = true},
      .smallest_budget = [](const Setting& s,
                            OptionReader& o) { return L::smallest_budget(od_linbai_config(s, o)); },
      .make = [](const Setting& s,
                 OptionReader& o) { return erased(L::make(od_linbai_config(s, o))); }};
}

LearnerEntry od_linbai_paper_entry() {
  return {
      .name = "od_linbai_paper",
      .source = "inferred from the numbers of Li & Zhong 2026",
      .summary =
          "od_linbai as their tables have it: first epoch uniform, ridge, halving the current rank",
      .traits = {.reads_reports = true},
      .smallest_budget = by_arms_and_dimension<OdLinBaiGtc>,
      .make = [](const Setting& s, OptionReader& /*o*/) {
        return erased(OdLinBaiGtc::make(
            {.setting = {s.arms, s.dimension, s.budget}, .fit = Fit::inferred, .trigger = false}));
      }};
}

LearnerEntry od_linbai_gtc_entry(std::string_view name, std::string_view source,
                                 std::string_view summary, Fit fit) {
  return {.name = std::string(name),
          .source = std::string(source),
          .summary = std::string(summary),
          .options = trigger_options(),
          .traits = {.reads_reports = true, .has_trigger = true},
          .smallest_budget = by_arms_and_dimension<OdLinBaiGtc>,
          .trigger =
              [](const Setting& s, OptionReader& o) {
                return trigger_of(mesha_config(s, o), theory::design_epochs(s.dimension));
              },
          .live_options = live_trigger,
          .make =
              [fit](const Setting& s, OptionReader& o) {
                return erased(OdLinBaiGtc::make({.setting = mesha_config(s, o), .fit = fit}));
              }};
}

LearnerEntry gse_entry(std::string_view name, std::string_view source, std::string_view summary,
                       Criterion criterion) {
  return {.name = std::string(name),
          .source = std::string(source),
          .summary = std::string(summary),
          .traits = {.reads_reports = true},
          .smallest_budget = by_arms_and_dimension<Gse>,
          .make = [criterion](const Setting& s, OptionReader& /*o*/) {
            return erased(Gse::make({s.arms, s.dimension, s.budget, criterion}));
          }};
}

LearnerEntry opt_gtm_entry() {
  return {.name = "opt_gtm",
          .source = "Kleine Buening, Saha, Dimitrakakis & Xu 2024, Algorithm 2",
          .summary = "optimistic, one pull at a time, one estimate and a grim trigger per arm",
          .options = {{"lambda", "ridge parameter, also in the width of the bounds (default 1)"}},
          .traits = {.reads_reports = true,
                     .reads_only_length = true,
                     .one_at_a_time = true,
                     .adaptive = true,
                     .has_trigger = true},
          .smallest_budget = by_arms<OneByOne>,
          .live_options = [](const Setting& /*s*/, const Options& /*given*/)
              -> std::map<std::string, double> { return {{"lambda", 1}}; },
          .make =
              [](const Setting& s, OptionReader& o) {
                return erased(OptGtm::make({s.arms, s.dimension, s.budget, lambda(s, o)}));
              }};
}

LearnerEntry ggtm_entry() {
  return {.name = "ggtm",
          .source = "Kleine Buening, Saha, Dimitrakakis & Xu 2024, Algorithm 1",
          .summary = "knows theta: plays the largest claim until its grim trigger catches the liar",
          .options = {{"theta", "the latent vector that it is told (default: the instance's)"}},
          .traits = {.reads_reports = true,
                     .needs_theta = true,
                     .one_at_a_time = true,
                     .adaptive = true,
                     .has_trigger = true},
          .smallest_budget = by_arms<OneByOne>,
          .make = [](const Setting& s, OptionReader& o) {
            return erased(Ggtm::make({s.arms, s.dimension, s.budget, o.vector("theta", s.theta)}));
          }};
}

LearnerEntry lin_ucb_entry() {
  return {.name = "lin_ucb",
          .source = "Abbasi-Yadkori, Pal & Szepesvari 2011",
          .summary = "optimistic, one pull at a time, one estimate for all; believes the reports",
          .options = {{"lambda", "ridge parameter (default 1)"},
                      {"xi", "the noise is xi-sub-Gaussian (default 1)"},
                      {"delta", "failure level of the confidence bound (default 1/T)"}},
          .traits = {.reads_reports = true, .one_at_a_time = true, .adaptive = true},
          .smallest_budget = by_arms<OneByOne>,
          .live_options = [](const Setting& s, const Options& /*given*/)
              -> std::map<std::string, double> { return {{"lambda", 1}, {"xi", s.noise}}; },
          .make =
              [](const Setting& s, OptionReader& o) {
                return erased(LinUcb::make({.arms = s.arms,
                                            .dimension = s.dimension,
                                            .budget = s.budget,
                                            .lambda = lambda(s, o),
                                            .xi = o.number("xi", 1),
                                            .delta = o.number("delta")}));
              }};
}

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

LearnerEntry adaptive_halving_entry() {
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

LearnerEntry guarded_halving_entry() {
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

std::vector<LearnerEntry> built_in_learners() {
  return {
      mesha_entry(),
      sequential_halving_entry(),
      successive_rejects_entry(),
      adaptive_halving_entry(),
      guarded_halving_entry(),
      od_linbai_entry<OdLinBai>(
          "od_linbai", "Yang & Tan 2022, Algorithm 1",
          "halving by one global estimate on G-optimal pulls; believes the reports"),
      od_linbai_entry<OdLinBaiStrong>("od_linbai_strong", "Yavas & Tan 2024",
                                      "od_linbai that spends the whole budget"),
      od_linbai_paper_entry(),
      od_linbai_gtc_entry("od_linbai_gtc", "Li & Zhong 2026, Algorithm 2",
                          "od_linbai with a uniform first epoch and a grim trigger on the reports",
                          Fit::literal),
      od_linbai_gtc_entry("od_linbai_gtc_paper", "inferred from the numbers of Li & Zhong 2026",
                          "od_linbai_paper with a grim trigger on the reports", Fit::inferred),
      gse_entry("gse", "Azizi, Kveton & Ghavamzadeh 2022, Algorithm 1",
                "keeps the better half by one estimate on G-optimal pulls; believes the reports",
                Criterion::g_optimal),
      gse_entry("linear_exploration", "Alieva, Cutkosky & Das 2021",
                "gse with pulls for the differences between the survivors; believes the reports",
                Criterion::xy),
      opt_gtm_entry(),
      ggtm_entry(),
      lin_ucb_entry(),
      uniform_entry(),
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

}  // namespace mesha
