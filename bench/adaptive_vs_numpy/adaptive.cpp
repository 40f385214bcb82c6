// How many runs of adaptive halving per core-second does `general` play where 64 arms share 1500
// pulls (Experiment 2's means, d = 3, separated tail)? A planned pull is one look at all arms.
// numpy_steps.py answers the same question for a NumPy program; bench/run compares them.
//
// Before anything is timed the answer must be the one that is known.
#include "frame/ways.hpp"
#include "mesha/instances/tails.hpp"
#include "mesha/learners/adaptive_halving.hpp"
#include "mesha/stats/binomial.hpp"

namespace {

using namespace mesha;
using namespace mesha::bench;

constexpr int K = 64;
constexpr std::int64_t pulls = 1500;

double from_known(const Tally& tally) {
  constexpr std::int64_t trials = 60'000;  // of tests/slow/floor_sets_figures_test.cpp
  constexpr std::int64_t failures = 1938;  // .0323
  return two_sample_z(tally.failures, tally.trials, failures, trials);
}

Instance experiment_2() {
  std::vector<TrueFeature> arms;
  for (const double mean :
       means_with_tail({.arms = K, .best = .62, .gap = .015, .end = .12, .tail = Tail::separated}))
    arms.push_back({{mean, 0}});
  return value_of(Instance::make(std::move(arms), {1, 0}, GaussianNoise{.14}));
}

template <Learner L>
Way way(const char* name, L learner) {
  return {name, from_known, 20'000, 64, [=](std::uint64_t first, std::int64_t trials) {
            static const Instance instance = experiment_2();
            static const std::vector<Fixed> silent(K, Fixed(Report{{0, 0}}));
            // Other runs than those that made the known answer.
            return many_runs(learner, instance, std::span<const Fixed>(silent), ArmId{0},
                             {.seed = 7, .first = first, .count = trials});
          }};
}

}  // namespace

int main(int argc, char** argv) {
  const auto learner = value_of(AdaptiveHalving::make({.arms = K, .budget = pulls}));
  return check_and_time(
      {way("adaptive_halving", AnyLearner(learner)), way("adaptive_halving/typed", learner)}, argc,
      argv);
}
