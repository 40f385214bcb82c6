// The statistical tests that need millions of runs. Seeds are fixed: a red test is a defect.
#include <gtest/gtest.h>

#include <cmath>

#include "mesha/catalog/estimate.hpp"
#include "support/experiment_1.hpp"

namespace mesha {
namespace {

const Precision general{.method = Method::general};

// 20 cells at |z| < 4.5: together a false alarm once in 7,000 seeds.
TEST(Experiment1, AgreesWithNumericalIntegrationInAMillionRunsPerCell) {
  Experiment e = testing::experiment_1();
  e.trials = 1'000'000;
  for (std::size_t k = 0; k < testing::budgets_1.size(); ++k) {
    const std::int64_t T = testing::budgets_1[k];
    const Tally mesha = estimate(e, e.learners[0], T, {.threads = 2}, general)->tally;
    const Tally halving = estimate(e, e.learners[1], T, {.threads = 2}, general)->tally;
    const double z_mesha = binomial_z(mesha.failures, mesha.trials, testing::exact_mesha_1[k]);
    const double z_halving =
        binomial_z(halving.failures, halving.trials, testing::exact_halving_1[k]);
    EXPECT_LT(std::abs(z_mesha), 4.5) << "MESHA, T = " << T;
    EXPECT_LT(std::abs(z_halving), 4.5) << "SH, T = " << T;
    EXPECT_EQ(mesha.triggered, 0);
  }
}

// One draw per arm and epoch against one draw per pull. 10 cells (5 learners, 2 budgets) at
// |z| < 4.5: together a false alarm once in 14,000 seeds.
TEST(Simulation, AgreesBetweenSumsAndSinglePulls) {
  Experiment e = testing::experiment_1();
  e.trials = 200'000;
  for (const LearnerChoice& choice : e.learners) {
    for (const std::int64_t T : {60, 200}) {
      e.draw = Draw::sums_where_possible;
      const Tally sums = estimate(e, choice, T, {.threads = 2}, general)->tally;
      e.draw = Draw::every_pull;
      const Tally pulls = estimate(e, choice, T, {.threads = 2}, general)->tally;
      EXPECT_NE(sums.failures, pulls.failures);  // different draws
      EXPECT_LT(std::abs(two_sample_z(sums.failures, sums.trials, pulls.failures, pulls.trials)),
                4.5)
          << choice.name << " T = " << T;
    }
  }
}

}  // namespace
}  // namespace mesha
