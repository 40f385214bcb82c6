#include "mesha/catalog/learners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mesha/learners/ggtm.hpp"
#include "mesha/learners/gse.hpp"
#include "mesha/learners/lin_ucb.hpp"
#include "mesha/learners/mesha.hpp"
#include "mesha/learners/od_linbai.hpp"
#include "mesha/learners/od_linbai_gtc.hpp"
#include "mesha/learners/od_linbai_strong.hpp"
#include "mesha/learners/opt_gtm.hpp"
#include "mesha/learners/sequential_halving.hpp"
#include "mesha/learners/successive_rejects.hpp"
#include "mesha/learners/uniform.hpp"
#include "mesha/theory/schedule.hpp"

namespace mesha {
namespace {

template <class L>
Result<AnyLearner> erased(Result<L> made) {
  if (!made) return made.error();
  return AnyLearner(*std::move(made));
}

constexpr OptionInfo mesha_options[] = {
    {"lambda", "ridge parameter; Algorithm 1 says 1, Appendix G runs with 1.35 (default 1)"},
    {"zeta", "target accuracy, enters delta (default: half the smallest gap)"},
    {"delta",
     "failure level of the trigger, given by hand instead of zeta (default: Algorithm 1, line 2)"},
    {"xi", "the noise is xi-sub-Gaussian (default 1)"},
    {"slack", "slack of AUCB: algorithm, definition or proof (default algorithm)"},
    {"beta", "the summand in beta: one or sqrt_lambda (default one)"},
};

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

constexpr OptionInfo halving_options[] = {
    {"keep_samples", "rank by all samples, not only this epoch's (default false)"},
};

constexpr OptionInfo od_linbai_options[] = {
    {"d", "of the schedule: ambient, or rank of the first reports (default ambient)"},
};

OdLinBaiConfig od_linbai_config(const Setting& s, OptionReader& o) {
  return {.arms = s.arms,
          .dimension = s.dimension,
          .budget = s.budget,
          .d = o.choice<DimensionReading>(
              "d", {{"ambient", DimensionReading::ambient}, {"rank", DimensionReading::rank}})};
}

constexpr OptionInfo opt_gtm_options[] = {
    {"lambda", "ridge parameter, also in the width of the bounds (default 1)"},
};

constexpr OptionInfo ggtm_options[] = {
    {"theta", "the latent vector that it is told (default: the instance's)"},
};

constexpr OptionInfo lin_ucb_options[] = {
    {"lambda", "ridge parameter (default 1)"},
    {"xi", "the noise is xi-sub-Gaussian (default 1)"},
    {"delta", "failure level of the confidence bound (default 1/T)"},
};

constexpr LearnerEntry all[] = {
    {"mesha", "Li & Zhong 2026, Algorithm 1",
     "halving by shrunk means, with a grim trigger on the reports", mesha_options,
     [](const Setting& s, OptionReader& o) { return erased(Mesha::make(mesha_config(s, o))); }},
    {"sequential_halving", "Karnin, Koren & Somekh 2013",
     "halving by plain means; never looks at a report", halving_options,
     [](const Setting& s, OptionReader& o) {
       return erased(SequentialHalving::make({s.arms, s.budget, o.flag("keep_samples", false)}));
     }},
    {"successive_rejects",
     "Audibert, Bubeck & Munos 2010",
     "drops one arm per phase by its mean so far; never looks at a report",
     {},
     [](const Setting& s, OptionReader&) {
       return erased(SuccessiveRejects::make({s.arms, s.budget}));
     }},
    {"od_linbai", "Yang & Tan 2022, Algorithm 1",
     "halving by one global estimate on G-optimal pulls; believes the reports", od_linbai_options,
     [](const Setting& s, OptionReader& o) {
       return erased(OdLinBai::make(od_linbai_config(s, o)));
     }},
    {"od_linbai_strong", "Yavas & Tan 2024", "od_linbai that spends the whole budget",
     od_linbai_options,
     [](const Setting& s, OptionReader& o) {
       return erased(OdLinBaiStrong::make(od_linbai_config(s, o)));
     }},
    {"od_linbai_paper",
     "inferred from the numbers of Li & Zhong 2026",
     "od_linbai as their tables have it: first epoch uniform, ridge, halving the current rank",
     {},
     [](const Setting& s, OptionReader&) {
       return erased(OdLinBaiGtc::make(
           {.setting = {s.arms, s.dimension, s.budget}, .fit = Fit::inferred, .trigger = false}));
     }},
    {"od_linbai_gtc", "Li & Zhong 2026, Algorithm 2",
     "od_linbai with a uniform first epoch and a grim trigger on the reports", mesha_options,
     [](const Setting& s, OptionReader& o) {
       return erased(OdLinBaiGtc::make({.setting = mesha_config(s, o)}));
     }},
    {"od_linbai_gtc_paper", "inferred from the numbers of Li & Zhong 2026",
     "od_linbai_paper with a grim trigger on the reports", mesha_options,
     [](const Setting& s, OptionReader& o) {
       return erased(OdLinBaiGtc::make({.setting = mesha_config(s, o), .fit = Fit::inferred}));
     }},
    {"gse",
     "Azizi, Kveton & Ghavamzadeh 2022, Algorithm 1",
     "keeps the better half by one estimate on G-optimal pulls; believes the reports",
     {},
     [](const Setting& s, OptionReader&) {
       return erased(Gse::make({s.arms, s.dimension, s.budget, Criterion::g_optimal}));
     }},
    {"linear_exploration",
     "Alieva, Cutkosky & Das 2021",
     "gse with pulls for the differences between the survivors; believes the reports",
     {},
     [](const Setting& s, OptionReader&) {
       return erased(Gse::make({s.arms, s.dimension, s.budget, Criterion::xy}));
     }},
    {"opt_gtm", "Kleine Buening, Saha, Dimitrakakis & Xu 2024, Algorithm 2",
     "optimistic, one pull at a time, one estimate and a grim trigger per arm", opt_gtm_options,
     [](const Setting& s, OptionReader& o) {
       return erased(OptGtm::make({s.arms, s.dimension, s.budget, lambda(s, o)}));
     }},
    {"ggtm", "Kleine Buening, Saha, Dimitrakakis & Xu 2024, Algorithm 1",
     "knows theta: plays the largest claim until its grim trigger catches the liar", ggtm_options,
     [](const Setting& s, OptionReader& o) {
       return erased(Ggtm::make({s.arms, s.dimension, s.budget, o.vector("theta", s.theta)}));
     }},
    {"lin_ucb", "Abbasi-Yadkori, Pal & Szepesvari 2011",
     "optimistic, one pull at a time, one estimate for all; believes the reports", lin_ucb_options,
     [](const Setting& s, OptionReader& o) {
       return erased(LinUcb::make({.arms = s.arms,
                                   .dimension = s.dimension,
                                   .budget = s.budget,
                                   .lambda = lambda(s, o),
                                   .xi = o.number("xi", 1),
                                   .delta = o.number("delta")}));
     }},
    {"uniform",
     "folklore",
     "pulls all arms alike, names the best mean",
     {},
     [](const Setting& s, OptionReader&) { return erased(Uniform::make({s.arms, s.budget})); }},
};

}  // namespace

Setting setting_of(const Instance& instance, std::int64_t budget) {
  return {.arms = static_cast<int>(instance.arm_count()),
          .dimension = static_cast<int>(instance.dimension()),
          .budget = budget,
          .smallest_gap = instance.smallest_gap(),
          .theta = instance.theta()};
}

std::span<const LearnerEntry> all_learners() { return all; }

Result<AnyLearner> make_learner(std::string_view name, const Setting& setting,
                                const Options& options) {
  const auto* entry = std::ranges::find(all, name, &LearnerEntry::name);
  if (entry == std::end(all)) {
    std::vector<std::string_view> names;
    for (const LearnerEntry& known : all) names.push_back(known.name);
    return Error{unknown_name("learner", name, names), ErrorKind::not_found};
  }
  if (auto known = check_option_names(options, entry->options); !known) return known.error();
  OptionReader reader(options);
  Result<AnyLearner> learner = entry->make(setting, reader);
  if (reader.trouble()) return *reader.trouble();
  return learner;
}

std::optional<GrimTrigger> epoch_trigger(std::string_view name, const Setting& setting,
                                         const Options& options) {
  const bool linear = name.starts_with("od_linbai_gtc");
  if (name != "mesha" && !linear) return std::nullopt;
  OptionReader reader(options);
  const MeshaConfig config = mesha_config(setting, reader);
  auto trigger = trigger_of(config, linear ? theory::design_epochs(setting.dimension)
                                           : theory::halving_epochs(setting.arms));
  return trigger ? std::optional(*std::move(trigger)) : std::nullopt;
}

}  // namespace mesha
