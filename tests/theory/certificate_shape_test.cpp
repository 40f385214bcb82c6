// What the certificates are as functions: closed forms, order, monotonicity, refusals.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "mesha/base/expects.hpp"
#include "mesha/stats/normal_law.hpp"
#include "mesha/theory/certificate.hpp"
#include "mesha/theory/rates.hpp"
#include "support/random_games.hpp"
#include "support/repetitions.hpp"

namespace mesha::theory {
namespace {

using testing::Dice;

struct Contest {
  std::vector<double> means;
  double sd = 1;
  HalvingRule rule;
  std::int64_t budget = 0;
  double alpha = 0;
};

Contest random_contest(std::uint64_t number, double largest_clip) {
  Dice dice(7000 + number);
  Contest here;
  const int arms = dice.integer(2, 40);
  for (int i = 0; i < arms; ++i) here.means.push_back(dice.uniform(0, 1));
  here.sd = dice.uniform(.05, .6);
  here.budget = (3 * arms + 20) * static_cast<std::int64_t>(std::exp(dice.uniform(0, 7)));
  here.alpha = dice.uniform(0, .9);
  here.rule = {kept_floors(arms, here.budget, here.alpha), Allocation::above_floor,
               dice.uniform(0, largest_clip)};
  return here;
}

double markov(const Contest& c) { return certificate(c.means, c.sd, c.rule)->failure; }
double joint(const Contest& c) { return joint_certificate(c.means, c.sd, c.rule)->failure; }

// Two arms, N pulls of each at least: 4q - 4q^2, whatever way it is computed, to 1e-300.
TEST(Certificates, OfTwoArmsAreLemma1DownToTheSmallestNumbers) {
  for (const double u : {0.0, .3, 1.0, 3.0, 10.0, 25.0, 36.9}) {
    const double q = normal_above(u);
    for (const auto allocation : {Allocation::above_floor, Allocation::equal}) {
      const HalvingRule rule{{{.pulls = 2, .keep = 1}}, allocation};
      const double expected = allocation == Allocation::equal ? q : 4 * q * (1 - q);
      const std::vector<double> means{.5, .5 - u};
      EXPECT_NEAR(certificate(means, 1, rule)->failure / expected, 1, 1e-9) << u;
      EXPECT_NEAR(joint_certificate(means, 1, rule)->failure / expected, 1, 1e-9) << u;
    }
  }
  EXPECT_LT(normal_above(36.9), 1e-297);
}

// Every q is a valid bound; by hand for K = 4, k = 2, gaps that reach with .3, .2 and .1:
// q = 1 gives (.3 + .2 + .1) / 2 = .3, q = 2 gives (.2 + .1) / 1 = .3.
TEST(Certificates, TakeTheBestRankToSpare) {
  for (std::uint64_t number = 0; number < 200; ++number) {
    const Contest c = random_contest(number, .5);
    std::vector<double> gaps;
    for (const double mu : c.means) gaps.push_back(std::ranges::max(c.means) - mu);
    std::ranges::sort(gaps);
    const Certificate found = *certificate(c.means, c.sd, c.rule);
    for (std::size_t r = 0; r < found.epochs.size(); ++r) {
      const auto [pulls, keep, most] = c.rule.epochs[r];
      double best = 1;
      for (int q = 1; q <= keep; ++q) {
        double sum = 0;
        for (std::size_t rank = static_cast<std::size_t>(q) + 1; rank <= gaps.size(); ++rank)
          sum += overtaking(gaps[rank - 1], c.sd, pulls, c.rule.clip, c.rule.allocation);
        best = std::min(best, sum / (keep - q + 1));
      }
      EXPECT_NEAR(found.epochs[r].failure, best, 1e-9 * best) << number;
    }
  }
}

TEST(Certificates, AreOrderedJointMarkovKarninClosedForm) {
  int informative = 0;
  for (std::uint64_t number = 0; number < 80; ++number) {
    const Contest c = random_contest(number, number % 2 == 0 ? 0 : .6);
    EXPECT_LE(joint(c), markov(c) * (1 + 1e-9)) << number;
    for (const double eta : {0.0, .1, .3, .7}) {
      if ((eta == 0) != (c.rule.clip == 0)) continue;
      const double karnin = *karnin_form(c.means, c.sd, c.rule, eta);
      EXPECT_LE(markov(c), *karnin_form(c.means, c.sd, c.rule) * (1 + 1e-9)) << number;
      EXPECT_LE(*karnin_form(c.means, c.sd, c.rule), karnin) << number;
      const double closed = log_karnin_closed_form(c.means, c.sd,
                                                   {.arms = static_cast<int>(c.means.size()),
                                                    .budget = c.budget,
                                                    .alpha = c.alpha,
                                                    .clip = c.rule.clip,
                                                    .eta = eta});
      if (karnin > 0) {
        EXPECT_LE(std::log(karnin), std::max(0.0, closed) + 1e-9) << number;
      }
      informative += karnin < .5 && karnin > 0;
    }
  }
  EXPECT_GT(informative, 10);
}

// K = 8, T = 2000, alpha = 3/4: N = 20, 61, 144 and ceil(k/2) = 2, 1, 1. Gaps .5 and six times 1
// have H_2 = max(2 / .25, 8 / 1) = 8; with sd = .5 the y are 40/8, 61/8, 144/8, and with eta = 1/2
// half of that. The closed form has (floor(2000 / 3) / 4 - 8) / 32 = 158.5 / 32.
TEST(Certificates, HaveTheKarninFormOfAHandComputedExample) {
  std::vector<double> means(8, 0.0);
  means[0] = 1;
  means[1] = .5;
  HalvingRule rule{kept_floors(8, 2000, .75)};
  EXPECT_EQ(rule.epochs, (std::vector<EpochFloor>{{20, 4}, {61, 2}, {144, 1}}));
  const auto e_times = [](double a, double b, double c) {
    return std::exp(1 - a) + std::exp(1 - b) + std::exp(1 - c);
  };
  EXPECT_NEAR(*karnin_form(means, .5, rule), e_times(5, 7.625, 18), 1e-12);
  KarninSizes sizes{.arms = 8, .budget = 2000, .alpha = .75};
  EXPECT_NEAR(log_karnin_closed_form(means, .5, sizes), 1 + std::log(3) - 158.5 / 32, 1e-12);
  rule.clip = sizes.clip = .5;
  sizes.eta = .5;
  EXPECT_NEAR(*karnin_form(means, .5, rule, .5), std::exp(.125) * e_times(2.5, 3.8125, 9), 1e-12);
  EXPECT_NEAR(log_karnin_closed_form(means, .5, sizes), 1 + std::log(3) + .125 - 158.5 / 64, 1e-12);
}

TEST(Certificates, FallWithPullsAndGapsAndGrowWithNoiseAndClip) {
  for (std::uint64_t number = 0; number < testing::repetitions(std::uint64_t{20}); ++number) {
    const Contest here = random_contest(number, .5);
    const auto expect_safer = [&](const Contest& safer, const char* why) {
      EXPECT_LE(markov(safer), markov(here) * (1 + 1e-9)) << why << " " << number;
      EXPECT_LE(joint(safer), joint(here) * (1 + 1e-9)) << why << " " << number;
    };
    Contest c = here;
    for (EpochFloor& epoch : c.rule.epochs) ++epoch.pulls;
    expect_safer(c, "pulls");
    c = here;
    for (double& mu : c.means) mu *= 1.1;
    expect_safer(c, "gaps");
    c = here;
    c.sd *= .9;
    expect_safer(c, "noise");
    c = here;
    c.rule.clip *= .5;
    expect_safer(c, "clip");
    c = here;
    c.rule.allocation = Allocation::equal;
    if (here.rule.clip == 0) expect_safer(c, "equal pulls");
  }
}

TEST(Certificates, AreRefusedWhereTheUnitOfTheClipIsEstimated) {
  const std::vector<double> means{1, 0};
  HalvingRule rule{kept_floors(2, 100, .75), Allocation::above_floor, .25, ClipUnit::estimated_sd};
  EXPECT_FALSE(certificate(means, 1, rule));
  EXPECT_FALSE(joint_certificate(means, 1, rule));
  EXPECT_FALSE(karnin_form(means, 1, rule, .5));
  EXPECT_FALSE(karnin_form(means, 1, rule));
  EXPECT_EQ(certificate(means, 1, rule).error().kind, ErrorKind::unsupported);
  rule.clip = 0;  // then no sd is used
  EXPECT_TRUE(certificate(means, 1, rule));
  EXPECT_TRUE(joint_certificate(means, 1, rule));
}

TEST(Certificates, KnowTheirEdges) {
  EXPECT_EQ(certificate(std::vector{1.0}, 1, {})->failure, 0);  // one arm is named for certain
  EXPECT_EQ(joint_certificate(std::vector{1.0}, 1, {})->failure, 0);
  const HalvingRule rule{kept_floors(3, 100, .5)};
  EXPECT_EQ(certificate(std::vector{1.0, 0.0, -1.0}, 0, rule)->failure, 0);  // no noise
  EXPECT_EQ(joint_certificate(std::vector{1.0, 0.0, -1.0}, 0, rule)->failure, 0);
  EXPECT_EQ(certificate(std::vector{1.0, 1.0, 0.0}, .1, rule)->failure, 1);  // two best arms
  EXPECT_THROW(static_cast<void>(certificate(std::vector{1.0, 0.0}, 1, {})), BrokenPromise);
}

}  // namespace
}  // namespace mesha::theory
