#include "mesha/learners/lin_ucb.hpp"

#include <cmath>

namespace mesha {

Result<LinUcb> LinUcb::make(const LinUcbConfig& c) {
  if (!(c.lambda > 0) || !std::isfinite(c.lambda))
    return Error{"lambda must be a finite number above 0"};
  if (!(c.xi > 0) || !std::isfinite(c.xi)) return Error{"xi must be a finite number above 0"};
  if (c.delta && !(*c.delta > 0 && *c.delta < 1))
    return Error{"delta must lie strictly between 0 and 1"};
  if (auto fits = OneByOne::check(c.arms, c.budget); !fits) return fits.error();
  return LinUcb(c);
}

LinUcb::LinUcb(const LinUcbConfig& c)
    : OneByOne(c.arms, c.budget),
      lambda_(c.lambda),
      xi_(c.xi),
      log_one_over_delta_(-std::log(c.delta.value_or(1 / static_cast<double>(c.budget)))),
      ridge_(static_cast<std::size_t>(c.dimension), c.lambda),
      reports_(static_cast<std::size_t>(c.arms), Vec(static_cast<std::size_t>(c.dimension))) {}

double LinUcb::beta() const {
  return xi_ * std::sqrt(2 * log_one_over_delta_ + log_det_) + std::sqrt(lambda_);
}

const std::vector<Pulls>& LinUcb::plan(Reports reports) {
  const double now = beta();
  for (const ArmId i : active()) {
    reports_[at(i)] = reports[at(i)].x;
    const RunningRidge::Fit fit = ridge_.at(reports_[at(i)]);
    index(i) = fit.mean + now * std::sqrt(fit.squared_width);
  }
  return pull_largest();
}

void LinUcb::observe(std::span<const Evidence> batch) {
  const Evidence& played = end_round(batch);
  reports_[at(played.arm)] = played.report.x;
  const double square = ridge_.at(played.report.x).squared_width;
  log_det_ += std::log1p(square);  // det(V + x x^T) = det V (1 + |x|^2_{V^-1})
  ridge_.add(played.report.x, 1, played.reward_sum);
  if (over()) decide(score());
}

ArmId LinUcb::leader() const { return OneByOne::leader(score()); }

}  // namespace mesha
