// What main() dispatches to. Each verb returns the exit status of the contract:
// 0 fine, 1 the answer is no, 2 bad usage or input (after one sentence on stderr).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/result_files.hpp"
#include "mesha/base/result.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): the library says so
class App;
}

namespace mesha::cli {

inline constexpr int success = 0;
inline constexpr int answer_is_no = 1;
inline constexpr int bad_input = 2;
inline constexpr int interrupted = 130;

struct SimulateOptions {
  std::string file;
  std::optional<std::int64_t> trials;
  std::optional<std::int64_t> seed;
  int threads = 1;
  std::string method = "auto";
  std::optional<double> half_width;
  std::optional<double> relative_error;
  bool every_pull = false;
  ResultFiles files;
  std::string shard;  // I/N
  std::string out;    // the file that the shard goes to
  std::string keep;   // the folder where finished shards stay
  bool json = false;
};

struct AttackVerb {
  std::string file;
  std::vector<std::string> learners;  // empty: the file's
  std::vector<std::int64_t> budgets;  // empty: the file's
  std::string norm_bound;             // a number or none; empty: the file's
  std::string who = "all";
  std::vector<std::int64_t> liars;
  std::optional<std::int64_t> evaluations;
  bool quick = false;
  std::optional<std::int64_t> seed;
  int threads = 1;
  std::string save;
  std::string csv;
  std::string plot;
  bool json = false;
};

struct PlanVerb {
  std::optional<std::int64_t> arms;
  std::string means;  // a list
  std::string gaps;   // a list; more than one only with evaluations
  std::string shape = "equal";
  std::optional<double> last;
  std::optional<double> best;
  std::string scores;  // a file
  std::string prior;
  std::optional<std::int64_t> draws;
  std::string features;  // a file
  std::optional<double> sd;
  std::string noise;
  std::optional<double> failure;
  std::optional<double> within;
  std::optional<std::int64_t> most;
  std::optional<std::int64_t> evaluations;
  std::vector<std::string> learners;  // empty: all that can
  bool lies = false;
  std::optional<double> norm_bound;
  std::optional<std::int64_t> trials;
  std::optional<std::int64_t> seed;
  int threads = 1;
  std::string csv;
  std::string plot;
  bool json = false;
};

struct FrontierVerb {
  std::string out;  // empty: by `quick`
  bool quick = false;
  std::vector<std::string> only;  // contests; empty: all
  std::optional<std::int64_t> seed;
  int threads = 1;
  bool json = false;
  std::string command;  // as typed, for provenance.json
};

struct TheoryVerb {
  std::string file;
  std::vector<std::int64_t> budgets;  // empty: the file's
  std::string csv;
  std::optional<std::int64_t> trials;
  std::optional<std::int64_t> seed;
  int threads = 1;
  bool json = false;
};

struct DesignVerb {
  std::string file;
  double tolerance = 1e-7;
  std::optional<std::int64_t> pulls;
  bool json = false;
};

struct ReproduceOptions {
  std::string out;  // empty: by `quick`
  bool quick = false;
  std::optional<std::int64_t> trials;
  std::optional<std::int64_t> seed;
  int threads = 1;
  std::vector<std::string> only;  // experiments; empty: all
  bool json = false;
  std::string command;  // as typed, for provenance.json
};

struct SessionOptions {
  std::string verb;   // new, ask, tell, ...
  std::string store;  // sqlite:FILE; empty: $MESHA_STORE, else sqlite:mesha.db
  std::string name;
  bool json = false;
  // new
  std::string arms;  // a file
  std::int64_t budget = 0;
  std::string learner;  // empty: the default
  double norm_bound = 1;
  std::optional<double> noise;
  std::string reward_range;
  std::vector<std::string> options;
  std::optional<std::uint64_t> seed;
  std::optional<double> gap;  // of the outlook
  bool plan = false;          // show the plan, and create nothing
  // report, withdraw, correct
  std::string arm;
  std::string report;
  std::string reason;
  // ask
  std::int64_t count = 1;
  std::string worker;
  std::string lease = "24h";
  bool again = false;
  // tell, correct
  std::string ticket;
  std::string reward;
  std::string csv;  // a file
  // export
  bool table = false;
  // verify
  std::string head;
};

void add_attack(CLI::App& app, AttackVerb& options);  // their flags
void add_frontier(CLI::App& app, FrontierVerb& options);
void add_theory(CLI::App& app, TheoryVerb& options);
void add_plan(CLI::App& app, PlanVerb& options);
void add_session(CLI::App& app, SessionOptions& options);

int session(const SessionOptions& options);
int simulate(const SimulateOptions& options);
int reproduce(ReproduceOptions options);
int attack(const AttackVerb& verb);
int frontier(FrontierVerb verb);
int theory(const TheoryVerb& verb);
int plan(const PlanVerb& verb);
int design(const DesignVerb& options);
int list_learners(bool json);
int list_strategies(bool json);

// One sentence to stderr, and exit status 2.
int refuse(std::string sentence);
inline int refuse(const Error& error) { return refuse(error.sentence); }

inline int success_or_refuse(const Status& done) { return done ? success : refuse(done.error()); }

}  // namespace mesha::cli
