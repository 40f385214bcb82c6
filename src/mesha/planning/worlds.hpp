// What a planner supposes about candidates before the first evaluation: the means that they may
// have, from a lead, from a prior or from past scores, and how far scores stray.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/catalog/experiment.hpp"
#include "mesha/io/csv.hpp"

namespace mesha::planning {

inline constexpr std::int64_t most_arms = 4096;

// Failures are averaged over `worlds`: one, or the draws of a prior.
struct Question {
  std::vector<std::vector<double>> worlds;  // the means of all arms
  Noise noise = GaussianNoise{1};
  double within = 0;               // arms that are this close to the best count as found
  std::size_t dimension = 2;       // of reports, where there are no features
  std::vector<Vec> features = {};  // of the arms; empty: not known

  std::size_t arms() const { return worlds.front().size(); }
  bool gaussian() const { return std::holds_alternative<GaussianNoise>(noise); }
};

// One world as an experiment without learners. `equal_norms`: all arms report one vector of length
// 1, else their features. Refused: no single best arm, means that the noise cannot have.
Result<Experiment> experiment_of(const Question& question, std::size_t world, bool equal_norms);

// Are the means of the first world a linear function of the features?
bool linear(const Question& question);

// How the means of the others lie below the best one.
struct Lead {
  std::int64_t arms = 0;
  double gap = 0;   // between the best and the second
  double best = 0;  // its mean
  double last = 0;  // how far the last one is below the best; for shapes other than equal
  std::string shape = "equal";  // or linear, separated, nested: instances/tails.hpp
};
// The best arm comes last, as ties go to the first.
Result<std::vector<double>> means_of(const Lead& lead);

// "normal(0.4,0.1)", "uniform(0,1)" or "beta(2,5)".
struct Prior {
  enum class Law { normal, uniform, beta };
  Law law = Law::normal;
  double first = 0;
  double second = 1;
};
Result<Prior> prior_of(std::string_view text);
// A pure function of (seed, draw): a larger K has the same first arms.
std::vector<double> drawn_means(const Prior& prior, std::int64_t arms, std::uint64_t seed,
                                std::uint64_t draw);

// Means of past scores, and the standard deviation of a score within an arm (pooled over arms);
// none where no arm has two scores.
struct PastScores {
  std::vector<std::string> names;
  std::vector<double> means;
  std::vector<std::int64_t> counts;
  std::optional<double> sd;
};
// Lines of `arm,score`, or a column per arm: where the first column holds text, or is called name,
// arm, id or candidate, it names the arms.
Result<PastScores> past_scores(const FeatureTable& table, std::string_view source);

}  // namespace mesha::planning
