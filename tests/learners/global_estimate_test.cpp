#include "mesha/learners/parts/global_estimate.hpp"

#include <gtest/gtest.h>

#include "mesha/linalg/ridge.hpp"
#include "support/random_games.hpp"

namespace mesha {
namespace {

std::vector<Evidence> random_batch(testing::Dice& dice, std::size_t d) {
  std::vector<Evidence> batch;
  for (int k = dice.integer(1, 12); k > 0; --k) {
    const int n = dice.integer(1, 30);
    batch.push_back({ArmId{k}, {dice.normals(d)}, n, n * dice.normal()});
  }
  return batch;
}

TEST(GlobalEstimate, IsTheRidgeEstimateForAPositiveLambda) {
  for (std::uint64_t number = 0; number < 200; ++number) {
    testing::Dice dice(number);
    const auto d = static_cast<std::size_t>(dice.integer(1, 6));
    const double lambda = dice.uniform(0.1, 2);
    const std::vector<Evidence> batch = random_batch(dice, d);
    Ridge ridge(d, lambda);
    for (const Evidence& group : batch) {
      ridge.add(group.report.x, static_cast<double>(group.pulls), group.reward_sum);
    }
    ridge.solve();
    GlobalEstimate estimate(lambda);
    const Vec& theta = estimate(batch);
    for (std::size_t k = 0; k < d; ++k) ASSERT_NEAR(theta[k], ridge.theta()[k], 1e-10);
  }
}

TEST(GlobalEstimate, DoesNotDependOnOrderOrNumbers) {
  testing::Dice dice(3);
  std::vector<Evidence> batch = random_batch(dice, 4);
  GlobalEstimate estimate;
  const Vec before = estimate(batch);
  dice.shuffle(batch);
  for (Evidence& group : batch) group.arm.index = 100 - group.arm.index;
  EXPECT_EQ(estimate(batch), before);
}

}  // namespace
}  // namespace mesha
