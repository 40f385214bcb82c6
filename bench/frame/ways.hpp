// The frame of a bench that plays Experiment 1 at T = 800 in several ways: all answers are checked,
// then each way is timed.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mesha/catalog/experiment.hpp"
#include "mesha/simulate/many_runs.hpp"
#include "mesha/strategies/fixed.hpp"
#include "support/paths.hpp"

namespace mesha::bench {

inline constexpr std::int64_t T = 800;

[[noreturn]] inline void give_up(const std::string& sentence) {
  std::fprintf(stderr, "bench: %s\n", sentence.c_str());
  std::exit(1);
}

template <class V>
V value_of(Result<V> result) {
  if (!result) give_up(result.error().sentence);
  return *std::move(result);
}

inline const Experiment& experiment() {
  static const Experiment loaded =
      value_of(load_experiment(testing::in_checkout("examples/vary_T.toml")));
  return loaded;
}

// With the options of the experiment's first learner of that name, if it has one.
inline Game game_of(const std::string& name) {
  const auto& learners = experiment().learners;
  const auto found = std::ranges::find(learners, name, &LearnerChoice::name);
  const LearnerChoice plain{.name = name, .options = {}};
  return value_of(experiment().game(found == learners.end() ? plain : *found, T));
}

// What it costs that types are chosen at run time: the same reports with their type known.
inline std::vector<Fixed> typed_profile() {
  std::vector<Fixed> profile;
  for (const Report& report : first_reports(experiment().profile, experiment().instance))
    profile.emplace_back(report);
  return profile;
}

// One way of playing: `trials` runs on one thread, beginning with run number `first`.
struct Way {
  const char* name;
  std::function<double(const Tally&)> z;  // how far from the known answer, in sigma
  std::int64_t trials_to_check;
  std::int64_t trials_per_step;
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

inline auto player(const Game& game, Draw draw) { return player(game.learner, game.profile, draw); }

inline void check(const Way& way) {
  const Tally tally = way.play(0, way.trials_to_check);
  const double z = way.z(tally);
  std::fprintf(stderr, "check %s: %lld failures in %lld trials, z = %+.2f\n", way.name,
               static_cast<long long>(tally.failures), static_cast<long long>(tally.trials), z);
  if (!(std::abs(z) <= 4.5)) give_up(std::string(way.name) + " does not give the known answer");
}

inline void time(benchmark::State& state, const Way& way) {
  std::uint64_t first = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(way.play(first, way.trials_per_step));
    first += static_cast<std::uint64_t>(way.trials_per_step);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(first));  // per second of processor time
}

inline int check_and_time(const std::vector<Way>& ways, int argc, char** argv) {
  for (const Way& way : ways) check(way);
  if (argc == 2 && std::strcmp(argv[1], "--check-only") == 0) return 0;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  for (const Way& way : ways) {
    benchmark::RegisterBenchmark(way.name, [&way](benchmark::State& state) {
      time(state, way);
    })->Unit(benchmark::kMillisecond);
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace mesha::bench
