// An arm's side of Protocol 1: sigma_i maps what the arm may see to its report of this round.
// Section II-B: its true feature, theta, the learner's algorithm, and the public history.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mesha/base/ids.hpp"
#include "mesha/base/random.hpp"
#include "mesha/model/features.hpp"

namespace mesha {

// H_t: per round the arm pulled, its report and the reward. Kept only if a strategy reads it.
class PublicHistory {
 public:
  struct Round {
    ArmId arm;
    double reward = 0;
  };

  std::size_t size() const { return rounds_.size(); }
  const Round& operator[](std::size_t t) const { return rounds_[t]; }
  const Report& report(std::size_t t) const { return reports_[t]; }

  void clear() { rounds_.clear(); }
  void add(ArmId arm, const Report& report, double reward) {
    if (reports_.size() == rounds_.size()) reports_.emplace_back();
    reports_[rounds_.size()].x = report.x;  // outlives clear(), to reuse its memory
    rounds_.push_back({arm, reward});
  }

 private:
  std::vector<Round> rounds_;
  std::vector<Report> reports_;
};

// All that the arm can see when it is asked for its report.
struct ArmView {
  ArmId self;
  const TrueFeature& own;
  const Vec& theta;
  std::int64_t own_pulls;  // how often it was pulled before
  const PublicHistory& history;
  const RunRandom& coins;  // private randomness: Stream::coins, index = self
};

template <class S>
concept Strategy = std::copyable<S> && requires(S strategy, const S& now, const ArmView& view) {
  // The same report in every round, whatever happens? Then a batch can be drawn as one sum.
  { now.constant() } -> std::same_as<bool>;
  // Does it read view.history?
  { now.watches() } -> std::same_as<bool>;
  // A function of the view; what the object keeps is only memory of views before. Asked twice in
  // the same round it answers the same. The reference holds until the next call.
  { strategy.report(view) } -> std::same_as<const Report&>;
};

}  // namespace mesha
