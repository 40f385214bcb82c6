// An experiment as a person writes it down: instance, reports, learners, budgets.
// docs/experiment_file.md describes every key.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/catalog/learners.hpp"
#include "mesha/catalog/strategies.hpp"
#include "mesha/io/options.hpp"
#include "mesha/model/instance.hpp"
#include "mesha/simulate/estimate.hpp"

namespace mesha {

inline constexpr std::size_t largest_experiment = 64'000'000;  // bytes of a file
// Below 2^63, with room to count in blocks.
inline constexpr std::int64_t most_trials = 9'000'000'000'000'000'000;

// The largest budget with reports that change from round to round: what a run then has to remember
// stays below 1 GB.
std::int64_t most_changing_budget(std::size_t dimension);

struct LearnerChoice {
  std::string name;
  Options options;
  bool true_features = false;  // it is shown these instead of the reports
};

// "od_linbai*": a learner that is shown the true features carries a star.
std::string shown_name(const LearnerChoice& choice);

// "mesha lambda=1.35": tells apart two rows of the same learner.
std::string label(const LearnerChoice& choice);

// One line of a table: a learner, its budget, and what was found.
struct Row {
  LearnerChoice learner;
  std::int64_t budget = 0;  // T
  Estimate estimate = {};
};

struct Experiment {
  Instance instance;
  ArmId best;                 // the first of them, if several arms are
  RightAnswers right = best;  // the answers that are no failure
  std::string strategy = {};  // its name
  Profile profile = {};
  std::vector<LearnerChoice> learners = {};
  std::vector<std::int64_t> budgets = {};
  Precision precision = {};             // as the file asks for it
  double norm_bound = 1;                // of reports; simulations only note what is longer
  double longest_change = 0;            // max |x|^2 over reports that change
  std::vector<std::string> notes = {};  // worth saying, though nothing is wrong

  Setting setting(std::int64_t budget) const;
  Result<AnyLearner> make(const LearnerChoice& choice, std::int64_t budget) const;
  Profile shown_to(const LearnerChoice& choice) const;  // `profile`, or everybody truthful
  // The value that simulations, searches and plans are functions of.
  Result<Game> game(const LearnerChoice& choice, std::int64_t budget) const;
  // Refuses before the first run what could only be refused after many.
  Status check_methods() const;
  // With its method chosen; the label is in the refusal.
  Result<Prepared> prepare(const LearnerChoice& choice, std::int64_t budget,
                           const Precision& how) const;
};

// What a simulation found.
struct Simulated {
  std::string file;  // how the experiment was called
  Experiment experiment;
  std::vector<Row> rows;  // every learner at every budget, or fewer if it was interrupted
};

// Every learner at every budget was made once, so nothing is left to refuse later.
// `source` is how errors call the text, for instance the file's name.
Result<Experiment> read_experiment(std::string_view toml, std::string_view source);

Result<Experiment> load_experiment(const std::string& path);

}  // namespace mesha
