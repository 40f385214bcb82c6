#include "mesha/planning/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "mesha/io/csv.hpp"
#include "planning/questions.hpp"

namespace mesha::planning {
namespace {

PastScores scores_in(const std::string& text) {
  std::istringstream in(text);
  const auto table = read_features(in, "scores.csv");
  return *past_scores(*table, "scores.csv");
}

TEST(MeansOf, PutTheBestLastAndAllOthersBelow) {
  const auto means = means_of({.arms = 4, .gap = .5, .best = 2});
  EXPECT_EQ(*means, (std::vector<double>{1.5, 1.5, 1.5, 2}));
}

TEST(MeansOf, AShapeGoesDownToTheLast) {
  const auto linear = *means_of({.arms = 5, .gap = .1, .best = 1, .last = .4, .shape = "linear"});
  ASSERT_EQ(linear.size(), 5U);
  const std::vector<double> wanted = {.6, .7, .8, .9, 1};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(linear[i], wanted[i], 1e-12);
  const auto apart = *means_of({.arms = 5, .gap = .1, .best = 1, .last = .4, .shape = "separated"});
  EXPECT_NEAR(apart[2], .8, 1e-12);  // .10 below the second
  const auto nested = *means_of({.arms = 20, .gap = .1, .best = 1, .last = .4, .shape = "nested"});
  EXPECT_NEAR(nested[4], .6, 1e-12);  // all beyond the sixteenth are at the end
  EXPECT_NEAR(nested[18], .9, 1e-12);
  EXPECT_EQ(nested[19], 1);
}

TEST(MeansOf, RefusesWhatIsNoLead) {
  EXPECT_FALSE(means_of({.arms = 1, .gap = .5}));
  EXPECT_FALSE(means_of({.arms = 4, .gap = 0}));
  EXPECT_FALSE(means_of({.arms = 4, .gap = .5, .last = .3, .shape = "linear"}));
}

TEST(PriorOf, ReadsThreeLawsAndNothingElse) {
  EXPECT_EQ(prior_of("normal(0.4,0.1)")->law, Prior::Law::normal);
  EXPECT_EQ(prior_of("uniform(0, 1)")->law, Prior::Law::uniform);
  EXPECT_EQ(prior_of("beta(2,5)")->second, 5);
  for (const char* bad :
       {"", "normal", "normal(1)", "normal(0,0)", "normal(0,-1)", "uniform(1,0)", "beta(0,1)",
        "beta(1,1", "gamma(1,1)", "normal(a,1)", "normal(0,1)x", "normal(0,inf)", "(1,2)"})
    EXPECT_FALSE(prior_of(bad)) << bad;
}

// Means of 20,000 draws and their squares against the laws' moments: each of the six is further
// than 5 standard errors away with probability 6e-7.
TEST(DrawnMeans, HaveTheMomentsOfTheLaw) {
  constexpr std::int64_t n = 20'000;
  struct Law {
    const char* text;
    double mean, variance, fourth;  // central moments
  };
  for (const Law& law :
       {Law{"normal(0.4,0.1)", .4, .01, 3e-4}, Law{"uniform(0,1)", .5, 1.0 / 12, 1.0 / 80},
        Law{"beta(2,2)", .5, .05, 15.0 / 7 * .05 * .05}}) {
    const auto means = drawn_means(*prior_of(law.text), n, 7, 0);
    double sum = 0;
    double squares = 0;
    for (const double x : means) {
      sum += x;
      squares += (x - law.mean) * (x - law.mean);
    }
    EXPECT_NEAR(sum / n, law.mean, 5 * std::sqrt(law.variance / n)) << law.text;
    const double spread = std::sqrt((law.fourth - law.variance * law.variance) / n);
    EXPECT_NEAR(squares / n, law.variance, 5 * spread) << law.text;
  }
}

TEST(DrawnMeans, OfMoreArmsBeginWithTheSame) {
  const Prior prior = *prior_of("normal(0,1)");
  const auto few = drawn_means(prior, 3, 5, 9);
  auto many = drawn_means(prior, 8, 5, 9);
  many.resize(3);
  EXPECT_EQ(few, many);
  EXPECT_NE(few, drawn_means(prior, 3, 5, 10));
}

// (1, 2), (0, 1), (0.1, 0.3): squares .5 + .5 + .02 over 3 degrees of freedom.
TEST(PastScoresOf, LinesAndColumnsAreTheSame) {
  const PastScores lines = scores_in("arm,score\na,1\nb,0\na,2\nc,0.1\nb,1\nc,0.3\n");
  EXPECT_EQ(lines.names, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(lines.counts, (std::vector<std::int64_t>{2, 2, 2}));
  EXPECT_NEAR(lines.means[2], .2, 1e-12);
  EXPECT_NEAR(*lines.sd, std::sqrt(1.02 / 3), 1e-12);
  for (const char* text : {"a,b,c\n1,0,0.1\n2,1,0.3\n", "id,a,b,c\nkim,1,0,0.1\njo,2,1,0.3\n"}) {
    const PastScores columns = scores_in(text);
    EXPECT_EQ(columns.names, lines.names);
    EXPECT_NEAR(*columns.sd, *lines.sd, 1e-12);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(columns.means[i], lines.means[i], 1e-12);
  }
}

TEST(PastScoresOf, OneOfEachTellsNoSpread) {
  EXPECT_FALSE(scores_in("arm,score\na,1\nb,0\n").sd);
  EXPECT_EQ(scores_in("arm,score\n1,1\n2,0\n").names, (std::vector<std::string>{"1", "2"}));
}

TEST(PastScoresOf, OneArmIsRefused) {
  std::istringstream in("arm,score\na,1\na,2\n");
  const auto table = read_features(in, "scores.csv");
  EXPECT_FALSE(past_scores(*table, "scores.csv"));
}

TEST(ExperimentOf, HasTheMeansAndOneReportForAll) {
  const Question asked = testing::question({.3, -.2, .5}, 1);
  const auto world = experiment_of(asked, 0, true);
  EXPECT_EQ(world->instance.means(), asked.worlds.front());
  EXPECT_EQ(world->best, ArmId{2});
  for (const Report& report : first_reports(world->profile, world->instance))
    EXPECT_EQ(report.x, unit(2, 0));
}

TEST(ExperimentOf, ReportsFeaturesAndFindsThetaWhereMeansAreLinear) {
  Question asked = testing::question({.3, .1, .4}, 1);
  asked.features = {{.3, 1}, {.1, -2}, {.4, 5}};
  const auto world = experiment_of(asked, 0, false);
  EXPECT_TRUE(linear(asked));
  EXPECT_NEAR(world->instance.theta()[0], 1, 1e-9);
  EXPECT_NEAR(world->instance.theta()[1], 0, 1e-9);
  EXPECT_EQ(first_reports(world->profile, world->instance)[1].x, asked.features[1]);
  asked.worlds = {{.3, .1, .5}};
  EXPECT_FALSE(linear(asked));
  EXPECT_NEAR(experiment_of(asked, 0, false)->instance.mean(ArmId{2}), .5, 1e-12);
}

TEST(ExperimentOf, RefusesTwoBestUnlessTheyCount) {
  Question asked = testing::question({.3, .3, .1}, 1);
  EXPECT_FALSE(experiment_of(asked, 0, true));
  asked.within = .01;
  EXPECT_EQ(experiment_of(asked, 0, true)->right.arms().size(), 2U);
}

}  // namespace
}  // namespace mesha::planning
