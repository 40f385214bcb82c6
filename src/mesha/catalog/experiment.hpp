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
#include "mesha/simulate/runner.hpp"

namespace mesha {

inline constexpr std::size_t largest_experiment = 64'000'000;  // bytes of a file
// Below 2^63, with room to count in blocks.
inline constexpr std::int64_t most_trials = 9'000'000'000'000'000'000;

struct LearnerChoice {
  std::string name;
  Options options;
  bool true_features = false;  // it is shown these instead of the reports
};

// "od_linbai*": a learner that is shown the true features carries a star.
std::string shown_name(const LearnerChoice& choice);

struct Experiment {
  Instance instance;
  ArmId best;
  std::string strategy = {};  // its name
  Profile profile = {};
  std::vector<LearnerChoice> learners = {};
  std::vector<std::int64_t> budgets = {};
  std::int64_t trials = 100'000;
  std::uint64_t seed = 1;
  Draw draw = Draw::sums_where_possible;
  double longest_change = 0;            // max |x|^2 over reports that change
  std::vector<std::string> notes = {};  // worth saying, though nothing is wrong

  Setting setting(std::int64_t budget) const;
  Result<AnyLearner> make(const LearnerChoice& choice, std::int64_t budget) const;
  Profile shown_to(const LearnerChoice& choice) const;  // `profile`, or everybody truthful
};

// Every learner at every budget was made once, so nothing is left to refuse later.
// `source` is how errors call the text, for instance the file's name.
Result<Experiment> read_experiment(std::string_view toml, std::string_view source);

Result<Experiment> load_experiment(const std::string& path);

}  // namespace mesha
