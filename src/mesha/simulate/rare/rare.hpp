// Failure probabilities too small to be met by chance, by importance sampling: tilt.hpp says where
// failures are looked for, overtaken.hpp what is integrated, tilted_run.hpp what one run
// contributes. Any learner that states affine facts, any number of arms; the cost hardly depends on
// how rare failures are.
#pragma once

#include <cstdint>

#include "mesha/base/result.hpp"
#include "mesha/simulate/affine_problem.hpp"
#include "mesha/simulate/many_runs.hpp"
#include "mesha/stats/binomial.hpp"

namespace mesha {

// Runs until every target that is not 0 is met, or `most_trials` are done; with no target, all.
struct RareOptions {
  std::uint64_t seed = 0;
  double relative_error = 0;  // half of the interval's width / the estimate
  double half_width = 0;
  std::int64_t most_trials = 100'000'000;
};

struct RareFailure {
  double probability = 0;
  Interval interval;  // 95%, by the central limit theorem, corrected for skewness
  std::int64_t trials = 0;
};

// Why not, in a sentence. A tilt makes one rival stay that usually leaves. Failures for which two
// such rivals must stay together are not proposed, so problems in which they may dominate are
// refused:
//   * several epochs, and more than one arm with a score sd < 0.25 of the largest: their scores are
//     nearly equal, so it takes several others at once to change the set that goes on;
//   * an arm with a zero report that may trigger: the same, with equal scores;
//   * more than one rival that may trigger (probability > 1e-15): how many leave decides how
//     often all arms are pulled next, and so which of them trigger then.
Status rare_applies(const AffineProblem& problem);

// A pure function of problem and options: the same for any number of threads. When crew.stop fires
// it holds what was finished by then; `trials` may be 0.
RareFailure rare_failure(const AffineProblem& problem, const RareOptions& options,
                         const Crew& crew = {});

}  // namespace mesha
