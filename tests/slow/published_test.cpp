// The statistical tests that need millions of runs. Seeds are fixed: a red test is a defect.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/estimated.hpp"
#include "support/experiment_1.hpp"

namespace mesha {
namespace {

// 20 cells at |z| < 4.5: together a false alarm once in 7,000 seeds.
TEST(Experiment1, AgreesWithNumericalIntegrationInAMillionRunsPerCell) {
  Experiment e = testing::experiment_1();
  e.precision.trials = 1'000'000;
  for (std::size_t k = 0; k < testing::budgets_1.size(); ++k) {
    const std::int64_t T = testing::budgets_1[k];
    const Tally mesha = testing::estimated(e, e.learners[0], T, Method::general).tally;
    const Tally halving = testing::estimated(e, e.learners[1], T, Method::general).tally;
    const double z_mesha = binomial_z(mesha.failures, mesha.trials, testing::exact_mesha_1[k]);
    const double z_halving =
        binomial_z(halving.failures, halving.trials, testing::exact_halving_1[k]);
    EXPECT_LT(std::abs(z_mesha), 4.5) << "MESHA, T = " << T;
    EXPECT_LT(std::abs(z_halving), 4.5) << "SH, T = " << T;
    EXPECT_EQ(mesha.triggered, 0);
  }
}

// Two ways to draw the same thing: how often every arm is named, and triggers fire.
void expect_agreement(const Tally& sums, const Tally& pulls, const std::string& what) {
  const auto z = [&](std::int64_t a, std::int64_t b) {
    return a + b == 0 ? 0 : std::abs(two_sample_z(a, sums.trials, b, pulls.trials));
  };
  EXPECT_NE(sums.named, pulls.named) << "the draws are not different";
  EXPECT_LT(z(sums.failures, pulls.failures), 5) << what;
  EXPECT_LT(z(sums.triggered, pulls.triggered), 5) << what;
  for (std::size_t i = 0; i < sums.named.size(); ++i)
    EXPECT_LT(z(sums.named[i], pulls.named[i]), 5) << what << ", arm " << i;
}

// One draw per arm and epoch against one draw per pull. 100 comparisons (5 learners, 2 budgets) at
// |z| < 5: together a false alarm once in 17,000 seeds.
TEST(Simulation, AgreesBetweenSumsAndSinglePulls) {
  Experiment e = testing::experiment_1();
  e.precision.trials = 200'000;
  for (const LearnerChoice& choice : e.learners) {
    for (const std::int64_t T : {60, 200}) {
      e.precision.draw = Draw::sums_where_possible;
      const Tally sums = testing::estimated(e, choice, T, Method::general).tally;
      e.precision.draw = Draw::every_pull;
      const Tally pulls = testing::estimated(e, choice, T, Method::general).tally;
      expect_agreement(sums, pulls, choice.name + " T = " + std::to_string(T));
    }
  }
}

// The same where a trigger decides: arm 1 predicts next to nothing, earns less, and is caught in
// about half of the runs. |z| < 5: a false alarm once in 1.7 million seeds.
TEST(Simulation, AgreesBetweenSumsAndSinglePullsWhereTriggersFire) {
  auto e = read_experiment(R"(
trials  = 200_000
budgets = [200]
[instance]
theta    = [1.0, 0.0]
features = [[0.5, 0], [-0.3, 0]]
noise    = { kind = "gaussian", sd = 0.5 }
[reports]
strategy = "fixed"
features = [[0.5, 0], [0, 0.001]]
[[learners]]
name  = "mesha"
delta = 0.1
)",
                           "triggers fire");
  ASSERT_TRUE(e) << e.error().sentence;
  const Tally sums = testing::estimated(*e, e->learners[0], 200, Method::general).tally;
  e->precision.draw = Draw::every_pull;
  const Tally pulls = testing::estimated(*e, e->learners[0], 200, Method::general).tally;
  EXPECT_GT(sums.triggered, 50'000);
  EXPECT_LT(sums.triggered, 150'000);
  EXPECT_LT(std::abs(two_sample_z(sums.triggered, sums.trials, pulls.triggered, pulls.trials)), 5);
}

}  // namespace
}  // namespace mesha
