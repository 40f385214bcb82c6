// The best lie that can be found in some spaces of lies, for one arm or for a coalition.
//
//   race      every start is tried on few runs; the best third goes on with three times as many,
//             until they are played as often as in the climb
//   climb     from the best few uphill, each within its own space (climb.hpp)
//   choose    the summits once more on other randomness: the best one is the answer
//   confirm   its gain on fresh randomness that no choice was made on, with a paired interval
//
// A space of one number where the goal can be integrated is not raced: its line is climbed whole.
// All that is found is a lower bound of what lies can do. Deterministic: a function of game, spaces
// and options, not of the number of threads.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mesha/games/payoff.hpp"
#include "mesha/games/report_space.hpp"

namespace mesha {

struct SearchOptions {
  // About so many evaluations of the goal's probability. Every named start is tried, every space at
  // once from a random one, and a line is climbed whole, whatever this is.
  std::int64_t evaluations = 300;
  int random_starts = 60;         // beside the named ones, over all spaces
  int climbs = 4;                 // starts that survive the race
  std::int64_t first_runs = 500;  // of an evaluation when the race begins
  std::int64_t climb_runs = 1'500;
  std::int64_t confirm_runs = 50'000;
  std::int64_t hurried_runs = 200;  // of the confirmation, once crew.stop has fired
  int grid = 64;                    // points of a line
  std::uint64_t seed = 1;
  bool named_starts = true;  // false: random ones alone
};

struct FoundLie {
  std::size_t space = 0;                // in the spaces that were searched
  Vec at;                               // its point there
  std::string start;                    // where the climb to it began
  Profile profile;                      // with the lie in it
  Payoff::Gain gain;                    // on fresh randomness
  std::vector<std::string> edges = {};  // of the search that it stands at
  std::int64_t evaluations = 0;         // spent on finding it
};

struct SearchResult {
  // Empty: none was found that does better than `game.profile`.
  std::optional<FoundLie> lie = {};
  // The best of those that do no better, if there is no other: how sure is it that none pays?
  std::optional<FoundLie> harmless = {};
  std::int64_t evaluations = 0;
  bool interrupted = false;  // crew.stop fired: this is what was found by then

  const FoundLie* best() const { return lie ? &*lie : harmless ? &*harmless : nullptr; }
};

// Progress counts evaluations.
Result<SearchResult> search(const Payoff& payoff, std::span<const ReportSpace> spaces,
                            const SearchOptions& options, const Crew& crew = {});

// The report of this arm that makes it the likeliest to be chosen while the others report as
// game.profile says. The spaces have this arm as their one liar.
Result<SearchResult> best_response(const Game& game, ArmId arm, std::span<const ReportSpace> spaces,
                                   const SearchOptions& options, const Crew& crew = {});

// What the liars of these spaces can do together for a goal.
inline Result<SearchResult> coalition(const Game& game, const Goal& goal,
                                      std::span<const ReportSpace> spaces,
                                      const SearchOptions& options, const Crew& crew = {}) {
  return search(Payoff(game, goal), spaces, options, crew);
}

}  // namespace mesha
