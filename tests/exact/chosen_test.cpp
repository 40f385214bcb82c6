// Everybody's chance to be named, against enumeration, the failure alone and the learners.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mesha/simulate/exact/exact.hpp"
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

double sum_of(const ExactChosen& found) {
  return std::accumulate(found.chosen.begin(), found.chosen.end(), found.nobody);
}

// |z| < 4.5 fails once in 150,000 fixed-seed comparisons.
void expect_near_count(std::int64_t count, std::int64_t trials, double p, std::string_view what) {
  if (p < 1e-9 || p > 1 - 1e-9) {
    EXPECT_EQ(count, p > .5 ? trials : 0) << what;
  } else {
    EXPECT_LT(std::fabs(binomial_z(count, trials, p)), 4.5) << what << ": exact " << p;
  }
}

template <class L>
void expect_chances_agree_with_sampling(const Case& one, const L& learner, std::int64_t trials) {
  const auto exact = *exact_chosen(one.problem(learner));
  const Tally tally = one.sampled(learner, trials);
  EXPECT_NEAR(sum_of(exact), 1, 1e-12);
  expect_near_count(tally.nobody_left, trials, exact.nobody, "nobody");
  for (std::size_t i = 0; i < tally.named.size(); ++i) {
    expect_near_count(tally.named[i], trials, exact.chosen[i], "arm " + std::to_string(i));
  }
}

// P(X_a > X_b > ...) for independent normals: iterated integrals by the trapezoid rule on a grid,
// whose error in the square of the step is extrapolated away.
double ordered(const std::vector<double>& means, const std::vector<double>& sds) {
  const auto on_grid = [&](int points) {
    const double low = *std::ranges::min_element(means) - 12 * *std::ranges::max_element(sds);
    const double high = *std::ranges::max_element(means) + 12 * *std::ranges::max_element(sds);
    const double step = (high - low) / points;
    std::vector<double> below(static_cast<std::size_t>(points) + 1, 1.0);
    for (std::size_t k = means.size(); k-- > 0;) {  // from the lowest up
      double so_far = 0;
      double last = 0;
      for (std::size_t n = 0; n < below.size(); ++n) {
        const double x = low + step * static_cast<double>(n);
        const double here = normal_density((x - means[k]) / sds[k]) / sds[k] * below[n];
        so_far += n == 0 ? 0 : step * (here + last) / 2;
        last = here;
        below[n] = so_far;
      }
    }
    return below.back();
  };
  const double coarse = on_grid(4000);
  const double fine = on_grid(8000);
  return fine + (fine - coarse) / 3;
}

// Sequential Halving by hand: every order of the active arms, the best `keep` go on.
void halve(const Case& one, const AffineFacts& facts, int epoch, std::vector<std::size_t> active,
           double weight, std::vector<double>& chosen) {
  if (epoch > facts.epochs) {
    chosen[active.front()] += weight;
    return;
  }
  const Stage stage = facts.stage(epoch, static_cast<int>(active.size()));
  do {
    std::vector<double> means;
    for (const std::size_t arm : active) means.push_back(one.means[arm]);
    const std::vector<double> sds(active.size(),
                                  one.sd / std::sqrt(static_cast<double>(stage.pulls)));
    std::vector<std::size_t> stay(active.begin(), active.begin() + stage.keep);
    std::ranges::sort(stay);
    halve(one, facts, epoch + 1, stay, weight * ordered(means, sds), chosen);
  } while (std::ranges::next_permutation(active).found);
}

TEST(ExactChosen, EqualsTheEnumerationOfAllOrdersOfThreeAndFourArms) {
  for (const Case& one :
       {Case{.means = {.5, .3, .45}, .sd = .6}, Case{.means = {.2, .5, .45, .3}, .sd = .7}}) {
    const auto learner = *SequentialHalving::make({one.arms(), 10 * one.arms()});
    const auto found = *exact_chosen(one.problem(learner));
    std::vector<std::size_t> all(one.means.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<double> chosen(one.means.size(), 0.0);
    halve(one, learner.affine(), 1, all, 1, chosen);
    for (std::size_t i = 0; i < chosen.size(); ++i) EXPECT_NEAR(found.chosen[i], chosen[i], 1e-10);
    EXPECT_NEAR(sum_of(found), 1, 1e-12);
  }
}

TEST(ExactChosen, FailsAsOftenAsTheFailureAloneSays) {
  for (const std::int64_t budget : {60, 800}) {
    const auto problem = paper_case().problem(*Mesha::make(paper_mesha(8, budget)));
    const auto found = *exact_chosen(problem);
    const auto alone = *exact_failure(problem);
    EXPECT_EQ(found.failure.probability, alone.probability);
    EXPECT_NEAR(1 - found.chosen[0], alone.probability, 1e-10);
    EXPECT_NEAR(sum_of(found), 1, 1e-12);
  }
}

TEST(ExactChosen, TinyFailuresKeepTheirDigits) {
  const Case two{.means = {2, 0}, .sd = 1};
  for (const std::int64_t budget : {60, 400}) {
    const auto found = *exact_chosen(two.problem(*Uniform::make({2, budget})));
    const double truth = normal_below(-2 * std::sqrt(static_cast<double>(budget) / 4));
    EXPECT_NEAR(found.failure.probability / truth, 1, 1e-6);
    EXPECT_NEAR(found.chosen[1] / truth, 1, 1e-6);
  }
}

TEST(ExactChosen, ArmsThatAreAlikeShareTheirChance) {
  Case equal = staircase(8, 1, 0, .8);
  equal.means[3] = 1.4;
  const auto learner = *SequentialHalving::make({8, 200});
  const auto found = *exact_chosen(equal.problem(learner));
  EXPECT_LT(found.failure.sets, 8);
  for (const std::size_t i : {1U, 2U, 4U, 7U}) EXPECT_EQ(found.chosen[i], found.chosen[0]);
  EXPECT_NEAR(found.failure.probability, exact_failure(equal.problem(learner))->probability, 1e-10);
  expect_chances_agree_with_sampling(equal, learner, 200'000);
}

TEST(ExactChosen, AgreesWithTheLearnersOnAnyNumberOfArms) {
  for (const int arms : {2, 3, 5, 7, 8, 11}) {
    const Case stairs = staircase(arms, 1, .05, .5);
    expect_chances_agree_with_sampling(stairs, *SequentialHalving::make({arms, 30 * arms}),
                                       100'000);
    expect_chances_agree_with_sampling(stairs, *Uniform::make({arms, 30 * arms}), 100'000);
  }
  expect_chances_agree_with_sampling(paper_case(), *Mesha::make(paper_mesha(8, 100)), 300'000);
}

TEST(ExactChosen, TheTriggerMayLeaveNobody) {
  Case low = staircase(4, -.6, .1, .3);
  low.norms = {.1, .1, .1, .1};
  const auto learner = *Mesha::make(eager_mesha(4, 40));
  EXPECT_GT(exact_chosen(low.problem(learner))->nobody, .1);
  expect_chances_agree_with_sampling(low, learner, 200'000);
  Case six = staircase(6, .1, .15, .5);
  six.norms = {.5, .2, .9, .4, .3, .6};
  expect_chances_agree_with_sampling(six, *Mesha::make(eager_mesha(6, 60)), 300'000);
  Case alike{.means = {0, -.3, -.3, -.3, -.3, -.3, -.3, -.3}, .sd = .5};
  alike.norms.assign(8, .3);
  expect_chances_agree_with_sampling(alike, *Mesha::make(eager_mesha(8, 100)), 300'000);
}

TEST(ExactChosen, ConstantsAndTiesGoToTheLowestIndex) {
  const Case tied{.means = {.1, .3, .1, .1, .1, .1}, .sd = 0, .norms = {1, 0, 0, 0, 0, 0}};
  expect_chances_agree_with_sampling(tied, *Mesha::make(paper_mesha(6, 60)), 1);
  const Case mixed{
      .means = {.1, -.05, .2, .02, -.1, .08}, .sd = .6, .norms = {1, 0, .8, 0, 1.2, 0}};
  expect_chances_agree_with_sampling(mixed, *Mesha::make(paper_mesha(6, 60)), 200'000);
  const Case taken{
      .means = {-.1, -.25, .1, -.2, -.1, -.3}, .sd = .5, .norms = {1, 0, .4, 0, .2, 0}};
  expect_chances_agree_with_sampling(taken, *Mesha::make(eager_mesha(6, 60)), 200'000);
}

TEST(ExactChosen, OneArmIsAlwaysNamed) {
  const auto found = *exact_chosen(staircase(1, 1, .1, .5).problem(*Uniform::make({1, 10})));
  EXPECT_EQ(found.chosen, std::vector<double>{1});
  EXPECT_EQ(found.nobody, 0);
}

TEST(ExactChosen, SeveralRightAnswersFailLessOften) {
  const auto learner = *SequentialHalving::make({6, 120});
  auto problem = staircase(6, 1, .05, .5).problem(learner);
  const auto one = *exact_chosen(problem);
  problem.right = RightAnswers({ArmId{0}, ArmId{1}, ArmId{2}});
  const auto three = *exact_failure(problem);
  EXPECT_NEAR(three.probability, one.chosen[3] + one.chosen[4] + one.chosen[5], 1e-10);
  EXPECT_LT(three.probability, one.failure.probability);
}

}  // namespace
}  // namespace mesha
