// OD-LinBAI combined with the Grim Trigger Condition: Algorithm 2 of Li & Zhong (2026), and what
// their published numbers point to instead. d is the dimension of the reports, R = ceil(log2 d), at
// least 1.
//   line 3        m as in od_linbai.hpp
//   lines 5-11    design()       to the span of the average reports
//   lines 12-13   plan_first()   every arm ceil(m / K) times
//   lines 15-16   plan_later()   G-optimal design pi on the average reports, ceil(m pi_i) pulls
//   lines 18-21   score()        one theta_hat from this epoch; mu_hat_i = <theta_hat, average_i>
//   line 22       observe()      the trigger of MESHA on each arm's own evidence of this epoch
//   line 23       observe()      keep the ceil(d / 2^r) best
// Differs from the printed text:
//   * Taken literally it can spend more than T (K = 64, d = 3, T = 1500: at least 1514). So the
//     first epoch leaves one pull for every arm that may come after it, and a later one whose
//     ceil(m pi_i) exceed its equal share of what is left of T rounds to that share.
//   * An arm that an epoch did not pull keeps the average of its last pulls, and is not judged.
//   * If the trigger empties the field the answer is NobodyLeft; the paper does not say.
//
// Fit::inferred is a guess. With it (and without the trigger, under the name od_linbai_paper) the
// columns that the paper calls OD-LinBAI and OD-LinBAI* come out within their noise; with Yang &
// Tan's algorithm (od_linbai.hpp) they do not. docs/learners.md has the numbers. It differs in two
// places: theta_hat is a ridge estimate with lambda = 1, and ceil(d_r / 2^r) arms stay, d_r being
// the current rank of the average reports (at first, of the reports of the first round).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/base/scratch.hpp"
#include "mesha/learners/mesha.hpp"
#include "mesha/learners/parts/designed_epochs.hpp"
#include "mesha/learners/parts/grim_trigger.hpp"
#include "mesha/model/learner.hpp"

namespace mesha {

enum class Fit { literal, inferred };

struct OdLinBaiGtcConfig {
  MeshaConfig setting;  // arms, dimension, budget; the rest is the trigger's
  Fit fit = Fit::literal;
  bool trigger = true;
};

class OdLinBaiGtc : public DesignedEpochs {
 public:
  static Result<OdLinBaiGtc> make(const OdLinBaiGtcConfig& config);
  // m > 0, one pull for every arm in every epoch, and a delta below 1.
  static std::int64_t smallest_budget(int arms, int dimension);

  const std::vector<Pulls>& plan(Reports reports);
  void observe(std::span<const Evidence> batch);
  void withdraw(ArmId arm);

 private:
  OdLinBaiGtc(const OdLinBaiGtcConfig& config, std::optional<GrimTrigger> trigger);
  void plan_first(Reports reports);
  void plan_later();
  void judge(ArmId arm, Groups groups);

  Fit fit_;
  int arms_;  // K
  int d_;
  int R_;
  double m_;
  std::int64_t left_;             // of T
  std::int64_t left_before_ = 0;  // the batch that is open
  int rank_ = 0;                  // d_r
  std::optional<GrimTrigger> trigger_;
  ByArm by_arm_;
  Scratch<BoundsByArm> bounds_;
};

static_assert(Learner<OdLinBaiGtc>);

}  // namespace mesha
