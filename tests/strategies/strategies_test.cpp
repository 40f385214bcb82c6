#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "mesha/design/g_optimal.hpp"
#include "mesha/strategies/basis_cycling.hpp"
#include "mesha/strategies/noise_chasing.hpp"
#include "mesha/strategies/random_signs.hpp"
#include "mesha/strategies/scaled.hpp"
#include "mesha/strategies/starvation.hpp"
#include "mesha/strategies/zeroed.hpp"
#include "support/random_games.hpp"

namespace mesha {
namespace {

using testing::Dice;

struct Arm {
  TrueFeature own;
  Vec theta;
  PublicHistory history = {};
  RunRandom coins = {3, 1};
  std::int64_t pulls = 0;

  ArmView view() const { return {ArmId{0}, own, theta, pulls, history, coins}; }
};

TEST(Scaled, ChangesTheLengthAndKeepsTheDirection) {
  const Arm arm{.own = {{0.3, 0.4}}, .theta = {1, 0}};
  EXPECT_EQ(Scaled({.factor = 2}).report(arm.view()), (Report{{0.6, 0.8}}));
  EXPECT_NEAR(norm(Scaled({.norm = 1.0}).report(arm.view()).x), 1, 1e-15);
  const Arm zero{.own = {{0, 0}}, .theta = {1, 0}};
  EXPECT_EQ(Scaled({.norm = 1.0}).report(zero.view()), (Report{{0, 0}}));
}

TEST(Zeroed, HidesOneCoordinateThenRescales) {
  const Arm arm{.own = {{0.9, 0.3, 0.4}}, .theta = {1, 0, 0}};
  EXPECT_EQ(Zeroed({}).report(arm.view()), (Report{{0, 0.3, 0.4}}));
  const Report said = Zeroed({.coordinate = 0, .then = {.norm = 1.0}}).report(arm.view());
  EXPECT_NEAR(said.x[1], 0.6, 1e-15);
  EXPECT_NEAR(said.x[2], 0.8, 1e-15);
}

TEST(RandomSigns, FlipsEveryCoordinateByAFairCoinOfItsOwn) {
  Arm arm{.own = {Vec(40)}, .theta = Vec(40)};
  for (std::size_t k = 0; k < 40; ++k) arm.own.x[k] = 1;
  RandomSigns signs({});
  std::vector<double> sums(40, 0);
  double across = 0;  // coordinates 0 and 33 come from different words
  for (arm.pulls = 0; arm.pulls < 4000; ++arm.pulls) {
    const Report& said = signs.report(arm.view());
    for (std::size_t k = 0; k < 40; ++k) {
      ASSERT_EQ(std::abs(said.x[k]), 1);
      sums[k] += said.x[k];
    }
    across += said.x[0] * said.x[33];
  }
  for (const double sum : sums) EXPECT_LT(std::abs(sum), 5 * std::sqrt(4000));
  EXPECT_LT(std::abs(across), 5 * std::sqrt(4000));
}

// d - lambda tr(V^-1) for n unit reports is concave in the spectrum of V, whose trace is fixed:
// equal eigenvalues are best, and cycling gives them when d divides n.
TEST(BasisCycling, MaximisesTheTraceTermWhenTheDimensionDividesThePulls) {
  constexpr Eigen::Index d = 4;
  constexpr int n = 20;
  const auto trace_term = [](const std::vector<Vec>& reports) {
    Eigen::MatrixXd V = Eigen::MatrixXd::Identity(d, d);
    for (const Vec& x : reports) {
      const Eigen::Map<const Eigen::VectorXd> e(x.begin(), d);
      V += e * e.transpose();
    }
    return static_cast<double>(d) - V.inverse().trace();
  };
  Arm arm{.own = {Vec(4)}, .theta = Vec(4)};
  BasisCycling cycling(1);
  std::vector<Vec> reports;
  for (arm.pulls = 0; arm.pulls < n; ++arm.pulls) reports.push_back(cycling.report(arm.view()).x);
  const double best = trace_term(reports);
  EXPECT_NEAR(best, 4 - 4 / (1 + n / 4.0), 1e-12);
  for (std::uint64_t number = 0; number < 500; ++number) {
    Dice dice(number);
    std::vector<Vec> others;
    for (int k = 0; k < n; ++k) {
      const Vec x = dice.normals(4);
      others.push_back(scaled(x, 1 / norm(x)));
    }
    ASSERT_LE(trace_term(others), best + 1e-12);
  }
}

TEST(NoiseChasing, TriesEveryAxisThenRepeatsTheOneThatLookedBest) {
  Arm arm{.own = {{0.5, 0.5, 0.5}}, .theta = {1, 1, 1}};
  NoiseChasing chasing(1);
  const double luck[] = {0.1, 0.9, 0.3, 0.2, -2};
  const std::size_t expected[] = {0, 1, 2, 1, 1, 2};  // after 0.2 and -2 axis 1 has mean -0.3
  for (arm.pulls = 0; arm.pulls < 6; ++arm.pulls) {
    const auto pull = static_cast<std::size_t>(arm.pulls);
    const Report said = chasing.report(arm.view());
    EXPECT_EQ(said, Report{unit(3, expected[pull])}) << pull;
    if (pull < 5) {
      arm.history.add(ArmId{7}, said, 100);  // somebody else's luck does not count
      arm.history.add(ArmId{0}, said, luck[pull]);
    }
  }
}

// x_j = sum lambda_i x_i, lambda >= 0, sum lambda <= 1: solved by hand from the pairs.
TEST(Starvation, PutsTheTargetIntoTheScaledHullOfTheOthers) {
  for (std::uint64_t number = 0; number < 200; ++number) {
    Dice dice(number);
    const auto d = static_cast<std::size_t>(dice.integer(2, 6));
    const auto arms = static_cast<std::size_t>(dice.integer(3, 12));
    const ArmId target{dice.integer(0, static_cast<int>(arms) - 1)};
    const Report said{scaled(dice.in_unit_ball(d), 0.999)};
    const auto reports =
        starvation_reports({.target = target, .target_report = said, .arms = arms});
    ASSERT_TRUE(reports) << reports.error().sentence;
    EXPECT_EQ((*reports)[at(target)], said);
    std::vector<Vec> colluders;
    for (std::size_t i = 0; i < arms; ++i) {
      if (arm_at(i) == target) continue;
      colluders.push_back((*reports)[i].x);
      ASSERT_NEAR(norm(colluders.back()), 1, 1e-12);
    }
    // The first two are a pair: equal coefficients on them must give the target.
    const double along = dot(colluders[0], said.x) / norm(said.x);
    const double coefficient = norm(said.x) / (2 * along);
    ASSERT_LE(2 * coefficient, 1 + 1e-12);
    for (std::size_t k = 0; k < d; ++k) {
      ASSERT_NEAR(coefficient * (colluders[0][k] + colluders[1][k]), said.x[k], 1e-12);
    }
  }
}

// The paper's theorem: who is a combination of others with coefficients that sum to at most 1 in
// size gets no weight in a G-optimal design.
TEST(Starvation, LeavesTheTargetWithoutWeightInAGOptimalDesign) {
  for (std::uint64_t number = 0; number < 200; ++number) {
    Dice dice(number);
    const auto d = static_cast<std::size_t>(dice.integer(2, 5));
    const auto arms = static_cast<std::size_t>(dice.integer(3, 12));
    const ArmId target{dice.integer(0, static_cast<int>(arms) - 1)};
    const Report said{scaled(dice.in_unit_ball(d), 0.95)};
    const auto reports =
        starvation_reports({.target = target, .target_report = said, .arms = arms});
    std::vector<Vec> rows;
    for (const Report& report : *reports) rows.push_back(report.x);
    const auto design = g_optimal(rows);
    ASSERT_TRUE(design);
    EXPECT_EQ(design->weights[at(target)], 0) << "game " << number;
  }
}

TEST(Starvation, RefusesWhatCannotBeSurrounded) {
  const Report half{{0.5, 0}};
  EXPECT_FALSE(starvation_reports({.target = {}, .target_report = half, .arms = 2}));
  EXPECT_FALSE(starvation_reports({.target = {}, .target_report = {{0.5}}, .arms = 4}));
  EXPECT_FALSE(starvation_reports({.target = {}, .target_report = {{0, 0}}, .arms = 4}));
  EXPECT_FALSE(starvation_reports({.target = {}, .target_report = half, .arms = 4, .norm = 0.5}));
  EXPECT_TRUE(starvation_reports({.target = {}, .target_report = half, .arms = 3}));
}

}  // namespace
}  // namespace mesha
