// The failure of one learner as a function of the budget T, in the worlds of a question: integrated
// where that is cheap, else counted on the same runs for every T (common random numbers).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "mesha/planning/entrants.hpp"
#include "mesha/planning/worlds.hpp"

namespace mesha::planning {

struct Point {
  std::int64_t budget = 0;  // T
  double failure = 0;
  Interval interval = {};
  Method method = Method::general;
  std::int64_t runs = 0;  // 0: integrated

  bool below(double wished) const { return failure < wished; }
};

class Failures {
 public:
  // `confidence` of every interval. Refused: a learner that cannot be made.
  static Result<Failures> make(const Question& question, Entrant entrant, std::uint64_t seed,
                               double confidence);

  const Entrant& entrant() const { return entrant_; }
  const Question& question() const { return *question_; }
  const Traits& traits() const { return find_learner(entrant_.choice.name)->traits; }
  std::int64_t smallest() const { return smallest_; }  // budget with which it can play
  Setting setting(std::int64_t budget) const { return worlds_.front().setting(budget); }
  // Of the first world; none where the noise or the learner has no such thing.
  std::optional<AffineProblem> problem(std::int64_t budget) const;

  // Is an integral worth its time? The same for all budgets.
  bool integrable() const { return integrable_; }
  Point integrated(std::int64_t budget) const;

  // About how long one run in every world takes, on one core.
  double seconds_of_run(std::int64_t budget) const;
  // Nothing: stopped. Of several worlds each has its share of the runs.
  std::optional<Point> counted(std::int64_t budget, std::int64_t runs, const Crew& crew) const;

 private:
  Failures(const Question& question, Entrant entrant, std::uint64_t seed, double confidence)
      : question_(&question), entrant_(std::move(entrant)), seed_(seed), confidence_(confidence) {}
  Point averaged(std::int64_t budget, const std::vector<Tally>& tallies) const;

  const Question* question_;
  Entrant entrant_;
  std::uint64_t seed_;
  double confidence_;
  std::vector<Experiment> worlds_ = {};
  std::int64_t smallest_ = 1;
  bool integrable_ = false;
  bool affine_ = false;
};

}  // namespace mesha::planning
