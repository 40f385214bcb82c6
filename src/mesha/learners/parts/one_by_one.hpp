// The base of learners that pull one arm, look, and pull again: active arms, the batch of a
// single pull, and the end of the run. A round is an epoch of one pull.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/learners/parts/roster.hpp"
#include "mesha/model/evidence.hpp"

namespace mesha {

// The running form of the grim trigger, in the publications on GGTM and OptGTM: out when what an
// arm's reports predicted exceeds what it earned by more than noise explains.
class RunningTrigger {
 public:
  explicit RunningTrigger(std::int64_t budget) : log_T_(std::log(static_cast<double>(budget))) {}

  void add(double predicted, double reward) {
    ++pulls_;
    predicted_ += predicted;
    earned_ += reward;
  }
  double predicted() const { return predicted_; }  // L_i
  // The root only where it can matter.
  bool fires() const { return predicted_ > earned_ && bounds().fires(); }
  TriggerBounds bounds() const { return {predicted_, earned_ + 2 * std::sqrt(pulls_ * log_T_)}; }

 private:
  double log_T_;
  double pulls_ = 0;      // n_i
  double predicted_ = 0;  // L_i
  double earned_ = 0;     // S_i
};

class OneByOne : public Elimination {
 public:
  void withdraw(ArmId arm) {
    Elimination::withdraw(arm);
    index_[at(arm)] = out;
  }

  static std::int64_t smallest_budget(int arms) { return arms == 1 ? 0 : arms; }  // a pull for each

 protected:
  // No less than that; no more rounds than a roster can count.
  static Status check(int arms, std::int64_t budget);

  OneByOne(int arms, std::int64_t budget);

  const std::vector<ArmId>& active() const { return roster().active(); }
  double& index(ArmId arm) { return index_[at(arm)]; }
  double index(ArmId arm) const { return index_[at(arm)]; }

  // Pull the arm with the largest index; a tie goes to the lowest number.
  const std::vector<Pulls>& pull_largest();

  // Ends the round; returns the one reward that it brought.
  const Evidence& end_round(std::span<const Evidence> batch);
  void leaves_by_trigger(const Scored& arm) {
    roster().eliminate(arm);
    index_[at(arm.arm)] = out;
  }
  bool over() const { return rounds_left_ == 0 || roster().size() == 0; }  // then decide()
  // The active arm with the largest score(arm). Scores tie where nothing is known, as of arms never
  // pulled: then it is the one with the larger index, and then the lowest number.
  template <class Score>
  ArmId leader(Score score) const {
    return finished() || roster().epoch() == 0 ? Elimination::leader() : best(score);
  }
  // Names it.
  template <class Score>
  void decide(Score score) {
    if (!active().empty()) {
      const ArmId named = best(score);
      roster().score({named, score(named)});  // the first wins every tie
      for (const ArmId i : active()) {
        if (i != named) roster().score({i, score(i)});
      }
    }
    roster().keep_best(1);
    roster().finish();
  }

 private:
  static constexpr double out = -std::numeric_limits<double>::infinity();  // index once it left

  template <class Score>
  ArmId best(Score score) const {
    return *std::ranges::max_element(active(), {},
                                     [&](ArmId i) { return std::pair(score(i), index(i)); });
  }

  std::int64_t rounds_left_;
  std::vector<Pulls> batch_;
  std::vector<double> index_;  // by arm
};

}  // namespace mesha
