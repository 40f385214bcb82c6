// The lies that a search looks through, as points of the unit cube: whatever liars may say is a
// function of some numbers between 0 and 1. The space decides which number means what (a
// coordinate, the logarithm of a length, a phase), so searches need not know.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "mesha/base/expects.hpp"
#include "mesha/linalg/vec.hpp"
#include "mesha/model/any_strategy.hpp"

namespace mesha {

// What it means to stand at an end of an axis. Empty: nothing, the liars can go no further.
struct Axis {
  std::string at_low = {};  // such as "the shortest length searched, 0.001"
  std::string at_high = {};
  bool zero_apart = false;  // 0 itself is no end, but a point of its own
};

struct NamedPoint {
  std::string name;  // of the idea: "mimic the best arm"
  Vec at;
};

struct ReportSpace {
  std::string name;
  std::vector<ArmId> liars;
  std::vector<Axis> axes;  // one per number
  // Worth trying first where all arms report `said` now: who mimics, mimics what is said.
  std::function<std::vector<NamedPoint>(const std::vector<Report>& said)> starts = {};
  // What each of `liars` then plays, in their order.
  std::function<std::vector<AnyStrategy>(const Vec& at)> make;

  std::size_t size() const { return axes.size(); }
};

// `profile` with the liars' part exchanged.
inline Profile with_lies(Profile profile, const ReportSpace& space, const Vec& at) {
  std::vector<AnyStrategy> lies = space.make(at);
  expects(lies.size() == space.liars.size(), "a report space has a strategy for each liar");
  for (std::size_t k = 0; k < lies.size(); ++k)
    profile[mesha::at(space.liars[k])] = std::move(lies[k]);
  return profile;
}

// The artificial limits of the search at which this point stands, if any: an optimum there may be
// none.
std::vector<std::string> edges_at(const ReportSpace& space, const Vec& at);

}  // namespace mesha
