#include "mesha/learners/parts/corrections.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "mesha/learners/parts/records.hpp"
#include "support/random_games.hpp"
#include "support/repetitions.hpp"

namespace mesha {
namespace {

using testing::Dice;

// Arms with reports and records; by how much their means stray from the reports is `misfit`.
struct Seen {
  Corrections corrections;
  Records records;
  Eigen::MatrixXd Y;
  Eigen::VectorXd m, n;

  Seen(Dice& dice, int K, int d, double misfit)
      : corrections(K, d), records(K), Y(K, d), m(K), n(K) {
    const Vec theta = dice.normals(static_cast<std::size_t>(d));
    for (int i = 0; i < K; ++i) {
      const Report report{dice.normals(static_cast<std::size_t>(d))};
      const double mean = dot(theta, report.x) + misfit * dice.uniform(-1, 1);
      const int pulls = dice.integer(1, 60);
      const Evidence group{.arm = ArmId{i},
                           .report = report,
                           .pulls = pulls,
                           .reward_sum = pulls * (mean + dice.uniform(-1, 1) / std::sqrt(pulls)),
                           .square_sum = 1e9};
      const std::vector<const Evidence*> groups{&group};
      corrections.add(group.arm, groups);
      records.add(group.arm, groups);
      n(i) = pulls;
      m(i) = group.reward_sum / pulls;
      for (int k = 0; k < d; ++k) Y(i, k) = report.x[static_cast<std::size_t>(k)];
    }
  }

  // Residuals of generalised least squares, by QR, and their weighted squares.
  Eigen::VectorXd residuals(double variance, double tau2) const {
    const Eigen::VectorXd root = (variance / n.array() + tau2).rsqrt();
    const Eigen::MatrixXd scaled = root.asDiagonal() * Y;
    return m - Y * scaled.colPivHouseholderQr().solve(root.asDiagonal() * m).eval();
  }
  double Q(double variance, double tau2) const {
    return (residuals(variance, tau2).array().square() / (variance / n.array() + tau2)).sum();
  }
  double root(double variance) const {  // of Q = K - d, by bisection
    const auto dof = static_cast<double>(Y.rows() - Y.cols());
    if (Q(variance, 0) <= dof) return 0;
    double low = 0, high = 1;
    while (Q(variance, high) > dof) high *= 2;
    for (int k = 0; k < 100; ++k) {
      const double middle = (low + high) / 2;
      (Q(variance, middle) > dof ? low : high) = middle;
    }
    return low;
  }
};

// With the misfit that bisection finds, within a percent of the largest residual.
TEST(Corrections, AreThoseOfTheMisfitThatExplainsTheResiduals) {
  int with_misfit = 0;
  for (std::uint64_t number = 0; number < testing::repetitions(std::uint64_t{300}); ++number) {
    Dice dice(number);
    const int d = dice.integer(1, 5);
    const int K = d + dice.integer(1, 30);
    Seen seen(dice, K, d, number % 3 == 0 ? 0 : dice.uniform(0, 5));
    const double variance = dice.uniform(0.05, 1);
    const double tau2 = seen.root(variance);
    with_misfit += tau2 > 0 ? 1 : 0;
    const Eigen::VectorXd e = seen.residuals(variance, tau2);
    const auto b = seen.corrections.by(seen.records, variance);
    for (int i = 0; i < K; ++i) {
      const double v = variance / seen.n(i);
      const double by_hand = -v / (v + tau2) * e(i);
      EXPECT_NEAR(b[static_cast<std::size_t>(i)], by_hand, 0.01 * e.cwiseAbs().maxCoeff())
          << number << ", arm " << i;
    }
  }
  EXPECT_GT(with_misfit, testing::repetitions(150));
}

// What line 22 builds on: between two values of tau2, 1/Q lies above its chord.
TEST(Corrections, SeekARootOfAConcaveFunction) {
  for (std::uint64_t number = 0; number < 300; ++number) {
    Dice dice(number);
    const int d = dice.integer(1, 5);
    const Seen seen(dice, d + dice.integer(1, 30), d, 2);
    const double low = dice.uniform(0, 2), high = low + dice.uniform(0, 3);
    const double at_middle = 1 / seen.Q(1, (low + high) / 2);
    EXPECT_GE(at_middle * (1 + 1e-9), (1 / seen.Q(1, low) + 1 / seen.Q(1, high)) / 2) << number;
  }
}

// Under the truth m_i = <y_i, theta>: without noise predictions agree with means.
TEST(Corrections, AreNothingWhereReportsExplainAllMeans) {
  Dice dice(3);
  Corrections corrections(8, 2);
  Records records(8);
  ByArm by_arm;
  std::vector<Evidence> batch;
  for (int i = 0; i < 8; ++i) {
    const Report said{dice.normals(2)};
    const double mean = 0.5 * said.x[0] - 0.2 * said.x[1];
    batch.push_back({ArmId{i}, said, 4, 4 * mean, 4 * (mean * mean + 0.01)});
  }
  by_arm(batch, [&](ArmId arm, Groups groups) {
    records.add(arm, groups);
    corrections.add(arm, groups);
  });
  for (const double b : corrections.by(records, 0.01)) EXPECT_NEAR(b, 0, 1e-6);
}

// Half of an arm's pulls under one report, half under another: it counts as having said the middle.
TEST(Corrections, TakeTheAverageOfChangingReports) {
  Dice dice(4);
  Corrections changing(6, 2), constant(6, 2);
  Records records(6);
  for (int i = 0; i < 6; ++i) {
    const Vec said = dice.normals(2);
    const Report low{{said[0] - 0.5, said[1] - 0.5}}, high{{said[0] + 0.5, said[1] + 0.5}};
    const Evidence first{ArmId{i}, low, 2, 1.0 * i, 1.0 * i * i};
    const Evidence second{ArmId{i}, high, 2, 2.0, 3};
    const Evidence both{ArmId{i}, {said}, 4, 2.0 + i, 3.0 + i * i};
    const Evidence* two[] = {&first, &second};
    const Evidence* one[] = {&both};
    changing.add(ArmId{i}, two);
    constant.add(ArmId{i}, one);
    records.add(ArmId{i}, one);
  }
  const auto b = changing.by(records, 0.1), same = constant.by(records, 0.1);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(b[i], same[i], 1e-12);
  EXPECT_GT(std::abs(b[0]), 0.01);
}

}  // namespace
}  // namespace mesha
