#include "mesha/catalog/entries/entries.hpp"
#include "mesha/catalog/entries/parts.hpp"
#include "mesha/learners/mesha.hpp"
#include "mesha/learners/od_linbai_gtc.hpp"
#include "mesha/theory/accuracy.hpp"
#include "mesha/theory/schedule.hpp"

namespace mesha::entries {
namespace {

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

LearnerEntry gtc_entry(std::string_view name, std::string_view source, std::string_view summary,
                       Fit fit) {
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

}  // namespace

LearnerEntry mesha() {
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

LearnerEntry od_linbai_gtc() {
  return gtc_entry("od_linbai_gtc", "Li & Zhong 2026, Algorithm 2",
                   "od_linbai with a uniform first epoch and a grim trigger on the reports",
                   Fit::literal);
}

LearnerEntry od_linbai_gtc_paper() {
  return gtc_entry("od_linbai_gtc_paper", "inferred from the numbers of Li & Zhong 2026",
                   "od_linbai_paper with a grim trigger on the reports", Fit::inferred);
}

}  // namespace mesha::entries
