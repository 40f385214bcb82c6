#include "mesha/theory/floors.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mesha/theory/schedule.hpp"

namespace mesha::theory {
namespace {

// K = 8, T = 200, alpha = 3/4: R = 3, a quarter of floor(200 / 3) = 66 is 16.5, f = 2, 4, 8.
TEST(Floors, OfKeptSamplesAddUp) {
  EXPECT_EQ(kept_floors(8, 200, .75), (std::vector<EpochFloor>{{2, 4}, {6, 2}, {14, 1}}));
}

// T = 60: f = 1, 1, 2, but min(2, floor(60 / 24)) = 2 pulls from the start; T = 47: only one.
TEST(Floors, BeginWithTwoPullsWhereAThirdOfTheBudgetPaysForThem) {
  EXPECT_EQ(kept_floors(8, 60, .75), (std::vector<EpochFloor>{{2, 4}, {2, 2}, {4, 1}}));
  EXPECT_EQ(kept_floors(8, 47, .75), (std::vector<EpochFloor>{{1, 4}, {2, 2}, {3, 1}}));
}

TEST(Floors, OfOneArmAreNone) { EXPECT_TRUE(kept_floors(1, 10, .75).empty()); }

std::int64_t cost(int arms, std::int64_t T, double alpha) {
  std::int64_t sum = arms * kept_floors(arms, T, alpha).front().pulls;
  for (int r = 2; r <= halving_epochs(arms); ++r)
    sum += halved(arms, r - 1) * floor_step(arms, T, alpha, r);
  return sum;
}

TEST(Floors, ArePayableFromThreeKPlusTwoROn) {
  for (int arms = 2; arms <= 70; ++arms) {
    const int epochs = halving_epochs(arms);
    for (const double alpha : {.3, .5, .75, .9, 1.0}) {
      for (std::int64_t T = 3 * arms + 2 * epochs; T < 40 * arms; T += 1 + arms / 3) {
        ASSERT_LE(cost(arms, T, alpha), T) << arms << " arms, alpha " << alpha;
      }
    }
  }
}

TEST(Floors, MayCostMoreWhereAlphaIsSmall) { EXPECT_EQ(cost(10, 62, 0), 64); }

TEST(Floors, RiseFromEpochToEpochAndWithTheBudgetAndFallWithAlpha) {
  for (int arms = 2; arms <= 70; arms += 3) {
    for (std::int64_t T = 3 * arms; T < 60 * arms; T += arms) {
      const auto here = kept_floors(arms, T, .75);
      const auto more = kept_floors(arms, T + 17, .75);
      const auto less = kept_floors(arms, T, .8);
      for (std::size_t r = 0; r < here.size(); ++r) {
        ASSERT_LE(here[r].pulls, more[r].pulls);
        ASSERT_GE(here[r].pulls, less[r].pulls);
        if (r > 0) {
          ASSERT_GE(here[r].pulls, here[r - 1].pulls);
        }
      }
    }
  }
}

TEST(Floors, OfSequentialHalvingAreItsPulls) {
  EXPECT_EQ(equal_floors(8, 200, false), (std::vector<EpochFloor>{{8, 4}, {16, 2}, {33, 1}}));
  EXPECT_EQ(equal_floors(8, 200, true), (std::vector<EpochFloor>{{8, 4}, {24, 2}, {57, 1}}));
}

// logbar(4) = 1/2 + 1/2 + 1/3 + 1/4 = 19/12; T - K = 20: 20 / (19/12 * 4) = 3.16, then 4.21, 6.32.
TEST(Floors, OfSuccessiveRejectsAreItsPulls) {
  EXPECT_EQ(rejects_floors(4, 24), (std::vector<EpochFloor>{{4, 3}, {5, 2}, {7, 1}}));
  EXPECT_TRUE(rejects_floors(1, 24).empty());
}

}  // namespace
}  // namespace mesha::theory
