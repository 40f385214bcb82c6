// P(the best arm leaves in this epoch), given the active set: integrated over all scores of the
// epoch, so that every set of rivals that may overtake it together counts.
//
//   P(trigger) + int f_best(t) P(at least `keep` others above t) dt
//
// The inner probability is the tail of a Poisson-binomial law. All sets share one table of nodes;
// answers are kept, since near-equal rivals bring the same sets again and again.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "mesha/simulate/affine_problem.hpp"

namespace mesha {

class Overtaken {
 public:
  Overtaken(const AffineProblem& problem, const Stage& stage);

  // False: counting takes too long for one run (the first epoch is counted once). Then so many must
  // be above that each deviates little where the best arm is overtaken, and drawing their scores is
  // efficient.
  static bool affordable(int epoch, int others, int keep);

  // `others`: active arms but the best, in index order. Relative error about 1e-6.
  double probability(std::span<const int> others);

 private:
  // One arm's P(above) on all nodes, then on the edges of all panels.
  const double* above(int arm) const {
    return above_.data() + static_cast<std::size_t>(arm) * (nodes_.size() + edges_.size());
  }
  std::vector<double> breaks_between(double low, double high) const;
  bool smooth(double from, double to, const std::vector<double>& breaks) const;
  void place_panels();
  void fill_table();
  double integral(std::span<const int> others);
  double panel_sum(std::span<const int> others, std::size_t panel);
  const double* count_above(std::span<const int> others, std::size_t first, std::size_t n);

  int best_;
  std::size_t keep_;
  std::vector<ScoreLaw> laws_;
  std::vector<double> edges_;    // panel p is [edges_[p], edges_[p + 1]]
  std::vector<double> mass_;     // P(the best arm's score in panel p)
  std::vector<double> nodes_;    // `points` per panel
  std::vector<double> density_;  // of the best arm's score there, times the quadrature weight
  std::vector<double> above_;
  std::vector<double> count_;                           // rows of count_above
  std::vector<std::pair<double, std::size_t>> bounds_;  // on panels
  std::map<std::vector<int>, double> known_;
  std::vector<int> key_;
};

}  // namespace mesha
