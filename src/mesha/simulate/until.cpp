#include "mesha/simulate/until.hpp"

#include <algorithm>
#include <cmath>

#include "mesha/stats/binomial.hpp"

namespace mesha {
namespace {

constexpr double quantile = 1.96;  // of the normal, for 95%
constexpr std::int64_t step = 1024;

bool satisfied(const StopOptions& options, const Tally& tally) {
  const Interval interval = clopper_pearson(tally.failures, tally.trials);
  const double half = (interval.high - interval.low) / 2;
  const double p = static_cast<double>(tally.failures) / static_cast<double>(tally.trials);
  if (options.half_width > 0 && half > options.half_width) return false;
  return options.relative_error == 0 || (p > 0 && half <= options.relative_error * p);
}

// No failure in 1e9 runs: a relative error is out of the reach of plain sampling; give up.
bool hopeless(const StopOptions& options, const Tally& tally) {
  constexpr std::int64_t many = 1'000'000'000;
  return options.half_width == 0 && tally.failures == 0 && tally.trials >= many;
}

// Where to look next: a little past the number that would do, but not too far at once.
std::int64_t next_look(const StopOptions& options, const Tally& tally) {
  const auto now = static_cast<double>(tally.trials);
  const double p = (static_cast<double>(tally.failures) + 1) / (now + 2);
  const double wanted = std::clamp(1.01 * runs_needed(options, p), 1.02 * now + step, 4 * now);
  const auto steps = static_cast<std::int64_t>(std::ceil(wanted / step));
  return std::min(steps * step, options.most_trials);
}

}  // namespace

double runs_needed(const StopOptions& options, double p) {
  const double variance = quantile * quantile * p * (1 - p);
  double runs = 0;
  if (options.half_width > 0) runs = variance / (options.half_width * options.half_width);
  if (options.relative_error > 0) {
    runs = std::max(runs, variance / (options.relative_error * options.relative_error * p * p));
  }
  return runs;
}

Tally run_until(const StopOptions& options, std::uint64_t seed,
                const std::function<Tally(const RunRange&)>& run) {
  expects(options.half_width > 0 || options.relative_error > 0,
          "run_until needs a target to stop at");
  Tally total;
  for (std::int64_t target = std::min(step, options.most_trials);;) {
    total += run({.seed = seed,
                  .first = static_cast<std::uint64_t>(total.trials),
                  .count = target - total.trials});
    if (total.trials < target || target >= options.most_trials) return total;
    if (satisfied(options, total) || hopeless(options, total)) return total;
    target = next_look(options, total);
  }
}

}  // namespace mesha
