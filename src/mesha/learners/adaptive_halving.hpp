// Adaptive halving: floor sets that an arm may enter again, and a leader against its challenger.
// It never looks at a report, so no report can move it. The algorithm is that of
// learners/parts/floor_sets.hpp, line by line:
//   plan()     the batch of line 5 or lines 8-15
//   observe()  line 16, then on to the next batch
// Without noise to estimate yet (all rewards so far are equal) the challenger is the arm with the
// second largest mean, lowest index first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/learners/parts/floor_sets.hpp"
#include "mesha/model/learner.hpp"

namespace mesha {

class AdaptiveHalving : public FloorSets {
 public:
  static Result<AdaptiveHalving> make(const FloorSetsConfig& config);
  static std::int64_t smallest_budget(int arms, double alpha) {
    return FloorSchedule::smallest_budget(arms, alpha);
  }

  const std::vector<Pulls>& plan(Reports /*never read*/) { return batch(); }
  void observe(std::span<const Evidence> batch);
  void withdraw(ArmId arm) { FloorSets::withdraw(arm, {}); }

 private:
  explicit AdaptiveHalving(const FloorSetsConfig& config) : FloorSets(config) {}
};

static_assert(Learner<AdaptiveHalving> && Withdrawable<AdaptiveHalving> &&
              SetsAside<AdaptiveHalving>);

}  // namespace mesha
