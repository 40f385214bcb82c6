// What is settled when a selection begins, and the rules for what people may type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/catalog/learners.hpp"
#include "mesha/model/features.hpp"

namespace mesha {

struct Candidate {
  std::string name;
  Report report;  // the first one

  friend bool operator==(const Candidate&, const Candidate&) = default;
};

struct RewardRange {
  double low = 0;
  double high = 1;

  friend bool operator==(const RewardRange&, const RewardRange&) = default;
};

struct SessionConfig {
  std::string name;
  std::string learner{default_learner};
  std::map<std::string, std::string> options = {};  // of the learner, as typed
  std::int64_t budget = 0;                          // T
  double norm_bound = 1;                            // of every report
  double noise = 1;                                 // scores are noise-sub-Gaussian
  std::optional<RewardRange> range = {};
  std::vector<Candidate> candidates = {};
  std::optional<std::uint64_t> seed = {};  // of the learner's coins; none is 0

  friend bool operator==(const SessionConfig&, const SessionConfig&) = default;
};

// What was left open is filled in, so that the log says all that a decision depends on:
//   noise    half the reward range, if there is one (Hoeffding's lemma), else 1
//   options  what the learner's entry in the catalog names for a live selection: xi, zeta, ...
// Refuses what cannot work.
Result<SessionConfig> completed(SessionConfig config, std::optional<double> noise);

// All rules for a configuration that is said to be complete.
Status check_config(const SessionConfig& config);

// Candidates of a live selection may withdraw: refuses a learner that has no rule for it.
Status check_learner(std::string_view name, const AnyLearner& learner);

Result<AnyLearner> learner_of(const SessionConfig& config);
Setting setting_of(const SessionConfig& config);
Options options_of(const SessionConfig& config);

// Names of sessions and candidates, workers, reasons: one line of UTF-8 without control characters,
// and without a blank at either end. `what` begins the complaint.
inline constexpr std::size_t longest_text = 200;  // bytes
Status check_text(std::string_view what, std::string_view text, std::size_t longest = longest_text);

// A finite number of a size that squares and sums survive; 0 has no sign.
Status check_number(std::string_view what, double value);

Status check_report(const SessionConfig& config, std::string_view name, const Report& report);
Status check_reward(const SessionConfig& config, double reward);

// "0.5,-1,2e-3"
Result<Vec> numbers_of(std::string_view text);
Result<double> number_of(std::string_view text);
std::string text_of(const Vec& x);
std::string text_of(double x);  // the shortest that reads back as the same number

}  // namespace mesha
