#include <gtest/gtest.h>

#include <cmath>

#include "mesha/learners/mesha.hpp"
#include "mesha/learners/sequential_halving.hpp"
#include "mesha/learners/successive_rejects.hpp"
#include "mesha/learners/uniform.hpp"
#include "support/drive.hpp"

namespace mesha {
namespace {

using testing::drive;

std::vector<Report> reports(int arms) {
  return std::vector<Report>(static_cast<std::size_t>(arms), Report{{1, 0}});
}

// Every pull of arm i pays means[i].
testing::Bring pays(std::vector<double> means, Report said = {{1, 0}}) {
  return [=](int, const Pulls& pulls) {
    return std::vector<Evidence>{
        {pulls.arm, said, pulls.count, static_cast<double>(pulls.count) * means[at(pulls.arm)]}};
  };
}

template <Learner L>
std::vector<std::vector<Pulls>> plans_of(L learner, int arms, const std::vector<double>& means) {
  std::vector<std::vector<Pulls>> plans;
  while (!learner.finished()) {
    plans.push_back(learner.plan(reports(arms)));
    learner.observe(testing::gather(learner, reports(arms), 0, pays(means)));
  }
  return plans;
}

MeshaConfig mesha(int arms, std::int64_t budget) {
  return {.arms = arms, .dimension = 2, .budget = budget, .zeta = 0.1};
}

TEST(Mesha, FollowsTheScheduleOfAlgorithm1) {
  // K = 8, T = 800, R = 3: n = 33, 66, 133 for 8, 4, 2 arms.
  const auto plans = plans_of(*Mesha::make(mesha(8, 800)), 8, {.8, .7, .6, .5, .4, .3, .2, .1});
  ASSERT_EQ(plans.size(), 3U);
  EXPECT_EQ(plans[0].size(), 8U);
  EXPECT_EQ(plans[0][0].count, 33);
  EXPECT_EQ(plans[1],
            (std::vector<Pulls>{{ArmId{0}, 66}, {ArmId{1}, 66}, {ArmId{2}, 66}, {ArmId{3}, 66}}));
  EXPECT_EQ(plans[2], (std::vector<Pulls>{{ArmId{0}, 133}, {ArmId{1}, 133}}));
}

TEST(Mesha, RoundsUpWhenTheNumberOfArmsIsNoPowerOfTwo) {
  std::vector<std::size_t> sizes;
  for (const auto& plan :
       plans_of(*Mesha::make(mesha(11, 500)), 11, std::vector<double>(11, 0.3))) {
    sizes.push_back(plan.size());
  }
  EXPECT_EQ(sizes, (std::vector<std::size_t>{11, 6, 3, 2}));  // ceil(11 / 2^r)
}

TEST(Mesha, RanksByShrunkMeans) {
  // Equal rewards, but arm 1 reports a longer vector: n q / (lambda + n q) is larger.
  auto learner = *Mesha::make(mesha(2, 20));
  drive(learner, reports(2), [](int, const Pulls& pulls) {
    const Report said{{pulls.arm.index == 0 ? 0.5 : 1.0, 0}};
    return std::vector<Evidence>{{pulls.arm, said, pulls.count, 5.0}};
  });
  EXPECT_EQ(identified(learner.answer()), ArmId{1});
  const auto& why = std::get<ByRanking>(learner.answer().departures.at(0).why);
  EXPECT_DOUBLE_EQ(why.mu_hat, 0.5 * 2.5 / 3.5);  // n q = 2.5
  EXPECT_DOUBLE_EQ(why.cut, 0.5 * 10 / 11);
}

TEST(Mesha, EliminatesByTriggerForEverAndGoesOnWithTheOthers) {
  // Arm 3 earns -5 a pull under a near-zero report: predicted 0, observed far below.
  auto learner = *Mesha::make(mesha(4, 400));
  drive(learner, reports(4), [](int, const Pulls& pulls) {
    const bool liar = pulls.arm.index == 3;
    const auto n = static_cast<double>(pulls.count);
    return std::vector<Evidence>{{pulls.arm, Report{{liar ? 1e-6 : 1, 0}}, pulls.count,
                                  n * (liar ? -5 : 0.1 * pulls.arm.index)}};
  });
  EXPECT_EQ(identified(learner.answer()), ArmId{2});
  const Departure& first = learner.answer().departures.at(0);
  EXPECT_EQ(first.arm, ArmId{3});
  EXPECT_EQ(first.epoch, 1);
  const auto& why = std::get<ByTrigger>(first.why);
  EXPECT_GT(why.bounds.rlcb, why.bounds.aucb);
  EXPECT_NEAR(why.bounds.rlcb, 0, 0.1);
}

TEST(Mesha, AnswersNobodyLeftWithTheBestOfThatEpochWhenAllAreCaught) {
  auto learner = *Mesha::make(mesha(4, 400));
  drive(learner, reports(4), pays({-6, -5, -4, -7}, {{1e-6, 0}}));
  EXPECT_EQ(identified(learner.answer()), std::nullopt);
  EXPECT_EQ(std::get<NobodyLeft>(learner.answer().outcome).fallback, ArmId{2});
  EXPECT_EQ(learner.answer().departures.size(), 4U);
}

TEST(Mesha, StillChecksALoneSurvivorInLaterEpochs) {
  // Three of four caught in epoch 1; the last one turns bad in epoch 2 and is caught there.
  auto learner = *Mesha::make(mesha(4, 400));
  drive(learner, reports(4), [](int batch, const Pulls& pulls) {
    const double mean = batch == 0 && pulls.arm.index == 0 ? 0.5 : -5;
    return std::vector<Evidence>{
        {pulls.arm, Report{{1e-6, 0}}, pulls.count, static_cast<double>(pulls.count) * mean}};
  });
  EXPECT_EQ(std::get<NobodyLeft>(learner.answer().outcome).fallback, ArmId{0});
}

TEST(Mesha, PrefersTheLowestIndexAmongEquals) {
  auto learner = *Mesha::make(mesha(7, 300));
  drive(learner, reports(7), pays(std::vector<double>(7, 0.25)));
  EXPECT_EQ(identified(learner.answer()), ArmId{0});
}

TEST(Mesha, RefusesParametersOutsideTheirRange) {
  const auto refused = [](auto change) {
    MeshaConfig c = mesha(4, 100);
    change(c);
    return !Mesha::make(c);
  };
  EXPECT_TRUE(refused([](MeshaConfig& c) { c.lambda = 0; }));
  EXPECT_TRUE(refused([](MeshaConfig& c) { c.lambda = NAN; }));
  EXPECT_TRUE(refused([](MeshaConfig& c) { c.zeta = -1; }));
  EXPECT_TRUE(refused([](MeshaConfig& c) { c.xi = 0; }));
  EXPECT_TRUE(refused([](MeshaConfig& c) { c.delta = 0; }));
  EXPECT_TRUE(refused([](MeshaConfig& c) { c.delta = 1; }));
  EXPECT_FALSE(refused([](MeshaConfig& c) { c.delta = 0.5; }));
  EXPECT_TRUE(refused([](MeshaConfig& c) { c.budget = 7; }));  // K R = 8
  EXPECT_FALSE(refused([](MeshaConfig& c) { c.budget = 8; }));
}

// With equal norms the shrinkage is the same for all, so the ranking is Sequential Halving's.
TEST(Mesha, ChoosesAsSequentialHalvingDoesWhenAllReportTheSameNorm) {
  for (int game = 0; game < 200; ++game) {
    auto a = *Mesha::make(mesha(9, 360));
    auto b = *SequentialHalving::make({.arms = 9, .budget = 360});
    const testing::Bring bring = [game](int batch, const Pulls& pulls) {
      const auto i = pulls.arm.index;
      const double mean = 0.5 + 0.3 * std::sin(game * 37 + batch * 11 + i * 5);
      const Report said{{std::cos(i), std::sin(i)}};
      return std::vector<Evidence>{
          {pulls.arm, said, pulls.count, mean * static_cast<double>(pulls.count)}};
    };
    drive(a, reports(9), bring);
    drive(b, reports(9), bring);
    ASSERT_EQ(identified(a.answer()), identified(b.answer()));
  }
}

TEST(SequentialHalving, ForgetsOrKeepsEarlierEpochsAsTold) {
  // Arm 0 leads in epoch 1 by far, arm 1 in epoch 2 by little.
  const testing::Bring bring = [](int batch, const Pulls& pulls) {
    const double first[] = {0.9, 0.5, 0.1, 0.1};
    const double second[] = {0.5, 0.6, 0, 0};
    const double mean = (batch == 0 ? first : second)[at(pulls.arm)];
    return std::vector<Evidence>{
        {pulls.arm, Report{{1, 0}}, pulls.count, mean * static_cast<double>(pulls.count)}};
  };
  auto forgets = *SequentialHalving::make({.arms = 4, .budget = 80});
  auto keeps = *SequentialHalving::make({.arms = 4, .budget = 80, .keep_samples = true});
  drive(forgets, reports(4), bring);
  drive(keeps, reports(4), bring);
  EXPECT_EQ(identified(forgets.answer()), ArmId{1});
  EXPECT_EQ(identified(keeps.answer()), ArmId{0});
}

TEST(SuccessiveRejects, FollowsThePhasesOfAudibertAndBubeck) {
  // K = 4, T = 100: logbar = 1/2 + 1/2 + 1/3 + 1/4 = 19/12; n_k = ceil(96 / (19/12 (5 - k))) =
  // ceil(15.16), ceil(20.21), ceil(30.3) = 16, 21, 31.
  const auto plans =
      plans_of(*SuccessiveRejects::make({.arms = 4, .budget = 100}), 4, {.4, .3, .2, .1});
  ASSERT_EQ(plans.size(), 3U);
  EXPECT_EQ(plans[0],
            (std::vector<Pulls>{{ArmId{0}, 16}, {ArmId{1}, 16}, {ArmId{2}, 16}, {ArmId{3}, 16}}));
  EXPECT_EQ(plans[1], (std::vector<Pulls>{{ArmId{0}, 5}, {ArmId{1}, 5}, {ArmId{2}, 5}}));
  EXPECT_EQ(plans[2], (std::vector<Pulls>{{ArmId{0}, 10}, {ArmId{1}, 10}}));
}

TEST(SuccessiveRejects, RejectsOncePerPhaseAlsoWhenAPhaseOwesNoPull) {
  // K = 8, T = 9: n_k = 1 in every phase, so one batch decides all seven rejections.
  auto learner = *SuccessiveRejects::make({.arms = 8, .budget = 9});
  EXPECT_LE(drive(learner, reports(8), pays({.1, .2, .3, .9, .5, .6, .7, .8})), 9);
  EXPECT_EQ(identified(learner.answer()), ArmId{3});
  EXPECT_EQ(learner.answer().departures.size(), 7U);
  EXPECT_EQ(learner.answer().departures.front().arm, ArmId{0});
}

TEST(Uniform, PullsAllAlikeAndNamesTheBestMean) {
  auto learner = *Uniform::make({.arms = 3, .budget = 32});
  EXPECT_EQ(learner.plan(reports(3)),
            (std::vector<Pulls>{{ArmId{0}, 10}, {ArmId{1}, 10}, {ArmId{2}, 10}}));
  EXPECT_EQ(drive(learner, reports(3), pays({.1, .3, .2})), 30);
  EXPECT_EQ(identified(learner.answer()), ArmId{1});
}

TEST(ALearner, KeepsItsAnswerToItselfUntilFinished) {
  EXPECT_THROW((void)Mesha::make(mesha(4, 100))->answer(), BrokenPromise);
}

}  // namespace
}  // namespace mesha
