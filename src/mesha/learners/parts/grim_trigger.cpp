#include "mesha/learners/parts/grim_trigger.hpp"

#include <algorithm>
#include <cmath>

namespace mesha {
namespace {

double log_delta_r(const TriggerConfig& c) {
  const double share = static_cast<double>(c.arms) * c.epochs;
  return c.log_delta - std::log(c.slack == SlackReading::proof ? 2 * share : share);
}

}  // namespace

double GrimTrigger::beta(std::int64_t n) const {
  const double log_ratio = std::log1p(static_cast<double>(n)) - log_delta_r(c_);
  const double bias = c_.beta == BetaReading::one ? 1.0 : std::sqrt(c_.lambda);
  return c_.xi * std::sqrt(c_.dimension * log_ratio) + bias;
}

double GrimTrigger::slack(std::int64_t n) const {
  const auto pulls = static_cast<double>(n);
  const double kr = static_cast<double>(c_.arms) * c_.epochs;
  switch (c_.slack) {
    case SlackReading::algorithm:
      return c_.xi * std::sqrt(2 * pulls * (std::log(4 * kr) - c_.log_delta));
    case SlackReading::definition:
      return c_.xi * std::sqrt(2 * pulls * (std::log(2.0) - log_delta_r(c_)));
    case SlackReading::proof:
      return c_.xi * std::sqrt(pulls / 2 * (std::log(2.0) - log_delta_r(c_)));
  }
  return 0;
}

const GrimTrigger::Thresholds& GrimTrigger::thresholds(std::int64_t n) {
  const auto found = std::ranges::find(*known_, n, &Thresholds::n);
  if (found != known_->end()) return *found;
  constexpr std::size_t enough = 64;  // a bound on what a long live selection may pile up
  if (known_->size() >= enough) known_->clear();
  return known_->emplace_back(Thresholds{.n = n, .beta = beta(n), .slack = slack(n)});
}

GrimTrigger::OneReport GrimTrigger::computed(std::int64_t pulls, double q) const {
  const auto n = static_cast<double>(pulls);
  const double v = c_.lambda + n * q;
  return {.n = pulls,
          .q = q,
          .shrink = n * q / v,
          .width = n * beta(pulls) * std::sqrt(q / v),
          .slack = slack(pulls)};
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

double paper_log_delta(int arms, int epochs, int dimension, std::int64_t budget, double zeta) {
  const auto T = static_cast<double>(budget);
  const double R = epochs;
  const double log_term = std::log1p(T / R);
  const double exponent =
      T * zeta * zeta / (18.0 * arms * dimension * dimension * log_term * log_term);
  return 2 * std::log(R) - std::log(T) - exponent;
}

}  // namespace mesha
