// The probability that each arm is chosen in a game, and so of a failure, with its interval.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/simulate/game.hpp"
#include "mesha/simulate/many_runs.hpp"
#include "mesha/simulate/method.hpp"
#include "mesha/simulate/shard.hpp"
#include "mesha/stats/binomial.hpp"

namespace mesha {

// What is asked for beyond the game itself.
struct Precision {
  Method method = Method::automatic;
  std::uint64_t seed = 1;
  std::int64_t trials = 100'000;  // where runs are counted
  // The number was given by hand: these runs are played and nothing is integrated instead; with one
  // of the next two it is the most that is spent.
  bool by_number = false;
  std::optional<double> half_width = {};      // stop when the interval is this narrow
  std::optional<double> relative_error = {};  // or when half its width is this part of the estimate
  Draw draw = Draw::sums_where_possible;
  // Pulls of one run, for learners that stop by themselves; others have a budget.
  std::int64_t cap = 10'000'000;
  bool chosen = false;  // also chances(), where that costs extra
  Shard shard = {};     // of a fixed number of runs; other methods ignore it

  bool has_target() const { return half_width.has_value() || relative_error.has_value(); }
};

struct Chance {
  double probability = 0;
  Interval interval = {.low = 0, .high = 0};  // 95%; exact: the quadrature error
};

// They sum to 1.
struct Chances {
  std::vector<Chance> chosen;  // one for each arm
  Chance nobody;               // the trigger emptied the field
  Chance unfinished;           // the run was cut off at its cap
};

struct Estimate {
  Tally tally;  // exact: empty; rare: `trials` alone
  double failure = 0;
  Interval interval;  // 95%; exact: the quadrature error
  Method method = Method::general;
  Chances integrated = {};  // exact, if it was asked for; else empty

  bool has_trials() const { return method != Method::exact; }
  bool has_counts() const { return method != Method::exact && method != Method::rare; }
  // False: crew.stop fired before anything was known.
  bool known() const { return !has_trials() || tally.trials > 0; }
};

// A game whose method is chosen: nothing is left to refuse.
struct Prepared {
  Game game;
  Precision precision;
  Method method = Method::general;
  std::optional<AffineProblem> problem = {};  // where there is one
};

// Refuses, with the reason, a method that was asked for and cannot be used (for `who`).
Result<Prepared> prepare(Game game, const Precision& precision, std::string_view who = "this game");

// `tally.trials` is smaller than asked for when crew.stop fired; it may be 0.
Estimate run(const Prepared& prepared, const Crew& crew = {});

// prepare, then run.
Result<Estimate> estimate(Game game, const Precision& precision, const Crew& crew = {});

// Of every arm: counted, or integrated if precision.chosen; rare knows the failure alone.
std::optional<Chances> chances(const Estimate& estimate);

// The most pulls that a run of this game may spend.
std::int64_t cap_of(const Game& game, const Precision& precision);

// Fewer runs, or a wider interval, than was asked for.
bool falls_short(const Estimate& estimate, const Precision& precision);

// Can shards of the runs be played apart and their tallies added? If not, one shard has the row:
// exact and rare values, and runs whose number depends on what they find.
bool is_additive(Method method, const Precision& precision);

// The estimate and its interval, as the tally has them.
void conclude(Estimate& estimate);

}  // namespace mesha
