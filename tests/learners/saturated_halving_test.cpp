#include "mesha/learners/saturated_halving.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/drive.hpp"

namespace mesha {
namespace {

const std::vector<double> means = {.2, .9, .5, .1, .7, .4};

SaturatedHalving saturated(double share, double c) {
  return *SaturatedHalving::make({.floor_sets = {.arms = 6, .budget = 200}, .share = share, .c = c},
                                 means);
}

// Every arm always pays its mean and something to and fro, so that there is a noise to estimate.
std::vector<Evidence> brought(const std::vector<Pulls>& batch) {
  std::vector<Evidence> evidence;
  for (const Pulls& pulls : batch) {
    const double n = static_cast<double>(pulls.count);
    const double mu = means[at(pulls.arm)];
    evidence.push_back({pulls.arm, Report{}, pulls.count, n * mu, n * (mu * mu + .01)});
  }
  return evidence;
}

TEST(SaturatedHalving, WastesThePullsThatReportsChooseOnTheSmallestMeans) {
  SaturatedHalving guided = saturated(1, 0);
  SaturatedHalving own = saturated(0, 0);
  for (SaturatedHalving* one : {&guided, &own}) {
    while (!one->finished()) one->observe(brought(one->plan({})));
  }
  // Above the floors all went to arms 3 and 0, or, by own means, to arms 1 and 4.
  const std::vector<double>& wasted = guided.records().pulls();
  const std::vector<double>& spent = own.records().pulls();
  EXPECT_GT(wasted[3] + wasted[0], 100);
  EXPECT_LT(wasted[1], 30);
  EXPECT_GT(spent[1] + spent[4], 100);
  EXPECT_EQ(*identified(guided.answer()), ArmId{1}) << "means decide, whatever was wasted";
}

TEST(SaturatedHalving, MovesScoresAgainstTheBestArmAsFarAsTheyMayBeMoved) {
  SaturatedHalving learner = saturated(.5, 2);
  learner.observe(brought(learner.plan({})));
  const double sd = std::sqrt(learner.variance());
  for (std::size_t i = 0; i < means.size(); ++i) {
    const double most = 2 * sd / std::sqrt(2 * learner.records().pulls()[i]);
    EXPECT_NEAR(learner.score(arm_at(i)), means[i] + (i == 1 ? -most : most), 1e-9) << i;
  }
}

TEST(SaturatedHalving, RefusesWhatGuardedHalvingRefuses) {
  EXPECT_FALSE(
      SaturatedHalving::make({.floor_sets = {.arms = 6, .budget = 200}, .share = 2}, means));
  EXPECT_FALSE(
      SaturatedHalving::make({.floor_sets = {.arms = 6, .budget = 200, .final = true}}, means));
  EXPECT_FALSE(SaturatedHalving::make({.floor_sets = {.arms = 6, .budget = 7}}, means));
}

}  // namespace
}  // namespace mesha
