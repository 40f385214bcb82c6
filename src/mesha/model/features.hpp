// The two vectors an arm has. They do not convert into each other: what a learner is shown is a
// Report, and showing it the truth must be a visible act (tests/compile_fail proves it).
#pragma once

#include "mesha/linalg/vec.hpp"

namespace mesha {

struct TrueFeature {  // x_i: known to the arm and to nature
  Vec x;
};

struct Report {  // x_{t,i}: what the arm says
  Vec x;

  friend bool operator==(const Report&, const Report&) = default;
};

}  // namespace mesha
