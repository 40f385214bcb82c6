// Small problems for the methods that work with a learner's affine facts.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "mesha/catalog/strategies.hpp"
#include "mesha/learners/mesha.hpp"
#include "mesha/learners/sequential_halving.hpp"
#include "mesha/learners/successive_rejects.hpp"
#include "mesha/learners/uniform.hpp"
#include "mesha/simulate/estimate.hpp"
#include "mesha/simulate/game.hpp"

namespace mesha::testing {

// What a game is made from: arms on a line, so that mean_i is what is written; `norms` are the
// lengths they report.
struct Case {
  std::vector<double> means;
  double sd = 1;
  std::vector<double> norms = {};  // default: 1 each

  int arms() const { return static_cast<int>(means.size()); }

  Instance instance() const {
    std::vector<TrueFeature> features;
    for (const double mean : means) features.push_back({Vec{mean}});
    return *Instance::make(std::move(features), Vec{1.0}, GaussianNoise{sd});
  }

  std::vector<Report> reports() const {
    std::vector<Report> said;
    for (std::size_t i = 0; i < means.size(); ++i) {
      said.push_back({Vec{norms.empty() ? 1.0 : norms[i]}});
    }
    return said;
  }

  ArmId best() const { return *instance().best_arm(); }

  template <Learner L>
  Game game(const L& learner) const {
    return *best_arm_game(instance(), fixed_profile(reports()), AnyLearner(learner));
  }

  template <Affine L>
  AffineProblem problem(const L& learner) const {
    return *affine_problem(game(learner));
  }

  // The same case, sampled by the learner itself.
  template <Learner L>
  Tally sampled(const L& learner, std::int64_t trials, std::uint64_t seed = 1) const {
    const Precision how{.method = Method::general, .seed = seed, .trials = trials};
    return estimate(game(learner), how)->tally;
  }
};

// Experiment 1 of the paper: means and the norms of the printed reports.
inline Case paper_case() {
  return {.means = {.52, .49, .40, .33, .27, .22, .18, .15},
          .sd = .155,
          .norms = {1.85, std::sqrt(2 * .667 * .667), 1.949, std::sqrt(2 * .586 * .586), .771,
                    std::sqrt(2 * .505 * .505), .657, std::sqrt(2 * .424 * .424)}};
}

inline MeshaConfig eager_mesha(int arms, std::int64_t budget) {  // a trigger that fires often
  return {.arms = arms, .dimension = 1, .budget = budget, .lambda = 1, .xi = .05, .delta = .3};
}

inline MeshaConfig paper_mesha(int arms, std::int64_t budget) {
  return {.arms = arms, .dimension = 3, .budget = budget, .zeta = .015, .lambda = 1.35};
}

// Evenly spaced means from `top` down.
inline Case staircase(int arms, double top, double step, double sd) {
  Case made{.sd = sd};
  for (int i = 0; i < arms; ++i) made.means.push_back(top - step * i);
  return made;
}

}  // namespace mesha::testing
