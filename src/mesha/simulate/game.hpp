// What methods, searches, plans and cells depend on: instance, profile, learner, right answers.
#pragma once

#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/model/any_learner.hpp"
#include "mesha/model/any_strategy.hpp"
#include "mesha/model/instance.hpp"
#include "mesha/model/right_answers.hpp"
#include "mesha/simulate/affine_problem.hpp"

namespace mesha {

struct Game {
  Instance instance;
  Profile profile;  // one strategy per arm
  AnyLearner learner;
  RightAnswers right;

  int arm_count() const { return static_cast<int>(instance.arm_count()); }
};

// All arms whose mean is no more than `within` below the largest, up to rounding.
RightAnswers right_answers(const Instance& instance, double within);

// How far the best arm is above the best wrong answer; 0 if there is none.
double gap_to_wrong(const Instance& instance, const RightAnswers& right);

// The best arm alone is right; refused where there is none.
Result<Game> best_arm_game(Instance instance, Profile profile, AnyLearner learner);

// What every arm reports in the first round (coins of run 0).
std::vector<Report> first_reports(Profile profile, const Instance& instance);

bool constant_reports(const Profile& profile);

// What exact, rare and kernel work with, or why there is no such thing.
Result<AffineProblem> affine_problem(const Game& game);

}  // namespace mesha
