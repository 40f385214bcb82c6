// One run drawn from a mixture of tilts, and what it says about the failure probability.
//
// Where scores start afresh each epoch, all of an epoch's noise is integrated (overtaken.hpp): the
// probability that the best arm leaves depends on the active set alone. Scores are drawn for the
// set that goes on if it stays. Elsewhere, and where too many are active, the best arm's newest
// rewards alone are integrated: given all other scores it leaves with a probability in closed
// form. Every term is weighted by the likelihood ratio of what had been drawn by then (the
// balance heuristic of Veach & Guibas 1995 over all tilts), so that later noise adds no variance.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "mesha/base/random.hpp"
#include "mesha/simulate/rare/overtaken.hpp"
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
  struct EpochRules {
    std::int64_t pulls = 0;  // new ones
    int keep = 0;
    std::vector<ArmRule> rules;          // by arm
    std::optional<Overtaken> overtaken;  // where all noise is integrated
  };
  // A shift that applies with a chance q: its density ratio is 1 - q + q L, where L is that of the
  // shifted draws so far.
  struct Coin {
    double chance = 1;
    double log_likelihood = 0;  // log L
    double log_ratio = 0;       // log(1 - q + q L)
    bool tossed = false;        // of the chosen tilt: decided?
    bool shifted = false;
  };
  struct TiltedDraw {
    std::size_t tilt = 0;
    double by = 0;
    std::size_t coin = 0;  // 0: always shifted
  };
  struct RivalScore {
    int arm = 0;
    double score = 0;
  };

  void add_shift(std::size_t tilt, const Shift& shift,
                 std::map<std::pair<std::size_t, int>, std::size_t>& coin_of);
  EpochRules& epoch_of(int number, int active);
  void start(const RunRandom& random);
  void choose_tilt(const RunRandom& random);
  bool applies(const TiltedDraw& one, const Block& words);
  double draw(const RunRandom& random, int epoch, int arm);
  void score_others(const RunRandom& random, int number, const EpochRules& epoch);
  double best_leaves(const EpochRules& epoch) const;
  bool best_stays(const RunRandom& random, int number, const EpochRules& epoch);
  void keep_strongest(const EpochRules& epoch);
  double add_term(double leaves);

  const AffineProblem* problem_;
  const Mixture* mixture_;
  std::vector<std::vector<TiltedDraw>> shifts_;  // by (epoch - 1) * K + arm
  std::map<std::pair<int, int>, EpochRules> epochs_;

  std::size_t chosen_ = 0;
  std::vector<double> log_ratio_;  // of each tilt's density to the true one, so far
  std::vector<Coin> coins_;
  std::vector<double> sums_;  // S of each arm, where it goes on from epoch to epoch
  std::vector<int> others_;   // still in, in index order
  std::vector<RivalScore> scored_;
  double alive_ = 1;
  std::vector<double> part_;  // of the density, by tilt
  std::vector<double> credit_;
};

}  // namespace mesha
