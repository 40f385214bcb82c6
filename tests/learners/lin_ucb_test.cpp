#include "mesha/learners/lin_ucb.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "support/random_games.hpp"
#include "support/repetitions.hpp"

namespace mesha {
namespace {

using testing::Dice;

Eigen::VectorXd eigen(const Vec& x) {
  return Eigen::Map<const Eigen::VectorXd>(x.begin(), static_cast<Eigen::Index>(x.size()));
}

TEST(LinUcb, PlaysAndAnswersAsADenseComputationDoes) {
  for (std::uint64_t game = 0; game < testing::repetitions(std::uint64_t{60}); ++game) {
    Dice dice(game);
    const int K = dice.integer(2, 9);
    const int d = dice.integer(1, 6);
    const std::int64_t T = dice.integer(K, 300);
    const double lambda = dice.uniform(0.5, 2);
    const double xi = dice.uniform(0.1, 1);
    LinUcb learner = *LinUcb::make(
        {.arms = K, .dimension = d, .budget = T, .lambda = lambda, .xi = xi, .delta = 0.05});
    Eigen::MatrixXd V = lambda * Eigen::MatrixXd::Identity(d, d);
    Eigen::VectorXd b = Eigen::VectorXd::Zero(d);
    std::vector<Report> reports(static_cast<std::size_t>(K));
    while (!learner.finished()) {
      for (Report& report : reports) {
        // All change, none does, or some of them do, now and then to zeros.
        const bool anew =
            report.x.size() == 0 || game % 3 == 0 || (game % 3 == 2 && dice.uniform(0, 1) < .2);
        if (anew) report.x = dice.in_unit_ball(static_cast<std::size_t>(d));
        if (anew && game % 3 == 2 && dice.uniform(0, 1) < .1)
          report.x = Vec(static_cast<std::size_t>(d));
      }
      const Eigen::MatrixXd inverse = V.inverse();
      const double beta =
          xi * std::sqrt(2 * std::log(1 / 0.05) + std::log(V.determinant() / std::pow(lambda, d))) +
          std::sqrt(lambda);
      const auto index = [&](const Report& report) {
        const Eigen::VectorXd x = eigen(report.x);
        return x.dot(inverse * b) + beta * std::sqrt(x.dot(inverse * x));
      };
      const ArmId played = learner.plan(reports).front().arm;
      for (const Report& report : reports) {
        ASSERT_LE(index(report), index(reports[at(played)]) + 1e-9) << "game " << game;
      }
      const double reward = dice.normal() - 0.2 * played.index;
      learner.observe(std::vector<Evidence>{{played, reports[at(played)], 1, reward}});
      const Eigen::VectorXd x = eigen(reports[at(played)].x);
      V += x * x.transpose();
      b += reward * x;
    }
    const Eigen::VectorXd theta = V.inverse() * b;
    const Report& named = reports[at(*identified(learner.answer()))];
    for (const Report& report : reports) {
      ASSERT_LE(eigen(report.x).dot(theta), eigen(named.x).dot(theta) + 1e-9) << "game " << game;
    }
  }
}

TEST(LinUcb, RefusesParametersOutsideTheirRange) {
  const LinUcbConfig good{.arms = 4, .dimension = 2, .budget = 100};
  EXPECT_TRUE(LinUcb::make(good));
  const auto refused = [&](auto change) {
    LinUcbConfig c = good;
    change(c);
    return !LinUcb::make(c);
  };
  EXPECT_TRUE(refused([](LinUcbConfig& c) { c.lambda = 0; }));
  EXPECT_TRUE(refused([](LinUcbConfig& c) { c.xi = NAN; }));
  EXPECT_TRUE(refused([](LinUcbConfig& c) { c.delta = 1; }));
  EXPECT_TRUE(refused([](LinUcbConfig& c) { c.budget = 3; }));
}

}  // namespace
}  // namespace mesha
