#include "mesha/linalg/running_ridge.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "support/random_games.hpp"

namespace mesha {
namespace {

using testing::Dice;

struct Dense {
  Eigen::MatrixXd V;
  Eigen::VectorXd b;
};

// Feeds random groups to both; x of lengths up to 2.
Dense feed(RunningRidge& ridge, std::size_t d, double lambda, int groups, Dice& dice) {
  const auto n = static_cast<Eigen::Index>(d);
  Dense dense{lambda * Eigen::MatrixXd::Identity(n, n), Eigen::VectorXd::Zero(n)};
  for (int k = 0; k < groups; ++k) {
    const Vec said = scaled(dice.in_unit_ball(d), 2);
    const int pulls = k % 3 == 0 ? dice.integer(1, 50) : 1;
    const double S = dice.normal();
    const Eigen::VectorXd x = Eigen::Map<const Eigen::VectorXd>(said.begin(), n);
    dense.V += pulls * x * x.transpose();
    dense.b += S * x;
    ridge.add(said, pulls, S);
  }
  return dense;
}

TEST(RunningRidge, EqualsADenseInverseAfterThousandsOfRewards) {
  for (std::uint64_t number = 0; number < 40; ++number) {
    Dice dice(number);
    const auto d = static_cast<std::size_t>(dice.integer(1, 10));
    const double lambda = dice.uniform(0.3, 3);
    RunningRidge ridge(d, lambda);
    const Dense dense = feed(ridge, d, lambda, number == 0 ? 20'000 : 1000, dice);
    const Eigen::MatrixXd inverse = dense.V.inverse();
    const Eigen::VectorXd theta = inverse * dense.b;
    for (std::size_t j = 0; j < d; ++j) {
      const auto row = static_cast<Eigen::Index>(j);
      ASSERT_NEAR(ridge.theta()[j], theta[row], 1e-10);
      for (std::size_t k = 0; k < d; ++k) {
        Vec probe = unit(d, j);  // with all of these, every entry of V^-1
        probe[k] += 1;
        const auto p = Eigen::Map<const Eigen::VectorXd>(probe.begin(), inverse.rows());
        ASSERT_NEAR(ridge.at(probe).squared_width, p.dot(inverse * p), 4e-10);
      }
    }
  }
}

// V^-1 updated by itself turns indefinite here: x^T V^-1 x comes out negative.
TEST(RunningRidge, KeepsWidthsPositiveBesideVeryLongReports) {
  RunningRidge ridge(3, 1);
  Dice dice(7);
  for (int k = 0; k < 2000; ++k) {
    const Vec said = scaled(dice.in_unit_ball(3), k % 2 == 0 ? 1e9 : 1);
    ridge.add(said, 1, 1);
    const RunningRidge::Fit fit = ridge.at(said);
    ASSERT_GE(fit.squared_width, 0);
    ASSERT_LE(fit.squared_width, 1.001);  // 1 without rounding
    ASSERT_TRUE(std::isfinite(fit.mean));
    ASSERT_GE(ridge.at({1, 2, 3}).squared_width, 0);
  }
}

}  // namespace
}  // namespace mesha
