// What a learner says at the end, and why every other arm is not the answer.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "mesha/base/ids.hpp"

namespace mesha {

struct Identified {  // i_out
  ArmId arm;

  friend bool operator==(const Identified&, const Identified&) = default;
};
struct NobodyLeft {  // the grim trigger emptied the field; counts as a failure
  ArmId fallback;    // the best mu_hat of the epoch in which that happened

  friend bool operator==(const NobodyLeft&, const NobodyLeft&) = default;
};
struct Unfinished {  // the run was cut off at its cap; counts as a failure
  ArmId leader;      // at the cap

  friend bool operator==(const Unfinished&, const Unfinished&) = default;
};
using Outcome = std::variant<Identified, NobodyLeft, Unfinished>;

// The two sides of the Grim Trigger Condition (Definition 4): out when rlcb > aucb.
struct TriggerBounds {
  double rlcb = 0;  // predicted from the reports, at least
  double aucb = 0;  // observed, at most

  bool fires() const { return rlcb > aucb; }
  friend bool operator==(const TriggerBounds&, const TriggerBounds&) = default;
};

struct ByTrigger {
  double mu_hat = 0;
  TriggerBounds bounds;

  friend bool operator==(const ByTrigger&, const ByTrigger&) = default;
};
struct ByRanking {
  double mu_hat = 0;
  double cut = 0;                       // the lowest mu_hat that stayed
  std::optional<TriggerBounds> bounds;  // where the learner has a trigger

  friend bool operator==(const ByRanking&, const ByRanking&) = default;
};

struct ByItself {  // it withdrew: nothing was held against it
  friend bool operator==(const ByItself&, const ByItself&) = default;
};

struct Departure {
  ArmId arm;
  int epoch = 0;  // counted from 1
  std::variant<ByTrigger, ByRanking, ByItself> why;

  friend bool operator==(const Departure&, const Departure&) = default;
};

// The estimate by which it left; none if it withdrew.
inline std::optional<double> mu_hat(const Departure& gone) {
  if (const auto* caught = std::get_if<ByTrigger>(&gone.why)) return caught->mu_hat;
  if (const auto* ranked = std::get_if<ByRanking>(&gone.why)) return ranked->mu_hat;
  return std::nullopt;
}

struct Answer {
  Outcome outcome;
  std::vector<Departure> departures;  // in the order in which they left

  friend bool operator==(const Answer&, const Answer&) = default;
};

inline std::optional<ArmId> identified(const Answer& answer) {
  const auto* found = std::get_if<Identified>(&answer.outcome);
  return found != nullptr ? std::optional(found->arm) : std::nullopt;
}

}  // namespace mesha
