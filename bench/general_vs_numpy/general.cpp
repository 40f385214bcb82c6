// How many trials per core-second do `general` and `kernel` run on Experiment 1 (K = 8, d = 3, T =
// 800)? numpy_sums.py answers the same question for a vectorised NumPy program; bench/run compares
// them.
//
// Before anything is timed every way of playing must give the exact failure probability.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "mesha/catalog/experiment.hpp"
#include "mesha/learners/mesha.hpp"
#include "mesha/simulate/kernel/kernel.hpp"
#include "mesha/simulate/many_runs.hpp"
#include "mesha/stats/binomial.hpp"
#include "mesha/strategies/fixed.hpp"
#include "support/paths.hpp"

namespace {

using namespace mesha;

constexpr std::int64_t T = 800;
constexpr double exact_mesha = 0.035813;  // by numerical integration
constexpr double exact_sh = 0.057223;

[[noreturn]] void give_up(const std::string& sentence) {
  std::fprintf(stderr, "bench_general_vs_numpy: %s\n", sentence.c_str());
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

// The experiment's first learner of that name, as the command line makes it.
AnyLearner erased(std::string_view name) {
  for (const LearnerChoice& choice : experiment().learners) {
    if (choice.name == name) {
      return value_of(make_learner(choice.name, experiment().setting(T), choice.options));
    }
  }
  give_up("the example has no learner " + std::string(name));
}

Mesha typed_mesha() {
  const Instance& instance = experiment().instance;
  return value_of(Mesha::make({.arms = static_cast<int>(instance.arm_count()),
                               .dimension = static_cast<int>(instance.dimension()),
                               .budget = T,
                               .zeta = 0.015,
                               .lambda = 1.35}));
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
  double exact;
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

auto kernel_player() {
  auto facts = erased("mesha").affine();
  if (!facts) give_up("MESHA states no affine facts");
  const auto reports = first_reports(experiment().profile, experiment().instance);
  const auto plan = std::make_shared<const KernelPlan>(
      value_of(AffineProblem::make(*facts, experiment().instance, reports, experiment().best)));
  return [plan](std::uint64_t first, std::int64_t trials) {
    return kernel_runs(*plan, {experiment().precision.seed, first, trials});
  };
}

std::vector<Way> ways() {
  constexpr auto sums = Draw::sums_where_possible;
  const Profile& profile = experiment().profile;
  return {
      {"mesha", exact_mesha, 400'000, 32'768, player(erased("mesha"), profile, sums)},
      {"mesha/typed", exact_mesha, 400'000, 32'768, player(typed_mesha(), typed_profile(), sums)},
      {"mesha/kernel", exact_mesha, 4'000'000, 1'048'576, kernel_player()},
      {"mesha/every_pull", exact_mesha, 50'000, 2'048,
       player(erased("mesha"), profile, Draw::every_pull)},
      {"sequential_halving", exact_sh, 400'000, 32'768,
       player(erased("sequential_halving"), profile, sums)},
  };
}

void check(const Way& way) {
  const Tally tally = way.play(0, way.trials_to_check);
  const double z = binomial_z(tally.failures, tally.trials, way.exact);
  std::fprintf(stderr, "check general %s: %lld failures in %lld trials, z = %+.2f\n", way.name,
               static_cast<long long>(tally.failures), static_cast<long long>(tally.trials), z);
  if (!(std::abs(z) <= 4.5)) give_up(std::string(way.name) + " is not the exact answer");
}

void time(benchmark::State& state, const Way& way) {
  std::uint64_t first = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(way.play(first, way.trials_per_step));
    first += static_cast<std::uint64_t>(way.trials_per_step);
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
