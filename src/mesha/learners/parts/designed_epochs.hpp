// The base of the learners that pull by an optimal design on the reports and rank by one
// estimate for all arms: roster, reports, the design on them, the estimate.
//   record_reports() -> design() -> begin() ... score() -> roster().keep_best()
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mesha/base/scratch.hpp"
#include "mesha/learners/parts/design_cache.hpp"
#include "mesha/learners/parts/global_estimate.hpp"
#include "mesha/learners/parts/roster.hpp"
#include "mesha/model/learner.hpp"

namespace mesha {

class DesignedEpochs : public Elimination {
 public:
  // If no pull of the batch is left, the epoch is taken back: the next plan() solves a new design.
  void withdraw(ArmId arm);

 protected:
  struct Config {
    int arms = 0;
    int dimension = 0;  // of the reports
    Criterion criterion = Criterion::g_optimal;
    double lambda = 0;  // of the estimate; 0: least squares
  };
  explicit DesignedEpochs(const Config& config);

  using BoundsByArm = std::vector<std::optional<TriggerBounds>>;  // none: not pulled, or no trigger

  bool open() const { return open_; }  // begun, and not yet scored?

  // An arm's features for design and ranking: its report in force, or the average of those that it
  // was pulled under.
  void record_reports(Reports reports);
  void record_reports(ArmId arm, Groups groups);

  Design& design() { return designs_.solve(roster().active(), reports_); }

  // The next epoch: every arm `count` times, or the k-th arm of the design `count(k)` times.
  void begin(std::int64_t count);
  template <class Count>
  void begin(const Design& design, Count count);

  // Ends it: scores every active arm by <theta_hat, x>.
  void score(std::span<const Evidence> batch, const BoundsByArm& bounds = {});

 private:
  bool open_ = false;
  std::vector<Report> reports_;
  std::vector<bool> withdrew_;  // counts as a report of 0, which no design pulls
  DesignCache designs_;
  GlobalEstimate estimate_;
  Scratch<std::vector<Pulls>> pulls_;
};

template <class Count>
void DesignedEpochs::begin(const Design& design, Count count) {
  pulls_->clear();
  for (std::size_t k = 0; k < design.arms().size(); ++k) {
    const std::int64_t n = count(k);
    if (n > 0) pulls_->push_back({design.arms()[k], n});
  }
  roster().begin_epoch(*pulls_);
  open_ = true;
}

}  // namespace mesha
