#include "mesha/simulate/many_runs.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <stop_token>

#include "support/estimated.hpp"
#include "support/experiment_1.hpp"
#include "support/random_games.hpp"

namespace mesha {
namespace {

using testing::experiment_1;

Tally run(const Experiment& e, const RunRange& range, const Crew& crew,
          Draw draw = Draw::sums_where_possible) {
  const auto learner = make_learner("mesha", e.setting(100), {{"lambda", 1.35}});
  return many_runs(*learner, e.instance, std::span<const AnyStrategy>(e.profile), e.best, range,
                   crew, {.draw = draw});
}

TEST(ManyRuns, CountTheSameForAnyNumberOfThreads) {
  const Experiment e = experiment_1();
  const Tally one = run(e, {.seed = 1, .count = 20'000}, {.threads = 1});
  EXPECT_EQ(one.trials, 20'000);
  for (const int threads : {2, 7})
    EXPECT_EQ(run(e, {.seed = 1, .count = 20'000}, {.threads = threads}), one);
}

TEST(ManyRuns, CountTheSameWhenCutIntoPieces) {
  const Experiment e = experiment_1();
  const Tally whole = run(e, {.seed = 1, .first = 5, .count = 9'000}, {.threads = 2});
  Tally joined;
  std::uint64_t first = 5;
  for (const std::int64_t count : {1, 1023, 1025, 4000, 2951}) {
    joined += run(e, {.seed = 1, .first = first, .count = count}, {.threads = 2});
    first += static_cast<std::uint64_t>(count);
  }
  EXPECT_EQ(joined, whole);
}

TEST(ManyRuns, StopOnRequestWithWhatWasFinished) {
  const Experiment e = experiment_1();
  std::stop_source stop;
  const Tally tally = run(e, {.seed = 1, .count = 1'000'000'000},
                          {.threads = 2,
                           .on_progress =
                               [&](const Progress& now) {
                                 if (now.done >= 5000) stop.request_stop();
                               },
                           .stop = stop.get_token()});
  EXPECT_GE(tally.trials, 5000);
  EXPECT_LT(tally.trials, 20'000);
  EXPECT_GT(tally.failures, 0);
}

// A run of 30,000 rounds takes as long as thousands of others, and nobody waits for thousands.
TEST(ManyRuns, HearAWishToStopWhereRunsAreLong) {
  const Experiment e = experiment_1();
  const auto learner = make_learner("opt_gtm", e.setting(30'000), {});
  std::stop_source stop;
  const Tally tally = many_runs(
      *learner, e.instance, std::span<const AnyStrategy>(e.profile), e.best,
      {.seed = 1, .count = 1'000'000},
      {.on_progress = [&](const Progress&) { stop.request_stop(); }, .stop = stop.get_token()});
  EXPECT_GE(tally.trials, 1);
  EXPECT_LE(tally.trials, 3);
}

TEST(ManyRuns, AreSharedOutWhereTheyAreFew) {
  const Experiment e = experiment_1();
  int calls = 0;
  run(e, {.seed = 1, .count = 100},
      {.threads = 2, .on_progress = [&](const Progress&) { ++calls; }});
  EXPECT_GE(calls, 16);
}

TEST(ManyRuns, GoOnWithTheThreadsThatCanBeHad) {
  const Experiment e = experiment_1();
  const Tally one = run(e, {.seed = 1, .count = 5000}, {.threads = 1});
  pthread_attr_t usual, impossible;
  ASSERT_EQ(pthread_getattr_default_np(&usual), 0);
  ASSERT_EQ(pthread_attr_init(&impossible), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&impossible, std::size_t{1} << 60U), 0);
  ASSERT_EQ(pthread_setattr_default_np(&impossible), 0);
  EXPECT_THROW(std::thread([] {}).join(), std::system_error);
  EXPECT_EQ(run(e, {.seed = 1, .count = 5000}, {.threads = 4}), one);
  ASSERT_EQ(pthread_setattr_default_np(&usual), 0);
}

TEST(ManyRuns, ReportProgressOneCallAtATimeUpToTheEnd) {
  const Experiment e = experiment_1();
  std::atomic<int> inside = 0;
  std::int64_t last = 0;
  run(e, {.seed = 1, .count = 10'000}, {.threads = 4, .on_progress = [&](const Progress& now) {
                                          EXPECT_EQ(inside++, 0);
                                          EXPECT_GT(now.done, last);
                                          EXPECT_EQ(now.total, 10'000);
                                          last = now.done;
                                          --inside;
                                        }});
  EXPECT_EQ(last, 10'000);
}

TEST(ManyRuns, PassOnAnExceptionFromAnyThread) {
  const Experiment e = experiment_1();
  const Crew crew{.threads = 3,
                  .on_progress = [](const Progress&) { throw std::runtime_error("enough"); }};
  EXPECT_THROW(run(e, {.seed = 1, .count = 100'000}, crew), std::runtime_error);
}

// A smaller version of the slow test, for every change.
TEST(ManyRuns, AgreeWithNumericalIntegrationOnExperiment1) {
  Experiment e = experiment_1();
  e.precision.trials = 100'000;
  // z beyond 4.5 in any of 4 cells: false alarm below 3e-5, were the seed not fixed.
  for (const std::size_t k : {0U, 9U}) {
    const Tally mesha =
        testing::estimated(e, e.learners[0], testing::budgets_1[k], Method::general).tally;
    const Tally halving =
        testing::estimated(e, e.learners[1], testing::budgets_1[k], Method::general).tally;
    EXPECT_LT(std::abs(binomial_z(mesha.failures, mesha.trials, testing::exact_mesha_1[k])), 4.5);
    EXPECT_LT(std::abs(binomial_z(halving.failures, halving.trials, testing::exact_halving_1[k])),
              4.5);
  }
}

TEST(OneRun, DrawsEveryPullOrOneSumWithTheSameMeanAndVariance) {
  // Two arms, uniform allocation with 50 pulls each: the difference of the sums decides. With
  // gap .1 and sd .5, P(fail) = Phi(-.1 * 50 / (.5 sqrt(100))) = Phi(-1) = .158655.
  const Instance instance = *Instance::make({{{0.6}}, {{0.5}}}, {1}, GaussianNoise{0.5});
  const Profile profile = *make_profile("truthful", instance, {});
  const auto learner = make_learner("uniform", {.arms = 2, .dimension = 1, .budget = 100}, {});
  for (const Draw draw : {Draw::sums_where_possible, Draw::every_pull}) {
    const Tally tally =
        many_runs(*learner, instance, std::span<const AnyStrategy>(profile), ArmId{0},
                  {.seed = 4, .count = 60'000}, {.threads = 2}, {.draw = draw});
    EXPECT_LT(std::abs(binomial_z(tally.failures, tally.trials, 0.158655)), 4.5);
  }
}

TEST(OneRun, DrawsUniformNoiseAndBernoulliRewards) {
  // Uniform on +-w has sd w / sqrt(3); 200 pulls a side are Gaussian enough for four digits.
  // Bernoulli .5 against .45 with 200 pulls each.
  const Instance uniform = *Instance::make({{{0.6}}, {{0.5}}}, {1}, UniformNoise{std::sqrt(3.0)});
  const Instance coins = *Instance::make({{{0.5}}, {{0.45}}}, {1}, BernoulliReward{});
  const auto learner = make_learner("uniform", {.arms = 2, .dimension = 1, .budget = 400}, {});
  const auto failures = [&](const Instance& instance) {
    const Profile profile = *make_profile("truthful", instance, {});
    return many_runs(*learner, instance, std::span<const AnyStrategy>(profile), ArmId{0},
                     {.seed = 4, .count = 20'000}, {.threads = 2})
        .failures;
  };
  EXPECT_LT(std::abs(binomial_z(failures(uniform), 20'000, 0.158655)), 4.5);
  // P(B(200,.5) < B(200,.45)): ties go to arm 0. Normal with continuity correction:
  // Phi(-(10 + .5) / sqrt(200 (.25 + .2475))) = Phi(-1.0526) = .14625; by enumeration .146268.
  EXPECT_LT(std::abs(binomial_z(failures(coins), 20'000, 0.146268)), 4.5);
}

TEST(OneRun, NamesTheLowestIndexWhenNothingIsNoisyAndAllTie) {
  // sd = 0 and zero reports: every shrunk mean is 0, the lowest index wins.
  const Instance instance = *Instance::make({{{0.1}}, {{0.9}}, {{0.5}}}, {1}, GaussianNoise{0});
  const Profile silent = *make_profile("scaled", instance, {{"factor", 0.0}});
  const Profile honest = *make_profile("truthful", instance, {});
  const auto learner =
      make_learner("mesha", {.arms = 3, .dimension = 1, .budget = 60, .smallest_gap = 0.4}, {});
  const auto named = [&](const Profile& profile) {
    return many_runs(*learner, instance, std::span<const AnyStrategy>(profile), ArmId{1},
                     {.count = 10})
        .named;
  };
  EXPECT_EQ(named(silent), (std::vector<std::int64_t>{10, 0, 0}));
  EXPECT_EQ(named(honest), (std::vector<std::int64_t>{0, 10, 0}));
}

TEST(OneRun, PullsRoundRobinSoThatWatchersSeeEverybodysRounds) {
  // A spy that records the history it is shown.
  struct Spy {
    bool constant() const { return false; }
    bool watches() const { return true; }
    const Report& report(const ArmView& view) {
      rounds->clear();
      for (std::size_t t = 0; t < view.history.size(); ++t)
        rounds->push_back(view.history[t].arm.index);
      return said;
    }
    std::vector<int>* rounds;
    Report said{{1.0}};
  };
  std::vector<int> seen;
  const Instance instance = *Instance::make({{{0.1}}, {{0.9}}, {{0.5}}}, {1}, GaussianNoise{0.1});
  const std::vector<Spy> spies(3, Spy{&seen});
  const auto learner = make_learner("uniform", {.arms = 3, .dimension = 1, .budget = 12}, {});
  Runner<AnyLearner, Spy> table(*learner, instance, spies);
  table.play({1, 1});
  EXPECT_EQ(seen, (std::vector<int>{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1}));
  EXPECT_EQ(table.spent(), 12);
}

}  // namespace
}  // namespace mesha
