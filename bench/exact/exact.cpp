// How long does an exact value take, as the number of arms grows, and against the runs that would
// give a thousandth of its precision? Checks the values first; times are the best of several. Ends
// with status 1, after the tables, if a value took longer than it may.
#include "mesha/simulate/exact/exact.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mesha/learners/mesha.hpp"
#include "mesha/learners/sequential_halving.hpp"
#include "mesha/simulate/many_runs.hpp"
#include "mesha/simulate/rare/rare.hpp"
#include "mesha/stats/binomial.hpp"
#include "mesha/strategies/fixed.hpp"
#include "mesha/strategies/truthful.hpp"

namespace {

using namespace mesha;

// On any machine.
struct Limit {
  int arms;
  double seconds;
};
constexpr Limit limits[] = {{.arms = 8, .seconds = 2e-3}, {.arms = 16, .seconds = 5}};

constexpr double chosen_limit = 3;  // times the failure alone, for everybody's chance

std::vector<std::string> missed;  // limits, each as half a sentence

void compare_with_limits(int arms, double seconds) {
  for (const Limit& limit : limits) {
    if (limit.arms != arms || seconds < limit.seconds) continue;
    missed.push_back(fmt::format("K={} took {:.3f} ms, not less than {:g} ms", arms, 1e3 * seconds,
                                 1e3 * limit.seconds));
  }
}

struct Stairs {
  Instance instance;
  SequentialHalving learner;
  AffineProblem problem;
};

Stairs stairs(int arms, double step) {
  std::vector<TrueFeature> features;
  std::vector<Report> reports;
  for (int i = 0; i < arms; ++i) {
    features.push_back({Vec{1 - step * i}});
    reports.push_back({Vec{1.0}});
  }
  Instance instance = *Instance::make(std::move(features), Vec{1.0}, GaussianNoise{.5});
  SequentialHalving learner = *SequentialHalving::make({arms, 125L * arms});
  AffineProblem problem = *AffineProblem::make(learner.affine(), instance, reports, ArmId{0});
  return {std::move(instance), std::move(learner), std::move(problem)};
}

template <class Work>
double best_seconds(int times, Work work) {
  double best = HUGE_VAL;
  for (int k = 0; k < times; ++k) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, took.count());
  }
  return best;
}

Tally sampled(const Stairs& one, std::int64_t trials) {
  const std::vector<Truthful> profile(one.problem.means.size());
  return many_runs(one.learner, one.instance, std::span<const Truthful>(profile), ArmId{0},
                   {.seed = 1, .count = trials});
}

void check(bool right, const char* what) {
  if (right) return;
  fmt::print(stderr, "wrong answer: {}\n", what);
  std::exit(1);
}

// MESHA with the grim trigger, on Experiment 1, on stairs, and where every trigger is likely to
// fire.
void with_trigger(int turns) {
  struct Row {
    const char* name;
    std::vector<double> means, norms;
    double sd;
    MeshaConfig config;
  };
  const double r2 = std::sqrt(2.0);
  std::vector<Row> rows = {
      {"Experiment 1, T=800",
       {.52, .49, .40, .33, .27, .22, .18, .15},
       {1.85, .667 * r2, 1.949, .586 * r2, .771, .505 * r2, .657, .424 * r2},
       .155,
       {.arms = 8, .dimension = 3, .budget = 800, .zeta = .015, .lambda = 1.35}},
      {"stairs", {}, {}, .5, {.arms = 16, .dimension = 3, .budget = 2000, .zeta = .03}},
      {"triggers fire", {}, {}, 1, {.arms = 16, .dimension = 2, .budget = 640, .zeta = .003}}};
  for (int i = 0; i < 16; ++i) {
    rows[1].means.push_back(1 - .03 * i);
    rows[1].norms.push_back(1 - .02 * i);
    rows[2].means.push_back(-.8 - .003 * i);
    rows[2].norms.push_back(.05 + .003 * i);
  }
  rows[2].config.xi = .15;
  rows[2].config.delta = .3;
  fmt::print("\nMESHA, with its trigger:\n{:<20} {:>3} {:>12} {:>9} {:>9} {:>10}\n", "", "K",
             "failure", "error", "sets", "exact ms");
  for (const Row& row : rows) {
    std::vector<TrueFeature> features;
    std::vector<Fixed> profile;
    std::vector<Report> reports;
    for (std::size_t i = 0; i < row.means.size(); ++i) {
      features.push_back({Vec{row.means[i]}});
      reports.push_back({Vec{row.norms[i]}});
      profile.emplace_back(reports.back());
    }
    const Instance instance = *Instance::make(std::move(features), Vec{1.0}, GaussianNoise{row.sd});
    const Mesha learner = *Mesha::make(row.config);
    const auto problem = *AffineProblem::make(learner.affine(), instance, reports, ArmId{0});
    ExactFailure found;
    const double seconds = best_seconds(turns, [&] { found = *exact_failure(problem); });
    constexpr std::int64_t trials = 50'000;
    const Tally tally = many_runs(learner, instance, std::span<const Fixed>(profile), ArmId{0},
                                  {.seed = 1, .count = trials});
    check(std::fabs(binomial_z(tally.failures, trials, found.probability)) < 4.5, row.name);
    check(found.error < 1e-10, "the error of exact");
    fmt::print("{:<20} {:>3} {:>12.8f} {:>9.1e} {:>9} {:>10.3f}\n", row.name, row.config.arms,
               found.probability, found.error, found.sets, 1e3 * seconds);
    compare_with_limits(row.config.arms, seconds);
  }
}

// Sequential Halving, which has no trigger.
void as_arms_grow(int turns, bool check_only) {
  constexpr std::int64_t trials = 20'000;
  fmt::print("{:>3} {:>12} {:>9} {:>9} {:>10} {:>14} {:>12} {:>12}\n", "K", "failure", "error",
             "sets", "exact ms", "vs 10^6 runs", "vs K before", "who is chosen");
  double before = 0;
  for (const int arms : {2, 4, 6, 8, 10, 12, 14, 16}) {
    const Stairs one = stairs(arms, .03);
    ExactFailure found;
    const double exact = best_seconds(arms < 12 && !check_only ? 20 : turns,
                                      [&] { found = *exact_failure(one.problem); });
    ExactChosen everybody;
    const double chosen = best_seconds(arms < 12 && !check_only ? 20 : turns,
                                       [&] { everybody = *exact_chosen(one.problem); });
    const double sum =
        std::accumulate(everybody.chosen.begin(), everybody.chosen.end(), everybody.nobody);
    check(std::fabs(sum - 1) < 1e-12, "the chances of all");
    if (chosen > chosen_limit * exact) {
      missed.push_back(fmt::format("everybody's chance at K={} took {:.1f} times as long", arms,
                                   chosen / exact));
    }
    Tally tally;
    const double runs = best_seconds(turns, [&] { tally = sampled(one, trials); });
    check(std::fabs(binomial_z(tally.failures, trials, found.probability)) < 4.5, "exact, sampled");
    check(found.error < 1e-10, "the error of exact");
    fmt::print("{:>3} {:>12.8f} {:>9.1e} {:>9} {:>10.3f} {:>13.0f}x {:>11.1f}x {:>11.1f}x\n", arms,
               found.probability, found.error, found.sets, 1e3 * exact,
               runs * (1e6 / trials) / exact, before > 0 ? exact / before : 1, chosen / exact);
    before = exact;
    compare_with_limits(arms, exact);
  }
}

void rare() {
  fmt::print("\nrare, to +-1%:\n{:>3} {:>10} {:>9} {:>10} {:>17}\n", "K", "failure", "runs", "ms",
             "runs without tilt");
  for (const auto& [arms, step] : {std::pair{8, .1}, {8, .3}, {8, .45}, {16, .05}, {16, .2}}) {
    const Stairs one = stairs(arms, step);
    const double truth = exact_failure(one.problem)->probability;
    RareFailure found;
    const double seconds = best_seconds(
        1, [&] { found = rare_failure(one.problem, {.seed = 1, .relative_error = .01}); });
    check(std::fabs(found.probability / truth - 1) < .025, "rare, exact");
    fmt::print("{:>3} {:>10.3e} {:>9} {:>10.0f} {:>17.1e}\n", arms, truth, found.trials,
               1e3 * seconds, 1.96 * 1.96 / (1e-4 * truth));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bool check_only = argc == 2 && std::string_view(argv[1]) == "--check-only";
  const int turns = check_only ? 1 : 3;
  as_arms_grow(turns, check_only);
  with_trigger(turns);
  rare();
  if (check_only || missed.empty()) return 0;
  std::fflush(stdout);
  fmt::print(stderr, "bench_exact: an exact value: {}\n", fmt::join(missed, "; "));
  return 1;
}
