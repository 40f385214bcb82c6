// OptGTM, the Optimistic Grim Trigger Mechanism: Kleine Buening, Saha, Dimitrakakis & Xu,
// "Strategic linear contextual bandits" (2024), Algorithm 2, with the constants of the authors' own
// program:
//   beta = sqrt(lambda) d + sqrt(2 log T + d log(1 + T d))
//   plan()     play the active arm with the largest <theta_i, x> + beta |x|_{V_i^-1}
//   observe()  V_i, theta_i, S_i, n_i, and L_i += <theta_i, x> - beta |x|_{V_i^-1} as they now are;
//              out for good if L_i > S_i + 2 sqrt(n_i log T)
// V_i = lambda I + sum x x^T and theta_i are one ridge regression per arm, lambda = 1.
// It was made to earn rewards. For identification (our reading; the publication names no arm):
//   * the answer is the active arm with the largest <theta_i, x> under its last report;
//   * no arm active: it stops, and NobodyLeft names the last to leave;
//   * K = 1: the arm is named without a pull.
// While an arm keeps to one report x, its pulls under x are a number and a sum, from which
// <theta_i, x> and |x|_{V_i^-1} follow in O(1); they enter the ridge, in O(d^2), when it says
// something else. An arm that is not played and says the same keeps its index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/learners/parts/one_by_one.hpp"
#include "mesha/linalg/running_ridge.hpp"
#include "mesha/model/learner.hpp"

namespace mesha {

struct OptGtmConfig {
  int arms = 0;             // K
  int dimension = 0;        // d
  std::int64_t budget = 0;  // T
  double lambda = 1;
};

class OptGtm : public OneByOne {
 public:
  static constexpr bool adaptive = true;
  static constexpr bool noise_by_seat = true;

  static Result<OptGtm> make(const OptGtmConfig& config);

  const std::vector<Pulls>& plan(Reports reports);
  void observe(std::span<const Evidence> batch);
  ArmId leader() const;

  // For tests.
  RunningRidge ridge(ArmId arm) const;  // V_i and theta_i
  double lower_sum(ArmId arm) const { return arms_[at(arm)].trigger.predicted(); }  // L_i

 private:
  struct Arm {
    RunningRidge ridge;  // without the pulls under its report:
    double pulls = 0;
    double reward_sum = 0;
    RunningRidge::Fit before;  // at its report, without them
    double mean = 0;           // <theta_i, x> for x = its report, with them
    // Of the next pull under its report, known before its reward: so no round waits for them.
    double next_shrink = 0;  // of S in <theta_i, x>
    double next_width = 0;   // beta |x|_{V_i^-1}
    RunningTrigger trigger;
  };

  explicit OptGtm(const OptGtmConfig& config);
  auto score() const {
    return [this](ArmId i) { return arms_[at(i)].mean; };
  }
  template <std::size_t D>
  void listen(Reports reports);
  void change_report(ArmId arm, const Vec& x);
  void look_ahead(Arm& arm) const;

  double beta_;
  std::vector<Arm> arms_;
  std::vector<Vec> reports_;
};

static_assert(Learner<OptGtm>);

}  // namespace mesha
