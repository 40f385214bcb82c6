#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "mesha/learners/parts/grim_trigger.hpp"
#include "mesha/linalg/ridge.hpp"
#include "mesha/theory/failure_bound.hpp"
#include "support/random_games.hpp"

namespace mesha {
namespace {

std::vector<const Evidence*> pointers(const std::vector<Evidence>& evidence) {
  std::vector<const Evidence*> list;
  for (const Evidence& group : evidence) list.push_back(&group);
  return list;
}

// Two arms, d = 2, T = 20, zeta = 0.1, so R = 1, n = 10; worked out with a pocket calculator:
//   log(1 + T/R) = log 21 = 3.044522438;  18 K d^2 log^2 = 18 * 2 * 4 * 9.269116875 = 1334.752830
//   delta = 1/20 exp(-20 * .01 / 1334.752830) = 0.04999250854
//   4KR/delta = 160.0239764, log = 5.075323656;  slack = sqrt(20 * 5.075323656) = 10.07504209
//   delta_r = delta/2; (1 + n)/delta_r = 440.0659347, log = 6.086924567
//   beta = sqrt(2 * 6.086924567) + 1 = 4.489104346
TEST(GrimTrigger, HasTheThresholdsOfAHandComputedExample) {
  const double log_delta =
      theory::log_delta({.arms = 2, .dimension = 2, .budget = 20, .epochs = 1}, 0.1);
  EXPECT_NEAR(std::exp(log_delta), 0.04999250854, 1e-10);
  GrimTrigger trigger({.arms = 2, .epochs = 1, .dimension = 2, .log_delta = log_delta});
  EXPECT_NEAR(trigger.slack(10), 10.07504209, 1e-8);
  EXPECT_NEAR(trigger.beta(10), 4.489104346, 1e-9);
  // x = (.6, .8), q = 1, n = 10, S = 3: h = 10/11, w = sqrt(1/11) = .3015113446
  //   mu_hat = .3 * 10/11 = .2727272727;  rlcb = 2.727272727 - 44.89104346 * .3015113446 =
  //   -10.80788616 aucb = 3 + 10.07504 = 13.07504
  const std::vector<Evidence> evidence{{ArmId{0}, Report{{0.6, 0.8}}, 10, 3.0}};
  const auto judged = trigger.judge(pointers(evidence));
  EXPECT_NEAR(judged.mu_hat, 0.27272727, 1e-8);
  EXPECT_NEAR(judged.bounds.rlcb, -10.80788616, 1e-7);
  EXPECT_NEAR(judged.bounds.aucb, 13.07504209, 1e-8);
  EXPECT_FALSE(judged.bounds.fires());
}

TEST(GrimTrigger, OffersThePapersThreeSlacks) {
  const auto slack = [](SlackReading reading) {
    return GrimTrigger({.arms = 8,
                        .epochs = 3,
                        .dimension = 3,
                        .log_delta = std::log(0.01),
                        .slack = reading})
        .slack(33);
  };
  EXPECT_DOUBLE_EQ(slack(SlackReading::algorithm), std::sqrt(2 * 33 * std::log(4 * 24 / 0.01)));
  EXPECT_DOUBLE_EQ(slack(SlackReading::definition), std::sqrt(2 * 33 * std::log(2 * 24 / 0.01)));
  EXPECT_DOUBLE_EQ(slack(SlackReading::proof), std::sqrt(33 / 2.0 * std::log(4 * 24 / 0.01)));
}

TEST(GrimTrigger, ScalesWithTheNoiseLevelXi) {
  TriggerConfig c{.arms = 4, .epochs = 2, .dimension = 2, .log_delta = -3, .lambda = 4};
  const GrimTrigger one(c);
  c.xi = 0.5;
  const GrimTrigger half(c);
  EXPECT_DOUBLE_EQ(half.slack(9), one.slack(9) / 2);
  EXPECT_DOUBLE_EQ(half.beta(9) - 1, (one.beta(9) - 1) / 2);
  c.beta = BetaReading::sqrt_lambda;
  EXPECT_DOUBLE_EQ(GrimTrigger(c).beta(9), half.beta(9) + 1);
}

TEST(GrimTrigger, WorksWhereDeltaItselfUnderflows) {
  GrimTrigger trigger({.arms = 2, .epochs = 1, .dimension = 1, .log_delta = -5000});
  EXPECT_NEAR(trigger.slack(2), std::sqrt(4 * (5000 + std::log(8))), 1e-9);
}

// Must hold for reports that change from pull to pull: all of V, theta, mu_hat and rlcb from a
// dense inverse, pull by pull, without grouping.
TEST(GrimTrigger, EqualsADenseComputationOnRandomSequencesOfReports) {
  for (std::uint64_t number = 0; number < 200; ++number) {
    testing::Dice dice(number);
    const auto d = static_cast<std::size_t>(dice.integer(1, 6));
    const auto size = static_cast<Eigen::Index>(d);
    const double lambda = dice.uniform(0.2, 2);
    GrimTrigger trigger({.arms = 4,
                         .epochs = 2,
                         .dimension = static_cast<int>(d),
                         .log_delta = -4,
                         .lambda = lambda});
    std::vector<Evidence> evidence;
    Eigen::MatrixXd V = lambda * Eigen::MatrixXd::Identity(size, size);
    Eigen::VectorXd b = Eigen::VectorXd::Zero(size);
    std::vector<Eigen::VectorXd> pulled;
    double rewards = 0;
    for (int group = dice.integer(1, 8); group > 0; --group) {
      const Vec x = dice.in_unit_ball(d);
      Evidence e{ArmId{0}, Report{x}, 0, 0};
      for (int k = dice.integer(1, 5); k > 0; --k) {
        const double reward = dice.normal();
        pulled.emplace_back(Eigen::Map<const Eigen::VectorXd>(x.begin(), size));
        V += pulled.back() * pulled.back().transpose();
        b += reward * pulled.back();
        rewards += reward;
        ++e.pulls;
        e.reward_sum += reward;
      }
      evidence.push_back(e);
    }
    const Eigen::MatrixXd inverse = V.inverse();
    const Eigen::VectorXd theta = inverse * b;
    Ridge ridge(d, lambda);
    for (const Evidence& e : evidence)
      ridge.add(e.report.x, static_cast<double>(e.pulls), e.reward_sum);
    ridge.solve();
    for (Eigen::Index i = 0; i < size; ++i) {
      ASSERT_NEAR(ridge.theta()[static_cast<std::size_t>(i)], theta[i], 1e-10);
    }
    const auto n = static_cast<std::int64_t>(pulled.size());
    const double delta_r = std::exp(-4.0) / (4 * 2);  // delta / (K R)
    const double beta =
        std::sqrt(static_cast<double>(d) * std::log((1 + static_cast<double>(n)) / delta_r)) + 1;
    double predicted = 0;
    double rlcb = 0;
    for (const Eigen::VectorXd& x : pulled) {
      predicted += theta.dot(x);
      rlcb += theta.dot(x) - beta * std::sqrt(x.dot(inverse * x));
    }
    const auto judged = trigger.judge(pointers(evidence));
    ASSERT_NEAR(judged.mu_hat, predicted / static_cast<double>(n), 1e-10);
    ASSERT_NEAR(judged.bounds.rlcb, rlcb, 1e-10);
    ASSERT_NEAR(judged.bounds.aucb, rewards + trigger.slack(n), 1e-10);
  }
}

TEST(GrimTrigger, StatesItsRuleForConstantReportsCorrectly) {
  for (std::uint64_t number = 0; number < 500; ++number) {
    testing::Dice dice(number);
    GrimTrigger trigger(
        {.arms = 2, .epochs = 1, .dimension = 3, .log_delta = -1, .lambda = dice.uniform(0.3, 2)});
    const Report report{scaled(dice.in_unit_ball(3), dice.uniform(0, 1) < 0.3 ? 1e-3 : 1)};
    const int n = dice.integer(1, 300);
    const ArmRule rule = trigger.rule(report, n);
    for (const double sum :
         {rule.trigger_below * (1 + 1e-9), rule.trigger_below * (1 - 1e-9), 0.4 * n}) {
      const std::vector<Evidence> evidence{{ArmId{0}, report, n, sum}};
      const auto judged = trigger.judge(pointers(evidence));
      ASSERT_EQ(judged.bounds.fires(), sum < rule.trigger_below);
      ASSERT_NEAR(judged.mu_hat, rule.scale * sum, 1e-12 * std::abs(sum));
    }
  }
}

}  // namespace
}  // namespace mesha
