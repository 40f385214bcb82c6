#include "mesha/learners/guarded_halving.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "mesha/learners/adaptive_halving.hpp"
#include "support/drive.hpp"
#include "support/floor_set_games.hpp"
#include "support/plain_floor_sets.hpp"
#include "support/random_games.hpp"
#include "support/repetitions.hpp"

namespace mesha {
namespace {

using testing::Dice;
using testing::RewardTable;

std::vector<Report> random_reports(Dice& dice, int arms, std::size_t d) {
  std::vector<Report> said;
  for (int i = 0; i < arms; ++i) said.push_back({dice.normals(d)});
  return said;
}

GuardedHalving guarded(int arms, std::int64_t budget, int dimension, double share = 0.5,
                       double c = 0) {
  return *GuardedHalving::make({.floor_sets = {.arms = arms, .budget = budget},
                                .dimension = dimension,
                                .share = share,
                                .c = c});
}

TEST(GuardedHalving, IsRunByRunTheProgramThatOneWouldWriteDown) {
  for (std::uint64_t number = 0; number < testing::repetitions(std::uint64_t{200}); ++number) {
    Dice dice(number);
    const int K = dice.integer(2, 10);
    const std::int64_t T = GuardedHalving::smallest_budget(K, 0.75) + dice.integer(0, 40 * K);
    const int d = dice.integer(1, 5);
    const double share = std::vector{0.5, 1.0 / 3, 1.0}[static_cast<std::size_t>(number % 3)];
    const double c = number % 2 == 0 ? 0 : dice.uniform(0.1, 2);
    const std::vector<Report> said = random_reports(dice, K, static_cast<std::size_t>(d));
    const RewardTable table(number, K, false);
    testing::PlainFloorSets plain{
        .K = K, .T = T, .reward = [&](int i, long k) { return table(i, k); }};
    for (const Report& report : said) plain.y.push_back(report.x);
    plain.share = share;
    plain.c = c;
    const int named = plain.play();
    GuardedHalving learner = guarded(K, T, d, share, c);
    const auto batches = testing::batches_of(learner, said, table);
    ASSERT_EQ(batches, plain.batches) << number;
    ASSERT_EQ(identified(learner.answer()), ArmId{named}) << number;
  }
}

TEST(GuardedHalving, IsAdaptiveHalvingWhereReportsHaveNoShare) {
  for (std::uint64_t number = 0; number < 50; ++number) {
    Dice dice(number);
    const int K = dice.integer(2, 20);
    const std::vector<Report> said = random_reports(dice, K, 2);
    const RewardTable table(number, K, false);
    AdaptiveHalving plain = *AdaptiveHalving::make({.arms = K, .budget = 40 * K});
    GuardedHalving learner = guarded(K, 40 * K, 2, 0);
    ASSERT_EQ(testing::batches_of(learner, said, table), testing::batches_of(plain, said, table));
    ASSERT_EQ(learner.answer(), plain.answer());
  }
}

// The pulls of one learner, told to others under other reports.
template <class Check>
void on_the_same_pulls(double c, const Check& check) {
  for (std::uint64_t number = 0; number < 60; ++number) {
    Dice dice(number);
    const int K = dice.integer(2, 20);
    GuardedHalving first = guarded(K, 40 * K, 3, 0.5, c);
    GuardedHalving second = first;
    const std::vector<Report> said = random_reports(dice, K, 3);
    const auto bring = testing::Bring(RewardTable(number, K, false).bring(said));
    for (int batch = 0; !first.finished(); ++batch) {
      auto evidence = testing::gather(first, said, batch, bring);
      first.observe(evidence);
      for (Evidence& group : evidence) group.report.x = scaled(dice.normals(3), 10);
      second.observe(evidence);
      check(first, second, K);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(GuardedHalving, HasTheSameFloorSetsWhateverIsReportedGivenTheSamePulls) {
  on_the_same_pulls(0, [](const GuardedHalving& one, const GuardedHalving& other, int) {
    ASSERT_EQ(one.floor_set(), other.floor_set());
    ASSERT_EQ(one.floor(), other.floor());
    ASSERT_EQ(one.finished(), other.finished());
    ASSERT_EQ(one.leader(), other.leader());
  });
}

TEST(GuardedHalving, MovesNoComparisonByMoreThanCStandardErrors) {
  constexpr double c = 0.7;
  double most = 0;
  on_the_same_pulls(c, [&](const GuardedHalving& one, const GuardedHalving& other, int K) {
    for (const GuardedHalving* each : {&one, &other}) {
      const double sd = std::sqrt(each->variance());
      const Records& records = each->records();
      for (int i = 0; i < K; ++i) {
        for (int j = 0; j < i; ++j) {
          const ArmId a{i}, b{j};
          const double moved =
              std::abs(each->score(a) - each->score(b) - (records.mean(a) - records.mean(b)));
          const double limit = c * sd * std::sqrt(1 / records.pulls(a) + 1 / records.pulls(b));
          ASSERT_LE(moved, limit * (1 + 1e-9));
          most = std::max(most, moved / limit);
        }
      }
    }
  });
  EXPECT_GT(most, 0.99);  // the limit is reached
}

TEST(GuardedHalving, NeverSpendsMoreThanTAndGivesEveryArmOfAFloorSetItsFloor) {
  for (int K = 2; K <= 70; ++K) {
    Dice dice(static_cast<std::uint64_t>(K));
    const std::int64_t T = GuardedHalving::smallest_budget(K, 0.75) + dice.integer(0, 10 * K);
    const RewardTable table(static_cast<std::uint64_t>(K), K, K % 2 == 0);
    GuardedHalving learner = guarded(K, T, 3, 0.5, K % 3 == 0 ? 1 : 0);
    ASSERT_EQ(testing::play_watching_floors(learner, random_reports(dice, K, 3), table), T);
  }
}

// Nothing said, the same said by all, more coordinates than arms, and lengths of any scale.
TEST(GuardedHalving, EndsWhateverIsReported) {
  const RewardTable table(7, 4, false);
  Dice dice(7);
  for (const double scale : {0.0, 1e-200, 1e-9, 1e9, 1e150, 1e200}) {
    for (const std::size_t d : {1U, 3U, 9U}) {
      for (const bool equal : {true, false}) {
        std::vector<Report> said = random_reports(dice, 4, d);
        for (Report& report : said) report.x = scaled(equal ? said.front().x : report.x, scale);
        for (const double c : {0.0, 1.0}) {
          GuardedHalving learner = guarded(4, 100, static_cast<int>(d), 0.5, c);
          ASSERT_EQ(testing::play_watching_floors(learner, said, table), 100);
          for (int i = 0; i < 4; ++i) ASSERT_TRUE(std::isfinite(learner.score(ArmId{i})));
        }
      }
    }
  }
}

TEST(GuardedHalving, TakesZeroReportsForSilence) {
  const RewardTable table(9, 6, false);
  const std::vector<Report> zeros(6, Report{{0, 0}});
  GuardedHalving learner = guarded(6, 200, 2, 0.5, 1);
  while (!learner.finished()) {
    learner.observe(testing::gather(learner, zeros, 0, table.bring(zeros)));
    for (int i = 0; i < 6; ++i)
      ASSERT_EQ(learner.score(ArmId{i}), learner.records().mean(ArmId{i}));
  }
}

TEST(GuardedHalving, RefusesBadDials) {
  const auto sentence = [](double share, double c) {
    return GuardedHalving::make(
               {.floor_sets = {.arms = 4, .budget = 100}, .dimension = 2, .share = share, .c = c})
        .error()
        .sentence;
  };
  EXPECT_EQ(sentence(1.5, 0), "share must lie between 0 and 1");
  EXPECT_EQ(sentence(0.5, -1), "c must be a finite number, at least 0");
}

}  // namespace
}  // namespace mesha
