// The exact method against the paper's problem, closed forms and the learners themselves.
#include "mesha/simulate/exact/exact.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "mesha/stats/binomial.hpp"
#include "mesha/stats/normal_law.hpp"
#include "support/affine_cases.hpp"

namespace mesha {
namespace {

using testing::Case;
using testing::eager_mesha;
using testing::paper_case;
using testing::paper_mesha;
using testing::staircase;

// |z| < 4.5 fails once in 150,000 fixed-seed comparisons.
template <class L>
void expect_agrees_with_sampling(const Case& one, const L& learner, std::int64_t trials) {
  const auto exact = *exact_failure(one.problem(learner));
  const Tally tally = one.sampled(learner, trials);
  EXPECT_LT(exact.error, 1e-10);
  if (exact.probability < 1e-15 || exact.probability > 1 - 1e-12) {
    EXPECT_EQ(tally.failures, exact.probability > 0.5 ? trials : 0);
  } else {
    EXPECT_LT(std::fabs(binomial_z(tally.failures, trials, exact.probability)), 4.5)
        << "exact " << exact.probability << ", sampled "
        << static_cast<double>(tally.failures) / static_cast<double>(trials);
  }
}

struct Published {
  std::int64_t budget;
  double mesha;
  double halving;
};
constexpr std::array<Published, 10> exact_table = {{{60, .118292, .343588},
                                                    {100, .111589, .292911},
                                                    {140, .108738, .255096},
                                                    {200, .103100, .214307},
                                                    {300, .089233, .165446},
                                                    {400, .075643, .132507},
                                                    {500, .062753, .105952},
                                                    {600, .051887, .085450},
                                                    {700, .043339, .070189},
                                                    {800, .035813, .057223}}};

TEST(Exact, EqualsTheKnownValuesOfExperiment1AtAllTenBudgets) {
  for (const auto& [budget, mesha, halving] : exact_table) {
    const auto shrunk = *exact_failure(paper_case().problem(*Mesha::make(paper_mesha(8, budget))));
    const auto plain = *exact_failure(paper_case().problem(*SequentialHalving::make({8, budget})));
    EXPECT_NEAR(shrunk.probability, mesha, 1e-6) << "T = " << budget;
    EXPECT_NEAR(plain.probability, halving, 1e-6) << "T = " << budget;
    EXPECT_LT(shrunk.error, 1e-10);
    EXPECT_LT(plain.error, 1e-10);
  }
}

TEST(Exact, TwoArmsAreOneDifferenceOfGaussians) {
  for (const double gap : {1e-3, .1, 1.0, 3.0}) {
    const Case two{.means = {.2, .2 + gap}, .sd = .7};
    const auto found = *exact_failure(two.problem(*Uniform::make({2, 20})));
    const double truth = normal_below(-gap / (.7 * std::sqrt(2.0 / 10)));
    EXPECT_NEAR(found.probability / truth, 1, 1e-9) << "gap " << gap;
    EXPECT_LE(std::fabs(found.probability - truth), found.error);
  }
}

TEST(Exact, TinyProbabilitiesKeepTheirDigits) {
  const Case two{.means = {2, 0}, .sd = 1};
  for (const std::int64_t budget : {20, 60, 120, 400, 1250}) {  // 4e-6 ... 2e-274
    const auto found = *exact_failure(two.problem(*Uniform::make({2, budget})));
    const double truth = normal_below(-2 * std::sqrt(static_cast<double>(budget) / 4));
    EXPECT_NEAR(found.probability / truth, 1, 1e-6) << "T = " << budget;
    EXPECT_LE(std::fabs(found.probability - truth), found.error);
    EXPECT_LT(found.error, 1e-6 * truth);
  }
}

// P(X_0 > X_1, X_0 > X_2) by a fine rectangle rule: for smooth, decaying integrands it converges
// faster than any power of the step.
TEST(Exact, ThreeArmsEqualAnIntegralByAnotherRule) {
  const Case three{.means = {.5, .3, .45}, .sd = .6};
  const double s = .6 / std::sqrt(7.0);
  double wins = 0;
  const double step = s / 50;
  for (double t = .5 - 10 * s; t < .5 + 10 * s; t += step) {
    wins += step / s * normal_density((t - .5) / s) * normal_below((t - .3) / s) *
            normal_below((t - .45) / s);
  }
  const auto found = *exact_failure(three.problem(*Uniform::make({3, 21})));
  EXPECT_NEAR(found.probability, 1 - wins, 1e-12);
}

TEST(Exact, EqualArmsAreMergedWithoutChangingTheAnswer) {
  Case equal = staircase(10, 1, 0, .8);
  equal.means[3] = 1.4;
  const auto merged = *exact_failure(equal.problem(*SequentialHalving::make({10, 400})));
  Case nearly = equal;
  for (std::size_t i = 0; i < 10; ++i) nearly.means[i] += 1e-13 * static_cast<double>(i);
  const auto apart = *exact_failure(nearly.problem(*SequentialHalving::make({10, 400})));
  EXPECT_NEAR(merged.probability, apart.probability, 1e-11);
  EXPECT_LT(merged.sets, 8);
  EXPECT_GT(apart.sets, 100);
}

TEST(Exact, AgreesWithSamplingOnOddNumbersOfArms) {
  for (const int arms : {3, 5, 7, 9, 11}) {
    expect_agrees_with_sampling(staircase(arms, 1, .08, .5),
                                *SequentialHalving::make({arms, 40 * arms}), 200'000);
  }
}

TEST(Exact, AgreesWithAMillionRunsOfExperiment1) {
  expect_agrees_with_sampling(paper_case(), *Mesha::make(paper_mesha(8, 100)), 1'000'000);
}

// --- the grim trigger ---------------------------------------------------------------------------

TEST(Exact, TheTriggerLeavesSmallerSetsAndTheyCount) {
  Case low = staircase(6, .1, .15, .5);
  low.norms = {.5, .2, .9, .4, .3, .6};
  const auto learner = *Mesha::make(eager_mesha(6, 60));
  const Tally tally = low.sampled(learner, 300'000);
  EXPECT_GT(tally.triggered, 300'000);  // one arm per run and more: it matters here
  expect_agrees_with_sampling(low, learner, 300'000);
}

// Two arms and a trigger by Simpson's rule: arm 0 is named if it stays, and the other leaves or
// scores less.
TEST(Exact, EqualsAPlainQuadratureOfTheTriggerToTenDigits) {
  const Case two{.means = {-.45, -.55}, .sd = .3, .norms = {.1, .12}};
  const auto problem = two.problem(*Mesha::make(eager_mesha(2, 20)));
  const auto n = static_cast<double>(problem.facts.stage(1, 2).pulls);
  const auto rule = [&](int i) {
    return problem.facts.rule(problem.reports[static_cast<std::size_t>(i)],
                              static_cast<std::int64_t>(n));
  };
  const double sum_sd = two.sd * std::sqrt(n);
  const auto below = [&](double sum, double mean) {
    return std::erfc((n * mean - sum) / sum_sd / std::sqrt(2.0)) / 2;
  };
  const double level = rule(1).trigger_below;
  EXPECT_GT(below(level, two.means[1]), .01);
  const auto wins = [&](double sum) {  // given the first arm's sum, and that it stays
    const double z = (sum - n * two.means[0]) / sum_sd;
    const double rival = std::max(level, sum * rule(0).scale / rule(1).scale);
    return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi) / sum_sd *
           below(rival, two.means[1]);
  };
  const auto simpson = [&](double from, double to) {
    constexpr int panels = 20'000;
    const double h = (to - from) / (2 * panels);
    double sum = wins(from) + wins(to);
    for (int k = 1; k < 2 * panels; ++k) sum += (k % 2 == 1 ? 4 : 2) * wins(from + k * h);
    return sum * h / 3;
  };
  const double lowest = rule(0).trigger_below;
  const double kink = std::max(lowest, level * rule(1).scale / rule(0).scale);
  const double top = n * two.means[0] + 12 * sum_sd;
  const double named = simpson(lowest, kink) + simpson(kink, top);
  EXPECT_NEAR(exact_failure(problem)->probability, 1 - named, 1e-11);
}

TEST(Exact, NobodyLeftIsAFailure) {
  Case low = staircase(4, -.6, .1, .3);
  low.norms = {.1, .1, .1, .1};
  const auto learner = *Mesha::make(eager_mesha(4, 40));
  const Tally tally = low.sampled(learner, 200'000);
  EXPECT_GT(tally.nobody_left, 20'000);
  expect_agrees_with_sampling(low, learner, 200'000);
}

TEST(Exact, EqualArmsMayBeTriggeredToo) {
  Case low{.means = {0, -.3, -.3, -.3, -.3, -.3, -.3, -.3}, .sd = .5};
  low.norms.assign(8, .3);
  const auto learner = *Mesha::make(eager_mesha(8, 100));
  expect_agrees_with_sampling(low, learner, 300'000);
}

// --- constants and ties
// ---------------------------------------------------------------------------

// Sixteen triggers that all may fire: many small branches, which together must not be forgotten.
TEST(Exact, ManyUnlikelyBranchesStayWithinTheWishedError) {
  Case low = staircase(16, -.8, .003, 1);
  for (int i = 0; i < 16; ++i) low.norms.push_back(.05 + .003 * i);
  MeshaConfig eager{.arms = 16, .dimension = 2, .budget = 640, .zeta = .003};
  eager.xi = .15;
  eager.delta = .3;
  const auto found = exact_failure(low.problem(*Mesha::make(eager)));
  ASSERT_TRUE(found);
  EXPECT_GT(found->probability, .01);
  EXPECT_LE(found->error, 1e-10);
}

TEST(Exact, WithoutNoiseTheAnswerIsCertain) {
  const auto halving = *SequentialHalving::make({6, 60});
  const auto sure = *exact_failure(staircase(6, 1, .1, 0).problem(halving));
  EXPECT_EQ(sure.probability, 0);
  EXPECT_EQ(sure.error, 0);
  Case starved = staircase(6, 1, .1, 0);
  starved.norms = {.05, 1, 1, 1, 1, 1};
  const auto lost = *exact_failure(starved.problem(*Mesha::make(paper_mesha(6, 60))));
  EXPECT_EQ(lost.probability, 1);
}

TEST(Exact, EqualConstantsGoToTheLowestIndex) {
  const Case tied{.means = {.1, .3, .1, .1, .1, .1}, .sd = 0, .norms = {1, 0, 0, 0, 0, 0}};
  // All but arm 0 score 0: arm 1, the best, is first among them, but behind arm 0.
  expect_agrees_with_sampling(tied, *Mesha::make(paper_mesha(6, 60)), 1);
  const Case first{.means = {.3, .1, .1, .1, .1, .1}, .sd = 0, .norms = {0, 0, 0, 0, 0, 0}};
  expect_agrees_with_sampling(first, *Mesha::make(paper_mesha(6, 60)), 1);
  const Case last{.means = {.1, .1, .1, .1, .1, .3}, .sd = 0, .norms = {0, 0, 0, 0, 0, 0}};
  expect_agrees_with_sampling(last, *Mesha::make(paper_mesha(6, 60)), 1);
}

TEST(Exact, ZeroReportsTieAtZeroAmongNoisyScores) {
  const auto learner = *Mesha::make(paper_mesha(6, 60));
  for (const std::size_t best : {0U, 2U, 5U}) {
    Case mixed{.means = {.1, -.05, .05, .02, -.1, .08}, .sd = .6, .norms = {1, 0, .8, 0, 1.2, 0}};
    mixed.means[best] = .2;
    expect_agrees_with_sampling(mixed, learner, 200'000);
  }
}

TEST(Exact, ConstantsThatTheTriggerMayTakeAway) {
  const auto learner = *Mesha::make(eager_mesha(6, 60));
  for (const std::size_t best : {1U, 3U, 4U}) {
    Case mixed{.means = {-.1, -.25, -.1, -.2, -.1, -.3}, .sd = .5, .norms = {1, 0, .4, 0, .2, 0}};
    mixed.means[best] = .1;
    expect_agrees_with_sampling(mixed, learner, 200'000);
  }
}

TEST(Exact, ScoresOfVeryDifferentWidthsAreIntegratedAlike) {
  const Case uneven{.means = {.3, .1, .2, .05}, .sd = .5, .norms = {1e-4, 1, 3e-3, 20}};
  expect_agrees_with_sampling(uneven, *Mesha::make(paper_mesha(4, 40)), 200'000);
}

// --- refusals and sizes
// ---------------------------------------------------------------------------

TEST(Exact, RefusesWithTheReason) {
  const auto many = exact_failure(staircase(17, 1, .1, .5).problem(*Uniform::make({17, 100})));
  ASSERT_FALSE(many);
  EXPECT_NE(many.error().sentence.find("17 arms"), std::string::npos);
  const auto rejects =
      exact_failure(staircase(5, 1, .1, .5).problem(*SuccessiveRejects::make({5, 100})));
  ASSERT_FALSE(rejects);
  EXPECT_NE(rejects.error().sentence.find("earlier epochs"), std::string::npos);
  const auto kept = exact_failure(
      staircase(4, 1, .1, .5).problem(*SequentialHalving::make({4, 100, /*keep_samples=*/true})));
  ASSERT_FALSE(kept);
  EXPECT_NE(kept.error().sentence.find("earlier epochs"), std::string::npos);
  const auto uniform = Instance::make({{Vec{1.0}}, {Vec{.5}}}, Vec{1.0}, UniformNoise{.5});
  const auto coins = AffineProblem::make(Uniform::make({2, 10})->affine(), *uniform,
                                         std::vector<Report>(2), ArmId{0});
  ASSERT_FALSE(coins);
  EXPECT_NE(coins.error().sentence.find("Gaussian"), std::string::npos);
}

TEST(Exact, OneArmIsNeverMissed) {
  EXPECT_EQ(exact_failure(staircase(1, 1, .1, .5).problem(*Uniform::make({1, 10})))->probability,
            0);
}

TEST(Exact, SixteenArmsAgreeWithSampling) {
  expect_agrees_with_sampling(staircase(16, 1, .06, .5), *SequentialHalving::make({16, 1600}),
                              100'000);
}

}  // namespace
}  // namespace mesha
