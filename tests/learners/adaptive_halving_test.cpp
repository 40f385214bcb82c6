#include "mesha/learners/adaptive_halving.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "mesha/theory/floors.hpp"
#include "support/drive.hpp"
#include "support/floor_set_games.hpp"
#include "support/plain_floor_sets.hpp"
#include "support/random_games.hpp"
#include "support/repetitions.hpp"

namespace mesha {
namespace {

using testing::Dice;
using testing::RewardTable;

AdaptiveHalving adaptive(int arms, std::int64_t budget, double alpha = 0.75,
                         std::optional<std::int64_t> ahead = 8, bool final = false) {
  return *AdaptiveHalving::make(
      {.arms = arms, .budget = budget, .alpha = alpha, .ahead = ahead, .final = final});
}

std::vector<Report> silent(int arms) {
  return std::vector<Report>(static_cast<std::size_t>(arms), Report{{0, 0}});
}

TEST(AdaptiveHalving, IsRunByRunTheProgramThatOneWouldWriteDown) {
  for (std::uint64_t number = 0; number < testing::repetitions(std::uint64_t{300}); ++number) {
    Dice dice(number);
    const int K = dice.integer(2, 12);
    const std::int64_t T = AdaptiveHalving::smallest_budget(K, 0.5) + dice.integer(0, 60 * K);
    const double alpha = dice.integer(0, 2) == 0 ? 0.5 : 0.75;
    const std::optional<std::int64_t> ahead =
        number % 4 == 0 ? std::nullopt : std::optional<std::int64_t>(dice.integer(1, 12));
    const bool final = dice.integer(0, 2) == 0;
    const RewardTable table(number, K, number % 3 == 0);
    testing::PlainFloorSets plain{
        .K = K, .T = T, .alpha = alpha, .P = ahead, .final = final, .reward = [&](int i, long k) {
          return table(i, k);
        }};
    const int named = plain.play();
    AdaptiveHalving learner = adaptive(K, T, alpha, ahead, final);
    const auto batches = testing::batches_of(learner, silent(K), table);
    ASSERT_EQ(batches, plain.batches) << number;
    ASSERT_EQ(identified(learner.answer()), ArmId{named}) << number;
  }
}

TEST(AdaptiveHalving, PlansTheFloorFirstAndThenLeaderAndChallenger) {
  // K = 4, T = 80, R = 2, f = 2 and 5: the floor is 2, then 5 + 2 for two arms.
  AdaptiveHalving learner = adaptive(4, 80);
  EXPECT_EQ(learner.plan(silent(4)),
            (std::vector<Pulls>{{ArmId{0}, 2}, {ArmId{1}, 2}, {ArmId{2}, 2}, {ArmId{3}, 2}}));
  learner.observe(testing::bring({.9, .8, .1, .0}, .2, learner.plan(silent(4))));
  std::int64_t planned = 0;
  for (const Pulls& pulls : learner.plan(silent(4))) {
    EXPECT_LT(pulls.arm.index, 2);
    planned += pulls.count;
  }
  EXPECT_EQ(planned, 8);
}

TEST(AdaptiveHalving, LooksBeforeEveryPullWhereTheyAreFewAndAtMostOnceInEightPulls) {
  for (const auto& [T, ahead] : std::vector<std::pair<std::int64_t, std::int64_t>>{
           {60, 1}, {199, 1}, {200, 2}, {550, 5}, {800, 8}, {5000, 8}}) {
    AdaptiveHalving learner = adaptive(4, T, 0.75, std::nullopt);
    learner.observe(testing::bring({.9, .8, .1, .0}, .2, learner.plan(silent(4))));
    std::int64_t planned = 0;
    for (const Pulls& pulls : learner.plan(silent(4))) planned += pulls.count;
    EXPECT_EQ(planned, ahead) << "T = " << T;
  }
}

TEST(AdaptiveHalving, NeverSpendsMoreThanTAndGivesEveryArmOfAFloorSetItsFloor) {
  for (int K = 2; K <= 70; K += testing::sanitized ? 17 : 1) {
    for (const double alpha : {0.0, 0.3, 0.5, 2.0 / 3, 0.75, 0.9, 1.0}) {
      const std::int64_t least = AdaptiveHalving::smallest_budget(K, alpha);
      for (const std::int64_t T :
           {least, least + 1, least + K, 6 * std::int64_t{K} + least, least + 37 * K}) {
        const RewardTable table(static_cast<std::uint64_t>(K * 7 + T), K, false);
        AdaptiveHalving learner = adaptive(K, T, alpha);
        ASSERT_EQ(testing::play_watching_floors(learner, silent(K), table), T)
            << "K " << K << " alpha " << alpha;
      }
    }
  }
}

TEST(AdaptiveHalving, HasTheFloorsThatItsCertificateIsFor) {
  for (int K = 2; K <= 70; ++K) {
    for (const double alpha : {0.5, 0.75}) {
      const std::int64_t T = AdaptiveHalving::smallest_budget(K, alpha) + 37 * (K % 5) * K;
      std::vector<std::int64_t> floors;
      AdaptiveHalving learner = adaptive(K, T, alpha);
      for (std::int64_t reached = 0; !learner.finished();) {
        const std::int64_t floor = learner.floor();
        if (floor > reached) floors.push_back(reached = floor);
        learner.observe(testing::bring(std::vector<double>(static_cast<std::size_t>(K), 0.5), 1,
                                       learner.plan(silent(K))));
      }
      std::vector<std::int64_t> promised;
      for (const auto& epoch : theory::kept_floors(K, T, alpha)) {
        if (promised.empty() || epoch.pulls > promised.back()) promised.push_back(epoch.pulls);
      }
      ASSERT_EQ(floors, promised) << "K = " << K << ", T = " << T;
    }
  }
}

TEST(AdaptiveHalving, LooksAtNoReport) {
  for (std::uint64_t number = 0; number < 100; ++number) {
    Dice dice(number);
    const int K = dice.integer(2, 20);
    const RewardTable table(number, K, false);
    std::optional<std::vector<std::vector<long>>> seen;
    for (int game = 0; game < 3; ++game) {
      std::vector<Report> said;
      for (int i = 0; i < K; ++i) said.push_back({dice.normals(2)});
      AdaptiveHalving learner = adaptive(K, 30 * K);
      const auto batches = testing::batches_of(learner, said, table);
      if (!seen) seen = batches;
      ASSERT_EQ(batches, *seen);
    }
  }
}

TEST(AdaptiveHalving, LetsAnArmBackInAndNamesAllWhoLeftOnlyAtTheEnd) {
  int back = 0;
  for (std::uint64_t number = 0; number < 200; ++number) {
    const RewardTable table(number, 16, false, 2);
    AdaptiveHalving learner = adaptive(16, 1000);
    std::set<ArmId> was_aside;
    for (int batch = 0; !learner.finished(); ++batch) {
      ASSERT_TRUE(learner.departures().empty());
      for (int i = 0; i < 16; ++i) {
        if (learner.set_aside(ArmId{i}))
          was_aside.insert(ArmId{i});
        else if (was_aside.erase(ArmId{i}) > 0)
          ++back;
      }
      learner.observe(testing::gather(learner, silent(16), batch, table.bring()));
    }
    ASSERT_EQ(learner.departures().size(), 15U);
  }
  EXPECT_GT(back, 3);
}

TEST(AdaptiveHalving, LetsArmsGoAtOnceIfThatIsFinal) {
  const RewardTable table(3, 8, false);
  AdaptiveHalving learner = adaptive(8, 300, 0.75, 8, true);
  std::set<std::size_t> gone;
  while (!learner.finished()) {
    gone.insert(learner.departures().size());
    for (int i = 0; i < 8; ++i) EXPECT_FALSE(learner.set_aside(ArmId{i}));
    learner.observe(testing::gather(learner, silent(8), 0, table.bring()));
  }
  EXPECT_EQ(gone, (std::set<std::size_t>{0, 4, 6}));
}

// No variance is estimated: the challenger is the second largest mean, the lowest index first.
TEST(AdaptiveHalving, TakesTheSecondLargestMeanWhereAllScoresAreEqual) {
  for (const double score : {0.0, 0.1, 1.0 / 3, -7.0}) {
    AdaptiveHalving learner = adaptive(5, 100);
    while (!learner.finished()) {
      for (const Pulls& pulls : learner.plan(silent(5))) {
        EXPECT_TRUE(learner.records().pulls(ArmId{4}) == 0 || score != 0 || pulls.arm.index < 3);
      }
      learner.observe(testing::bring(std::vector<double>(5, score), 0, learner.plan(silent(5))));
      EXPECT_TRUE(std::isfinite(learner.variance()));
    }
    EXPECT_LT(learner.variance(), 1e-20);
    EXPECT_TRUE(identified(learner.answer()));
  }
  AdaptiveHalving zero = adaptive(5, 100);
  testing::drive(zero, silent(5), [](int, const Pulls& pulls) {
    return std::vector<Evidence>{{pulls.arm, Report{{0, 0}}, pulls.count, 0, 0}};
  });
  EXPECT_EQ(identified(zero.answer()), ArmId{0});
}

// Rewards so large that their squares are not finite.
TEST(AdaptiveHalving, EndsWhateverTheScaleOfRewards) {
  for (const double scale : {1e-200, 1e-160, 1e150, 1e200}) {
    AdaptiveHalving learner = adaptive(5, 100);
    testing::drive(learner, silent(5), [&](int batch, const Pulls& pulls) {
      std::vector<Evidence> groups;
      for (std::int64_t k = 0; k < pulls.count; ++k) {
        const double x = scale * (pulls.arm.index == 2 ? 2 : 1) *
                         (1 + 0.01 * static_cast<double>((batch + k) % 3));
        groups.push_back({pulls.arm, Report{{0, 0}}, 1, x, x * x});
      }
      return groups;
    });
    EXPECT_EQ(identified(learner.answer()), ArmId{2}) << scale;
  }
}

TEST(AdaptiveHalving, RefusesLessThanItsFloorsAndBadDials) {
  const auto sentence = [](FloorSetsConfig c) { return AdaptiveHalving::make(c).error().sentence; };
  EXPECT_EQ(sentence({.arms = 8, .budget = 29}),
            "budget T = 29 is too small for 8 arms: the smallest that works is T = 30");
  EXPECT_TRUE(AdaptiveHalving::make({.arms = 8, .budget = 30}));
  EXPECT_EQ(sentence({.arms = 8, .budget = 30, .alpha = 1.5}), "alpha must lie between 0 and 1");
  EXPECT_EQ(sentence({.arms = 8, .budget = 30, .alpha = std::nan("")}),
            "alpha must lie between 0 and 1");
  EXPECT_EQ(sentence({.arms = 8, .budget = 30, .ahead = 0}), "ahead must be at least 1");
}

TEST(AdaptiveHalving, PlaysWithOneAndTwoArms) {
  EXPECT_EQ(identified(adaptive(1, 0).answer()), ArmId{0});
  AdaptiveHalving two = adaptive(2, 8);
  EXPECT_EQ(two.leader(), ArmId{0});
  const RewardTable table(1, 2, false);
  EXPECT_EQ(testing::play_watching_floors(two, silent(2), table), 8);
}

TEST(AdaptiveHalving, PlansNoMorePullsAheadThanAreLeft) {
  const RewardTable table(5, 6, false);
  AdaptiveHalving learner = adaptive(6, 50, 0.75, std::int64_t{1} << 60);
  EXPECT_EQ(testing::play_watching_floors(learner, silent(6), table), 50);
}

TEST(AdaptiveHalving, GoesOnWithoutArmsThatWithdraw) {
  for (std::uint64_t number = 0; number < 300; ++number) {
    Dice dice(number);
    const int K = dice.integer(2, 12);
    const RewardTable table(number, K, false);
    AdaptiveHalving learner = adaptive(K, 40 * K, 0.75, 8, number % 4 == 0);
    std::set<ArmId> withdrew;
    std::int64_t pulls = 0;
    bool aside = false;
    while (!learner.finished()) {
      for (int i = 0; i < K && !learner.finished(); ++i) {
        const bool lone = learner.departures().size() + 1 == static_cast<std::size_t>(K);
        if (lone || dice.uniform(0, 1) > 0.02) continue;
        aside = aside || learner.set_aside(ArmId{i});
        const auto left = learner.departures().size();
        learner.withdraw(ArmId{i});
        if (learner.departures().size() > left) withdrew.insert(ArmId{i});
      }
      if (learner.finished()) break;
      ASSERT_FALSE(withdrew.contains(learner.leader()));
      const auto plan = learner.plan(silent(K));
      ASSERT_FALSE(plan.empty());
      for (const Pulls& owed : plan) {
        ASSERT_FALSE(withdrew.contains(owed.arm));
        pulls += owed.count;
      }
      learner.observe(testing::gather(learner, silent(K), 0, table.bring()));
    }
    ASSERT_LE(pulls, 40 * K);
    ASSERT_FALSE(withdrew.contains(*identified(learner.answer())));
    ASSERT_EQ(learner.departures().size(), static_cast<std::size_t>(K) - 1);
  }
}

TEST(AdaptiveHalving, SaysSoWhenTheSumOfSquaresIsMissing) {
  AdaptiveHalving learner = adaptive(4, 80);
  const auto without = [&](int, const Pulls& pulls) {
    return std::vector<Evidence>{
        {pulls.arm, Report{{0, 0}}, pulls.count, static_cast<double>(pulls.count)}};
  };
  EXPECT_THROW(learner.observe(testing::gather(learner, silent(4), 0, without)), BrokenPromise);
}

}  // namespace
}  // namespace mesha
