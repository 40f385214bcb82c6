// How many OptGTM trials per core-second does `general` run on Experiment 1 (K = 8, d = 3, T =
// 800)? A trial is 800 rounds, each of them a plan, a draw and an update. numpy_rounds.py answers
// the same question for a NumPy program that goes round by round; bench/run compares them.
//
// Before anything is timed every way of playing must agree with an independent program.
#include "mesha/learners/opt_gtm.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "mesha/catalog/experiment.hpp"
#include "mesha/simulate/many_runs.hpp"
#include "mesha/stats/binomial.hpp"
#include "mesha/strategies/fixed.hpp"
#include "support/paths.hpp"

namespace {

using namespace mesha;

constexpr std::int64_t T = 800;
constexpr std::int64_t independent_trials = 20'000;  // by a program of its own
constexpr std::int64_t independent_failures = 680;   // .034

[[noreturn]] void give_up(const std::string& sentence) {
  std::fprintf(stderr, "bench_opt_gtm_vs_numpy: %s\n", sentence.c_str());
  std::exit(1);
}

template <class V>
V value_of(Result<V> result) {
  if (!result) give_up(result.error().sentence);
  return *std::move(result);
}

const Experiment& experiment() {
  static const Experiment loaded =
      value_of(load_experiment(testing::in_checkout("examples/vary_T.toml")));
  return loaded;
}

// As the command line makes it.
AnyLearner erased(std::string_view name) {
  return value_of(make_learner(name, experiment().setting(T), {}));
}

OptGtm typed() {
  const Instance& instance = experiment().instance;
  return value_of(OptGtm::make({.arms = static_cast<int>(instance.arm_count()),
                                .dimension = static_cast<int>(instance.dimension()),
                                .budget = T}));
}

std::vector<Fixed> typed_profile() {
  std::vector<Fixed> profile;
  for (const Report& report : first_reports(experiment().profile, experiment().instance)) {
    profile.emplace_back(report);
  }
  return profile;
}

// One way of playing: `trials` runs on one thread, beginning with run number `first`.
struct Way {
  const char* name;
  std::function<Tally(std::uint64_t first, std::int64_t trials)> play;
};

template <Learner L, Strategy S>
auto player(L learner, std::vector<S> profile, Draw draw) {
  return [=](std::uint64_t first, std::int64_t trials) {
    const RunRange range{experiment().precision.seed, first, trials};
    return many_runs(learner, experiment().instance, std::span<const S>(profile), experiment().best,
                     range, {}, {.draw = draw});
  };
}

std::vector<Way> ways() {
  const Profile& profile = experiment().profile;
  return {
      {"opt_gtm", player(erased("opt_gtm"), profile, Draw::sums_where_possible)},
      {"opt_gtm/typed", player(typed(), typed_profile(), Draw::sums_where_possible)},
      {"opt_gtm/every_pull", player(erased("opt_gtm"), profile, Draw::every_pull)},
  };
}

void check(const Way& way) {
  const Tally tally = way.play(0, 20'000);
  const double z =
      two_sample_z(tally.failures, tally.trials, independent_failures, independent_trials);
  std::fprintf(stderr, "check general %s: %lld failures in %lld trials, z = %+.2f\n", way.name,
               static_cast<long long>(tally.failures), static_cast<long long>(tally.trials), z);
  if (!(std::abs(z) <= 4.5)) give_up(std::string(way.name) + " is not the known answer");
}

void time(benchmark::State& state, const Way& way) {
  constexpr std::int64_t trials = 512;
  std::uint64_t first = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(way.play(first, trials));
    first += static_cast<std::uint64_t>(trials);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(first));  // per second of processor time
}

}  // namespace

int main(int argc, char** argv) {
  const bool check_only = argc == 2 && std::strcmp(argv[1], "--check-only") == 0;
  const std::vector<Way> all = ways();
  for (const Way& way : all) check(way);
  if (check_only) return 0;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  for (const Way& way : all) {
    benchmark::RegisterBenchmark(way.name, [&way](benchmark::State& state) {
      time(state, way);
    })->Unit(benchmark::kMillisecond);
  }
  benchmark::RunSpecifiedBenchmarks();
}
