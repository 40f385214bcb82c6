// What a learner may state about itself, to be simulated by the million or integrated exactly:
// while every arm keeps to one report, an arm's score is a multiple of its reward sum, and pulls
// per arm and the number that stay depend on the number of active arms alone.
//
// simulate/ works with these facts and never with the learner behind them; tests compare both.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>

#include "mesha/model/features.hpp"

namespace mesha {

struct Stage {
  std::int64_t pulls = 0;  // new ones per active arm in this epoch; 0 when it only ranks again
  int keep = 0;            // how many stay, if the trigger leaves as many; ties: lowest index
};

struct ArmRule {
  double scale = 1;  // score = scale * S; larger is better
  // The grim trigger sends the arm away, before the ranking, when S lies below this.
  double trigger_below = -std::numeric_limits<double>::infinity();
};

struct AffineFacts {
  int epochs = 0;  // numbered 1, 2, ..., epochs; no arm left ends the run at once, as a failure
  // Does S count all of an arm's pulls so far, or only this epoch's?
  bool cumulative = false;
  std::function<Stage(int epoch, int active)> stage;
  // `pulls`: how many S is the sum of.
  std::function<ArmRule(const Report& report, std::int64_t pulls)> rule;
};

template <class L>
concept Affine = requires(const L& learner) {
  { learner.affine() } -> std::same_as<AffineFacts>;
};

}  // namespace mesha
