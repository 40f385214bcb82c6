// Findings that nobody found, for what is made of them.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "mesha/frontier/run.hpp"

namespace mesha::testing {

struct MadeUp {
  std::deque<frontier::Contest> contests;  // rows point into these
  std::deque<LearnerChoice> learners;
  frontier::Frontier all;

  // Three arms in two dimensions.
  frontier::Contest* contest(const std::string& name, double gap, double sd, std::int64_t budget) {
    std::vector<TrueFeature> arms{{Vec{.9, 0}}, {Vec{.9 - gap, .2}}, {Vec{.1, .3}}};
    contests.push_back({.name = name,
                        .text = "three arms, made up",
                        .instance = *Instance::make(std::move(arms), Vec{1, 0}, GaussianNoise{sd}),
                        .budget = budget});
    return &contests.back();
  }
  LearnerChoice* learner(const std::string& name, Options options = {}) {
    learners.push_back({.name = name, .options = std::move(options)});
    return &learners.back();
  }
  void add(const frontier::Contest* contest, const LearnerChoice* learner, frontier::Cell cell) {
    all.rows.push_back({contest, learner, std::move(cell)});
  }
};

inline frontier::Failure counted(std::int64_t failures, std::int64_t trials = 10'000) {
  return {.probability = static_cast<double>(failures) / static_cast<double>(trials),
          .failures = failures,
          .trials = trials};
}
inline frontier::Failure integrated(double probability) {
  return {.probability = probability, .error = 1e-12};
}

// One of everything: counted and integrated, with and without attacks, refused, and both reasons
// that a contest gives for an E that is none, beside that of a count of 0.
inline MadeUp one_of_everything() {
  using frontier::Cell;
  MadeUp made;
  made.all.effort.seed = 7;
  const auto* near = made.contest("near 100", .1, .5, 100);
  const auto* same = made.contest("same", 0, .5, 100);
  const auto* still = made.contest("still", .1, 0, 100);
  const auto* blind = made.learner("blind_rule");
  const auto* careful =
      made.learner("careful_rule", {{"alpha", .75}, {"clip", .25}, {"keep_every_sample", true}});
  const auto* believer = made.learner("believer");
  const auto* big = made.learner("big_budget");
  const std::vector<frontier::Attempt> two{
      {"means exchanged", counted(2500)},
      {"coalition: all mimic the best arm, a little longer", counted(9000)}};
  made.add(near, blind, Cell{.truth = integrated(.17), .attacks = {}, .certificate = .2});
  made.add(near, careful,
           Cell{.truth = counted(1500),
                .attacks = {{"means exchanged", counted(1900)}, {"decoys", counted(1800)}},
                .saturated = counted(2600),
                .certificate = 4e-4 + .6});
  made.add(near, believer, Cell{.truth = counted(0), .attacks = two});
  made.add(near, big,
           Cell{.truth = {}, .attacks = {}, .refused = "T = 100 is too small, \"| big\""});
  made.add(same, blind, Cell{.truth = counted(5000), .attacks = {}});
  made.add(same, believer, Cell{.truth = counted(5000), .attacks = {{"decoys", counted(4000)}}});
  made.add(still, blind, Cell{.truth = integrated(1.2e-5), .attacks = {}});
  return made;
}

}  // namespace mesha::testing
