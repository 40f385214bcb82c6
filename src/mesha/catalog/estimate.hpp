// The failure probability of one learner at one budget, with what is needed to trust it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "mesha/base/result.hpp"
#include "mesha/catalog/experiment.hpp"
#include "mesha/simulate/many_runs.hpp"
#include "mesha/simulate/method.hpp"
#include "mesha/simulate/shard.hpp"
#include "mesha/stats/binomial.hpp"

namespace mesha {

// What is asked for beyond the experiment itself.
struct Precision {
  Method method = Method::automatic;
  // Given by hand: exactly this many, or at most, when one of the next two is also given.
  std::optional<std::int64_t> trials;
  std::optional<double> half_width;      // stop when the interval is this narrow
  std::optional<double> relative_error;  // or when half its width is this part of the estimate
  Shard shard = {};                      // of a fixed number of runs; other methods ignore it
};

struct Estimate {
  std::string learner;  // as shown: with a star if it sees the true features
  Options options;
  std::int64_t budget = 0;  // T
  Tally tally;              // exact: empty; rare: `trials` alone
  double failure = 0;
  Interval interval;  // 95%; exact: the quadrature error
  Method method = Method::general;

  bool has_trials() const { return method != Method::exact; }
  bool has_counts() const { return method != Method::exact && method != Method::rare; }
  // False: crew.stop fired before anything was known.
  bool known() const { return !has_trials() || tally.trials > 0; }
};

// Which method `estimate` will use: the one asked for, or why it cannot be used here.
Result<Method> choose_method(const Experiment& experiment, const LearnerChoice& choice,
                             std::int64_t budget, const Precision& precision);

// `tally.trials` is smaller than asked for when crew.stop fired; it may be 0.
Result<Estimate> estimate(const Experiment& experiment, const LearnerChoice& choice,
                          std::int64_t budget, const Crew& crew, const Precision& precision = {});

// Fewer runs, or a wider interval, than was asked for.
bool falls_short(const Estimate& estimate, const Experiment& experiment,
                 const Precision& precision);

// Can shards of the runs be played apart and their tallies added? If not, a row is one piece:
// exact and rare values, and runs whose number depends on what they find.
bool is_additive(Method method, const Precision& precision);

// The estimate and its interval, as the tally has them.
void conclude(Estimate& estimate);

// "mesha lambda=1.35": tells apart two rows of the same learner.
std::string label(const std::string& learner, const Options& options);

}  // namespace mesha
