// Two games on common random numbers: run by run the same noise, so that what differs is what was
// changed. Searches and sweeps ask this instead of two estimates.
#pragma once

#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/simulate/estimate.hpp"
#include "mesha/stats/paired.hpp"

namespace mesha {

struct Comparison {
  Tally first;
  Tally second;
  PairedCounts failures;      // of the first game and of the second
  double difference = 0;      // of their failure probabilities: first - second
  Interval interval;          // 95%, of the paired trials
  double variance_ratio = 1;  // how many times fewer runs than without pairing
};

// Plays precision.trials runs of each. Sums of rewards are drawn where both games use the same
// ones; otherwise every pull, which is keyed by its arm and its number alone. Refuses targets and
// methods that draw nothing. Fewer trials if crew.stop fired; none: all is 0.
Result<Comparison> compare(const Game& first, const Game& second, const Precision& precision,
                           const Crew& crew = {});

// Can a batch be one draw of a sum, and still be shared by games that differ in reports alone? Not
// where rewards decide the schedule: then it is every pull that two games have in common.
bool draws_sums(const Game& game);

// One estimate for each game, in order; each is played by one thread, so that many small ones do
// not wait for each other. Progress counts games.
std::vector<Result<Estimate>> estimate_each(const std::vector<Game>& games,
                                            const Precision& precision, const Crew& crew = {});

}  // namespace mesha
