#include "mesha/learners/parts/grim_trigger.hpp"

#include <cmath>

namespace mesha {

const GrimTrigger::Thresholds& GrimTrigger::thresholds(std::int64_t n) {
  if (last_.n != n) last_ = {.n = n, .beta = beta(n), .slack = slack(n)};
  return last_;
}

// With a constant report x and q = |x|^2 (Sherman-Morrison on V = lambda I + n x x^T):
//   mu_hat = mean(r) n q / (lambda + n q),  |x|_{V^-1} = sqrt(q / (lambda + n q)).
GrimTrigger::Judgement GrimTrigger::judge_one_report(const Evidence& group) {
  const Thresholds& limit = thresholds(group.pulls);
  const auto n = static_cast<double>(group.pulls);
  const double q = squared_norm(group.report.x);
  const double v = c_.lambda + n * q;
  const double predicted = group.reward_sum * (n * q / v);  // sum of <theta_hat, x>
  return {.mu_hat = predicted / n,
          .bounds = {.rlcb = predicted - n * limit.beta * std::sqrt(q / v),
                     .aucb = group.reward_sum + limit.slack}};
}

GrimTrigger::Judgement GrimTrigger::judge_many_reports(Groups groups) {
  const Thresholds& limit = thresholds(pulls_in(groups));
  ridge_->reset(static_cast<std::size_t>(c_.dimension), c_.lambda);
  for (const Evidence* group : groups) {
    ridge_->add(group->report.x, static_cast<double>(group->pulls), group->reward_sum);
  }
  ridge_->solve();
  double predicted = 0;
  double width = 0;
  for (const Evidence* group : groups) {
    const auto n = static_cast<double>(group->pulls);
    predicted += n * dot(ridge_->theta(), group->report.x);
    width += n * std::sqrt(ridge_->squared_width(group->report.x));
  }
  return {
      .mu_hat = predicted / static_cast<double>(limit.n),
      .bounds = {.rlcb = predicted - limit.beta * width, .aucb = rewards_in(groups) + limit.slack}};
}

// With h = n q / (lambda + n q): rlcb > aucb reads S h - n beta w > S + slack, and 1 - h > 0, so
// S < -(n beta w + slack) / (1 - h).
ArmRule GrimTrigger::rule(const Report& report, std::int64_t pulls) const {
  const auto n = static_cast<double>(pulls);
  const double q = squared_norm(report.x);
  const double v = c_.lambda + n * q;
  return {.scale = q / v,
          .trigger_below = -(n * beta(pulls) * std::sqrt(q / v) + slack(pulls)) * (v / c_.lambda)};
}

}  // namespace mesha
