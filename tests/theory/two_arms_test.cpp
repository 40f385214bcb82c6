// Theorem 3 of docs/theory.md.
#include "mesha/theory/two_arms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "mesha/stats/normal_law.hpp"
#include "support/random_games.hpp"

namespace mesha::theory {
namespace {

using testing::Dice;

struct CurvePoint {
  double delta, clip, truth, worst;
};
constexpr CurvePoint curve[] = {  // v = s
    {1.0, 0, .1587, .1587},   {1.0, .1, .1433, .1841},  {1.0, .25, .1245, .2266},
    {1.0, .5, .1029, .3085},  {1.0, .75, .0904, .4013}, {1.0, 1, .0838, .5000},
    {1.0, 2, .0787, .8413},   {1.5, 0, .0668, .0668},   {1.5, .1, .0565, .0808},
    {1.5, .25, .0443, .1056}, {1.5, .5, .0308, .1587},  {1.5, .75, .0234, .2266},
    {1.5, 1, .0197, .3085},   {1.5, 2, .0170, .6915},   {2.0, 0, .0228, .0228},
    {2.0, .1, .0181, .0287},  {2.0, .25, .0128, .0401}, {2.0, .5, .0074, .0668},
    {2.0, .75, .0046, .1056}, {2.0, 1, .0032, .1587},   {2.0, 2, .0023, .5000}};

TEST(TwoArms, HaveTheKnownCurveToFourDigits) {
  for (const CurvePoint& point : curve) {
    const TwoArmFailure found = clipped_two_arms(point.delta, 1, point.clip);
    EXPECT_NEAR(found.truth, point.truth, 5.0001e-5) << point.delta << " " << point.clip;
    EXPECT_NEAR(found.worst, point.worst, 5.0001e-5) << point.delta << " " << point.clip;
  }
}

// By another way: the mean over P on a fine grid of midpoints.
TEST(TwoArms, AgreeWithAPlainSumOverThePredictions) {
  for (const double delta : {.2, 1.0, 3.0}) {
    for (const double ratio : {.05, .5, 1.0, 4.0}) {
      for (const double clip : {.1, .7, 3.0}) {
        double sum = 0;
        constexpr int cells = 40'000;
        for (int k = 0; k < cells; ++k) {
          const double x = -10 + 20 * (k + .5) / cells;
          const double wanted = (delta + ratio * x) / (ratio * ratio);
          sum += 20.0 / cells * normal_density(x) *
                 normal_below(-delta - std::clamp(wanted, -clip, clip));
        }
        EXPECT_NEAR(clipped_two_arms(delta, ratio, clip).truth / sum, 1, 1e-5);
      }
    }
  }
}

TEST(TwoArms, HaveTheirLimitsInClosedForm) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  for (const double delta : {.5, 2.0, 20.0}) {
    EXPECT_NEAR(clipped_two_arms(delta, 1, 0).truth / normal_below(-delta), 1, 1e-12);
    EXPECT_NEAR(clipped_two_arms(delta, infinite, 1).truth / normal_below(-delta), 1, 1e-12);
    // Without a clip D and P are combined at best: one record of precision 1/s^2 + 1/v^2.
    const double both = normal_below(-delta * std::sqrt(1 + 1 / .49));
    EXPECT_NEAR(clipped_two_arms(delta, .7, infinite).truth / both, 1, 1e-12);
    EXPECT_NEAR(clipped_two_arms(delta, .7, 60).truth / both, 1, 1e-9);
    // A perfect prediction: z(truth) + z(worst) = 2 delta, Theorem 2 with equality.
    const TwoArmFailure perfect = clipped_two_arms(delta, 0, .4);
    EXPECT_NEAR(perfect.truth / normal_below(-delta - .4), 1, 1e-12);
    EXPECT_NEAR(perfect.worst / normal_below(-delta + .4), 1, 1e-12);
    EXPECT_NEAR(clipped_two_arms(delta, .001, .4).truth / perfect.truth, 1, 1e-6);
  }
}

TEST(TwoArms, GainUnderTruthAndLoseUnderAttackAsTheClipGrows) {
  for (const double delta : {.3, 1.0, 2.5}) {
    for (const double ratio : {.3, 1.0, 2.0}) {
      for (double clip = 0; clip < 3; clip += .1) {
        const TwoArmFailure less = clipped_two_arms(delta, ratio, clip);
        const TwoArmFailure more = clipped_two_arms(delta, ratio, clip + .1);
        EXPECT_LT(more.truth, less.truth);
        EXPECT_GT(more.worst, less.worst);
        // A point of truth gained costs more than a point under attack.
        EXPECT_GT(more.worst - less.worst, less.truth - more.truth);
      }
    }
  }
}

// The slope at c = 0: -(1 - 2 Phi(-Delta / v)).
TEST(TwoArms, BeginToTradeAtAKnownRate) {
  for (const double ratio : {.3, 1.0, 3.0}) {
    const TwoArmFailure none = clipped_two_arms(1.2, ratio, 0);
    const TwoArmFailure little = clipped_two_arms(1.2, ratio, 1e-4);
    EXPECT_NEAR((little.truth - none.truth) / (little.worst - none.worst),
                2 * normal_below(-1.2 / ratio) - 1, 2e-4);
  }
}

// A rule that does the same for all predictions of a cell, in units of s. Its errors under either
// sign, given the cell: what the attacker, who chooses the cell, can make of it.
struct Errors {
  double plus = 0;   // arm 2 chosen though D ~ N(delta, 1)
  double minus = 0;  // arm 1 chosen though D ~ N(-delta, 1)
};

Errors threshold_errors(double t, double delta) {  // arm 1 iff D > t
  return {normal_below(t - delta), normal_below(-t - delta)};
}

// Arm 1 on a union of random intervals, mixed by a coin with the unbiased threshold rule just
// as much as the worst failure allows.
Errors patchwork_errors(Dice& dice, double delta, double allowed) {
  std::array<double, 5> ends{};
  for (double& end : ends) end = dice.uniform(-delta - 2, delta + 2);
  std::ranges::sort(ends);
  Errors patch;  // arm 1 on (e0, e1), (e2, e3) and above e4
  const auto mass = [&](double mean) {
    return normal_below(ends[1] - mean) - normal_below(ends[0] - mean) +
           normal_below(ends[3] - mean) - normal_below(ends[2] - mean) +
           normal_above(ends[4] - mean);
  };
  patch = {1 - mass(delta), mass(-delta)};
  const double plain = normal_below(-delta);
  double share = 1;
  for (const double error : {patch.plus, patch.minus})
    if (error > allowed) share = std::min(share, (allowed - plain) / (error - plain));
  return {share * patch.plus + (1 - share) * plain, share * patch.minus + (1 - share) * plain};
}

// Truthful failure over both signs of a rule on 24 cells of P / s ~ N(+-delta, ratio^2).
template <class Rule>
double truth_of(double delta, double ratio, Rule errors_in_cell) {
  constexpr int cells = 24;
  double sum = 0;
  double plus_below = 0;
  double minus_below = 0;
  for (int k = 0; k < cells; ++k) {
    const double end = -(delta + 3 * ratio) + 2 * (delta + 3 * ratio) * (k + 1) / cells;
    const double plus = k + 1 == cells ? 1 : normal_below((end - delta) / ratio);
    const double minus = k + 1 == cells ? 1 : normal_below((end + delta) / ratio);
    const Errors errors = errors_in_cell();
    sum += ((plus - plus_below) * errors.plus + (minus - minus_below) * errors.minus) / 2;
    plus_below = plus;
    minus_below = minus;
  }
  return sum;
}

TEST(TwoArms, AreClippedBetterThanAThousandRandomRulesOfTheSameWorst) {
  for (std::uint64_t number = 0; number < 1000; ++number) {
    Dice dice(number);
    const double delta = dice.uniform(.2, 3);
    const double ratio = dice.uniform(.2, 3);
    const double clip = dice.uniform(0, 1.5);
    const TwoArmFailure best = clipped_two_arms(delta, ratio, clip);
    const double threshold = truth_of(delta, ratio, [&] {
      const double t = dice.uniform(0, 1) < .2 ? std::copysign(clip, dice.uniform(-1, 1))
                                               : dice.uniform(-clip, clip);
      return threshold_errors(t, delta);
    });
    const double patchwork =
        truth_of(delta, ratio, [&] { return patchwork_errors(dice, delta, best.worst); });
    EXPECT_LT(best.truth, threshold) << number;
    EXPECT_LT(best.truth, patchwork) << number;
  }
}

// Also against rules that know the shape of the answer: any monotone threshold within the clip.
TEST(TwoArms, AreClippedBetterThanAThousandMonotoneThresholds) {
  for (std::uint64_t number = 0; number < 1000; ++number) {
    Dice dice(50'000 + number);
    const double delta = dice.uniform(.2, 3);
    const double ratio = dice.uniform(.2, 3);
    const double clip = dice.uniform(.05, 1.5);
    std::array<double, 24> t{};
    for (double& one : t) one = dice.uniform(-clip, clip);
    std::ranges::sort(t, std::greater{});
    std::size_t cell = 0;
    const double truth = truth_of(delta, ratio, [&] { return threshold_errors(t[cell++], delta); });
    EXPECT_LT(clipped_two_arms(delta, ratio, clip).truth, truth) << number;
  }
}

}  // namespace
}  // namespace mesha::theory
