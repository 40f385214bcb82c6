#include "mesha/learners/lin_ucb.hpp"

#include <algorithm>
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
      reports_(static_cast<std::size_t>(c.arms), Vec(static_cast<std::size_t>(c.dimension))),
      mean_(reports_.size(), 0.0),
      squared_width_(mean_.size(), 0.0),
      f_(static_cast<std::size_t>(c.dimension), mean_) {}

double LinUcb::beta() const {
  return xi_ * std::sqrt(2 * log_one_over_delta_ + log_det_) + std::sqrt(lambda_);
}

void LinUcb::look_at(ArmId arm, const Vec& report) {
  Vec& x = reports_[at(arm)];
  if (x == report) return;
  x = report;
  const RunningRidge::Fit fit = ridge_.at(x);
  mean_[at(arm)] = fit.mean;
  squared_width_[at(arm)] = fit.squared_width;
  for (std::size_t k = 0; k < f_.size(); ++k) f_[k][at(arm)] = ridge_.turned()[k];
}

const std::vector<Pulls>& LinUcb::plan(Reports reports) {
  const double now = beta();
  for (const ArmId i : active()) {
    look_at(i, reports[at(i)].x);
    index(i) = mean_[at(i)] + now * std::sqrt(squared_width_[at(i)]);
  }
  return pull_largest();
}

// RunningRidge::add, as all reports see it.
void LinUcb::move(ArmId played, double reward) {
  const std::size_t width = mean_.size();
  const double g = 1 + squared_width_[at(played)];
  const double step = (reward - mean_[at(played)]) / g;
  const double shrink = 1 / (g + std::sqrt(g));
  std::vector<double>& s = *s_;
  s.assign(width, 0.0);
  for (const std::vector<double>& f : f_) {
    const double of_played = f[at(played)];
    for (std::size_t i = 0; i < width; ++i) s[i] += of_played * f[i];
  }
  std::ranges::fill(squared_width_, 0.0);
  for (std::vector<double>& f : f_) {
    const double less = shrink * f[at(played)];
    for (std::size_t i = 0; i < width; ++i) {
      f[i] -= less * s[i];
      squared_width_[i] += f[i] * f[i];
    }
  }
  for (std::size_t i = 0; i < width; ++i) mean_[i] += step * s[i];
}

void LinUcb::observe(std::span<const Evidence> batch) {
  const Evidence& played = end_round(batch);
  look_at(played.arm, played.report.x);
  // det(V + x x^T) = det V (1 + |x|^2_{V^-1})
  log_det_ += std::log1p(squared_width_[at(played.arm)]);
  ridge_.add(played.report.x, 1, played.reward_sum);
  move(played.arm, played.reward_sum);
  if (over()) decide(score());
}

ArmId LinUcb::leader() const { return OneByOne::leader(score()); }

}  // namespace mesha
