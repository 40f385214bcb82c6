// One run in double precision, by a learner's affine facts alone. It follows a run wherever
// triggers lead it, also to fewer arms than planned, where other pulls are due.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mesha/base/random.hpp"
#include "mesha/simulate/affine_problem.hpp"

namespace mesha {

class Replay {
 public:
  explicit Replay(const AffineProblem& problem);

  struct Outcome {
    std::optional<ArmId> named;  // none if no arm is left
    int triggered = 0;
    std::int64_t pulls = 0;
  };
  Outcome play(const RunRandom& random);

 private:
  struct ActiveArm {
    ArmId arm;
    double sum = 0;  // S
    double score = 0;
  };
  struct Rules {
    std::int64_t pulls = -1;
    std::vector<ArmRule> by_arm;  // scale is NaN where not asked for yet
  };

  void draw(const RunRandom& random, std::uint32_t batch, std::int64_t pulls);
  int judge(std::int64_t pulls);  // how many the trigger sends away
  void keep_best(std::size_t keep);
  const ArmRule& rule(Rules& rules, ArmId arm);
  Rules& rules_for(std::int64_t pulls);

  const AffineProblem& problem_;
  std::vector<ActiveArm> active_;
  std::vector<double> ranking_;
  std::vector<Rules> known_;  // rules cost logarithms, and runs ask for the same ones
};

}  // namespace mesha
