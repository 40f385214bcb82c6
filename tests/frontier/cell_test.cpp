#include "mesha/frontier/cell.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <variant>

#include "mesha/stats/normal_law.hpp"
#include "support/suite.hpp"

namespace mesha::frontier {
namespace {

Job job(std::string_view contest, const LearnerChoice& learner) {
  return {&*std::ranges::find(testing::suite().contests, contest, &Contest::name), &learner,
          &testing::suite()};
}

Cell quickly(std::string_view contest, const LearnerChoice& learner) {
  auto found = compute(job(contest, learner), {.quick = true}, {});
  return **std::move(found);
}

double E(const Cell& cell, double z_star) {
  return std::get<theory::LimitShare>(cell.share_of_limit(z_star)).value;
}

Cell made_up() {
  return {.truth = {.probability = .1, .failures = 100, .trials = 1000},
          .attacks = {{"one", {.probability = .25, .error = 1e-9}},
                      {"other \"quoted\"", {.probability = .2, .failures = 20, .trials = 100}}},
          .saturated = Failure{.probability = .3, .failures = 3, .trials = 10},
          .certificate = .5};
}

TEST(Cell, ComesBackFromItsJson) {
  const Cell cell = made_up();
  const auto again = read_cell(cell_json(cell));
  ASSERT_TRUE(again);
  EXPECT_EQ(cell_json(*again), cell_json(cell));
  EXPECT_EQ(again->attacks[1].name, "other \"quoted\"");
  EXPECT_TRUE(again->attacks[0].failure.exact());
  EXPECT_EQ(again->saturated->trials, 10);
  const Cell refused{.refused = "too small"};
  EXPECT_EQ(read_cell(cell_json(refused))->refused, "too small");
}

TEST(Cell, IsNotReadFromWhatIsNone) {
  const nlohmann::json whole = cell_json(made_up());
  for (const auto& [key, value] : whole.items()) {
    nlohmann::json without = whole;
    without.erase(key);
    EXPECT_FALSE(read_cell(without)) << key;
  }
  nlohmann::json impossible = whole;
  impossible["truth"]["failures"] = 1001;  // of 1000
  EXPECT_FALSE(read_cell(impossible));
  EXPECT_FALSE(read_cell(nlohmann::json::array()));
}

TEST(Cell, NamesTheWorstAttack) {
  Cell cell = made_up();
  EXPECT_EQ(cell.worst()->name, "one");
  EXPECT_EQ(cell.worst_failure().probability, .25);
  cell.truth.probability = .4;
  EXPECT_EQ(cell.worst(), nullptr) << "no attack does more than the truth";
  EXPECT_EQ(cell.worst_failure().probability, .4);
}

// Jeffreys: 100.5 / 1001; the integrated attack is as it is.
TEST(Cell, ReachesTheShareOfTheLimitThatItsCountsSay) {
  const double by_hand = (-normal_quantile(100.5 / 1001) - normal_quantile(.25)) / (2 * 1.5);
  EXPECT_NEAR(E(made_up(), 1.5), by_hand, 1e-9);
  EXPECT_EQ(std::get<theory::NoLimitShare>(made_up().share_of_limit(0)),
            theory::NoLimitShare::no_gap);
}

// Everybody lost under a lie: E has no interval of a width below 1, but it is clearly small.
TEST(Cell, SaysWhatEIsClearlyBelowWhereItsIntervalIsTooWide) {
  Cell cell{.truth = {.probability = .1, .failures = 100, .trials = 1000},
            .attacks = {{"lost", {.probability = 1, .failures = 1000, .trials = 1000}}}};
  EXPECT_TRUE(std::holds_alternative<theory::NoLimitShare>(cell.share_of_limit(1.5)));
  const auto low = [](std::int64_t k) { return jeffreys({k, 1000}, .975).low; };
  const double by_hand = (-normal_quantile(low(100)) - normal_quantile(low(1000))) / 3;
  EXPECT_NEAR(*cell.share_at_most(1.5), by_hand, 1e-9);
  EXPECT_LT(by_hand, -.3);
  EXPECT_FALSE(cell.share_at_most(0));
}

TEST(Cell, OfABlindRuleForTwoArmsReachesTheLimit) {
  const LearnerChoice uniform{"uniform", {}};
  const Cell cell = quickly("two-arms", uniform);
  EXPECT_TRUE(cell.truth.exact());
  EXPECT_TRUE(cell.attacks.empty());
  EXPECT_NEAR(E(cell, job("two-arms", uniform).contest->z_star()), 1, 1e-6);
  EXPECT_NEAR(*cell.certificate, cell.truth.probability, 1e-6);
}

TEST(Cell, OfABelieverIsAllLost) {
  const Cell cell = quickly("vary-T-60", {"od_linbai", {}});
  EXPECT_GT(cell.worst_failure().probability, .9);
  EXPECT_FALSE(cell.certificate);
  EXPECT_FALSE(cell.saturated);
  EXPECT_EQ(cell.attacks.front().name, "means exchanged");
}

TEST(Cell, OfGuardedHalvingIsBoundedByWhatReportsCanDo) {
  const LearnerChoice learner{"guarded_halving", {}};
  Suite four_arms = testing::suite();
  Contest& contest = four_arms.contests.front();
  contest.instance =
      *Instance::make({{{.6, .1}}, {{.4, -.3}}, {{.1, .5}}, {{.1, 0}}}, {1, 0}, GaussianNoise{.5});
  contest.budget = 160;
  const Cell cell = **compute({&contest, &learner, &four_arms}, {.quick = true}, {});
  ASSERT_TRUE(cell.saturated && cell.certificate);
  EXPECT_LT(*cell.certificate, .8) << "a bound that says something";
  EXPECT_LT(cell.worst_failure().interval(1 - 1e-6).low, *cell.certificate);
  EXPECT_LT(cell.saturated->interval(1 - 1e-6).low, *cell.certificate);
  // Half of the pulls above the floors are wasted: more than twice the failure of the truth.
  EXPECT_GT(cell.saturated->interval(1 - 1e-6).low, cell.truth.probability);
}

TEST(Cell, SaysWhyALearnerCannotPlay) {
  Suite small = testing::suite();
  Contest& contest = small.contests.front();
  contest.budget = 9;
  const LearnerChoice learner{"adaptive_halving", {}};
  const auto found = compute({&contest, &learner, &small}, {.quick = true}, {});
  EXPECT_NE((*found)->refused.find("too small"), std::string::npos) << (*found)->refused;
}

TEST(Cell, IsNothingWhenItIsStopped) {
  std::stop_source stop;
  stop.request_stop();
  const LearnerChoice learner{"guarded_halving", {}};
  const auto found = compute(job("vary-T-60", learner), {}, stop.get_token());
  EXPECT_FALSE(found->has_value());
}

TEST(Job, HasAFileOfItsOwnForAllThatMovesANumber) {
  const LearnerChoice one{"mesha", {}};
  const LearnerChoice other{"mesha", {{"lambda", 1.35}}};
  const Job here = job("two-arms", one);
  const std::string name = here.file_name({});
  EXPECT_EQ(name, here.file_name({}));
  EXPECT_NE(name, here.file_name({.quick = true}));
  EXPECT_NE(name, here.file_name({.seed = 2}));
  EXPECT_NE(name, job("two-arms", other).file_name({}));
  EXPECT_NE(name, job("negative", one).file_name({}));
}

}  // namespace
}  // namespace mesha::frontier
