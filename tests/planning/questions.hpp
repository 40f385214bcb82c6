// Questions that several tests ask.
#pragma once

#include <utility>
#include <vector>

#include "mesha/planning/budget.hpp"
#include "mesha/planning/plan.hpp"

namespace mesha::testing {

inline planning::Question question(std::vector<double> means, double sd) {
  return {.worlds = {std::move(means)}, .noise = GaussianNoise{sd}};
}

inline const std::vector<double> means_1 = {.52, .49, .40, .33, .27, .22, .18, .15};
inline constexpr double sd_1 = .155;

// Points at 95% of all budgets up to a million.
inline planning::Failures failures_of(const planning::Question& asked, const std::string& learner,
                                      const Options& options = {}) {
  const bool equal = find_learner(learner)->traits.reads_reports;
  return *planning::Failures::make(asked, {{.name = learner, .options = options}, equal}, 1,
                                   planning::confidence_of_each(1'000'000));
}

}  // namespace mesha::testing
