// Successive Rejects: Audibert, Bubeck & Munos, "Best arm identification in multi-armed bandits"
// (2010), Figure 2. Feature-free.
//   logbar = 1/2 + sum_{i=2..K} 1/i;  n_0 = 0, n_k = ceil((T - K) / (logbar (K + 1 - k)))
//   phase k = 1..K-1: pull every active arm n_k - n_{k-1} times, reject the lowest mean so far.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/learners/parts/roster.hpp"
#include "mesha/model/affine.hpp"
#include "mesha/model/learner.hpp"

namespace mesha {

class SuccessiveRejects : public Elimination {
 public:
  static Result<SuccessiveRejects> make(const ArmsAndBudget& config);
  static std::int64_t smallest_budget(int arms) { return arms == 1 ? 0 : arms + 1; }  // n_1 >= 1

  const std::vector<Pulls>& plan(Reports /*never read*/) { return roster().batch(); }
  void observe(std::span<const Evidence> batch);
  AffineFacts affine() const;

 private:
  explicit SuccessiveRejects(const ArmsAndBudget& config);
  std::int64_t pulls_after(int phase) const;  // n_k
  void next_phase();
  void reject_worst();

  int arms_;
  std::int64_t budget_;
  double logbar_;
  Totals totals_;
  ByArm by_arm_;
};

static_assert(Learner<SuccessiveRejects> && Affine<SuccessiveRejects>);

}  // namespace mesha
