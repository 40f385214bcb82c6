// What liars are after, as an event of a run: one of some arms is chosen, or none of them is.
#pragma once

#include <utility>
#include <vector>

#include "mesha/model/right_answers.hpp"
#include "mesha/simulate/game.hpp"

namespace mesha {

struct Goal {
  RightAnswers arms;
  bool chosen = true;  // one of them is chosen; false: another arm, or none at all

  // From the probability that none of `arms` is named: `failure` of a game in which they are right.
  double probability(double failure) const { return chosen ? 1 - failure : failure; }
};

inline Goal put_first(ArmId arm) { return {arm}; }
inline Goal put_first(std::vector<ArmId> arms) { return {RightAnswers(std::move(arms))}; }
inline Goal push_out_the_best(const Game& game) { return {.arms = game.right, .chosen = false}; }

}  // namespace mesha
