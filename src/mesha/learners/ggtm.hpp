// GGTM, the Greedy Grim Trigger Mechanism: Kleine Buening, Saha, Dimitrakakis & Xu, "Strategic
// linear contextual bandits" (2024), Algorithm 1. theta is known.
//   plan()     play the active arm with the largest <theta, x>
//   observe()  S_i, n_i, and L_i += <theta, x>; out for good if L_i > S_i + 2 sqrt(n_i log T)
// For identification (our reading; the publication names no arm):
//   * the answer is the active arm with the largest <theta, x> under its last report;
//   * no arm active: it stops, and NobodyLeft names the last to leave;
//   * K = 1: the arm is named without a pull.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/learners/parts/one_by_one.hpp"
#include "mesha/model/learner.hpp"

namespace mesha {

struct GgtmConfig {
  int arms = 0;             // K
  int dimension = 0;        // d
  std::int64_t budget = 0;  // T
  Vec theta;
};

class Ggtm : public OneByOne {
 public:
  static constexpr bool adaptive = true;
  static constexpr bool noise_by_seat = true;

  static Result<Ggtm> make(const GgtmConfig& config);

  const std::vector<Pulls>& plan(Reports reports);
  void observe(std::span<const Evidence> batch);
  ArmId leader() const;

 private:
  explicit Ggtm(const GgtmConfig& config);
  auto score() const {  // the index of an arm is its claim, <theta, x>
    return [this](ArmId i) { return index(i); };
  }

  Vec theta_;
  std::vector<RunningTrigger> triggers_;
};

static_assert(Learner<Ggtm>);

}  // namespace mesha
