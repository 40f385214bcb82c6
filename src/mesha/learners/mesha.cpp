#include "mesha/learners/mesha.hpp"

#include <cmath>
#include <utility>

#include "mesha/theory/failure_bound.hpp"

namespace mesha {

Result<GrimTrigger> trigger_of(const MeshaConfig& c, int epochs) {
  if (!(c.lambda > 0) || !std::isfinite(c.lambda))
    return Error{"lambda must be a finite number above 0"};
  if (!(c.xi > 0) || !std::isfinite(c.xi)) return Error{"xi must be a finite number above 0"};
  if (c.delta && !(*c.delta > 0 && *c.delta < 1))
    return Error{"delta must lie strictly between 0 and 1"};
  if (!c.delta && epochs > 0 && (!(c.zeta > 0) || !std::isfinite(c.zeta))) {
    return Error{"zeta must be a finite number above 0"};
  }
  double log_delta = 0;
  if (c.delta) {
    log_delta = std::log(*c.delta);
  } else if (epochs > 0) {
    log_delta = theory::log_delta(
        {.arms = c.arms, .dimension = c.dimension, .budget = c.budget, .epochs = epochs}, c.zeta);
  }
  return GrimTrigger({.arms = c.arms,
                      .epochs = epochs,
                      .dimension = c.dimension,
                      .log_delta = log_delta,
                      .lambda = c.lambda,
                      .xi = c.xi,
                      .slack = c.slack,
                      .beta = c.beta});
}

Result<Mesha> Mesha::make(const MeshaConfig& c) {
  auto trigger = trigger_of(c, theory::halving_epochs(c.arms));
  if (!trigger) return trigger.error();
  if (auto enough = enough_budget(c.arms, c.budget, smallest_budget(c.arms)); !enough) {
    return enough.error();
  }
  return Mesha(c, *std::move(trigger));
}

Mesha::Mesha(const MeshaConfig& c, GrimTrigger trigger)
    : Elimination(c.arms),
      arms_(c.arms),
      epochs_(theory::halving_epochs(c.arms)),
      budget_(c.budget),
      trigger_(std::move(trigger)) {
  if (epochs_ == 0) {
    roster().finish();
  } else {
    begin_epoch();
  }
}

std::int64_t Mesha::pulls_per_arm(int active) const {
  return theory::halving_pulls(budget_, active, epochs_);
}

int Mesha::survivors(int epoch) const { return theory::halved(arms_, epoch); }

void Mesha::begin_epoch() { roster().begin_epoch(pulls_per_arm(roster().size())); }

void Mesha::observe(std::span<const Evidence> batch) {
  by_arm_(batch, [this](ArmId i, Groups groups) {
    const auto [mu_hat, bounds] = trigger_.judge(groups);  // lines 5-7
    roster().score({i, mu_hat, bounds});                   // lines 8-12: out if bounds.fires()
  });
  const int r = roster().epoch();
  roster().keep_best(survivors(r));  // line 15
  if (r == epochs_ || roster().size() == 0) {
    roster().finish();
  } else {
    begin_epoch();
  }
}

AffineFacts Mesha::affine() const {
  return {.epochs = epochs_,
          .cumulative = false,
          .stage = [now = *this](int epoch, int active) -> Stage {
            return {now.pulls_per_arm(active), now.survivors(epoch)};
          },
          .rule = [trigger = trigger_](const Report& report,
                                       std::int64_t n) { return trigger.rule(report, n); }};
}

}  // namespace mesha
