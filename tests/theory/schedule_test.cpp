#include "mesha/theory/schedule.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mesha::theory {
namespace {

// By doubling until K is reached, not by bits.
int epochs_by_doubling(int arms) {
  int epochs = 0;
  for (int reached = 1; reached < arms; reached *= 2) ++epochs;
  return epochs;
}

TEST(Schedule, HasAsManyEpochsAsDoublingsToReachK) {
  for (int K = 1; K <= 5000; ++K) ASSERT_EQ(halving_epochs(K), epochs_by_doubling(K)) << K;
  EXPECT_EQ(design_epochs(1), 1);
  EXPECT_EQ(design_epochs(3), 2);
}

TEST(Schedule, LeavesOneArmAfterTheLastEpochAndNotBefore) {
  for (int K = 2; K <= 2000; ++K) {
    ASSERT_EQ(halved(K, halving_epochs(K)), 1) << K;
    ASSERT_GT(halved(K, halving_epochs(K) - 1), 1) << K;
    ASSERT_EQ(halved(K, 0), K);
  }
}

// ceil(K / 2^r), line 15, against halving what is left: ceil(ceil(K / 2) / 2) ... is the same.
TEST(Schedule, CutsAtOnceAsItWouldStepByStep) {
  for (int K = 2; K <= 2000; ++K) {
    int left = K;
    for (int r = 1; r <= halving_epochs(K); ++r) {
      left = (left + 1) / 2;
      ASSERT_EQ(halved(K, r), left) << K << " " << r;
    }
  }
}

TEST(Schedule, StaysWithinTheBudget) {  // Lemma 3
  for (int K = 2; K <= 70; ++K) {
    const int R = halving_epochs(K);
    for (std::int64_t T = std::int64_t{K} * R; T < 3000; T += 97) {
      std::int64_t spent = 0;
      for (int r = 1; r <= R; ++r)
        spent += halved(K, r - 1) * halving_pulls(T, halved(K, r - 1), R);
      ASSERT_LE(spent, T) << K;
    }
  }
}

TEST(Schedule, HasTwoFormsOfPullsThatDifferByLessThanOne) {
  for (int K = 2; K <= 70; ++K) {
    const int R = halving_epochs(K);
    for (int r = 1; r <= R; ++r) {
      const double proof = unrounded_pulls(1499, K, R, r);
      const auto algorithm = static_cast<double>(halving_pulls(1499, halved(K, r - 1), R));
      ASSERT_LE(algorithm, proof) << K;
      ASSERT_GT(algorithm, proof - 1) << K;
    }
  }
  EXPECT_EQ(halving_pulls(200, 8, 3), 8);
  EXPECT_DOUBLE_EQ(unrounded_pulls(200, 8, 3, 1), 25.0 / 3);
}

// K = 8, d = 3, T = 60: min(8, 6) + ceil(3/2) = 8 is set aside, R = 2, so m = 26.
TEST(Schedule, HasTheDesignsOfAHandComputedExample) {
  EXPECT_EQ(design_reserve(8, 3), 8);
  EXPECT_DOUBLE_EQ(design_pulls(60, 8, 3), 26);
  EXPECT_EQ(design_reserve(4, 9), 4 + 5 + 3 + 2);  // K below d(d+1)/2
  EXPECT_EQ(design_reserve(5, 1), 1);
}

}  // namespace
}  // namespace mesha::theory
