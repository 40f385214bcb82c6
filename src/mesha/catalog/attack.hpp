// What lies can do to one learner with one budget: everybody truthful, the best single liar, a
// coalition against a truthful best arm, and an equilibrium. All found by games/search in the
// families of catalog/lies: lower bounds of what is possible.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesha/catalog/experiment.hpp"
#include "mesha/catalog/lies.hpp"
#include "mesha/games/equilibrium.hpp"

namespace mesha {

struct AttackOptions {
  std::optional<double> norm_bound = 1;  // empty: none
  bool best_responses = true;
  bool coalition = true;
  bool equilibrium = true;
  std::vector<ArmId> liars = {};  // of the coalition; empty: all arms that are no right answer
  // Of one search. Towards an equilibrium half as many evaluations; a quarter and fewer runs for
  // learners that pull one arm at a time or are adaptive, unless all are searched `as_asked`.
  SearchOptions search = {};
  bool as_asked = false;
  int rounds = 4;  // towards an equilibrium, from each start; twice as many where it is integrated
  bool one_start = false;                                   // towards it; false: from all of them
  std::function<void(std::string_view part)> on_part = {};  // "alone", "together", "equilibrium"
};

// A lie, what its liars gain by it, and what it does to everybody.
struct LieReport {
  FoundLie lie;
  StrategyChoice changing = {};  // what the liars play, where their reports change; else unnamed
  Payoff::Gain failure = {};     // of the learner, with the lie and without
  std::vector<Vec> said = {};    // by all arms, in the first round
  // Of a single liar, for learners with a trigger:
  std::optional<double> taken_by_trigger = {};  // of its chance, where that is known
  std::optional<Chance> caught = {};            // how often the trigger sends it away
};

struct AttackRow {
  LearnerChoice learner;
  std::int64_t budget = 0;    // T
  Chance truthful;            // failure when nobody lies
  bool exact = false;         // the failure was integrated
  bool reads_reports = true;  // false: nothing was searched, as no report can change a run
  std::vector<std::optional<LieReport>> best_responses = {};  // of every arm; empty: none pays
  std::vector<bool> searched = {};              // was the search of each of them finished?
  std::optional<std::size_t> single_liar = {};  // of the wrong answers, who is chosen most
  std::optional<LieReport> coalition = {};      // nothing: no lie was found that helps
  std::vector<ArmId> liars = {};                // in the coalition
  bool coalition_searched = false;
  std::optional<Equilibrium> equilibrium = {};   // among reports that never change
  std::optional<Exploitability> over_time = {};  // of it, by reports that change from pull to pull
  Payoff::Gain at_equilibrium = {};              // failure there, and without lies
  std::vector<Vec> equilibrium_said = {};
  std::int64_t evaluations = 0;
  SearchOptions search = {};  // as it was used for this learner
  std::string note = {};      // what was left out of the search, and why
  bool interrupted = false;   // parts are missing
};

// The profile found under which the learner fails most; nothing if none does more than the truth.
struct WorstFound {
  Chance failure;
  const std::vector<Vec>* said = nullptr;  // by all arms, in the first round
  const Profile* profile = nullptr;
  const StrategyChoice* changing = nullptr;  // what those play whose reports change
};
std::optional<WorstFound> worst_of(const AttackRow& row);

// A part that was never begun because crew.stop fired is simply absent. Progress counts
// evaluations.
Result<AttackRow> attack(const Experiment& experiment, const LearnerChoice& learner,
                         std::int64_t budget, const AttackOptions& options, const Crew& crew = {});

// Why this learner cannot be attacked, if it cannot; its traits say so.
Status can_be_attacked(const LearnerChoice& learner);

// Why nothing can be attacked here: one arm, a truthful arm longer than the bound, ...
Status check_attack(const Experiment& experiment, const AttackOptions& options);

}  // namespace mesha
