// What is asked of an arm, and what came back.
//
// Pulls of one arm under one report are described by their number and the sum of their rewards:
// V = sum n x x^T and b = sum S x need no more. So one learner serves a live selection that tells
// one score at a time, a simulation that draws every reward, and one that draws a single Gaussian
// for a whole epoch. The variance is not in these two numbers: learners that estimate it ask for
// the sum of squares as well (needs_squares), and get it from single pulls.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "mesha/base/expects.hpp"
#include "mesha/base/ids.hpp"
#include "mesha/base/scratch.hpp"
#include "mesha/model/features.hpp"

namespace mesha {

struct Pulls {  // "evaluate this arm, this often"
  ArmId arm;
  std::int64_t count = 0;

  friend bool operator==(const Pulls&, const Pulls&) = default;
};

struct Evidence {  // pulls of one arm under one report
  ArmId arm;
  Report report;
  std::int64_t pulls = 0;
  double reward_sum = 0;
  double square_sum = 0;  // of the rewards; only for learners that ask for it
};

// One arm's evidence in a batch: never empty, all of the same arm.
using Groups = std::span<const Evidence* const>;

inline std::int64_t pulls_in(Groups groups) {
  std::int64_t total = 0;
  for (const Evidence* group : groups) total += group->pulls;
  return total;
}

inline double rewards_in(Groups groups) {
  double total = 0;
  for (const Evidence* group : groups) total += group->reward_sum;
  return total;
}

// By report, pulls, rewards and their squares.
inline bool before_by_contents(const Evidence* a, const Evidence* b) {
  if (a->report != b->report) return (a->report.x <=> b->report.x) < 0;
  return std::tie(a->pulls, a->reward_sum, a->square_sum) <
         std::tie(b->pulls, b->reward_sum, b->square_sum);
}

// Hands a batch to the learner arm by arm, in an order that depends on its contents alone, so
// that the order of arrival cannot move even the last bit of a sum.
class ByArm {
 public:
  template <std::invocable<ArmId, Groups> Visit>
  void operator()(std::span<const Evidence> batch, Visit visit) {
    std::vector<const Evidence*>& sorted = *sorted_;
    sorted.clear();
    for (const Evidence& group : batch) {
      expects(group.pulls > 0 && std::isfinite(group.reward_sum),
              "evidence needs pulls, and a finite reward sum");
      sorted.push_back(&group);
    }
    if (!std::ranges::is_sorted(sorted, before)) std::ranges::sort(sorted, before);
    for (auto first = sorted.begin(); first != sorted.end();) {
      auto last = first + 1;
      while (last != sorted.end() && (*last)->arm == (*first)->arm) ++last;
      visit((*first)->arm, Groups(first, last));
      first = last;
    }
  }

 private:
  static bool before(const Evidence* a, const Evidence* b) {
    return a->arm != b->arm ? a->arm < b->arm : before_by_contents(a, b);
  }

  Scratch<std::vector<const Evidence*>> sorted_;
};

}  // namespace mesha
