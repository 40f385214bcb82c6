#include "mesha/catalog/entries/entries.hpp"
#include "mesha/catalog/entries/parts.hpp"
#include "mesha/learners/ggtm.hpp"
#include "mesha/learners/lin_ucb.hpp"
#include "mesha/learners/opt_gtm.hpp"

namespace mesha::entries {

LearnerEntry opt_gtm() {
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

LearnerEntry ggtm() {
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

LearnerEntry lin_ucb() {
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

}  // namespace mesha::entries
