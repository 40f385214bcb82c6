// Rare failures against exact values. A test compares |z| with 4.5: one false alarm in 150,000, and
// the seeds are fixed.
#include "mesha/simulate/rare/rare.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "mesha/simulate/exact/exact.hpp"
#include "mesha/stats/normal_law.hpp"
#include "support/affine_cases.hpp"
#include "support/rare_intervals.hpp"

namespace mesha {
namespace {

using testing::Case;
using testing::half_width;
using testing::intervals_that_hold;
using testing::paper_case;
using testing::paper_mesha;
using testing::staircase;

void expect_agrees(const AffineProblem& problem, double smallest, double largest,
                   std::int64_t most_trials = 200'000) {
  const double truth = exact_failure(problem)->probability;
  EXPECT_GT(truth, smallest);
  EXPECT_LT(truth, largest);
  const auto found = rare_failure(problem, {.seed = 11, .relative_error = .03});
  EXPECT_LE(half_width(found), .03 * found.probability);
  EXPECT_LT(std::fabs(found.probability - truth), 4.5 / 1.96 * half_width(found))
      << found.probability << " instead of " << truth;
  EXPECT_LT(found.trials, most_trials);
}

TEST(Rare, AgreesWithExactOnEightArmsDownToOneInABillion) {
  const Case paper = paper_case();
  expect_agrees(paper.problem(*Mesha::make(paper_mesha(8, 800))), 1e-2, 1e-1);
  expect_agrees(paper.problem(*Mesha::make(paper_mesha(8, 8000))), 1e-7, 1e-6);
  expect_agrees(paper.problem(*SequentialHalving::make({8, 12000})), 1e-10, 1e-9);
  expect_agrees(staircase(8, 1, .3, .5).problem(*SequentialHalving::make({8, 800})), 1e-7, 1e-6);
  expect_agrees(staircase(8, 1, .4, .5).problem(*SequentialHalving::make({8, 800})), 1e-11, 1e-10);
}

TEST(Rare, AgreesWithExactOnSixteenArmsDownToOneInABillion) {
  expect_agrees(staircase(16, 1, .2, .5).problem(*SequentialHalving::make({16, 4000})), 1e-11,
                1e-9);
  Case equal = staircase(16, .5, 0, .5);
  equal.means[0] = 1;
  expect_agrees(equal.problem(*SequentialHalving::make({16, 2000})), 1e-8, 1e-7);
  Case shrunk = staircase(16, 1, .1, .5);
  for (int i = 0; i < 16; ++i) shrunk.norms.push_back(i % 3 == 0 ? .8 : 1.5);
  expect_agrees(shrunk.problem(*Mesha::make(paper_mesha(16, 2000))), 1e-4, 1e-1);
  expect_agrees(shrunk.problem(*Mesha::make(paper_mesha(16, 16'000))), 1e-11, 1e-8);
}

TEST(Rare, AgreesWithExactWhereARivalMustFirstSurvive) {
  // Arm 1 is close to the best but reports a short vector: it mostly leaves in the first epoch.
  const Case dark{
      .means = {1, .9, .1, .1, .1, .1, .1, .1}, .sd = .3, .norms = {1, .25, 1, 1, 1, 1, 1, 1}};
  expect_agrees(dark.problem(*Mesha::make(paper_mesha(8, 100))), 1e-9, 1e-1);
}

MeshaConfig eager_mesha(int arms, std::int64_t budget) {
  MeshaConfig config = paper_mesha(arms, budget);
  config.xi = .05;
  config.delta = .3;
  return config;
}

// One rival, of a short report, is caught in most of the runs. If it is not, it wins: everybody's
// mean is below 0, and its own is shrunk most.
TEST(Rare, AgreesWithExactWhereTheTriggerMatters) {
  for (const int arms : {8, 16}) {
    Case caught = staircase(arms, -.5, .01, .3);
    caught.norms.assign(caught.means.size(), 1);
    caught.means[0] = -.1;
    caught.means[3] = -.25;
    caught.norms[3] = .1;
    const auto learner = *Mesha::make(eager_mesha(arms, 100 * arms));
    const auto problem = caught.problem(learner);
    ASSERT_TRUE(rare_applies(problem)) << rare_applies(problem).error().sentence;
    EXPECT_GT(caught.sampled(learner, 1000).triggered, 500);
    expect_agrees(problem, 1e-12, 1e-2, 1'000'000);
  }
}

// The best arm itself may be caught: a failure that needs no rival.
TEST(Rare, AgreesWithExactWhereTheBestArmMayBeCaught) {
  Case low = staircase(8, -.1, .2, .3);
  low.norms = {.15, 1, 1, 1, 1, 1, 1, 1};
  const auto problem = low.problem(*Mesha::make(eager_mesha(8, 240)));
  ASSERT_TRUE(rare_applies(problem)) << rare_applies(problem).error().sentence;
  expect_agrees(problem, 1e-12, 1);
}

// Here rare was sure of intervals that held the truth (4.9e-9, 9.3e-13 and 1.7e-23) for few seeds,
// or did not end: whether two rivals get past the trigger together decides how often all others
// are pulled after that.
TEST(Rare, IsNotForSeveralRivalsWhomTheTriggerMayTake) {
  const auto applies = [](const Case& each, std::int64_t budget, double lambda, double xi,
                          double delta) {
    MeshaConfig config = paper_mesha(each.arms(), budget);
    config.dimension = 1;
    config.lambda = lambda;
    config.xi = xi;
    config.delta = delta;
    return static_cast<bool>(rare_applies(each.problem(*Mesha::make(config))));
  };
  const Case one{.means = {-.151, -.720, -.423, -.510, .060, -.542, -.174, -.892},
                 .sd = .229,
                 .norms = {.514, .515, .531, .531, 1, .520, .519, 1}};
  EXPECT_FALSE(applies(one, 816, 1000, .2, .497));
  EXPECT_TRUE(applies(one, 816, 1000, 50, .497));  // a patient trigger
  const Case two{.means = {-.427, -.460, -.309, -.557, -.298, -.069, -.279, -.424},
                 .sd = .315,
                 .norms = {.1037, .1048, .1028, .1038, .1017, .1578, .1022, .1002}};
  EXPECT_FALSE(applies(two, 1800, 1, .085, .344));
  const Case three{.means = {-.017, -.571, -.802, -.551, -.595, .197, -.347, -.022},
                   .sd = .219,
                   .norms = {.546, 1, .554, 1, .529, 1, .552, 1}};
  // Nothing can fire in the first epoch, almost everything does in the third.
  const Case late{.means = {-.6444, -1, -1, -1, -1, -1, -1, -1},
                  .sd = .1111,
                  .norms = std::vector<double>(8, 1e-7)};
  EXPECT_TRUE(applies(late, 2400, 1, 30, .1));
  EXPECT_FALSE(applies(late, 2400, 1, 3.906, .1));
  for (const std::int64_t budget : {48, 480, 1176})
    EXPECT_FALSE(applies(three, budget, 100, .2, .092)) << budget;
}

// Successive Rejects with three arms. After n pulls each, the lowest leaves; after m more for the
// two others, the lower sum does. So the best arm b loses with
//   P(S_b < S_j, S_k) + sum over j of  int int f_b(x) f_j(y) P(S_k < min(x, y))
//                                      P(later y overtakes x) dx dy,
// by the midpoint rule in units of sqrt(n) sd.
double failure_of_three(const std::array<double, 3>& means, double sd, double n, double m) {
  const auto at_n = [&](std::size_t i) { return means[i] * std::sqrt(n) / sd; };
  constexpr double step = .01;
  constexpr double reach = 11;
  double failure = 0;
  for (double x = at_n(0) - reach; x < at_n(0) + reach; x += step) {
    const double here = step * normal_density(x - at_n(0));
    failure += here * normal_above(x - at_n(1)) * normal_above(x - at_n(2));
    for (const std::size_t j : {1U, 2U}) {
      const std::size_t k = 3 - j;
      for (double y = at_n(j) - reach; y < at_n(j) + reach; y += step) {
        const double lead = (x - y) * std::sqrt(n) * sd + m * (means[0] - means[j]);
        failure += here * step * normal_density(y - at_n(j)) *
                   normal_below(std::min(x, y) - at_n(k)) *
                   normal_below(-lead / (std::sqrt(2 * m) * sd));
      }
    }
  }
  return failure;
}

TEST(Rare, AgreesWithQuadratureForALearnerThatKeepsItsSamples) {
  const std::array<double, 3> means = {.9, .5, .3};
  for (const std::int64_t budget : {60, 200, 400}) {
    const auto learner = *SuccessiveRejects::make({3, budget});
    const auto facts = learner.affine();
    const auto n = static_cast<double>(facts.stage(1, 3).pulls);
    const auto m = static_cast<double>(facts.stage(2, 2).pulls);
    const double truth = failure_of_three(means, .5, n, m);
    const Case three{.means = {means.begin(), means.end()}, .sd = .5};
    const auto found = rare_failure(three.problem(learner), {.seed = 3, .relative_error = .01});
    EXPECT_LT(std::fabs(found.probability - truth), 4.5 / 1.96 * half_width(found))
        << "T = " << budget << ": " << found.probability << " instead of " << truth;
    EXPECT_TRUE(budget < 400 || truth < 1e-9) << truth;
  }
}

// Two arms, one of which starts over every epoch and one which does not, are both one difference.
TEST(Rare, ScoresThatBuildOnEarlierEpochsAreNoObstacle) {
  const Case two{.means = {1, 0}, .sd = 1};
  const auto found = rare_failure(two.problem(*SuccessiveRejects::make({2, 60})),
                                  {.seed = 5, .relative_error = .02});
  const auto n = static_cast<double>(SuccessiveRejects::make({2, 60})->affine().stage(1, 2).pulls);
  const double truth = normal_below(-std::sqrt(n / 2));
  EXPECT_LT(truth, 1e-3);
  EXPECT_LT(std::fabs(found.probability - truth), 4.5 / 1.96 * half_width(found));
}

TEST(Rare, AgreesWithPlainSamplingOfLearnersThatKeepTheirSamples) {
  const Case stairs = staircase(6, 1, .15, .5);
  const auto check = [&](const auto& learner) {
    constexpr std::int64_t trials = 400'000;
    const Tally tally = stairs.sampled(learner, trials);
    const auto found = rare_failure(stairs.problem(learner), {.seed = 5, .relative_error = .02});
    const double p = found.probability;
    const double sd = std::hypot(half_width(found) / 1.96, std::sqrt(p * (1 - p) / trials));
    EXPECT_GT(tally.failures, 50);
    EXPECT_LT(std::fabs(p - static_cast<double>(tally.failures) / trials), 4.5 * sd);
  };
  check(*SuccessiveRejects::make({6, 120}));
  check(*SequentialHalving::make({6, 120, /*keep_samples=*/true}));
}

TEST(Rare, TheIntervalCoversAsOftenAsItSays) {
  const auto stairs = staircase(8, 1, .3, .5).problem(*SequentialHalving::make({8, 800}));
  EXPECT_GE(intervals_that_hold(stairs, {.most_trials = 2048}), 176);
}

TEST(Rare, TheIntervalCoversAsOftenAsItSaysWhereItsWidthDecidesWhenToStop) {
  const auto mesha = paper_case().problem(*Mesha::make(paper_mesha(8, 8000)));
  EXPECT_GE(intervals_that_hold(mesha, {.relative_error = .02}), 176);
  // Almost certain: weights average above 1 as often as below.
  const Case certain{
      .means = {-.711, -.516, -.955, -.758}, .sd = .508, .norms = {.474, 1.773, 1.699, 1.180}};
  MeshaConfig patient = paper_mesha(4, 104);
  patient.dimension = 1;
  patient.lambda = 100;
  patient.xi = 10;
  const auto problem = certain.problem(*Mesha::make(patient));
  EXPECT_GT(exact_failure(problem)->probability, .99);
  EXPECT_GE(intervals_that_hold(problem, {.half_width = .004}), 176);
}

TEST(Rare, TheAnswerDoesNotDependOnTheNumberOfThreads) {
  const auto problem = paper_case().problem(*Mesha::make(paper_mesha(8, 4000)));
  const RareOptions options{.seed = 9, .relative_error = .02};
  const auto one = rare_failure(problem, options, {.threads = 1});
  const auto three = rare_failure(problem, options, {.threads = 3});
  EXPECT_EQ(one.probability, three.probability);
  EXPECT_EQ(one.trials, three.trials);
  EXPECT_EQ(one.interval.high, three.interval.high);
}

TEST(Rare, TheCostHardlyDependsOnHowRareFailuresAre) {
  const auto trials = [](std::int64_t budget) {
    return rare_failure(paper_case().problem(*SequentialHalving::make({8, budget})),
                        {.seed = 2, .relative_error = .01})
        .trials;
  };
  EXPECT_LT(trials(20'000), 2 * trials(800));  // 1e-15 against 6e-2
}

TEST(Rare, WithoutNoiseTheAnswerIsCertain) {
  const auto sure = rare_failure(staircase(4, 1, .1, 0).problem(*SequentialHalving::make({4, 40})),
                                 {.seed = 1, .relative_error = .1});
  EXPECT_EQ(sure.probability, 0);
  EXPECT_EQ(sure.interval.high, 0);
}

TEST(Rare, OneArmIsCertain) {
  const auto sure = rare_failure(staircase(1, 1, 0, .5).problem(*SequentialHalving::make({1, 40})),
                                 {.seed = 1, .relative_error = .01});
  EXPECT_EQ(sure.probability, 0);
  EXPECT_EQ(sure.interval.high, 0);
  EXPECT_EQ(sure.trials, 1);
}

// Here rare's intervals missed by a factor of five to two thousand: the scores of several arms are
// nearly equal, and it takes two others together to change who goes on.
TEST(Rare, IsNotForSeveralArmsWithSmallScores) {
  MeshaConfig config = paper_mesha(7, 420);
  config.lambda = .5;
  config.xi = .193;
  config.delta = .131;
  const auto applies = [&](const Case& each) {
    config.arms = each.arms();
    return static_cast<bool>(rare_applies(each.problem(*Mesha::make(config))));
  };
  for (const double norm : {0.0, 1e-9, 3e-3}) {  // mostly caught by the trigger
    const Case caught{.means = {-.158, -.257, -.224, -.428, -.364, -.428, -.437},
                      .sd = .282,
                      .norms = {.96, norm, norm, norm, norm, norm, norm}};
    EXPECT_FALSE(applies(caught)) << norm;
    // Sequential Halving looks at no report.
    EXPECT_TRUE(rare_applies(caught.problem(*SequentialHalving::make({7, 420}))));
  }
  const Case never_caught{
      .means = {.19, .12, -.18, .10, -.18}, .sd = .268, .norms = {0, 0, .25, 0, .9}};
  EXPECT_FALSE(applies(never_caught));
  const Case one{.means = {.9, .6, .5, .8}, .sd = .3, .norms = {1, 0, .9, 1.1}};
  EXPECT_TRUE(applies(one));
  const Case one_caught{.means = {.2, -.6, .1, .1}, .sd = .3, .norms = {1, 0, .9, 1.1}};
  EXPECT_FALSE(applies(one_caught));
}

TEST(Rare, ZeroReportsTieAtZero) {
  const Case mixed{
      .means = {.1, -.05, .2, .02, -.1, .08}, .sd = .3, .norms = {1, 0, .8, 0, 1.2, 0}};
  const auto problem = mixed.problem(*Mesha::make(paper_mesha(6, 60)));
  const auto found = rare_failure(problem, {.seed = 4, .relative_error = .02});
  EXPECT_LT(std::fabs(found.probability - exact_failure(problem)->probability),
            4.5 / 1.96 * half_width(found));
}

// The best arm says nothing, so its score is 0 whatever it earns, and a rival need only exceed 0.
TEST(Rare, TheBestArmMayHaveAConstantScore) {
  for (const auto budget : {56, 100, 150}) {
    const Case two{.means = {-.1, -.4}, .sd = .5, .norms = {0, 1}};
    MeshaConfig patient = paper_mesha(2, budget);
    patient.delta = 1e-6;
    expect_agrees(two.problem(*Mesha::make(patient)), 1e-13, 1e-4);
    const Case four{.means = {-.1, -.4, -.45, -.5}, .sd = .5, .norms = {0, 1, .5, 0}};
    patient.arms = 4;
    patient.budget = 4 * budget;
    expect_agrees(four.problem(*Mesha::make(patient)), 1e-21, 1e-4, 500'000);
  }
}

// All kinds of norms, also 0; means of either sign, so that triggers matter; any two of the rules.
TEST(Rare, AgreesWithExactOnRandomProblems) {
  std::mt19937 dice(7);
  const auto between = [&dice](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(dice);
  };
  int tiny = 0, refused = 0, outside = 0;
  for (int game = 0; game < 240; ++game) {
    const double zeros = game % 2 == 0 ? .1 : .3;
    Case drawn{.sd = between(.1, .6)};
    const int arms = std::uniform_int_distribution<int>(2, 9)(dice);
    const double top = between(-.5, 1);
    for (int i = 0; i < arms; ++i) {
      drawn.means.push_back(i == 0 ? top : top - between(.1, .6));
      const double kind = between(0, 1);
      drawn.norms.push_back(kind < zeros       ? 0
                            : kind < 2 * zeros ? std::exp(between(std::log(1e-9), 0))
                                               : between(.05, 1.5));
    }
    MeshaConfig config = paper_mesha(arms, 100 * arms);
    config.lambda = between(.1, 2);
    config.xi = game % 2 == 0 ? between(.05, .3) : between(1, 10);  // eager, or patient
    config.delta = between(.001, .5);
    const auto problem = game % 3 == 0 ? drawn.problem(*SequentialHalving::make({arms, 60 * arms}))
                                       : drawn.problem(*Mesha::make(config));
    if (!rare_applies(problem)) {
      ++refused;
      continue;
    }
    const auto exact = *exact_failure(problem);
    const auto found =
        rare_failure(problem, {.seed = 100U + static_cast<unsigned>(game), .most_trials = 20'000});
    EXPECT_LE(std::fabs(found.probability - exact.probability),
              4.5 / 1.96 * half_width(found) + exact.error + 1e-9 * exact.probability)
        << "game " << game << ": " << found.probability << " instead of " << exact.probability;
    outside += exact.probability < found.interval.low - exact.error ||
                       exact.probability > found.interval.high + exact.error
                   ? 1
                   : 0;
    tiny += exact.probability > 1e-30 && exact.probability < 1e-6 ? 1 : 0;
  }
  EXPECT_GT(tiny, 20);
  EXPECT_GT(refused, 20);
  EXPECT_LT(refused, 120);
  EXPECT_LE(outside, 20);  // of some 160 at 5%: more has probability 5e-5
}

// One epoch and K - 1 equal rivals, any of whom may be the one: int f(t) (1 - F(t)^(K-1)) dt.
TEST(Rare, FindsEveryOneOfManyEqualRivals) {
  for (const int arms : {17, 64, 66, 128, 300, 1024}) {
    Case equal = staircase(arms, .3, 0, .5);
    equal.means[0] = 1;
    constexpr int pulls = 60;
    const auto problem = equal.problem(*Uniform::make({arms, std::int64_t{pulls} * arms}));
    const double gap = .7 * std::sqrt(pulls) / .5;
    double truth = 0;
    for (double t = -9; t < 22; t += 1e-3) {  // the trapezoidal rule, exact enough for Gaussians
      const double some_above = -std::expm1((arms - 1) * std::log1p(-normal_above(t)));
      truth += 1e-3 * normal_density(t - gap) * some_above;
    }
    const auto found = rare_failure(problem, {.seed = 1, .relative_error = .03});
    EXPECT_LT(std::fabs(found.probability - truth), 4.5 / 1.96 * half_width(found))
        << arms << " arms: " << found.probability << " instead of " << truth;
    EXPECT_LT(found.trials, 200'000) << arms << " arms";
  }
}

// Two arms and one epoch: the failure probability is that of one normal, however small. Squares of
// such numbers are none any more.
TEST(Rare, KeepsItsWordWhereSquaresAreTooSmallForANumber) {
  const Case two{.means = {.9, .1}, .sd = .5};
  for (const std::int64_t budget : {1000, 1200, 2000}) {
    const auto problem = two.problem(*SequentialHalving::make({2, budget}));
    const double truth = normal_below(-.8 * std::sqrt(static_cast<double>(budget) / 4) / .5);
    EXPECT_GT(truth, 1e-290);
    EXPECT_TRUE(budget < 1200 || truth < 1e-160) << truth;
    int hits = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const auto found = rare_failure(problem, {.seed = seed, .relative_error = .005});
      hits += found.interval.low <= truth && truth <= found.interval.high ? 1 : 0;
    }
    EXPECT_GE(hits, 31) << budget;  // of 40 at 95%: fewer has probability 2e-5
  }
}

TEST(Rare, OneRunProvesNothing) {
  const auto found = rare_failure(staircase(4, 1, .3, .5).problem(*Uniform::make({4, 40})),
                                  {.seed = 1, .most_trials = 1});
  EXPECT_EQ(found.trials, 1);
  EXPECT_EQ(found.interval.low, 0);
  EXPECT_EQ(found.interval.high, 1);
}

TEST(Rare, GivesUpWhereNoNumberIsSmallEnough) {
  const auto found = rare_failure(staircase(4, 1, .3, 1e-3).problem(*Uniform::make({4, 4000})),
                                  {.seed = 1, .relative_error = .01});
  EXPECT_EQ(found.probability, 0);
  EXPECT_LT(found.interval.high, 1e-3);
  EXPECT_LT(found.trials, 2'000'000);
}

}  // namespace
}  // namespace mesha
