#include "mesha/linalg/least_squares.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "support/random_games.hpp"

namespace mesha {
namespace {

struct Rows {
  std::vector<Vec> x;
  std::vector<double> n;
  std::vector<double> S;
};

Vec solved(LeastSquares& fit, const Rows& rows, std::size_t d) {
  fit.reset(d);
  for (std::size_t k = 0; k < rows.x.size(); ++k) fit.add(rows.x[k], rows.n[k], rows.S[k]);
  fit.solve();
  return fit.theta();
}

Eigen::VectorXd by_pseudo_inverse(const Rows& rows, std::size_t d) {
  const auto count = static_cast<Eigen::Index>(rows.x.size());
  const auto columns = static_cast<Eigen::Index>(d);
  Eigen::MatrixXd a(count, columns);
  Eigen::VectorXd b(count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const Eigen::Map<const Eigen::VectorXd> x(rows.x[at].begin(), columns);
    a.row(k) = std::sqrt(rows.n[at]) * x;
    b[k] = rows.S[at] / std::sqrt(rows.n[at]);
  }
  return a.jacobiSvd(Eigen::ComputeThinU | Eigen::ComputeThinV).solve(b);
}

// Rows in a random subspace, some of them twice: the rank is anything from 0 to d.
Rows random_rows(testing::Dice& dice, std::size_t d) {
  std::vector<Vec> spanning;
  for (int k = dice.integer(0, static_cast<int>(d)); k > 0; --k) {
    spanning.push_back(dice.normals(d));
  }
  Rows rows;
  for (int k = dice.integer(1, 15); k > 0; --k) {
    Vec x(d);
    for (const Vec& direction : spanning) {
      const double part = dice.normal();
      for (std::size_t c = 0; c < d; ++c) x[c] += part * direction[c];
    }
    if (!rows.x.empty() && dice.uniform(0, 1) < 0.2) x = rows.x.front();
    rows.x.push_back(x);
    rows.n.push_back(dice.integer(1, 50));
    rows.S.push_back(rows.n.back() * dice.normal());
  }
  return rows;
}

TEST(LeastSquares, EqualThePseudoInverseInEveryRank) {
  LeastSquares fit;  // one for all: what was before does not matter
  for (std::uint64_t number = 0; number < 500; ++number) {
    testing::Dice dice(number);
    const auto d = static_cast<std::size_t>(dice.integer(1, 8));
    const Rows rows = random_rows(dice, d);
    const Vec theta = solved(fit, rows, d);
    const Eigen::VectorXd expected = by_pseudo_inverse(rows, d);
    for (std::size_t k = 0; k < d; ++k) {
      ASSERT_NEAR(theta[k], expected[static_cast<Eigen::Index>(k)], 1e-8 * (1 + expected.norm()))
          << "case " << number;
    }
  }
}

TEST(LeastSquares, FitDirectionsOfVeryDifferentSize) {
  LeastSquares fit;
  const Rows rows{{{1e9, 0}, {0, 1e-9}, {1e9, 1e-9}}, {2, 3, 5}, {4, 9, 25}};  // means 2, 3, 5
  const Vec theta = solved(fit, rows, 2);
  EXPECT_NEAR(theta[0] * 1e9, 2, 1e-12);
  EXPECT_NEAR(theta[1] * 1e-9, 3, 1e-12);
}

TEST(LeastSquares, OfNothingButZerosAreZero) {
  LeastSquares fit;
  EXPECT_EQ(solved(fit, {{{0, 0}}, {3}, {7}}, 2), (Vec{0, 0}));
}

}  // namespace
}  // namespace mesha
