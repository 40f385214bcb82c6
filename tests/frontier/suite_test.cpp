#include "mesha/frontier/suite.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "mesha/catalog/attack.hpp"
#include "support/suite.hpp"

namespace mesha::frontier {
namespace {

const Contest& contest(std::string_view name) {
  return *std::ranges::find(testing::suite().contests, name, &Contest::name);
}

TEST(Suite, HasEveryLearnerOfTheCatalogThatALieCanBeJudgedAgainst) {
  for (const LearnerEntry& entry : all_learners()) {
    const bool plays = std::ranges::find(testing::suite().learners, entry.name,
                                         &LearnerChoice::name) != testing::suite().learners.end();
    EXPECT_EQ(plays, static_cast<bool>(can_be_attacked({entry.name, {}}))) << entry.name;
  }
}

// By hand: gap sqrt(T) / (2 sd).
TEST(Suite, HasThePapersInstances) {
  EXPECT_NEAR(contest("vary-T-60").z_star(), .03 * std::sqrt(60) / .31, 1e-12);
  EXPECT_NEAR(contest("vary-T-800").z_star(), .03 * std::sqrt(800) / .31, 1e-12);
  EXPECT_NEAR(contest("vary-d-3").z_star(), .015 * std::sqrt(1500) / .28, 1e-9);
  EXPECT_NEAR(contest("vary-d-6").z_star(), .0135 * std::sqrt(1500) / .2922, 1e-9);
  EXPECT_NEAR(contest("vary-K-16").z_star(), .01 * std::sqrt(1500) / .28, 1e-9);
  EXPECT_NEAR(contest("vary-K-32-linear").z_star(), .0036 * std::sqrt(1500) / .335, 1e-9);
  EXPECT_EQ(contest("vary-K-32-nested").instance.arm_count(), 32);
  EXPECT_NEAR(contest("vary-K-32-nested").instance.mean(arm_at(31)), .20, 1e-12);
}

// Theorem 4: of two arms Phi(-z*), of twelve that are nearly alike much more.
TEST(Suite, KnowsTheLeastFailureOfRulesThatReportsDoNotMove) {
  EXPECT_NEAR(contest("two-arms").floor(), .1030, 5e-5);
  EXPECT_NEAR(contest("tied-losers").floor(), .199, 5e-4);
}

TEST(Suite, GoesFromTwoArmsTo256AndHasNegativeMeansAndTies) {
  EXPECT_EQ(contest("two-arms").instance.arm_count(), 2);
  EXPECT_EQ(contest("sparse-256").instance.arm_count(), 256);
  EXPECT_LT(contest("negative").instance.mean(arm_at(0)), 0);
  const std::vector<double>& tied = contest("tied-losers").instance.means();
  EXPECT_NEAR(tied[1], tied[11], 1e-12);
  EXPECT_NEAR(tied[0] - tied[1], .5, 1e-12);
}

constexpr std::string_view head = "norm_bound = 1.0\n[[learners]]\nname = \"mesha\"\n";
constexpr std::string_view pair =
    "[[contests]]\nname = \"a\"\ntext = \"b\"\nbudget = 40\nsd = 0.5\n[contests.given]\n"
    "theta = [1.0, 0.0]\nfeatures = [[0.6, 0.2], [0.4, -0.5]]\n";

std::string complaint(const std::string& text) {
  const auto read = read_suite(text, "f");
  return read ? "" : read.error().sentence;
}

std::string with(std::string text, const std::string& what, const std::string& instead) {
  return text.replace(text.find(what), what.size(), instead);
}

TEST(Suite, RefusesWhatCannotBePlayed) {
  const std::string good = std::string(head) + std::string(pair);
  EXPECT_EQ(complaint(good), "");
  const std::pair<std::string, std::string> bad[] = {
      {with(good, "mesha", "nobody"), "no learner `nobody`"},
      {with(good, "\"mesha\"", "\"ggtm\""), "told theta"},
      {with(good, "\"mesha\"\n", "\"mesha\"\nlamda = 1\n"), "did you mean `lambda`?"},
      {with(good, "0.5\n[contests", "0\n[contests"), "`sd` must be above 0"},
      {with(good, "[0.4, -0.5]", "[0.6, -0.5]"), "best"},
      {with(good, "norm_bound = 1.0", "norm_bound = 0.5"), "longer than the norm bound"},
      {std::string(head) +
           "[[contests]]\nname = \"b\"\ntext = \"\"\nbudget = 9\nsd = 1.0\nlike = \"c\"\n",
       "names no contest"},
      {with(good, "budget = 40", "budgets = 40"), "budget"},
      {good + std::string(pair), "another contest of this name"},
      {good + "[[learners]]\nname = \"mesha\"\n", "plays already"},
      {with(good, "sd = 0.5", "sd = 0.5\nquick = \"yes\""), "true or false"},
      {with(good, "[contests.given]\n", "like = \"a\"\n[contests.given]\n"), "is one of"},
      {with(good, "[0.4, -0.5]", "[0.0, 0.0]"), "feature is 0"},
      {std::string(head), "[[contests]] is missing"},
      {"norm_bound = 1.0\n" + std::string(pair), "[[learners]] is missing"}};
  for (const auto& [text, sentence] : bad)
    EXPECT_NE(complaint(text).find(sentence), std::string::npos) << complaint(text) << "\n" << text;
}

}  // namespace
}  // namespace mesha::frontier
