// The epoch-wise Grim Trigger Condition: Definition 4 and lines 5-7 of Algorithm 1.
//   line 5   V = lambda I + sum x x^T, theta_hat = V^-1 sum r x     one per arm, this epoch only
//   line 6   rlcb = sum (<theta_hat, x> - beta |x|_{V^-1})
//   line 7   aucb = sum r + slack
// Where the paper contradicts itself the reading is a parameter; docs/readings.md lists them.
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

namespace mesha {

// Which of the three printed forms of the slack in aucb, and of delta_r, is meant.
enum class SlackReading {
  algorithm,   // sqrt(2 n log(4KR/delta)), delta_r = delta/(KR): Algorithm 1, line 7
  definition,  // sqrt(2 n log(2/delta_r)), delta_r = delta/(KR): Definition 4
  proof,       // sqrt(n/2 log(2/delta_r)), delta_r = delta/(2KR): proof of Lemma 14
};

// What stands behind "+ 1" in beta.
enum class BetaReading {
  one,          // as printed; it is sqrt(lambda) |theta| at lambda = |theta| = 1
  sqrt_lambda,  // Abbasi-Yadkori et al. 2011, Theorem 2, with |theta| <= 1
};

struct TriggerConfig {
  int arms = 0;    // K
  int epochs = 0;  // R
  int dimension = 0;
  double log_delta = 0;  // delta itself underflows for long runs
  double lambda = 1;
  double xi = 1;  // the noise is xi-sub-Gaussian; the paper sets 1
  SlackReading slack = SlackReading::algorithm;
  BetaReading beta = BetaReading::one;

  friend bool operator==(const TriggerConfig&, const TriggerConfig&) = default;
};

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

  double beta(std::int64_t n) const;
  double slack(std::int64_t n) const;

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

// log of delta = R^2/T exp(-T zeta^2 / (18 K d^2 log^2(1 + T/R))): Algorithm 1, line 2.
double paper_log_delta(int arms, int epochs, int dimension, std::int64_t budget, double zeta);

}  // namespace mesha
