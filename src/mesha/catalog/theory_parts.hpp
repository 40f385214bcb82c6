// What the two halves of a theory sheet share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mesha/catalog/theory_sheet.hpp"
#include "mesha/theory/failure_bound.hpp"
#include "mesha/theory/radii.hpp"

namespace mesha::theory_parts {

// The learners of which Table I speaks.
inline constexpr std::string_view algorithm_1 = "mesha";
inline constexpr std::string_view plain_halving = "sequential_halving";
inline constexpr std::string_view by_designs = "od_linbai";

struct Condition {
  bool met = false;
  std::string words;
};
using Conditions = std::vector<Condition>;

// What is known before any budget is.
struct Ground {
  const Experiment& experiment;
  LearnerChoice learner;
  double zeta = 0;
  std::vector<double> gaps;     // ascending
  double noise = 0;             // rewards are noise-sub-Gaussian
  std::vector<Report> reports;  // of the first round
  bool constant = true;         // nobody changes them
  double longest = 0;           // of the reports
  double lambda = 1;
  Condition norms, unit_lambda, unit_noise, half_noise, own_delta, truthful, spanning, unit_rewards;

  int arms() const { return static_cast<int>(experiment.instance.arm_count()); }
  int dimension() const { return static_cast<int>(experiment.instance.dimension()); }
};

// The same at one budget.
struct At {
  const Ground& ground;
  theory::Sizes sizes;
  theory::Radii radii;  // of the learner's trigger

  Conditions of_analysis() const {  // Section II-A; Algorithm 1, line 2
    return {ground.norms, ground.unit_lambda, ground.unit_noise, ground.own_delta};
  }
};

void require(TheoryValue& value, const Conditions& conditions);

// A bound on a probability, by its logarithm.
TheoryValue log_bound(TheoryValue value, std::optional<double> log);
// A bound on an error of means.
TheoryValue error_bound(TheoryValue value, double largest_gap);

void add_instance(const Ground& ground, const TheoryRounds& rounds,
                  std::vector<TheoryValue>& values);
void add_radii(const At& at, std::vector<TheoryValue>& values);
void add_widths(const At& at, std::vector<TheoryValue>& values);
void add_events(const At& at, std::vector<TheoryValue>& values);
void add_main_theorem(const At& at, std::vector<TheoryValue>& values);
void add_baselines(const At& at, std::vector<TheoryValue>& values);

}  // namespace mesha::theory_parts
