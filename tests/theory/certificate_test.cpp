// Lemma 1 and Theorem 1 of docs/theory.md against simulated adversaries and integrated failures.
#include "mesha/theory/certificate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "mesha/simulate/exact/exact.hpp"
#include "mesha/stats/binomial.hpp"
#include "mesha/stats/normal_law.hpp"
#include "mesha/theory/schedule.hpp"
#include "support/affine_cases.hpp"
#include "support/hindsight.hpp"
#include "support/random_games.hpp"

namespace mesha::theory {
namespace {

using testing::Case;
using testing::Dice;

// 20,000 runs, the numbers of pulls chosen between 50 and 1000 with the whole table in view. A
// count 4.5 standard deviations above the bound is a false alarm once in 290,000 comparisons, even
// where the bound is the truth; being an adversary's optimum over whole numbers, it is less.
TEST(Lemma1, HoldsAgainstAnAdversaryWhoPicksTheNumbersOfPullsInHindsight) {
  constexpr int floor = 50, most = 1000, runs = 20'000;
  for (const double clip : {0.0, .5}) {
    std::int64_t failures[3] = {};
    constexpr double us[3] = {1.5, 2, 2.5};
    for (std::uint64_t run = 0; run < runs; ++run) {
      const RunRandom random{20'260'112, run};
      const double reach = testing::hindsight_reach(random, 0, floor, most, clip) +
                           testing::hindsight_reach(random, 1, floor, most, clip);
      for (int k = 0; k < 3; ++k) failures[k] += reach >= us[k] * std::sqrt(2.0 / floor);
    }
    for (int k = 0; k < 3; ++k) {
      const double gap = us[k] * std::sqrt(2.0 / floor);
      const double bound = overtaking(gap, 1, floor, clip, Allocation::above_floor);
      EXPECT_LT(binomial_z(failures[k], runs, bound), 4.5) << us[k] << " " << clip;
      EXPECT_GT(static_cast<double>(failures[k]), .6 * bound * runs)
          << "it is no weak bound: " << us[k] << " " << clip;
    }
  }
}

// Both signs of binomial_z: 4.5 is a false alarm once in 150,000.
TEST(Lemma1, IsQOfUWhereTheNumbersOfPullsAreFixed) {
  constexpr int floor = 50, runs = 100'000;
  for (const double u : {1.5, 2.0, 2.5}) {
    const double gap = u * std::sqrt(2.0 / floor);
    std::int64_t failures = 0;
    for (std::uint64_t run = 0; run < runs; ++run) {
      const RunRandom random{31, run};
      failures += testing::hindsight_reach(random, 0, floor, floor, 0) +
                      testing::hindsight_reach(random, 1, floor, floor, 0) >=
                  gap;
    }
    const double bound = overtaking(gap, 1, floor, 0, Allocation::equal);
    EXPECT_DOUBLE_EQ(bound, normal_above(u));
    EXPECT_LT(std::fabs(binomial_z(failures, runs, bound)), 4.5) << u;
  }
}

// With c > u a clipped correction reverses the order more often than not: no form stops at 1/2.
TEST(Lemma1, IsNoBoundWhereTheClipExceedsTheGap) {
  EXPECT_EQ(overtaking(1, 1, 2, 3, Allocation::above_floor), 1);
  EXPECT_DOUBLE_EQ(overtaking(1, 1, 2, 3, Allocation::equal), normal_below(2));
}

// With numbers of pulls in a window a smaller bound holds, and is close.
TEST(Lemma1, HoldsWithinAWindowAgainstAnAdversaryWhoPicksInHindsight) {
  constexpr int floor = 50, runs = 20'000;
  for (const int most : {50, 60, 100, 300}) {
    for (const double clip : {0.0, .5}) {
      std::int64_t failures[3] = {};
      constexpr double us[3] = {1, 1.5, 2};
      for (std::uint64_t run = 0; run < runs; ++run) {
        const RunRandom random{20'261'119, run};
        const double reach = testing::hindsight_reach(random, 0, floor, most, clip) +
                             testing::hindsight_reach(random, 1, floor, most, clip);
        for (int k = 0; k < 3; ++k) failures[k] += reach >= us[k] * std::sqrt(2.0 / floor);
      }
      for (int k = 0; k < 3; ++k) {
        const double gap = us[k] * std::sqrt(2.0 / floor);
        const double bound = overtaking_within(gap, 1, floor, most, clip);
        EXPECT_LT(binomial_z(failures[k], runs, bound), 4.5) << us[k] << " " << most;
        EXPECT_GT(static_cast<double>(failures[k]), .7 * bound * runs) << us[k] << " " << most;
      }
    }
  }
}

// The sum of the two laws by another way: rho G + sqrt(1 - rho^2) max(|A|, |B|) >= u - c.
TEST(Lemma1, AgreesWithinAWindowWithAPlainSum) {
  for (const double u : {-1.0, .5, 2.0, 6.0, 20.0}) {
    for (const int most : {11, 20, 100, 900}) {
      const double rho = std::sqrt(10.0 / most);
      constexpr int cells = 400'000;
      double sum = 0;
      for (int k = 0; k < cells; ++k) {
        const double g = -30 + 60 * (k + .5) / cells;
        const double left = (u - rho * g) / std::sqrt(1 - rho * rho);
        const double q = normal_above(left);
        sum += 60.0 / cells * normal_density(g) * (left <= 0 ? 1 : 4 * q * (1 - q));
      }
      EXPECT_NEAR(overtaking_within(u / std::sqrt(5), 1, 10, most, 0) / sum, 1, 1e-6) << u;
    }
  }
}

TEST(Lemma1, LiesWithinAWindowBetweenItsTwoForms) {
  for (const double u : {.7, 2.0, 5.0, 30.0}) {
    const double gap = (u + .25) / std::sqrt(20);
    double before = overtaking(gap, 1, 40, .25, Allocation::equal);
    EXPECT_NEAR(overtaking_within(gap, 1, 40, 40, .25) / before, 1, 1e-10);
    for (const int most : {41, 50, 80, 400, 4000, 40'000}) {
      const double here = overtaking_within(gap, 1, 40, most, .25);
      EXPECT_GE(here, before * (1 - 1e-12));
      before = here;
    }
    EXPECT_NEAR(before / overtaking(gap, 1, 40, .25, Allocation::above_floor), 1, 1e-10);
  }
  EXPECT_EQ(overtaking_within(1, 0, 5, 9, .5), 0);  // no noise
  EXPECT_NEAR(overtaking_within(0, 1, 5, 5, 0), .5, 1e-12);
  EXPECT_GT(overtaking_within(1, 1, 2, 3, 3), overtaking(1, 1, 2, 3, Allocation::equal));  // u < c
}

TEST(Certificate, IsSharperIfNobodyCanBePulledMuchMoreOften) {
  for (std::uint64_t number = 0; number < 5; ++number) {
    Dice dice(number);
    std::vector<double> means;
    for (int i = 0; i < 9; ++i) means.push_back(dice.uniform(0, 1));
    const auto of = [&](Allocation allocation, double window) {
      HalvingRule rule{kept_floors(9, 400, .3), allocation};
      for (EpochFloor& epoch : rule.epochs) {
        if (window > 0)
          epoch.most = static_cast<std::int64_t>(window * static_cast<double>(epoch.pulls));
      }
      const double markov = certificate(means, .3, rule)->failure;
      const double joint = joint_certificate(means, .3, rule)->failure;
      EXPECT_LE(joint, markov * (1 + 1e-9));
      return std::pair(markov, joint);
    };
    auto before = of(Allocation::equal, 0);
    EXPECT_EQ(of(Allocation::equal, 2), before);
    for (const double window : {1.2, 2.0, 10.0, 1e6}) {
      const auto here = of(Allocation::above_floor, window);
      EXPECT_GE(here.first, before.first * (1 - 1e-9));
      EXPECT_GE(here.second, before.second * (1 - 1e-9));
      before = here;
    }
    EXPECT_NEAR(of(Allocation::above_floor, 0).first, before.first, 1e-12);
    EXPECT_NEAR(of(Allocation::above_floor, 0).second, before.second, 1e-12);
  }
}

HalvingRule equal_rule(int arms, std::int64_t budget, bool keep_samples) {
  return {equal_floors(arms, budget, keep_samples), Allocation::equal};
}

Case random_case(Dice& dice, int least, int most) {
  Case here{.sd = dice.uniform(.1, 1)};
  const int arms = dice.integer(least, most);
  const double spread = dice.uniform(.2, 2);
  for (int i = 0; i < arms; ++i) here.means.push_back(dice.uniform(-spread, spread));
  return here;
}

// The failure is integrated, so nothing here is a matter of chance, down to 1e-30 and below.
TEST(Certificate, IsAboveTheFailureOfSequentialHalving) {
  int informative = 0;
  for (std::uint64_t number = 0; number < 60; ++number) {
    Dice dice(number);
    const Case here = random_case(dice, 2, 10);
    const std::int64_t budget = SequentialHalving::smallest_budget(here.arms()) *
                                static_cast<std::int64_t>(std::exp(dice.uniform(0, 6)));
    const auto truth = *exact_failure(
        here.problem(*SequentialHalving::make({.arms = here.arms(), .budget = budget})));
    const HalvingRule rule = equal_rule(here.arms(), budget, false);
    const double markov = certificate(here.means, here.sd, rule)->failure;
    const double joint = joint_certificate(here.means, here.sd, rule)->failure;
    EXPECT_GE(joint * (1 + 1e-6), truth.probability) << number;
    EXPECT_GE(markov * (1 + 1e-9), joint) << number;
    informative += markov < .5 && markov > 1e-200;
  }
  EXPECT_GT(informative, 15);
}

// 4.5 standard deviations above the bound: once in 290,000 comparisons.
TEST(Certificate, IsAboveTheFailureOfSequentialHalvingThatKeepsItsSamples) {
  for (std::uint64_t number = 0; number < 15; ++number) {
    Dice dice(100 + number);
    const Case here = random_case(dice, 3, 20);
    const std::int64_t budget =
        SequentialHalving::smallest_budget(here.arms()) * dice.integer(5, 60);
    const auto learner =
        *SequentialHalving::make({.arms = here.arms(), .budget = budget, .keep_samples = true});
    const auto found = *estimate(here.game(learner), {.method = Method::kernel, .trials = 20'000});
    const HalvingRule rule = equal_rule(here.arms(), budget, true);
    const double bound = joint_certificate(here.means, here.sd, rule)->failure;
    EXPECT_LE(bound, certificate(here.means, here.sd, rule)->failure * (1 + 1e-9));
    if (bound < 1) {
      EXPECT_LT(binomial_z(found.tally.failures, found.tally.trials, bound), 4.5) << number;
    }
  }
}

// One epoch of equal pulls is all of `uniform`: there the joint certificate is the failure itself.
TEST(JointCertificate, IsTheFailureOfUniformAllocation) {
  for (std::uint64_t number = 0; number < 20; ++number) {
    Dice dice(300 + number);
    const Case here = random_case(dice, 2, 12);
    const std::int64_t pulls = dice.integer(1, 200);
    const auto truth = *exact_failure(
        here.problem(*Uniform::make({.arms = here.arms(), .budget = pulls * here.arms()})));
    const HalvingRule once{{{.pulls = pulls, .keep = 1}}, Allocation::equal};
    const double bound = joint_certificate(here.means, here.sd, once)->failure;
    EXPECT_NEAR(bound / truth.probability, 1, 1e-6 + truth.error / truth.probability) << number;
  }
}

// A rule with floors and kept samples whose other pulls a liar steers who knows every arm's next
// reward: the best arm (0) gets those that lower its mean, the others those that raise theirs.
class SteeredHalving {
 public:
  SteeredHalving(const Case& here, std::int64_t budget, double alpha)
      : here_(here), budget_(budget), alpha_(alpha) {}

  bool fails(const RunRandom& random) {
    const int arms = here_.arms();
    rows_.clear();
    for (int i = 0; i < arms; ++i)
      rows_.emplace_back(random, i, here_.means[static_cast<std::size_t>(i)], here_.sd);
    spent_ = 0;
    std::vector<int> floor_set;
    for (int i = 0; i < arms; ++i) floor_set.push_back(i);
    int epoch = 0;
    for (const auto& [pulls, keep, most] : kept_floors(arms, budget_, alpha_)) {
      for (const int i : floor_set)
        while (rows_[static_cast<std::size_t>(i)].n < pulls) pull(i);
      const std::int64_t stop = may_spend(++epoch);
      while (spent_ < stop) pull(what_the_liar_wants());
      floor_set = best_of_all(pulls, keep);
    }
    EXPECT_LE(spent_, budget_);
    return floor_set.front() != 0;
  }

 private:
  struct Row {
    Row(const RunRandom& random, int arm, double mu, double noise)
        : rewards(random, Stream::pull_noise, static_cast<std::uint32_t>(arm)),
          mean(mu),
          sd(noise) {
      draw();
    }
    void draw() { next = mean + sd * static_cast<double>(rewards.next()); }

    NormalSequence rewards;
    double mean;
    double sd;
    double next = 0;
    double sum = 0;
    std::int64_t n = 0;
    double record() const { return sum / static_cast<double>(n); }
  };

  void pull(int arm) {
    Row& row = rows_[static_cast<std::size_t>(arm)];
    row.sum += row.next;
    ++row.n;
    row.draw();
    ++spent_;
  }

  std::int64_t may_spend(int epoch) const {  // later floors stay payable
    const int epochs = halving_epochs(here_.arms());
    std::int64_t most = budget_;
    for (int r = epoch + 1; r <= epochs; ++r)
      most -= halved(here_.arms(), r - 1) * floor_step(here_.arms(), budget_, alpha_, r);
    return epoch < epochs ? std::min(most, epoch * (budget_ / epochs)) : most;
  }

  int what_the_liar_wants() const {
    if (rows_[0].next < rows_[0].record()) return 0;
    for (std::size_t i = 1; i < rows_.size(); ++i)
      if (rows_[i].next > rows_[i].record()) return static_cast<int>(i);
    return static_cast<int>(rows_.size()) - 1;
  }

  std::vector<int> best_of_all(std::int64_t floor, int keep) const {
    std::vector<int> eligible;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (rows_[i].n >= floor) eligible.push_back(static_cast<int>(i));
    std::ranges::sort(eligible, [this](int a, int b) {
      return rows_[static_cast<std::size_t>(a)].record() >
             rows_[static_cast<std::size_t>(b)].record();
    });
    eligible.resize(static_cast<std::size_t>(keep));
    return eligible;
  }

  const Case& here_;
  std::int64_t budget_;
  double alpha_;
  std::vector<Row> rows_;
  std::int64_t spent_ = 0;
};

// 4.5 standard deviations above the bound: once in 290,000 comparisons.
TEST(Certificate, HoldsWhereALiarWithForesightSteersAllPullsAboveTheFloors) {
  int informative = 0;
  for (const Case& here : {Case{.means = {1.2, .2, .2, .2}}, Case{.means = {1, 0}},
                           Case{.means = {2, .9, .8, .4, .3, .2, .1, 0}},
                           Case{.means = {1.5, .5, .4, .4, -.3}, .sd = .6}}) {
    for (const double alpha : {.5, .75}) {
      for (const std::int64_t budget : {60, 200}) {
        SteeredHalving rule(here, budget, alpha);
        constexpr int runs = 3000;
        std::int64_t failures = 0;
        for (std::uint64_t run = 0; run < runs; ++run) failures += rule.fails({55, run});
        const HalvingRule floors{kept_floors(here.arms(), budget, alpha)};
        const double markov = certificate(here.means, here.sd, floors)->failure;
        const double joint = joint_certificate(here.means, here.sd, floors)->failure;
        EXPECT_LE(joint, markov * (1 + 1e-9));
        if (joint < 1) {
          EXPECT_LT(binomial_z(failures, runs, joint), 4.5) << here.arms() << " " << budget;
        }
        informative += joint < .7 && static_cast<double>(failures) > .02 * joint * runs;
      }
    }
  }
  EXPECT_GE(informative, 6) << "the liar does harm, and the certificate says something";
}

}  // namespace
}  // namespace mesha::theory
