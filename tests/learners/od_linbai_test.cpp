#include "mesha/learners/od_linbai.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "mesha/learners/gse.hpp"
#include "mesha/learners/od_linbai_gtc.hpp"
#include "mesha/learners/od_linbai_strong.hpp"
#include "support/drive.hpp"
#include "support/random_games.hpp"

namespace mesha {
namespace {

using Counts = std::vector<std::int64_t>;

// Rewards as a linear model without noise has them: <theta, x> a pull.
testing::Bring pays(const std::vector<Report>& reports, const Vec& theta) {
  return [=](int, const Pulls& pulls) {
    const Report& said = reports[at(pulls.arm)];
    const double mean = dot(theta, said.x);
    return std::vector<Evidence>{
        {pulls.arm, said, pulls.count, static_cast<double>(pulls.count) * mean}};
  };
}

template <Learner L>
std::vector<std::vector<Pulls>> plans_of(L& learner, const std::vector<Report>& reports,
                                         const Vec& theta) {
  std::vector<std::vector<Pulls>> plans;
  while (!learner.finished()) {
    plans.push_back(learner.plan(reports));
    learner.observe(testing::gather(learner, reports, 0, pays(reports, theta)));
  }
  return plans;
}

std::int64_t total(const std::vector<Pulls>& plan) {
  return std::accumulate(plan.begin(), plan.end(), std::int64_t{0},
                         [](std::int64_t sum, const Pulls& pulls) { return sum + pulls.count; });
}

Counts totals(const std::vector<std::vector<Pulls>>& plans) {
  Counts sums;
  for (const auto& plan : plans) sums.push_back(total(plan));
  return sums;
}

// Four axes and an arm in their hull. d = 4: R = 2, T = 100 gives m = (100 - 5 - 2) / 2 = 46.5.
const std::vector<Report> five{
    {{1, 0, 0, 0}}, {{0, 1, 0, 0}}, {{0, 0, 1, 0}}, {{0, 0, 0, 1}}, {{0.2, 0.2, 0.2, 0.2}}};
const Vec theta_five{0.5, 0.4, 0.3, 0.2};

TEST(OdLinBai, FollowsTheScheduleOfYangAndTan) {
  auto learner = *OdLinBai::make({.arms = 5, .dimension = 4, .budget = 100});
  const auto plans = plans_of(learner, five, theta_five);
  ASSERT_EQ(plans.size(), 2U);
  EXPECT_EQ(plans[0], (std::vector<Pulls>{// ceil(46.5 / 4)
                                          {ArmId{0}, 12},
                                          {ArmId{1}, 12},
                                          {ArmId{2}, 12},
                                          {ArmId{3}, 12}}));
  EXPECT_EQ(plans[1], (std::vector<Pulls>{{ArmId{0}, 24}, {ArmId{1}, 24}}));  // ceil(46.5 / 2)
  EXPECT_EQ(identified(learner.answer()), ArmId{0});
}

TEST(OdLinBai, EstimatesTheMeanOfAnArmItNeverPulls) {
  auto learner = *OdLinBai::make({.arms = 5, .dimension = 4, .budget = 100});
  plans_of(learner, five, theta_five);
  for (const Departure& gone : learner.answer().departures) {
    if (gone.arm == ArmId{4}) {
      EXPECT_NEAR(std::get<ByRanking>(gone.why).mu_hat, 0.2 * 1.4, 1e-12);
    }
  }
}

// Reports in a plane of three dimensions. Ambient: two epochs of m = (60 - 6 - 2) / 2 = 26 (K = 8).
// Rank: one epoch of m = 60 - 3 = 57.
TEST(OdLinBai, TakesTheDimensionOfTheSpaceOrTheRankOnWish) {
  std::vector<Report> plane;
  for (int i = 0; i < 8; ++i) plane.push_back({{0, std::cos(i), std::sin(i)}});
  OdLinBaiConfig c{.arms = 8, .dimension = 3, .budget = 60};
  auto ambient = *OdLinBai::make(c);
  c.d = DimensionReading::rank;
  auto rank = *OdLinBai::make(c);
  EXPECT_EQ(plans_of(ambient, plane, {0, 0.5, 0.2}).size(), 2U);
  const auto once = plans_of(rank, plane, {0, 0.5, 0.2});
  ASSERT_EQ(once.size(), 1U);
  EXPECT_GE(total(once[0]), 57);
}

TEST(OdLinBai, NamesTheLowestIndexWhenAllReportsAreZero) {
  const std::vector<Report> nothing(4, Report{{0, 0}});
  auto learner = *OdLinBai::make({.arms = 4, .dimension = 2, .budget = 50});
  plans_of(learner, nothing, {1, 1});
  EXPECT_EQ(identified(learner.answer()), ArmId{0});
}

TEST(OdLinBaiStrong, SpendsTheWholeBudget) {
  for (const std::int64_t T : {40, 99, 100, 101, 777}) {
    auto learner = *OdLinBaiStrong::make({.arms = 5, .dimension = 4, .budget = T});
    const Counts spent = totals(plans_of(learner, five, theta_five));
    EXPECT_EQ(spent, (Counts{T / 2, T - T / 2}));
  }
}

OdLinBaiGtcConfig gtc(int arms, int d, std::int64_t T, Fit fit = Fit::literal,
                      bool trigger = true) {
  return {.setting = {.arms = arms, .dimension = d, .budget = T, .zeta = 0.1},
          .fit = fit,
          .trigger = trigger};
}

TEST(OdLinBaiGtc, RefusesABudgetAtWhichDeltaWouldNotBeBelowOne) {
  EXPECT_FALSE(
      static_cast<bool>(OdLinBaiGtc::make(gtc(2, 5, 8))));  // R = 3, so delta would be about 9/8
  EXPECT_TRUE(static_cast<bool>(OdLinBaiGtc::make(gtc(2, 5, 9))));
}

TEST(OdLinBaiGtc, PullsAllArmsAlikeFirstAndThenByDesign) {
  auto learner = *OdLinBaiGtc::make(gtc(5, 4, 100));
  const auto plans = plans_of(learner, five, theta_five);
  ASSERT_EQ(plans.size(), 2U);
  EXPECT_EQ(plans[0].size(), 5U);
  for (const Pulls& pulls : plans[0]) EXPECT_EQ(pulls.count, 10);             // ceil(46.5 / 5)
  EXPECT_EQ(plans[1], (std::vector<Pulls>{{ArmId{0}, 24}, {ArmId{1}, 24}}));  // ceil(46.5 / 2)
  EXPECT_EQ(identified(learner.answer()), ArmId{0});
}

// K = 64, d = 3, T = 1500: m = 746, first 64 * 12 = 768, then ceil(746 / 2) twice makes 1514.
TEST(OdLinBaiGtc, SharesWhatIsLeftWhereTheTextWouldSpendMoreThanT) {
  testing::Dice dice(1);
  std::vector<Report> reports;
  for (int i = 0; i < 64; ++i) reports.push_back({dice.in_unit_ball(3)});
  auto learner = *OdLinBaiGtc::make(gtc(64, 3, 1500));
  EXPECT_EQ(totals(plans_of(learner, reports, {0.6, 0.3, 0.1})), (Counts{768, 732}));
}

TEST(OdLinBaiGtc, PlansByTheAverageOfTheReportsThatWereUsed) {
  // Said at first: three axes. Under the pulls arm 2 turned half the time to arm 0's axis and half
  // to arm 1's, and in the average it lies between them: a plane is left.
  const std::vector<Report> axes{{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}};
  auto learner = *OdLinBaiGtc::make(gtc(3, 3, 60, Fit::inferred, false));
  const testing::Bring bring = [&](int, const Pulls& pulls) -> std::vector<Evidence> {
    const auto n = static_cast<double>(pulls.count);
    if (pulls.arm != ArmId{2}) return {{pulls.arm, axes[at(pulls.arm)], pulls.count, 0.5 * n}};
    EXPECT_EQ(pulls.count % 2, 0);
    return {{ArmId{2}, axes[0], pulls.count / 2, 0.5 * n / 2},
            {ArmId{2}, axes[1], pulls.count / 2, 0.5 * n / 2}};
  };
  learner.observe(testing::gather(learner, axes, 0, bring));
  // All averages are worth 0.5 (a little less for the ridge), arm 2's the least shrunk: the two
  // coordinates add up. Three epochs of rank 3: two stay.
  ASSERT_FALSE(learner.finished());
  EXPECT_EQ(learner.plan(axes).size(), 2U);
}

TEST(OdLinBaiGtc, SendsAwayWhomTheTriggerCatches) {
  // Arm 0 earns -5 a pull under a near-zero report.
  std::vector<Report> reports = five;
  reports[0] = {{1e-6, 0, 0, 0}};
  auto learner = *OdLinBaiGtc::make(gtc(5, 4, 400));
  testing::drive(learner, reports, [&](int, const Pulls& pulls) {
    const double mean = pulls.arm.index == 0 ? -5 : 0.1 * pulls.arm.index;
    return std::vector<Evidence>{
        {pulls.arm, reports[at(pulls.arm)], pulls.count, static_cast<double>(pulls.count) * mean}};
  });
  const Departure& first = learner.answer().departures.at(0);
  EXPECT_EQ(first.arm, ArmId{0});
  EXPECT_TRUE(std::holds_alternative<ByTrigger>(first.why));
  EXPECT_TRUE(identified(learner.answer()).has_value());
}

TEST(OdLinBaiGtc, AnswersNobodyLeftWhenAllAreCaught) {
  const std::vector<Report> tiny(3, Report{{1e-6, 0}});
  auto learner = *OdLinBaiGtc::make(gtc(3, 2, 300));
  testing::drive(learner, tiny, [&](int, const Pulls& pulls) {
    return std::vector<Evidence>{
        {pulls.arm, tiny[0], pulls.count, -5.0 * static_cast<double>(pulls.count)}};
  });
  EXPECT_TRUE(std::holds_alternative<NobodyLeft>(learner.answer().outcome));
}

// Rank 2 in three dimensions: ceil(2 / 2) = 1 stays after the first epoch; literally, ceil(3 / 2).
TEST(OdLinBaiGtc, HalvesTheCurrentRankInTheInferredReading) {
  std::vector<Report> plane;
  for (int i = 0; i < 8; ++i) plane.push_back({{0, std::cos(i), std::sin(i)}});
  auto inferred = *OdLinBaiGtc::make(gtc(8, 3, 60, Fit::inferred, false));
  auto literal = *OdLinBaiGtc::make(gtc(8, 3, 60, Fit::literal, false));
  EXPECT_EQ(totals(plans_of(inferred, plane, {0, 0.5, 0.2})), (Counts{32}));  // 8 ceil(26 / 8)
  EXPECT_EQ(plans_of(literal, plane, {0, 0.5, 0.2}).size(), 2U);
}

TEST(OdLinBaiGtc, RefusesWhatTheTriggerCannotWorkWith) {
  OdLinBaiGtcConfig c = gtc(5, 4, 100);
  c.setting.lambda = 0;
  EXPECT_FALSE(OdLinBaiGtc::make(c));
  c = gtc(5, 4, 100);
  c.setting.zeta = 0;
  EXPECT_FALSE(OdLinBaiGtc::make(c));
}

TEST(Gse, HalvesInStagesOfTheSameLength) {
  auto learner = *Gse::make({.arms = 5, .dimension = 4, .budget = 101});
  const auto plans = plans_of(learner, five, theta_five);
  EXPECT_EQ(totals(plans), (Counts{33, 33, 33}));
  EXPECT_EQ(plans[1].size(), 3U);  // ceil(5 / 2)
  EXPECT_EQ(plans[2].size(), 2U);
  EXPECT_EQ(identified(learner.answer()), ArmId{0});
}

TEST(LinearExploration, MayPullArmsThatAreOut) {
  // Arms 0 and 1 stay and differ along the second axis, where arms 2 and 3 are long.
  const std::vector<Report> reports{{{1, 0}}, {{1, 0.1}}, {{0, 3}}, {{0, -3}}};
  auto learner = *Gse::make({4, 2, 200, Criterion::xy});
  const auto plans = plans_of(learner, reports, {0.5, 0.01});
  EXPECT_EQ(totals(plans), (Counts{100, 100}));
  EXPECT_EQ(identified(learner.answer()), ArmId{1});
  std::int64_t out = 0;
  for (const Pulls& pulls : plans[1]) out += pulls.arm.index >= 2 ? pulls.count : 0;
  EXPECT_GT(out, 90);
}

}  // namespace
}  // namespace mesha
