// OptGTM on Experiment 1 against an independent program, and against its own single pulls.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/estimated.hpp"
#include "support/experiment_1.hpp"

namespace mesha {
namespace {

constexpr std::int64_t runs = 20'000;
// By an independent program with as many runs, printed to three digits.
constexpr std::array<double, 10> independent = {.165, .163, .149, .134, .106,
                                                .082, .072, .056, .043, .034};

Tally played(Draw draw, std::int64_t T) {
  Experiment e = testing::experiment_1();
  e.precision.trials = runs;
  e.precision.draw = draw;
  return testing::estimated(e, {"opt_gtm", {}}, T, Method::general).tally;
}

// |z| < 4 in each of 10 cells, beyond the half digit that printing hides: a false alarm once in
// 1,500 seeds.
TEST(OptGtm, AgreesWithAnIndependentProgramOnExperiment1) {
  for (std::size_t k = 0; k < independent.size(); ++k) {
    const std::int64_t T = testing::budgets_1[k];
    const Tally tally = played(Draw::sums_where_possible, T);
    const double failure = static_cast<double>(tally.failures) / runs;
    const double apart = std::max(0.0, std::abs(failure - independent[k]) - 0.0005);
    const double pooled = (failure + independent[k]) / 2;
    EXPECT_LT(apart / std::sqrt(pooled * (1 - pooled) * 2 / runs), 4)
        << "T = " << T << ": " << failure << " against " << independent[k];
    EXPECT_EQ(tally.triggered, 0);
    EXPECT_EQ(tally.pulls.most(), T);
    RecordProperty("T_" + std::to_string(T), std::to_string(failure));
  }
}

// The two keys of a single pull's noise: batch number, or arm and its own pull number.
TEST(OptGtm, AgreesBetweenSumsAndSinglePulls) {
  for (const std::int64_t T : {60, 800}) {
    const Tally sums = played(Draw::sums_where_possible, T);
    const Tally pulls = played(Draw::every_pull, T);
    EXPECT_NE(sums.failures, pulls.failures);
    EXPECT_LT(std::abs(two_sample_z(sums.failures, runs, pulls.failures, runs)), 4.5) << T;
  }
}

}  // namespace
}  // namespace mesha
