// A theory sheet's radii, widths and events.
#include <algorithm>
#include <cmath>

#include "mesha/catalog/theory_parts.hpp"
#include "mesha/theory/deviation.hpp"
#include "mesha/theory/events.hpp"
#include "mesha/theory/potential.hpp"
#include "mesha/theory/schedule.hpp"

namespace mesha::theory_parts {
namespace {

using theory::BetaReading;
using theory::DeviationReading;
using theory::EllipsoidReading;
using theory::NoiseReading;
using theory::OmegaReading;
using theory::Radii;
using theory::SlackReading;
using theory::WidthReading;

// Values of one group at one budget and epoch.
class Rows {
 public:
  Rows(TheoryGroup group, const At& at, int epoch, std::vector<TheoryValue>& into)
      : group_(group), at_(&at), epoch_(epoch), into_(&into) {}

  TheoryValue& add(std::string name, std::string words, std::string equation, double value) {
    into_->push_back({.group = group_,
                      .name = std::move(name),
                      .words = std::move(words),
                      .equation = std::move(equation),
                      .budget = at_->sizes.budget,
                      .epoch = epoch_,
                      .value = value});
    return into_->back();
  }
  void add_probability(std::string name, std::string words, std::string equation, double log,
                       const Conditions& conditions) {
    TheoryValue& made = add(std::move(name), std::move(words), std::move(equation), 0);
    made = log_bound(std::move(made), log);
    require(made, conditions);
  }
  void add_error(std::string name, std::string words, std::string equation, double value) {
    TheoryValue& made = add(std::move(name), std::move(words), std::move(equation), value);
    made = error_bound(std::move(made), at_->ground.gaps.back());
    require(made, at_->of_analysis());
  }

 private:
  TheoryGroup group_;
  const At* at_;
  int epoch_;
  std::vector<TheoryValue>* into_;
};

Radii with(Radii radii, BetaReading beta, SlackReading slack) {
  radii.beta = beta;
  radii.slack = slack;
  return radii;
}

// n_r with all arms of a halving still there.
std::int64_t pulls_in(const At& at, int epoch) {
  return theory::halving_pulls(at.sizes.budget, theory::halved(at.sizes.arms, epoch - 1),
                               at.sizes.epochs);
}

void add_radii_of_epoch(const At& at, int epoch, std::vector<TheoryValue>& values) {
  Rows rows(TheoryGroup::radii, at, epoch, values);
  const std::int64_t n = pulls_in(at, epoch);
  const auto pulls = static_cast<double>(n);
  const Radii definition = with(at.radii, BetaReading::one, SlackReading::definition);
  const Radii proof = with(at.radii, BetaReading::inside_root, SlackReading::proof);
  const Radii algorithm = with(at.radii, BetaReading::one, SlackReading::algorithm);
  const Radii sqrt_lambda = with(at.radii, BetaReading::sqrt_lambda, SlackReading::definition);
  const double q = at.ground.longest * at.ground.longest;
  const double unrounded =
      theory::unrounded_pulls(at.sizes.budget, at.sizes.arms, at.sizes.epochs, epoch);
  rows.add("pulls", "pulls per arm, n (Alg. 1, line 4)", "Algorithm 1, line 4", pulls);
  rows.add("beta", "beta (Definition 4)", "Definition 4", beta(definition, n));
  rows.add("beta_sqrt_lambda", "beta, sqrt(lambda) for + 1 (Thm 16)", "Theorem 16",
           beta(sqrt_lambda, n));
  rows.add("beta_proof", "beta (proof of Lemma 14)", "proof of Lemma 14", beta(proof, n));
  rows.add("rlcb_radius", "radius of RLCB, longest report", "Algorithm 1, line 6",
           pulls * beta(definition, n) * theory::constant_width(q, n, at.ground.lambda));
  rows.add("aucb_radius", "radius of AUCB (Alg. 1, line 7)", "Algorithm 1, line 7",
           slack(algorithm, n));
  rows.add("aucb_radius_definition", "radius of AUCB (Definition 4)", "Definition 4",
           slack(definition, n));
  rows.add("aucb_radius_proof", "radius of AUCB (proof of Lemma 14)", "proof of Lemma 14",
           slack(proof, n));
  rows.add_error("omega", "omega (Lemma 14)", "Lemma 14",
                 omega(at.radii, unrounded, OmegaReading::lemma));
  rows.add_error("omega_proof", "omega (end of its proof)", "proof of Lemma 14",
                 omega(at.radii, unrounded, OmegaReading::proof));
  rows.add_error("omega_steps", "omega (steps of its proof)",
                 "proof of Lemma 14, eq. gtc_bound_app",
                 passing_excess(proof, n, WidthReading::potential_lemma));
  rows.add_error("omega_trace", "omega (with the trace identity)", "Appendix F, eq. gtc-mu-bound",
                 passing_excess(proof, n, WidthReading::trace));
  rows.add_error("deviation", "deviation, epsilon = 0 (Theorem 12)", "Theorem 12",
                 deviation_bound(definition, n, 0, DeviationReading::theorem));
  rows.add_error("deviation_proof", "deviation, epsilon = 0 (its proof)", "proof of Theorem 12",
                 deviation_bound(definition, n, 0, DeviationReading::proof));
}

void add_widths_of_epoch(const At& at, int epoch, std::vector<TheoryValue>& values) {
  Rows rows(TheoryGroup::widths, at, epoch, values);
  const std::int64_t n = pulls_in(at, epoch);
  const int d = at.sizes.dimension;
  const auto pulls = static_cast<double>(n);
  const double lambda = at.ground.lambda;
  const Radii definition = with(at.radii, BetaReading::one, SlackReading::definition);
  TheoryValue& first = rows.add("first_factor", "first factor, above beta",
                                "Appendix F, eq. beta-bound", first_factor(definition, n));
  require(first, {{beta(definition, n) <= *first.value,
                   "beta as Definition 4 has it is below its bound"}});
  rows.add("second_factor", "second factor, sqrt(d)", "Appendix F, eq. trace-id",
           theory::second_factor(d));
  rows.add("both_factors", "both, over sqrt(n)", "Appendix F, eq. combined",
           both_factors(definition, n));
  require(rows.add("squared_widths_most", "sum |x|^2, most there can be",
                   "Appendix F, eq. trace-id", theory::most_squared_widths(d, n, lambda)),
          {at.ground.norms});
  rows.add("squared_widths_cycled", "sum |x|^2, basis cycling", "Appendix F, eq. trace-id",
           theory::cycled_squared_widths(d, n, lambda));
  TheoryValue& here = rows.add("squared_widths_here", "sum |x|^2, longest report here",
                               "Appendix F, eq. trace-id", 0);
  const double width = theory::constant_width(at.ground.longest * at.ground.longest, n, lambda);
  here.value = at.ground.constant ? std::optional(pulls * width * width) : std::nullopt;
  const double sum = theory::most_widths(d, pulls, WidthReading::potential_lemma);
  rows.add("squared_widths_lemma", "sum |x|^2, potential lemma", "proof of Lemma 14",
           sum * sum / pulls);
}

}  // namespace

void add_radii(const At& at, std::vector<TheoryValue>& values) {
  for (int r = 1; r <= at.sizes.epochs; ++r) add_radii_of_epoch(at, r, values);
}

void add_widths(const At& at, std::vector<TheoryValue>& values) {
  for (int r = 1; r <= at.sizes.epochs; ++r) add_widths_of_epoch(at, r, values);
}

void add_events(const At& at, std::vector<TheoryValue>& values) {
  Rows rows(TheoryGroup::events, at, 0, values);
  const Ground& g = at.ground;
  Radii here = with(at.radii, BetaReading::one, SlackReading::definition);
  rows.add_probability("noise_miss", "P(not E^noise) at most (Lemma 13)", "Lemma 13",
                       log_noise_miss(here, NoiseReading::lemma), {g.half_noise, g.own_delta});
  Radii scaled = here;
  scaled.xi = g.noise;
  rows.add_probability("noise_miss_scaled", "the same, by this noise's scale",
                       "Lemma 13, for xi-sub-Gaussian noise",
                       log_noise_miss(scaled, NoiseReading::sub_gaussian), {});
  rows.add_probability("estimate_miss", "P(not E^est) at most (Remark 15)", "Remark 15",
                       log_estimate_miss(here), {g.truthful, g.norms, g.unit_lambda, g.unit_noise});
  Rows first(TheoryGroup::events, at, 1, values);
  const std::int64_t n = pulls_in(at, 1);
  first.add("ellipsoid_remark", "radius of E^est (Remark 15)", "Remark 15",
            estimation_radius(here, n, EllipsoidReading::remark));
  first.add("ellipsoid_proof", "radius of E^est (its proof)", "proof of Remark 15",
            estimation_radius(here, n, EllipsoidReading::proof));
}

}  // namespace mesha::theory_parts
