// One run drawn from a mixture of tilts, and what it says about the failure probability.
//
// The best arm's newest rewards are not drawn but integrated: given everybody else's scores it
// leaves this epoch with a probability known in closed form. The others go on as if it had stayed;
// who they are does not depend on its score. Every term is weighted by the likelihood ratio of what
// had been drawn by then, so that later noise does not blur it.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "mesha/base/random.hpp"
#include "mesha/simulate/rare/tilt.hpp"

namespace mesha {

class TiltedRun {
 public:
  TiltedRun(const AffineProblem& problem, const Mixture& mixture);

  // An unbiased estimate of the failure probability, between 0 and 1 / share of the first tilt.
  double play(const RunRandom& random);

  // After play(): how much each tilt had to do with what was found; they sum to its result.
  const std::vector<double>& credit() const { return credit_; }

 private:
  struct Epoch {
    std::int64_t pulls = 0;  // new ones
    int keep = 0;
    std::vector<ArmRule> rules;  // by arm
  };
  struct Scored {
    int arm = 0;
    double score = 0;
  };

  const Epoch& epoch_of(int number, int active);
  void choose_tilt(const RunRandom& random);
  double draw(const RunRandom& random, int epoch, int arm);
  void score_others(const RunRandom& random, int number, const Epoch& epoch);
  double best_leaves(const Epoch& epoch) const;
  bool best_stays(const RunRandom& random, int number, const Epoch& epoch);
  void keep_strongest(const Epoch& epoch);
  double add_term(double leaves);

  const AffineProblem* problem_;
  const Mixture* mixture_;
  // shift_[(epoch - 1) * K + arm]: the tilts that shift this draw, and by how much.
  std::vector<std::vector<std::pair<std::size_t, double>>> shifts_;
  std::map<std::pair<int, int>, Epoch> epochs_;

  std::size_t chosen_ = 0;
  std::vector<double> log_ratio_;  // of each tilt's density to the true one, so far
  std::vector<double> sums_;       // S of each arm, where it goes on from epoch to epoch
  std::vector<int> others_;        // still in, in index order
  std::vector<Scored> scored_;
  double alive_ = 1;
  std::vector<double> part_;  // of the density, by tilt
  std::vector<double> credit_;
};

}  // namespace mesha
