// The function that searches climb: how likely a goal is under a profile of reports. Candidates are
// compared on common random numbers, so that they differ by what they report and not by luck.
#pragma once

#include <cstdint>
#include <stop_token>

#include "mesha/base/result.hpp"
#include "mesha/games/goal.hpp"
#include "mesha/simulate/compare.hpp"
#include "mesha/simulate/estimate.hpp"

namespace mesha {

// Runs on which a probability is counted, where it is not integrated.
struct Sample {
  std::uint64_t seed = 1;
  std::int64_t runs = 500;
};

class Payoff {
 public:
  Payoff(Game game, Goal goal);

  // NaN if `stop` fired before anything was known.
  double operator()(const Profile& profile, const Sample& sample,
                    const std::stop_token& stop = {}) const;

  // Can the probability be integrated, quickly enough for a search?
  bool exact(const Profile& profile) const;

  // How much likelier the goal is under `lie` than under `honest`, on the same randomness.
  struct Gain {
    Chance with;                                // of the goal under `lie`,
    Chance without;                             // and under `honest`
    double gain = 0;                            // with - without
    Interval interval = {.low = 0, .high = 0};  // 95%, paired; exact: the quadrature error
    bool exact = false;
  };
  Result<Gain> gain(const Profile& lie, const Profile& honest, const Sample& sample,
                    const Crew& crew = {}) const;

  const Game& game() const { return game_; }
  const Goal& goal() const { return goal_; }

 private:
  Game under(const Profile& profile) const;

  Game game_;  // in which the goal's arms are right
  Goal goal_;
};

}  // namespace mesha
