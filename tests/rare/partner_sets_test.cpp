// Which rivals overtake together: every set of them counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <span>

#include "mesha/simulate/rare/meeting.hpp"
#include "mesha/simulate/rare/tilted_run.hpp"
#include "support/affine_cases.hpp"
#include "support/rare_intervals.hpp"

namespace mesha {
namespace {

using testing::Case;
using testing::half_width;
using testing::intervals_that_hold;
using testing::paper_mesha;
using testing::staircase;

// Any two of three equal rivals, or any of many sets of near-equal ones, may overtake together.
// rare once proposed a rival with the strongest others alone, and missed the other sets.
TEST(Rare, FindsEverySetOfNearEqualRivalsThatOvertakeTogether) {
  const Case three{.means = {.9, .5, .5, .5}, .sd = .065};
  const auto halving = three.problem(*SequentialHalving::make({4, 16}));
  EXPECT_NEAR(exact_failure(halving)->probability, 3.185e-13, 1e-16);
  EXPECT_GE(intervals_that_hold(halving, {.most_trials = 8192}), 176);
  for (const int arms : {7, 10}) {
    Case many = staircase(arms, .5, .002, .05);
    many.means[0] = .9;
    many.norms.assign(many.means.size(), 1);
    const auto problem = many.problem(*Mesha::make(paper_mesha(arms, 8 * arms)));
    EXPECT_LT(exact_failure(problem)->probability, 1e-10);
    EXPECT_GE(intervals_that_hold(problem, {.most_trials = 4096}), 176) << arms;
  }
}

// In one epoch nothing is left to chance: all sets of `keep` rivals are integrated.
TEST(Rare, OneEpochIsIntegrated) {
  std::mt19937 dice(3);
  const auto between = [&dice](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(dice);
  };
  for (int game = 0; game < 200; ++game) {
    const int arms = std::uniform_int_distribution<int>(2, 10)(dice);
    const int keep = std::uniform_int_distribution<int>(1, arms - 1)(dice);
    Case drawn{.means = {game % 3 == 0 ? -.3 : .6}, .sd = between(.1, .5)};
    for (int i = 1; i < arms; ++i) drawn.means.push_back(drawn.means[0] - between(.01, .5));
    for (int i = 0; i < arms; ++i) drawn.norms.push_back(between(0, 1) < .1 ? 0 : between(.02, 1));
    MeshaConfig config = paper_mesha(arms, 40 * arms);
    config.xi = game % 2 == 0 ? 20 : between(.05, .5);  // the trigger: patient, or eager
    AffineProblem problem = drawn.problem(*Mesha::make(config));
    problem.facts.epochs = 1;
    problem.facts.stage = [keep](int, int) -> Stage { return {40, keep}; };
    const auto exact = *exact_failure(problem);
    if (exact.probability < 1e-200) continue;
    const auto found = rare_failure(problem, {.seed = 1, .most_trials = 2});
    EXPECT_NEAR(found.probability, exact.probability, exact.error + 1e-6 * exact.probability)
        << "game " << game;
  }
}

// Every set of rivals that may overtake together, each with a tilt of its own: what rare does with
// few tilts for learners that keep their samples.
Mixture one_tilt_per_set(const AffineProblem& problem) {
  Mixture mixture = {{.share = .05}};
  std::vector<std::int64_t> pulls;
  std::int64_t all = 0;
  for (int epoch = 1, active = problem.arm_count(); epoch <= problem.facts.epochs; ++epoch) {
    const Stage stage = problem.facts.stage(epoch, active);
    pulls.push_back(stage.pulls);
    all += stage.pulls;
    active = stage.keep;
    const Contender best = contender(problem, problem.best().index, all);
    for (unsigned set = 0; set < 1U << problem.means.size(); ++set) {
      if (std::popcount(set) != stage.keep || (set >> at(problem.best()) & 1U) != 0) continue;
      std::vector<Contender> up;
      for (int arm = 0; arm < problem.arm_count(); ++arm) {
        if ((set >> static_cast<unsigned>(arm) & 1U) != 0) {
          up.push_back(contender(problem, arm, all));
        }
      }
      Tilt& tilt = mixture.emplace_back();
      const Meeting here = meet(up, {best}, false);
      tilt.cost = here.cost;
      const auto drift = [&](int arm, double by) {
        for (std::size_t k = 0; k < pulls.size(); ++k) {
          const double part = static_cast<double>(pulls[k]) / static_cast<double>(all);
          tilt.shifts.push_back({static_cast<int>(k) + 1, arm, by * std::sqrt(part)});
        }
      };
      for (const Contender& one : up) drift(one.arm, one.rise(here.level));
      drift(best.arm, -best.fall(here.level, false));
    }
  }
  const auto sets = std::span(mixture).subspan(1);
  const double least = std::ranges::min(sets, {}, &Tilt::cost).cost;
  double sum = 0;
  for (Tilt& tilt : sets) sum += tilt.share = std::exp(-(tilt.cost - least) / 2);
  for (Tilt& tilt : sets) tilt.share *= (1 - mixture.front().share) / sum;
  return mixture;
}

TEST(Rare, FindsEverySetWhereScoresBuildOnEarlierEpochs) {
  const auto check = [](const AffineProblem& problem) {
    const auto found = rare_failure(problem, {.seed = 6, .relative_error = .02});
    EXPECT_LT(found.probability, 1e-9);
    const Mixture mixture = one_tilt_per_set(problem);
    TiltedRun run(problem, mixture);
    constexpr int runs = 100'000;
    double sum = 0, squares = 0;
    for (unsigned k = 0; k < runs; ++k) {
      const double value = run.play({8, k}) / found.probability;
      sum += value;
      squares += value * value;
    }
    const double mean = sum / runs;
    const double sd = std::sqrt((squares / runs - mean * mean) / runs);
    EXPECT_LT(sd, .03);
    EXPECT_LT(std::fabs(mean - 1),
              4.5 * std::hypot(sd, half_width(found) / found.probability / 1.96));
  };
  const Case near_equal{.means = {.9, .502, .5, .5, .498, .497}, .sd = .1};
  check(near_equal.problem(*SuccessiveRejects::make({6, 60})));
  check(near_equal.problem(*SequentialHalving::make({6, 60, /*keep_samples=*/true})));
}

}  // namespace
}  // namespace mesha
