// Runs until an interval is narrow enough. The looks at the tally are at run numbers that depend on
// earlier tallies alone, so the stopping point is the same for any number of threads.
#pragma once

#include <cstdint>
#include <functional>

#include "mesha/simulate/many_runs.hpp"

namespace mesha {

struct StopOptions {
  double half_width = 0;      // of the 95% interval; 0: no target
  double relative_error = 0;  // half_width / estimate; 0: no target
  std::int64_t most_trials = 0;
};

// `run` plays the given range and returns its tally (shorter only when it was stopped).
Tally run_until(const StopOptions& options, std::uint64_t seed,
                const std::function<Tally(const RunRange&)>& run);

// About how many runs that takes when the failure probability is p.
double runs_needed(const StopOptions& options, double p);

}  // namespace mesha
