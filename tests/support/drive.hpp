// Plays a learner by hand, batch by batch, without the simulator.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "mesha/model/learner.hpp"

namespace mesha::testing {

// The evidence that one entry of a batch brings.
using Bring = std::function<std::vector<Evidence>(int batch, const Pulls& pulls)>;

template <Learner L>
std::vector<Evidence> gather(L& learner, const std::vector<Report>& reports, int batch,
                             const Bring& bring) {
  std::vector<Evidence> evidence;
  for (const Pulls& pulls : learner.plan(reports)) {
    for (const Evidence& group : bring(batch, pulls)) evidence.push_back(group);
  }
  return evidence;
}

// To the end; `arrange` may reorder what a batch brought. Returns the number of pulls.
template <Learner L>
std::int64_t drive(
    L& learner, const std::vector<Report>& reports, const Bring& bring,
    const std::function<void(std::vector<Evidence>&)>& arrange = [](auto&) {}) {
  std::int64_t pulls = 0;
  for (int batch = 0; !learner.finished(); ++batch) {
    std::vector<Evidence> evidence = gather(learner, reports, batch, bring);
    for (const Evidence& group : evidence) pulls += group.pulls;
    arrange(evidence);
    learner.observe(evidence);
  }
  return pulls;
}

}  // namespace mesha::testing
