// Uniform allocation: every arm floor(T / K) times, then the best mean. The yardstick.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/learners/parts/roster.hpp"
#include "mesha/model/affine.hpp"
#include "mesha/model/learner.hpp"

namespace mesha {

class Uniform : public Elimination {
 public:
  static Result<Uniform> make(const ArmsAndBudget& config);
  static std::int64_t smallest_budget(int arms) { return arms == 1 ? 0 : arms; }

  const std::vector<Pulls>& plan(Reports /*never read*/) { return roster().batch(); }
  void observe(std::span<const Evidence> batch);
  AffineFacts affine() const;

 private:
  explicit Uniform(const ArmsAndBudget& config);

  int arms_;
  std::int64_t budget_;
  ByArm by_arm_;
};

static_assert(Learner<Uniform> && Affine<Uniform>);

}  // namespace mesha
