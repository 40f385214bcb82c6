// The epoch-wise Grim Trigger Condition: Definition 4 and lines 5-7 of Algorithm 1.
//   line 5   V = lambda I + sum x x^T, theta_hat = V^-1 sum r x     one per arm, this epoch only
//   line 6   rlcb = sum (<theta_hat, x> - beta |x|_{V^-1})
//   line 7   aucb = sum r + slack
// beta and slack are theory/radii.hpp's, in the reading that the configuration names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/base/scratch.hpp"
#include "mesha/linalg/ridge.hpp"
#include "mesha/model/affine.hpp"
#include "mesha/model/answer.hpp"
#include "mesha/model/evidence.hpp"
#include "mesha/theory/radii.hpp"

namespace mesha {

// Its radii, and which printed form of them is meant.
using TriggerConfig = theory::Radii;
using theory::BetaReading;
using theory::SlackReading;

class GrimTrigger {
 public:
  explicit GrimTrigger(const TriggerConfig& config) : c_(config) {}
  GrimTrigger(const GrimTrigger&) = default;
  GrimTrigger(GrimTrigger&&) noexcept = default;
  // What is remembered holds for one configuration; run after run it is the same one.
  GrimTrigger& operator=(const GrimTrigger& other) {
    if (c_ != other.c_) {
      one_report_->clear();
      known_->clear();
    }
    c_ = other.c_;
    return *this;
  }
  GrimTrigger& operator=(GrimTrigger&&) noexcept = default;
  ~GrimTrigger() = default;

  struct Judgement {
    double mu_hat = 0;  // line 12
    TriggerBounds bounds;
  };

  // One arm's evidence of one epoch.
  Judgement judge(Groups groups) {
    return groups.size() == 1 ? judge_one_report(*groups.front()) : judge_many_reports(groups);
  }

  // The same for an arm that keeps to one report: score and trigger as functions of its reward sum.
  ArmRule rule(const Report& report, std::int64_t n) const;

  double beta(std::int64_t n) const { return theory::beta(c_, n); }
  double slack(std::int64_t n) const { return theory::slack(c_, n); }

 private:
  struct Thresholds {
    std::int64_t n = -1;
    double beta = 0;
    double slack = 0;
  };
  const Thresholds& thresholds(std::int64_t n);
  struct OneReport {  // what depends on n and q = |x|^2 alone
    std::int64_t n = -1;
    double q = 0;
    double shrink = 0;  // of the reward sum
    double width = 0;   // n beta |x|_{V^-1}
    double slack = 0;
  };
  OneReport computed(std::int64_t n, double q) const;
  const OneReport& one_report(const Evidence& group);
  Judgement judge_one_report(const Evidence& group);
  Judgement judge_many_reports(Groups groups);

  TriggerConfig c_;
  Scratch<Ridge> ridge_;
  Scratch<std::vector<OneReport>> one_report_;
  Scratch<std::vector<Thresholds>> known_;  // an epoch asks for the same n again and again
};

// Inline, as simulations by the million spend their time here.
inline const GrimTrigger::OneReport& GrimTrigger::one_report(const Evidence& group) {
  constexpr std::size_t places = 256;  // what finds its place taken is computed again
  if (one_report_->empty()) one_report_->resize(places);
  const double q = squared_norm(group.report.x);
  const auto place = at(group.arm) + 61 * static_cast<std::size_t>(group.pulls);
  OneReport& known = (*one_report_)[place % places];
  if (known.n != group.pulls || known.q != q) known = computed(group.pulls, q);
  return known;
}

// With a constant report x and q = |x|^2 (Sherman-Morrison on V = lambda I + n x x^T):
//   mu_hat = mean(r) n q / (lambda + n q),  |x|_{V^-1} = sqrt(q / (lambda + n q)).
inline GrimTrigger::Judgement GrimTrigger::judge_one_report(const Evidence& group) {
  const OneReport& fixed = one_report(group);
  const double predicted = group.reward_sum * fixed.shrink;  // sum of <theta_hat, x>
  return {.mu_hat = predicted / static_cast<double>(group.pulls),
          .bounds = {.rlcb = predicted - fixed.width, .aucb = group.reward_sum + fixed.slack}};
}

}  // namespace mesha
