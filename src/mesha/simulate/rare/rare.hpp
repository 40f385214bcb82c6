// Failure probabilities too small to be met by chance, by importance sampling: tilt.hpp says where
// failures are looked for, tilted_run.hpp what one run contributes. Any learner that states affine
// facts, any number of arms; the cost hardly depends on how rare failures are.
#pragma once

#include <cstdint>

#include "mesha/base/result.hpp"
#include "mesha/simulate/affine_problem.hpp"
#include "mesha/simulate/many_runs.hpp"
#include "mesha/stats/binomial.hpp"

namespace mesha {

// Runs until every options that is not 0 is met, or `most_trials` are done; with no options, all of
// them.
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

// Why not, in a sentence. The tilts push one rival at a time, so ways to fail are out of their
// sight that take two arms together:
//   * several arms report next to nothing, so that their scores lie close to 0 whatever they earn,
//     or one reports zero and the trigger may send it away: two others may displace who is level;
//   * the trigger may send away two rivals: whether it does decides how many go on, hence how often
//     everybody is pulled next, hence whom the trigger takes then.
Status rare_applies(const AffineProblem& problem);

// A pure function of problem and options: the same for any number of threads. When crew.stop fires
// it holds what was finished by then; `trials` may be 0.
RareFailure rare_failure(const AffineProblem& problem, const RareOptions& options,
                         const Crew& crew = {});

}  // namespace mesha
