// The answers that count as a success: as a rule the best arm alone; ties, copies of an arm and
// arms within epsilon of the best make it several.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "mesha/base/expects.hpp"
#include "mesha/base/ids.hpp"

namespace mesha {

class RightAnswers {
 public:
  // Meant to convert: one right answer is the usual case.
  RightAnswers(ArmId only) : arms_{only} {}  // NOLINT(google-explicit-constructor)
  explicit RightAnswers(std::vector<ArmId> arms) : arms_(std::move(arms)) {
    expects(!arms_.empty(), "a question needs a right answer");
    std::ranges::sort(arms_);
    const auto repeated = std::ranges::unique(arms_);
    arms_.erase(repeated.begin(), repeated.end());
  }

  bool contains(ArmId arm) const {
    return arms_.size() == 1 ? arms_.front() == arm : std::ranges::binary_search(arms_, arm);
  }
  const std::vector<ArmId>& arms() const { return arms_; }  // in index order
  bool single() const { return arms_.size() == 1; }

  friend bool operator==(const RightAnswers&, const RightAnswers&) = default;

 private:
  std::vector<ArmId> arms_;
};

}  // namespace mesha
