// Which answers are right: accept = "best" or { within = epsilon }.
#include <gtest/gtest.h>

#include "mesha/catalog/experiment.hpp"
#include "support/estimated.hpp"

namespace mesha {
namespace {

std::string experiment_text(const std::string& accept, const std::string& features) {
  return "trials = 20000\nseed = 1\nbudgets = [80]\n" + accept + R"(
    [instance]
    theta = [1]
    features = )" +
         features + R"(
    noise = { kind = "gaussian", sd = 0.3 }
    [reports]
    strategy = "truthful"
    [[learners]]
    name = "sequential_halving"
    [[learners]]
    name = "mesha"
    [[learners]]
    name = "successive_rejects"
  )";
}

const std::string four = "[[0.5], [0.48], [0.2], [0.5]]";  // arm 3 is a copy of arm 0

std::vector<ArmId> right_in(const std::string& accept, const std::string& features) {
  const auto read = read_experiment(experiment_text(accept, features), "test");
  EXPECT_TRUE(read) << read.error().sentence;
  return read ? read->right.arms() : std::vector<ArmId>{};
}

TEST(Accept, WithoutItTheBestArmMustBeOneAlone) {
  EXPECT_EQ(right_in("", "[[0.5], [0.48]]"), std::vector{ArmId{0}});
  const auto tied = read_experiment(experiment_text("", four), "test");
  ASSERT_FALSE(tied);
  EXPECT_NE(tied.error().sentence.find("accept = \"best\""), std::string::npos)
      << tied.error().sentence;
}

TEST(Accept, BestTakesAllThatShareTheLargestMean) {
  EXPECT_EQ(right_in("accept = \"best\"", four), (std::vector{ArmId{0}, ArmId{3}}));
  EXPECT_EQ(right_in("accept = \"best\"", "[[0.5], [0.48]]"), std::vector{ArmId{0}});
}

TEST(Accept, WithinTakesAllThatAreCloseEnough) {
  EXPECT_EQ(right_in("accept = { within = 0.02 }", four),
            (std::vector{ArmId{0}, ArmId{1}, ArmId{3}}));
  EXPECT_EQ(right_in("accept = { within = 0.019 }", four), (std::vector{ArmId{0}, ArmId{3}}));
  EXPECT_EQ(right_in("accept = { within = 0.29 }", four).size(), 3U);
}

TEST(Accept, RefusesAnythingElse) {
  for (const char* accept : {"accept = \"first\"", "accept = 1", "accept = { within = -0.1 }",
                             "accept = { within = \"x\" }", "accept = { closer = 1 }",
                             "accept = { within = 0.1, more = 1 }", "accept = {}"}) {
    const auto read = read_experiment(experiment_text(accept, four), "test");
    ASSERT_FALSE(read) << accept;
    EXPECT_NE(read.error().sentence.find("line 4"), std::string::npos) << read.error().sentence;
  }
}

TEST(Accept, EveryMethodCountsAllRightAnswers) {
  const auto e = *read_experiment(experiment_text("accept = \"best\"", four), "test");
  const auto failure = [&](const char* learner, Method method) {
    return testing::estimated(e, {learner, {}}, 80, method);
  };
  for (const char* learner : {"sequential_halving", "mesha"}) {
    const Estimate exact = failure(learner, Method::exact);
    for (const Method method : {Method::general, Method::kernel}) {
      const Estimate sampled = failure(learner, method);
      EXPECT_EQ(sampled.tally.named[0] + sampled.tally.named[3],
                sampled.tally.trials - sampled.tally.failures);
      EXPECT_LT(sampled.interval.low, exact.failure);
      EXPECT_GT(sampled.interval.high, exact.failure);
    }
  }
  EXPECT_EQ(failure("successive_rejects", Method::kernel).tally,
            failure("successive_rejects", Method::general).tally);
}

TEST(Accept, TheGapIsThatToTheBestWrongAnswer) {
  const auto e = *read_experiment(experiment_text("accept = { within = 0.02 }", four), "test");
  EXPECT_DOUBLE_EQ(e.setting(80).smallest_gap, .3);
}

}  // namespace
}  // namespace mesha
