#include "mesha/linalg/ridge.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "support/random_games.hpp"

namespace mesha {
namespace {

TEST(Ridge, EqualsADenseInverse) {
  for (std::uint64_t number = 0; number < 200; ++number) {
    testing::Dice dice(number);
    const auto d = static_cast<std::size_t>(dice.integer(1, 9));
    const auto n = static_cast<Eigen::Index>(d);
    const double lambda = dice.uniform(0.1, 3);
    Ridge ridge(d, lambda);
    Eigen::MatrixXd V = lambda * Eigen::MatrixXd::Identity(n, n);
    Eigen::VectorXd b = Eigen::VectorXd::Zero(n);
    for (int k = dice.integer(0, 12); k > 0; --k) {
      const Vec x = dice.normals(d);
      const double pulls = dice.integer(1, 40);
      const double sum = dice.normal() * pulls;
      ridge.add(x, pulls, sum);
      const Eigen::Map<const Eigen::VectorXd> e(x.begin(), n);
      V += pulls * e * e.transpose();
      b += sum * e;
    }
    ridge.solve();
    const Eigen::MatrixXd inverse = V.inverse();
    const Eigen::VectorXd theta = inverse * b;
    const Vec probe = dice.normals(d);
    const Eigen::Map<const Eigen::VectorXd> p(probe.begin(), n);
    EXPECT_NEAR(ridge.squared_width(probe), p.dot(inverse * p), 1e-10);
    for (std::size_t k = 0; k < d; ++k) {
      EXPECT_NEAR(ridge.theta()[k], theta[static_cast<Eigen::Index>(k)], 1e-10);
    }
  }
}

TEST(Ridge, RefusesALambdaThatIsNotPositive) { EXPECT_THROW(Ridge(2, 0), BrokenPromise); }

TEST(Ridge, RefusesAVectorOfAnotherDimension) {
  Ridge ridge(2, 1);
  EXPECT_THROW(ridge.add(Vec{1, 2, 3}, 1, 1), BrokenPromise);
}

}  // namespace
}  // namespace mesha
