// Where no arm gains by another report: what the paper assumes ("at a Nash equilibrium") and what
// iterated best responses look for. Nothing here proves that there is none.
//
//   exploitability   the gain of every arm's best response found, the others keeping their reports
//   equilibrium      from a start: all gains; if the largest is at most epsilon, that is it; else
//                    every arm that gains moves towards its best response (at first the whole way,
//                    later half of it where it can be halved), and again
//
// The certificate of a profile is the largest gain *found* for any arm from it, in probability. A
// larger one may have been missed: it is as good as the search.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mesha/games/search.hpp"

namespace mesha {

struct Exploitability {
  std::vector<SearchResult> of_arm;
  ArmId restless;      // the arm that gains most,
  double largest = 0;  // so much, in probability; 0: no lie was found to pay
  // From the largest lower to the largest upper end of the arms' 95% intervals: also lies that were
  // not seen to pay may.
  Interval interval = {.low = 0, .high = 0};
  double sum = 0;  // over arms: the "NashConv" of the profile
  std::int64_t evaluations = 0;
  bool interrupted = false;
};

// `spaces[i]`: what arm i may say.
using SpacesOfArms = std::vector<std::vector<ReportSpace>>;

// Arms are searched side by side, each by one thread. Progress counts evaluations.
Result<Exploitability> exploitability(const Game& game, const SpacesOfArms& spaces,
                                      const SearchOptions& options, const Crew& crew = {});

// All arms' reports, from which a search for an equilibrium begins.
struct StartingProfile {
  std::string name;
  Profile profile;
};

struct EquilibriumOptions {
  SearchOptions search;   // of one best response
  double epsilon = 1e-6;  // a gain that is none, if its interval ends below twice as much
  int rounds = 12;        // from each start
  int whole_steps = 3;    // rounds before steps are halved
};

struct Equilibrium {
  bool found = false;          // the certificate is that of an epsilon-equilibrium
  Profile profile;             // the one with the smallest certificate, found or not
  std::string start;           // where the way to it began
  Exploitability certificate;  // its gains on randomness on which it was not picked
  // The space and the point of each arm that has moved; others report as the start has it.
  struct Position {
    std::size_t space = 0;
    Vec at;
  };
  std::vector<std::optional<Position>> moved;
  std::vector<std::string> edges;  // of the search at which arms stand
  std::int64_t evaluations = 0;
  int rounds = 0;
  bool interrupted = false;
};

// The first epsilon-equilibrium met, or the best that there was. Progress counts evaluations.
Result<Equilibrium> equilibrium(const Game& game, const SpacesOfArms& spaces,
                                std::span<const StartingProfile> starts,
                                const EquilibriumOptions& options, const Crew& crew = {});

}  // namespace mesha
