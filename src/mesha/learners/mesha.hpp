// MESHA, Mechanism-Enforced Sequential Halving: Algorithm 1 of Li & Zhong (2026).
//   line 2       trigger_of()       lambda, delta (and R, in Mesha())
//   line 4       begin_epoch()      uniform sampling: reports cannot move the schedule
//   line 5       GrimTrigger        V_{r,i} and theta_hat_{r,i}, one estimator per arm per epoch
//   lines 6-7    GrimTrigger        RLCB and AUCB, the two sides of the Grim Trigger Condition
//   lines 8-15   observe()          eliminate, then keep the best ceil(K / 2^r)
//   line 17      answer()
// Differs from the printed text:
//   * lambda is a parameter: line 2 says 1, Appendix G runs with 1.35.
//   * xi, the noise scale, is a parameter: the paper sets 1.
//   * K = 1 has R = 0 epochs: the arm is named without a pull.
//   * If the trigger empties the field the answer is NobodyLeft; the paper does not say.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/learners/parts/grim_trigger.hpp"
#include "mesha/learners/parts/roster.hpp"
#include "mesha/model/affine.hpp"
#include "mesha/model/learner.hpp"
#include "mesha/theory/schedule.hpp"

namespace mesha {

struct MeshaConfig {
  int arms = 0;             // K
  int dimension = 0;        // d
  std::int64_t budget = 0;  // T
  double zeta = 0;          // target accuracy
  double lambda = 1;
  double xi = 1;
  std::optional<double> delta;  // instead of line 2's
  SlackReading slack = SlackReading::algorithm;
  BetaReading beta = BetaReading::one;
};

// The epoch-wise trigger with this configuration, or why it makes no sense.
Result<GrimTrigger> trigger_of(const MeshaConfig& config, int epochs);

class Mesha : public Elimination {
 public:
  static Result<Mesha> make(const MeshaConfig& config);
  static std::int64_t smallest_budget(int arms) {  // n_1 = floor(T / (K R)) >= 1
    return static_cast<std::int64_t>(arms) * theory::halving_epochs(arms);
  }

  const std::vector<Pulls>& plan(Reports /*never read: line 4*/) { return roster().batch(); }
  void observe(std::span<const Evidence> batch);
  AffineFacts affine() const;

 private:
  Mesha(const MeshaConfig& config, GrimTrigger trigger);
  void begin_epoch();
  std::int64_t pulls_per_arm(int active) const;  // line 4
  int survivors(int epoch) const;                // line 15

  int arms_;
  int epochs_;
  std::int64_t budget_;
  GrimTrigger trigger_;
  ByArm by_arm_;
};

static_assert(Learner<Mesha> && Affine<Mesha>);

}  // namespace mesha
