#include "mesha/learners/ggtm.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/drive.hpp"

namespace mesha {
namespace {

using testing::drive;

TEST(Ggtm, BelievesTheLargestClaimUntilTheTriggerCatchesIt) {
  // Arm 0 claims 1 and earns 0: out once n > 2 sqrt(n log 100), which is n = 19. Arm 1 claims what
  // it earns, arm 2 claims less.
  const std::vector<Report> reports{{{1, 5}}, {{0.5, 0}}, {{0.2, 9}}};
  const double earns[] = {0, 0.5, 0.9};
  std::vector<int> pulls(3);
  Ggtm learner = *Ggtm::make({3, 2, 100, {1, 0}});
  drive(learner, reports, [&](int, const Pulls& pull) {
    ++pulls[at(pull.arm)];
    return std::vector<Evidence>{{pull.arm, reports[at(pull.arm)], 1, earns[at(pull.arm)]}};
  });
  EXPECT_EQ(pulls, (std::vector<int>{19, 81, 0}));
  EXPECT_EQ(identified(learner.answer()), ArmId{1});
  EXPECT_EQ(learner.answer().departures.at(0).arm, ArmId{0});
  EXPECT_EQ(learner.answer().departures.at(0).epoch, 19);
  EXPECT_TRUE(std::holds_alternative<ByTrigger>(learner.answer().departures.at(0).why));
  EXPECT_EQ(std::get<ByRanking>(learner.answer().departures.at(1).why).mu_hat, 0.2);
}

TEST(Ggtm, StopsWhenNobodyIsLeftAndNamesWhoLeftLast) {
  const std::vector<Report> reports{{{0.5}}, {{0.9}}};
  Ggtm learner = *Ggtm::make({2, 1, 100, {1}});
  EXPECT_EQ(drive(learner, reports,
                  [&](int, const Pulls& pull) {
                    return std::vector<Evidence>{{pull.arm, reports[at(pull.arm)], 1, -9}};
                  }),
            2);
  EXPECT_EQ(std::get<NobodyLeft>(learner.answer().outcome).fallback, ArmId{0});
}

TEST(Ggtm, NeedsAThetaOfTheReportsLength) {
  EXPECT_FALSE(Ggtm::make({3, 2, 100, {}}));
  EXPECT_FALSE(Ggtm::make({3, 2, 100, {1, 0, 0}}));
  EXPECT_FALSE(Ggtm::make({3, 2, 100, {1, std::numeric_limits<double>::quiet_NaN()}}));
}

}  // namespace
}  // namespace mesha
