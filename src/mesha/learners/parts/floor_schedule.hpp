// How much of a budget goes to the floor, epoch by epoch (lines of learners/parts/floor_sets.hpp):
//   line 1   epochs, in_floor_set (A_r), stay (k_r), floor_pulls (f_r)
//   line 4   first_floor: the floor of epoch 1 is 2 where that costs at most two thirds of T
//   line 7   stop: where the planned pulls of an epoch end, so that later floors can be paid
//   line 11  ahead (P): while pulls are few every one moves the means, and wants a look of its own;
//            from T = 800 on eight on one look cost nothing that shows (docs/frontier_rules.md)
#pragma once

#include <algorithm>
#include <cstdint>

#include "mesha/theory/floors.hpp"
#include "mesha/theory/schedule.hpp"

namespace mesha {

struct FloorSchedule {
  int arms = 0;             // K
  std::int64_t budget = 0;  // T
  double alpha = 0.75;      // the share of T that is planned

  int epochs() const { return theory::halving_epochs(arms); }                    // R
  int in_floor_set(int epoch) const { return theory::halved(arms, epoch - 1); }  // A_r
  int stay(int epoch) const { return theory::halved(arms, epoch); }              // k_r
  std::int64_t share() const { return budget / std::max(1, epochs()); }          // floor(T / R)
  std::int64_t floor_pulls(int epoch) const {                                    // f_r
    return theory::floor_step(arms, budget, alpha, epoch);
  }
  std::int64_t first_floor() const {
    return std::max(floor_pulls(1), std::min<std::int64_t>(2, budget / (3LL * arms)));
  }
  std::int64_t ahead() const { return std::clamp<std::int64_t>(budget / 100, 1, 8); }
  std::int64_t stop(int epoch) const {
    std::int64_t later = 0;
    for (int q = epoch + 1; q <= epochs(); ++q) later += in_floor_set(q) * floor_pulls(q);
    return std::min(epoch < epochs() ? epoch * share() : budget, budget - later);
  }

  // With it all floors can be paid. Epochs whose floor is rounded up to one pull cost less than
  // 2K + R in all, line 4 adds at most K where T >= 6K, and the others cost (1 - alpha) T / R each:
  // for alpha >= 2/3 that fits into T >= 3K + 2R. For any alpha nothing is rounded up from 2KR on.
  static std::int64_t smallest_budget(int arms, double alpha) {
    if (arms == 1) return 0;
    const std::int64_t R = theory::halving_epochs(arms);
    const std::int64_t smallest = 3LL * arms + 2 * R;
    return alpha >= 2.0 / 3 ? smallest : std::max(smallest, 2 * R * arms);
  }
};

}  // namespace mesha
