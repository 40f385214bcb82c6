// What all elimination learners keep: the active arms, the batch they are owed, and why
// the others left. `active` stays in index order, so a tie goes to the lowest index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/base/scratch.hpp"
#include "mesha/model/affine.hpp"
#include "mesha/model/answer.hpp"
#include "mesha/model/evidence.hpp"

namespace mesha {

struct Scored {
  ArmId arm;
  double mu_hat = 0;
  std::optional<TriggerBounds> bounds = {};
};

class Roster {
 public:
  explicit Roster(int arms);

  const std::vector<ArmId>& active() const { return active_; }
  int size() const { return static_cast<int>(active_.size()); }
  int epoch() const { return epoch_; }  // r, counted from 1; 0 before the first
  bool finished() const { return finished_; }
  const std::vector<Departure>& departures() const { return answer_.departures; }
  ArmId leader() const;
  const Answer& answer() const;

  // Begin the next epoch, for learners that keep the batch themselves,
  void next_epoch() {
    ++epoch_;
    best_triggered_.reset();
  }
  // or with one: every active arm is to be pulled `count` times.
  void begin_epoch(std::int64_t count);
  // The same for pulls of the learner's choice.
  void begin_epoch(const std::vector<Pulls>& batch);
  const std::vector<Pulls>& batch() const { return batch_; }

  // End it: score every arm that is still in, in index order; those whose trigger fires leave, and
  // the others are cut to the best `keep`.
  void score(const Scored& arm);
  void keep_best(int keep);
  // By trigger, for learners that do not rank until the end: also no longer active.
  void eliminate(const Scored& arm);

  // On its own, and with it what it is owed in this epoch.
  void withdraw(ArmId arm);
  // The epoch has not begun after all: nothing is left to pull in it.
  void take_back_epoch() { --epoch_; }

  void finish();

 private:
  void leaves_by_trigger(const Scored& arm);

  std::vector<ArmId> active_;
  std::vector<double> scores_;  // of these, by the last ranking; empty before the first
  std::vector<Scored> scored_;  // since the last cut
  std::vector<Pulls> batch_;
  Answer answer_;
  std::optional<Scored> best_triggered_;  // the fallback of NobodyLeft
  int epoch_ = 0;
  bool finished_ = false;
  Scratch<std::vector<double>> ranking_;
};

// The base of a learner that eliminates: the verbs that are its roster's alone.
class Elimination {
 public:
  bool finished() const { return roster_.finished(); }
  ArmId leader() const { return roster_.leader(); }
  const Answer& answer() const { return roster_.answer(); }
  void withdraw(ArmId arm) { roster_.withdraw(arm); }
  const std::vector<Departure>& departures() const { return roster_.departures(); }

 protected:
  explicit Elimination(int arms) : roster_(arms) {}
  Roster& roster() { return roster_; }
  const Roster& roster() const { return roster_; }

 private:
  Roster roster_;
};

struct ArmsAndBudget {
  int arms = 0;             // K
  std::int64_t budget = 0;  // T
};

// Refuses a budget below the smallest one, and names that.
Status enough_budget(int arms, std::int64_t budget, std::int64_t smallest);

// The rule of every learner that ranks by plain means and has no trigger.
ArmRule mean_rule(const Report& report, std::int64_t pulls);

// What was pulled of every arm since the start, for learners that forget nothing.
class Totals {
 public:
  explicit Totals(int arms) : totals_(static_cast<std::size_t>(arms)) {}

  void add(ArmId arm, Groups groups) {
    totals_[at(arm)].pulls += pulls_in(groups);
    totals_[at(arm)].reward_sum += rewards_in(groups);
  }
  double mean(ArmId arm) const {
    return totals_[at(arm)].reward_sum / static_cast<double>(totals_[at(arm)].pulls);
  }

 private:
  struct Total {
    std::int64_t pulls = 0;
    double reward_sum = 0;
  };
  std::vector<Total> totals_;
};

}  // namespace mesha
