// What the methods that use a learner's affine facts have in common: the facts, the arms under
// constant reports and Gaussian noise, and the law of one arm's score in one epoch.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "mesha/base/ids.hpp"
#include "mesha/base/result.hpp"
#include "mesha/model/affine.hpp"
#include "mesha/model/instance.hpp"
#include "mesha/model/right_answers.hpp"

namespace mesha {

struct AffineProblem {
  AffineFacts facts;
  std::vector<double> means;    // mu_i
  double sd = 0;                // of one reward
  std::vector<Report> reports;  // every arm keeps to its own
  RightAnswers right;

  // Refuses noise that is not Gaussian: only then is a reward sum one Gaussian.
  static Result<AffineProblem> make(AffineFacts facts, const Instance& instance,
                                    std::span<const Report> reports, RightAnswers right);

  // The right answer, for methods that follow one arm.
  ArmId best() const { return right.arms().front(); }
  int arm_count() const { return static_cast<int>(means.size()); }
  // Every run goes the same way: there is no noise, or nothing to pull.
  bool certain() const { return sd == 0 || facts.epochs == 0; }
};

// The score of one arm after its reward sum S ~ N(n mu, n sd^2): scale * S, unless S lies below the
// trigger level, which sends the arm away.
struct ScoreLaw {
  double mean = 0;  // of scale * S, trigger or not
  double sd = 0;    // 0: the score is the constant `mean` (no noise, or a zero report)
  double cut = -std::numeric_limits<double>::infinity();  // scores of arms that stay lie above
  double trigger_z = -std::numeric_limits<double>::infinity();  // the same for its noise
  double leaves = 0;                                            // probability of the trigger
  double stays = 1;                                             // 1 - leaves, precise if tiny

  bool constant() const { return sd == 0; }
  double density(double t) const;  // at t, of a score that stays; 0 for a constant
  double above(double t) const;    // P(stays, and its score > t)
  double below(double t) const;    // P(leaves, or its score < t); a constant at t itself is neither
};

ScoreLaw score_law(const AffineProblem& problem, ArmId arm, std::int64_t pulls);
std::vector<ScoreLaw> score_laws(const AffineProblem& problem, std::int64_t pulls);  // by arm

// P(at least `keep` of the others are above the constant score of `arm`); ties: lowest index.
double above_constant(std::span<const ScoreLaw> laws, int arm, std::span<const int> others,
                      std::size_t keep);

}  // namespace mesha
