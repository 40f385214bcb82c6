// The epoch-wise Grim Trigger Condition: Definition 4 and lines 5-7 of Algorithm 1.
//   line 5   V = lambda I + sum x x^T, theta_hat = V^-1 sum r x     one per arm, this epoch only
//   line 6   rlcb = sum (<theta_hat, x> - beta |x|_{V^-1})
//   line 7   aucb = sum r + slack
// beta and slack are theory/radii.hpp's, in the reading that the configuration names.
#pragma once

#include <cstdint>

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

  const TriggerConfig& radii() const { return c_; }
  double beta(std::int64_t n) const { return theory::beta(c_, n); }
  double slack(std::int64_t n) const { return theory::slack(c_, n); }

 private:
  struct Thresholds {
    std::int64_t n = -1;
    double beta = 0;
    double slack = 0;
  };
  const Thresholds& thresholds(std::int64_t n);
  Judgement judge_one_report(const Evidence& group);
  Judgement judge_many_reports(Groups groups);

  TriggerConfig c_;
  Scratch<Ridge> ridge_;
  Thresholds last_;  // an epoch asks for the same n again and again
};

}  // namespace mesha
