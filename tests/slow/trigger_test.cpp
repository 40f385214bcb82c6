// When the grim trigger fires, and when it must not.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/poisson.hpp>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "mesha/catalog/strategies.hpp"
#include "mesha/learners/mesha.hpp"
#include "mesha/simulate/many_runs.hpp"
#include "mesha/theory/failure_bound.hpp"
#include "mesha/theory/schedule.hpp"
#include "support/random_games.hpp"

namespace mesha {
namespace {

using testing::Dice;

struct Count {
  std::int64_t runs = 0;
  std::int64_t fired = 0;
  double allowed = 0;  // sum over arms and epochs of delta / (4 K R)
};

using Counts = std::map<std::string, Count>;  // by case

struct Case {
  std::string name;
  std::string strategy;
  Options options = {};
};

// Reports that do not depend on the noise: near the truth, far too short, far too long, or of
// vectors that have nothing to do with it, up to three times as long as a feature may be.
std::vector<Case> noise_free_cases(Dice& dice, int arms, std::size_t d) {
  std::vector<Vec> unrelated;
  for (int i = 0; i < arms; ++i) unrelated.push_back(scaled(dice.in_unit_ball(d), 3));
  return {{.name = "truthful", .strategy = "truthful"},
          {.name = "shrunk", .strategy = "scaled", .options = {{"factor", 1e-3}}},
          {.name = "inflated", .strategy = "scaled", .options = {{"factor", 10.0}}},
          {.name = "unrelated", .strategy = "fixed", .options = {{"features", unrelated}}},
          {.name = "zeroed", .strategy = "zeroed"},
          {.name = "random_signs", .strategy = "random_signs"},
          {.name = "basis_cycling", .strategy = "basis_cycling"}};
}

// Random games with means >= 0: so many runs of each case.
Counts random_games(std::int64_t runs, double least_sd, double most_sd, int most_pulls_per_arm) {
  Counts counts;
  for (std::uint64_t number = 0; counts["truthful"].runs < runs; ++number) {
    Dice dice(number);
    const int arms = dice.integer(2, 9);
    const auto d = static_cast<std::size_t>(dice.integer(1, 4));
    const double sd = least_sd == most_sd ? least_sd : dice.uniform(least_sd, most_sd);
    const Instance instance = testing::random_instance(dice, arms, d, sd, true);
    const int R = theory::halving_epochs(arms);
    const MeshaConfig config{
        .arms = arms,
        .dimension = static_cast<int>(d),
        .budget = Mesha::smallest_budget(arms) * dice.integer(1, most_pulls_per_arm),
        .zeta = dice.uniform(0.01, 0.5),
        .lambda = dice.uniform(0.5, 2)};
    const auto learner = *Mesha::make(config);
    const double delta = std::exp(
        theory::log_delta(theory::mesha_sizes(arms, config.dimension, config.budget), config.zeta));
    for (const auto& [name, strategy, options] : noise_free_cases(dice, arms, d)) {
      const Profile profile = *make_profile(strategy, instance, options);
      const Tally tally =
          many_runs(learner, instance, std::span<const AnyStrategy>(profile), ArmId{0},
                    {.seed = 17, .first = number << 20U, .count = 200}, {.threads = 2});
      Count& count = counts[name];
      count.runs += tally.trials;
      count.fired += tally.triggered;
      // At most K arms are judged in each of R epochs; fewer make the bound only smaller.
      double judged = 0;
      for (int r = 0; r < R; ++r) judged += std::ceil(arms / std::pow(2, r));
      count.allowed += static_cast<double>(tally.trials) * judged * delta / (4.0 * arms * R);
    }
  }
  return counts;
}

TEST(GrimTrigger, NeverFiresOnNonNegativeMeansWithLittleNoise) {
  for (const auto& [name, count] : random_games(100'000, 0.0, 0.2, 12)) {
    EXPECT_GE(count.runs, 100'000) << name;
    EXPECT_EQ(count.fired, 0) << name;
  }
}

// The bound is delta / (4KR) per arm and epoch for 1-sub-Gaussian noise. A count that a Poisson
// variable with that mean exceeds less than once in a million is a defect.
TEST(GrimTrigger, FiresAtMostAsOftenAsItsLevelAllowsWithUnitNoise) {
  std::int64_t fired = 0;
  for (const auto& [name, count] : random_games(100'000, 1.0, 1.0, 3)) {
    fired += count.fired;
    const boost::math::poisson allowed(count.allowed);
    const double tail =
        boost::math::cdf(boost::math::complement(allowed, static_cast<double>(count.fired)));
    EXPECT_GT(tail, 1e-6) << name << ": " << count.fired << " fired, " << count.allowed
                          << " allowed";
  }
  EXPECT_GT(fired, 0) << "the test would not notice a trigger that never fires";
}

struct Catch {
  const char* strategy;
  Options options;
  std::int64_t n;  // pulls of the liar in the first epoch
};

// Arm 1 has mean -1/2, K = 2, d = 2, sd .2, so R = 1 and n = T/2. A near-zero report is caught from
// n = 200 on: slack = sqrt(2 n log(8/delta)) = 57 < n/2. Random signs pay for the width term
// as well, sqrt(n d) beta = 430 at n = 2000, and are caught from there on.
TEST(GrimTrigger, CatchesANegativeMeanThatHidesItsDirection) {
  const Instance instance =
      *Instance::make({{{0.5, 0.1}}, {{-0.5, 0.2}}}, {1, 0}, GaussianNoise{0.2});
  const Catch cases[] = {{"scaled", {{"factor", 1e-4}}, 200},
                         {"random_signs", {{"norm", 1.0}}, 2000}};
  for (const Catch& c : cases) {
    Profile profile = *make_profile("truthful", instance, {});
    profile[1] = (*make_profile(c.strategy, instance, c.options))[1];
    const auto learner = *Mesha::make({.arms = 2, .dimension = 2, .budget = 2 * c.n, .zeta = 0.5});
    const Tally tally = many_runs(learner, instance, std::span<const AnyStrategy>(profile),
                                  ArmId{0}, {.seed = 3, .count = 2000}, {.threads = 2});
    EXPECT_GE(tally.triggered, 1998) << c.strategy << " at n = " << c.n;
    EXPECT_EQ(tally.failures, 0);
    // And a tenth of the pulls is not enough, so the stated n means something.
    const auto hasty = *Mesha::make({.arms = 2, .dimension = 2, .budget = c.n / 5, .zeta = 0.5});
    const Tally early = many_runs(hasty, instance, std::span<const AnyStrategy>(profile), ArmId{0},
                                  {.seed = 3, .count = 2000}, {.threads = 2});
    EXPECT_LT(early.triggered, 100) << c.strategy;
  }
}

}  // namespace
}  // namespace mesha
