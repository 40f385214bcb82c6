// Precision by target: where sampling stops.
#include "mesha/simulate/until.hpp"

#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "mesha/stats/binomial.hpp"
#include "support/affine_cases.hpp"

namespace mesha {
namespace {

using testing::Case;
using testing::staircase;

Tally until(const StopOptions& options, int threads) {
  const Game game = staircase(4, 1, .1, .5).game(*SequentialHalving::make({4, 80}));
  return run_until(options, 7, [&](const RunRange& range) {
    return many_runs(game.learner, game.instance, std::span<const AnyStrategy>(game.profile),
                     game.right, range, {.threads = threads});
  });
}

double half_width(const Tally& tally) {
  const Interval interval = clopper_pearson(tally.failures, tally.trials);
  return (interval.high - interval.low) / 2;
}

TEST(RunUntil, StopsAtTheWishedWidthAndNotMuchLater) {
  const Tally tally = until({.half_width = .004, .most_trials = 10'000'000}, 1);
  EXPECT_LE(half_width(tally), .004);
  EXPECT_GT(half_width(tally), .0037);
}

TEST(RunUntil, StopsAtTheSameRunForAnyNumberOfThreads) {
  const StopOptions options{.half_width = .005, .most_trials = 10'000'000};
  EXPECT_EQ(until(options, 1), until(options, 3));
}

TEST(RunUntil, IsThePrefixOfALongerRun) {
  const StopOptions options{.half_width = .01, .most_trials = 10'000'000};
  const Tally tally = until(options, 1);
  const Case stairs = staircase(4, 1, .1, .5);
  EXPECT_EQ(tally, stairs.sampled(*SequentialHalving::make({4, 80}), tally.trials, 7));
}

TEST(RunUntil, NeverSpendsMoreThanAllowed) {
  EXPECT_EQ(until({.half_width = 1e-5, .most_trials = 5000}, 2).trials, 5000);
}

TEST(RunUntil, TakesARelativeWishToo) {
  const Tally tally = until({.relative_error = .05, .most_trials = 10'000'000}, 1);
  EXPECT_LE(half_width(tally) * static_cast<double>(tally.trials),
            .05 * static_cast<double>(tally.failures));
}

// Sampling stops when the interval is narrow enough, and the interval still keeps its word: of 400
// at nominal 95%, fewer than 360 hold the truth with probability 2e-5.
TEST(RunUntil, TheIntervalCoversAsOftenAsItSaysWhereItsWidthDecidesWhenToStop) {
  for (const StopOptions& options :
       {StopOptions{.half_width = .01, .most_trials = 1'000'000},
        StopOptions{.relative_error = .15, .most_trials = 1'000'000}}) {
    for (const double truth : {.03, .4}) {
      const auto coins = [&](const RunRange& range) {
        Tally tally{.trials = range.count, .named = {0}};
        for (std::int64_t k = 0; k < range.count; ++k) {
          const RunRandom random{range.seed, range.first + static_cast<std::uint64_t>(k)};
          tally.failures += random.uniform(Stream::coins, 0, 0) < truth ? 1 : 0;
        }
        return tally;
      };
      int hits = 0;
      for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const Tally tally = run_until(options, seed, coins);
        const Interval interval = clopper_pearson(tally.failures, tally.trials);
        hits += interval.low <= truth && truth <= interval.high ? 1 : 0;
      }
      EXPECT_GE(hits, 360) << truth;
    }
  }
}

TEST(RunUntil, GivesUpARelativeErrorOfNothing) {
  const StopOptions options{.relative_error = .05, .most_trials = 1'000'000'000'000};
  const Tally tally = run_until(
      options, 1, [](const RunRange& range) { return Tally{.trials = range.count, .named = {0}}; });
  EXPECT_GE(tally.trials, 1'000'000'000);
  EXPECT_LE(tally.trials, 4'100'000'000);
}

}  // namespace
}  // namespace mesha
