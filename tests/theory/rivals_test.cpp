// Theorem 4 of docs/theory.md: its formula, the step of its proof, and rules that must obey it.
#include "mesha/theory/rivals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "mesha/simulate/exact/exact.hpp"
#include "mesha/stats/normal_law.hpp"
#include "mesha/stats/quadrature.hpp"
#include "mesha/theory/limit.hpp"
#include "support/affine_cases.hpp"
#include "support/random_games.hpp"
#include "support/repetitions.hpp"
#include "support/wisest_rule.hpp"

namespace mesha::theory {
namespace {

using testing::Case;
using testing::Dice;
using testing::Worlds;
using Weights = std::vector<double>;

double integral(double low, double high, double widest, const std::function<double(double)>& f) {
  static const std::vector<QuadratureNode> rule = gauss_legendre(8);
  std::vector<QuadratureNode> nodes;
  if (low < high) {
    add_panels(low, high, [=](double a, double b) { return b - a <= widest; }, rule, nodes);
  }
  double sum = 0;
  for (const auto& [x, weight] : nodes) sum += weight * f(x);
  return sum;
}

// P(a Brownian motion with drift 1/2 is above y at some time before s).
double maximum_above(double y, double s) {
  const double root = std::sqrt(s);
  return normal_below((s / 2 - y) / root) + std::exp(y) * normal_below(-(s / 2 + y) / root);
}

Weights drawn_weights(Dice& dice, int arms) {
  Weights weights;
  for (int i = 0; i < arms; ++i) {
    const bool tied = i > 0 && dice.uniform(0, 1) < .3;
    weights.push_back(tied ? weights.back() : std::exp(2 * dice.normal()));
  }
  return weights;
}

TEST(LeastFailure, IsTheTwoArmLimitForTwoArmsAndMoreForMore) {
  for (const double z : {0.0, .3, 1.0, 3.0, 12.0}) {
    EXPECT_DOUBLE_EQ(least_tied_failure(2, z), normal_below(-z));
    EXPECT_EQ(least_tied_failure(1, z), 0);
    for (int arms = 2; arms < 200; ++arms) {
      EXPECT_GT(least_tied_failure(arms + 1, z), least_tied_failure(arms, z));
      EXPECT_GE(least_tied_failure(arms, z), least_tied_failure(arms, z + .1));
    }
  }
  for (const int arms : {2, 3, 50}) EXPECT_NEAR(least_tied_failure(arms, 0), 1 - 1.0 / arms, 1e-14);
  // Twelve arms, gap 1/2, sd 1, 150 pulls: z = 3.0619.
  EXPECT_NEAR(least_tied_failure(12, .5 * std::sqrt(150) / 2), .19900, 5e-6);
}

// (1 - 1/m) E exp(-M/m), M the maximum of a Brownian motion with drift 1/2 until 4 z^2.
TEST(LeastFailure, IsAMeanOverTheMaximumOfABrownianMotion) {
  for (const int arms : {2, 3, 12, 64}) {
    for (const double z : {.2, 1.0, 3.0}) {
      const double s = 4 * z * z;
      const double below = integral(0, s / 2 + 12 * std::sqrt(s), .05, [=](double y) {
        return std::exp(-y / arms) * maximum_above(y, s) / arms;
      });
      EXPECT_NEAR(least_tied_failure(arms, z), (1 - 1.0 / arms) * (1 - below), 1e-10);
    }
  }
}

// The integral over levels f with which the proof begins.
TEST(LeastFailure, IsAnIntegralOverLevels) {
  for (std::uint64_t number = 0; number < 40; ++number) {
    Dice dice(number);
    const Weights weights = drawn_weights(dice, dice.integer(2, 7));
    const double z = dice.uniform(.1, 2.5);
    Weights logs;
    for (const double w : weights) logs.push_back(std::log(w));
    std::ranges::sort(logs, std::greater{});
    double sum = 0;
    for (std::size_t k = 2; k <= logs.size(); ++k) {
      const double from = k < logs.size() ? logs[k] : logs.back() - 60;
      sum += integral(from, logs[k - 1], .05, [&](double f) {
        double away = 0;
        for (std::size_t i = 0; i < k; ++i) away += logs[i] - f;
        return static_cast<double>(k - 1) * std::exp(f) * (1 - maximum_above(away, 4 * z * z));
      });
    }
    EXPECT_NEAR(least_failure(weights, z) / sum, 1, 1e-9) << number;
  }
}

TEST(LeastFailure, IsProportionalToItsWeightsAndKnowsNoOrder) {
  for (std::uint64_t number = 0; number < 200; ++number) {
    Dice dice(number);
    const int arms = dice.integer(1, 9);
    const double z = number % 5 == 0 ? 0 : dice.uniform(0, 4);
    EXPECT_NEAR(least_failure(Weights(static_cast<std::size_t>(arms), 1.0 / arms), z),
                least_tied_failure(arms, z), 1e-14);
    Weights weights = drawn_weights(dice, arms);
    const double found = least_failure(weights, z);
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    EXPECT_GE(found, 0);
    EXPECT_LE(found, all - *std::ranges::max_element(weights) + 1e-12);  // no pull at all
    dice.shuffle(weights);
    for (double& w : weights) w *= 7;
    weights.push_back(0);
    EXPECT_NEAR(least_failure(weights, z), 7 * found, 1e-12 * all);
  }
}

TEST(LeastFailure, IsNotDisturbedByVeryUnequalWeights) {
  for (const double z : {.01, .5, 3.0, 30.0}) {
    for (const double tiny : {1e-300, 1e-30, 1e-6}) {
      const Weights weights{1, tiny, tiny, 1e-3 * tiny};
      const double found = least_failure(weights, z);
      EXPECT_GE(found, 0);
      EXPECT_LE(found, 2.0011 * tiny);
    }
  }
}

// The largest of all sets of two worlds or more, one by one: of tied_gap()'s square.
double spread(const Weights& values) {
  double widest = 0;
  for (unsigned set = 0; set < 1U << values.size(); ++set) {
    double sum = 0;
    int size = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if ((set >> i & 1U) == 0) continue;
      ++size;
      for (std::size_t l = 0; l < i; ++l)
        if ((set >> l & 1U) != 0) sum += (values[i] - values[l]) * (values[i] - values[l]);
    }
    if (size >= 2) widest = std::max(widest, sum / (size - 1));
  }
  return widest;
}

// How much of the least failure a pull gives away. A pull moves the logarithms of the likelihoods
// by shift_i X - shift_i^2 / 2, X standard normal under the law to which all are compared, and
// takes spread / 4 from z^2.
double lost(const Weights& weights, const Weights& shifts, double z) {
  const double left = std::sqrt(std::max(0.0, z * z - spread(shifts) / 4));
  const double after = integral(-9, 9, .25, [&](double x) {
    Weights moved = weights;
    for (std::size_t i = 0; i < moved.size(); ++i)
      moved[i] *= std::exp(shifts[i] * x - shifts[i] * shifts[i] / 2);
    return normal_density(x) * least_failure(moved, left);
  });
  return after - least_failure(weights, z);
}

// The proof's step. Nothing is gained by a pull of one tied arm, nor by one that tells of many
// worlds at once.
TEST(LeastFailure, IsLoweredByNoPull) {
  for (std::uint64_t number = 0; number < 1000; ++number) {
    Dice dice(number);
    const int arms = dice.integer(2, 6);
    const Weights weights = drawn_weights(dice, arms);
    Weights shifts(weights.size(), 0.0);
    const double z = dice.uniform(.05, 3);
    for (double& c : shifts) {
      if (number % 4 == 1) c = dice.normal();
      if (number % 4 == 2) c = dice.integer(-1, 1) + .1 * dice.normal();
      if (number % 4 == 3) c = .2 * dice.normal();
    }
    shifts[static_cast<std::size_t>(dice.integer(0, arms - 1))] += 1;
    const double size = 2 * z * dice.uniform(.01, .98) / std::sqrt(spread(shifts));
    double mean = 0;  // to which law the likelihoods are compared does not matter
    for (double& c : shifts) mean += (c *= size) / arms;
    for (double& c : shifts) c -= mean;
    EXPECT_GE(lost(weights, shifts, z), -1e-9 * least_failure(weights, z)) << number;
  }
}

TEST(LeastFailure, KnowsHowWellArmsTellWorldsApart) {
  EXPECT_EQ(tied_gap({}), 0);
  EXPECT_EQ(tied_gap({{.3, .2}}), 0);
  EXPECT_NEAR(tied_gap({{.7, .4}, {.4, .7}}), .3, 1e-12);
  for (std::uint64_t number = 0; number < 300; ++number) {
    Dice dice(number);
    const int arms = dice.integer(2, 9);
    EXPECT_NEAR(tied_gap(testing::one_raised(arms, .3)), .3, 1e-12);
    Worlds worlds(static_cast<std::size_t>(dice.integer(2, 7)));
    for (Weights& world : worlds)
      for (int j = 0; j < arms; ++j) world.push_back(dice.uniform(0, 1) < .3 ? .5 : dice.normal());
    double widest = 0;
    for (std::size_t j = 0; j < worlds[0].size(); ++j) {
      Weights means;
      for (const Weights& world : worlds) means.push_back(world[j]);
      widest = std::max(widest, spread(means));
    }
    EXPECT_NEAR(tied_gap(worlds), std::sqrt(widest), 1e-9) << number;
  }
}

// And nothing is lost by small pulls of the likeliest arm, nor of the second: the bound is reached.
TEST(LeastFailure, IsKeptByPullsOfTheLikeliestArmOrOfTheSecond) {
  const Weights weights{.4, .3, .2, .1};
  for (const double z : {.5, 1.0, 2.0}) {
    const double c = .01;
    const double of_time =
        least_failure(weights, std::sqrt(z * z - c * c / 4)) - least_failure(weights, z);
    EXPECT_NEAR(lost(weights, {c, 0, 0, 0}, z) / of_time, 0, .002);
    EXPECT_NEAR(lost(weights, {0, c, 0, 0}, z) / of_time, 0, .002);
    EXPECT_GT(lost(weights, {0, 0, c, 0}, z) / of_time, .005);
    EXPECT_GT(lost(weights, {0, 0, 0, c}, z), lost(weights, {0, 0, c, 0}, z));
  }
}

// One pull of one arm of m: it is named if its reward is above the middle.
TEST(LeastFailure, IsAlmostReachedByOnePull) {
  for (const int arms : {2, 3, 8}) {
    for (const double gap : {.1, 1.0, 3.0}) {
      const double right = (1 + 2 * normal_below(gap / 2) - 1) / arms;
      EXPECT_LE(least_tied_failure(arms, gap / 2), 1 - right + 1e-15);
      if (arms == 2 || gap < .5) {
        EXPECT_NEAR(least_tied_failure(arms, gap / 2) / (1 - right), 1, arms == 2 ? 1e-14 : .01);
      }
    }
  }
}

// Adaptive rules by complete enumeration: the best of all that see which of a few cells a reward
// falls into.
TEST(LeastFailure, IsBeatenByNoRuleForTiedArms) {
  for (std::uint64_t number = 0; number < testing::repetitions(std::uint64_t{60}); ++number) {
    Dice dice(number);
    const int arms = dice.integer(2, 4);
    const int pulls = dice.integer(1, arms == 2 ? 5 : 4);
    const double gap = dice.uniform(.2, 2);
    Weights weights =
        number % 2 == 0 ? Weights(static_cast<std::size_t>(arms), 1.0) : drawn_weights(dice, arms);
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& w : weights) w /= all;
    const Worlds worlds = testing::one_raised(arms, gap);
    const double z = z_star(gap, 1, pulls);
    const Weights failures = testing::wisest_failures(worlds, weights, pulls);
    double found = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) found += weights[i] * failures[i];
    EXPECT_GE(found, least_failure(weights, z)) << number;
    if (gap < .6 && number % 2 == 0) {
      EXPECT_LE(found, 1.1 * least_failure(weights, z));
    }
    // Its truth and its worst, too.
    const double worst = *std::ranges::max_element(failures.begin() + 1, failures.end());
    EXPECT_GE(worst, least_worst_of(arms, failures[0], z) - 1e-9) << number;
  }
}

TEST(LeastFailure, IsBeatenByNoRuleInAnyWorlds) {
  int near = 0;
  for (std::uint64_t number = 0; number < testing::repetitions(std::uint64_t{60}); ++number) {
    Dice dice(number);
    const int arms = dice.integer(2, 4);
    Worlds worlds = testing::one_raised(arms, dice.uniform(.2, 1));
    for (std::size_t i = 0; i < worlds.size(); ++i) {
      for (double& mean : worlds[i]) mean += dice.uniform(0, number % 3 == 0 ? 1 : .1);
      std::swap(worlds[i][i], *std::ranges::max_element(worlds[i]));  // another answer in each
    }
    const int pulls = dice.integer(1, arms == 2 ? 5 : 4);
    Weights weights = drawn_weights(dice, arms);
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& w : weights) w /= all;
    const Weights failures = testing::wisest_failures(worlds, weights, pulls);
    double found = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) found += weights[i] * failures[i];
    const double least = least_failure(weights, z_star(tied_gap(worlds), 1, pulls));
    EXPECT_GE(found, least) << number;
    near += found < 1.3 * least;
  }
  EXPECT_GE(near, testing::repetitions(20));
}

TEST(BlindLimit, IsBeatenByNoRuleForArmsOfAnyMeans) {
  int sharper = 0;
  for (std::uint64_t number = 0; number < testing::repetitions(std::uint64_t{40}); ++number) {
    Dice dice(number);
    Weights means{dice.uniform(.3, 1.5), 0, 0};
    if (number % 3 != 0) means[2] = -dice.uniform(0, .2) * means[0];
    const int pulls = dice.integer(1, 4);
    const BlindLimit limit = least_blind_failure(means, 1, pulls);
    const Worlds worlds = testing::all_orders(means);
    const Weights even(worlds.size(), 1.0 / static_cast<double>(worlds.size()));
    const Weights failures = testing::wisest_failures(worlds, even, pulls);
    const double mean = std::accumulate(failures.begin(), failures.end(), 0.0) /
                        static_cast<double>(failures.size());
    EXPECT_GE(mean, limit.failure) << number;
    sharper += limit.last > 2;
  }
  EXPECT_GE(sharper, testing::repetitions(20));
}

TEST(BlindLimit, IsNeverBelowTheTwoArmLimit) {
  for (std::uint64_t number = 0; number < 300; ++number) {
    Dice dice(number);
    Weights means;
    for (int i = dice.integer(2, 12); i > 0; --i) means.push_back(dice.uniform(0, .3));
    const double sd = dice.uniform(.1, 2);
    const int budget = dice.integer(1, 500);
    const BlindLimit found = least_blind_failure(means, sd, budget);
    Weights sorted = means;
    std::ranges::sort(sorted, std::greater{});
    const double limit = z_star(sorted[0] - sorted[1], sd, budget);
    EXPECT_GE(found.failure, normal_below(-limit) * (1 - 1e-12));
    EXPECT_LE(2, found.first);
    EXPECT_LE(found.first, found.last);
    EXPECT_LE(static_cast<std::size_t>(found.last), means.size());
    EXPECT_NEAR(found.failure,
                least_tied_failure(found.last - found.first + 2, z_star(found.gap, sd, budget)),
                1e-14);
    dice.shuffle(means);
    for (double& mu : means) mu += 2;  // only differences count
    EXPECT_NEAR(least_blind_failure(means, sd, budget).failure, found.failure, 1e-9);
  }
}

// The worlds of the best arm put in between these rivals at every place.
Worlds inserted(double best, const Weights& rivals) {
  Worlds worlds(rivals.size() + 1, rivals);
  for (std::size_t i = 0; i < worlds.size(); ++i)
    worlds[i].insert(worlds[i].begin() + static_cast<std::ptrdiff_t>(i), best);
  return worlds;
}

TEST(BlindLimit, HasTheGapOfTheWorldsThatItHides) {
  int many = 0;
  for (std::uint64_t number = 0; number < 300; ++number) {
    Dice dice(number);
    Weights means{2};
    for (int i = dice.integer(2, 12); i > 0; --i) {
      const double step = number % 3 == 0 ? dice.uniform(0, 1) : dice.uniform(.5, .6);
      means.push_back(number % 2 == 0 ? 1.5 - step : means[1 % means.size()] - .01 * step);
    }
    std::ranges::sort(means, std::greater{});
    const BlindLimit found = least_blind_failure(means, 1, dice.integer(1, 60));
    const Weights rivals(means.begin() + found.first - 1, means.begin() + found.last);
    EXPECT_NEAR(tied_gap(inserted(means[0], rivals)), found.gap, 1e-9) << number;
    many += found.last > found.first;
  }
  EXPECT_GE(many, 150);
}

// Rivals by hand.
TEST(BlindLimit, ChoosesTheRivalsThatAreHardToTellApart) {
  const auto of = [](const Weights& gaps, std::int64_t budget) {
    Weights means{0};
    for (const double gap : gaps) means.push_back(-gap);
    return least_blind_failure(means, 1, budget);
  };
  const BlindLimit even = of({.10, .11, .12}, 100);
  EXPECT_EQ(even.last, 4);
  EXPECT_NEAR(even.gap, .12, 1e-12);
  const BlindLimit uneven = of({.10, .15, .15, .15, .15, .15}, 200);
  EXPECT_EQ(uneven.first, 2);  // (.10^2 + 5 * .15^2 + 5 * .05^2) / 6 = .15^2
  EXPECT_EQ(uneven.last, 7);
  EXPECT_NEAR(uneven.gap, .15, 1e-12);
  const BlindLimit step = of({.05, .15, .15, .15}, 1);  // (.05^2 + 3 * .15^2 + 3 * .10^2) / 4
  EXPECT_EQ(step.last, 5);
  EXPECT_NEAR(step.gap, std::sqrt(.025), 1e-12);
  const BlindLimit group = of({.2, .5, .5, .5, .5, .5, .5, .5, .5, .5, .5, .5}, 400);
  EXPECT_EQ(group.first, 2);  // the runner-up is what matters
  EXPECT_EQ(group.last, 2);
  const BlindLimit tied = of(Weights(9, .1), 5000);
  EXPECT_EQ(tied.last, 10);
  EXPECT_NEAR(tied.failure, .0843, 5e-5);
}

TEST(BlindLimit, IsNothingWhereNothingIsHidden) {
  EXPECT_EQ(least_blind_failure(Weights{}, 1, 10).failure, 0);
  EXPECT_EQ(least_blind_failure(Weights{.3}, 1, 10).failure, 0);
  EXPECT_EQ(least_blind_failure(Weights{.3, .1, .3}, 1, 10).failure, 0);  // either may be named
  EXPECT_EQ(least_blind_failure(Weights{.3, .1, .1}, 0, 10).failure, 0);
  EXPECT_NEAR(least_blind_failure(Weights{.3, .1, .1}, 1, 0).failure, 2.0 / 3, 1e-14);
}

TEST(BlindLimit, IsBeatenByNoEqualPulls) {
  for (const int arms : {2, 3, 6, 15}) {
    Case here{.means = Weights(static_cast<std::size_t>(arms), .3), .sd = .5};
    here.means[0] = .5;
    for (const std::int64_t each : {1, 8, 40}) {
      const std::int64_t budget = each * arms;
      const auto failure =
          exact_failure(here.problem(*Uniform::make({.arms = arms, .budget = budget})));
      EXPECT_GE(failure->probability + 1e-9,
                least_blind_failure(here.means, here.sd, budget).failure);
    }
  }
}

TEST(LeastWorst, OfTwoArmsIsTheOneOfTheoremTwo) {
  for (const double z : {0.0, .2, 1.0, 2.0}) {
    for (const double truth : {1e-12, 1e-3, .1, .5, .9, 1.0})
      EXPECT_NEAR(least_worst_of(2, truth, z), least_worst(truth, z), 1e-8) << truth << " " << z;
  }
}

TEST(LeastWorst, RisesWithTheNumberOfArms) {
  for (const double z : {0.0, .2, 1.0, 3.0}) {
    for (const double truth : {0.0, 1e-3, .1, .5}) {
      double before = 0;
      for (const int arms : {2, 3, 5, 12, 64}) {
        const double worst = least_worst_of(arms, truth, z);
        EXPECT_GE(worst, before - 1e-9);
        EXPECT_LE(worst, 1);
        before = worst;
      }
    }
    for (const int arms : {3, 12}) {  // who favours no arm: the fixed point
      const double fair = least_tied_failure(arms, z);
      EXPECT_NEAR(least_worst_of(arms, fair, z), fair, 1e-8);
    }
  }
  EXPECT_NEAR(least_worst_of(5, .2, 0), 1 - .2 / 4, 1e-9);  // no pulls: names a rival seldom
}

TEST(Rivals, NeedNotBeMistakenWhereThereIsNoNoise) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  for (const int arms : {1, 2, 3, 12}) EXPECT_EQ(least_tied_failure(arms, infinite), 0) << arms;
  EXPECT_EQ(least_failure({.5, .3, .2}, infinite), 0);
  EXPECT_EQ(least_worst_of(3, .1, infinite), 0);
  EXPECT_EQ(least_worst_of(3, 0, infinite), 1);
}

}  // namespace
}  // namespace mesha::theory
