#include "mesha/learners/opt_gtm.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "support/drive.hpp"
#include "support/random_games.hpp"
#include "support/repetitions.hpp"

namespace mesha {
namespace {

using testing::Dice;
using testing::drive;

// OptGTM as one would write it down: V_i is kept and inverted afresh whenever it is needed.
class DenseOptGtm {
 public:
  DenseOptGtm(int arms, int dimension, std::int64_t budget)
      : arms_(static_cast<std::size_t>(arms),
              {Eigen::MatrixXd::Identity(dimension, dimension), Eigen::VectorXd::Zero(dimension)}),
        log_T_(std::log(static_cast<double>(budget))) {
    const double d = dimension;
    beta_ = d + std::sqrt(2 * log_T_ + d * std::log(1 + static_cast<double>(budget) * d));
  }

  struct Arm {
    Eigen::MatrixXd V;
    Eigen::VectorXd b;
    double n = 0, S = 0, L = 0;
    bool active = true;

    Eigen::MatrixXd inverse() const { return V.inverse(); }
    Eigen::VectorXd theta() const { return inverse() * b; }
  };

  double index(ArmId i, const Vec& said) const { return mean(i, said) + width(i, said); }
  double mean(ArmId i, const Vec& said) const { return eigen(said).dot(arms_[at(i)].theta()); }

  void observe(ArmId i, const Vec& said, double reward) {
    Arm& arm = arms_[at(i)];
    const Eigen::VectorXd x = eigen(said);
    arm.V += x * x.transpose();
    arm.b += reward * x;
    arm.n += 1;
    arm.S += reward;
    arm.L += mean(i, said) - width(i, said);
    if (arm.L > arm.S + 2 * std::sqrt(arm.n * log_T_)) arm.active = false;
  }

  const Arm& operator[](ArmId i) const { return arms_[at(i)]; }

 private:
  static Eigen::VectorXd eigen(const Vec& x) {
    return Eigen::Map<const Eigen::VectorXd>(x.begin(), static_cast<Eigen::Index>(x.size()));
  }
  double width(ArmId i, const Vec& said) const {
    const Eigen::VectorXd x = eigen(said);
    return beta_ * std::sqrt(x.dot(arms_[at(i)].inverse() * x));
  }

  std::vector<Arm> arms_;
  double log_T_;
  double beta_ = 0;
};

void expect_same_state(const OptGtm& learner, const DenseOptGtm& dense, int arms, std::size_t d) {
  for (int i = 0; i < arms; ++i) {
    const auto& [V, b, n, S, L, active] = dense[ArmId{i}];
    const Eigen::MatrixXd inverse = V.inverse();
    const Eigen::VectorXd theta = inverse * b;
    RunningRidge ridge = learner.ridge(ArmId{i});
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
    ASSERT_NEAR(learner.lower_sum(ArmId{i}), L, 1e-10 * std::max(1.0, std::abs(L)));
  }
}

TEST(OptGtm, KeepsVThetaAndLAsADenseComputationDoes) {
  int out = 0;
  for (std::uint64_t game = 0; game < testing::repetitions(std::uint64_t{60}); ++game) {
    Dice dice(game);
    const int K = dice.integer(2, 6);
    const int d = dice.integer(1, 6);
    const std::int64_t T = dice.integer(K, 400);
    const auto size = static_cast<std::size_t>(d);
    OptGtm learner = *OptGtm::make({K, d, T});
    DenseOptGtm dense(K, d, T);
    std::vector<Report> reports(static_cast<std::size_t>(K));
    for (int t = 0; !learner.finished(); ++t) {
      // Some games keep the reports, some change them now and then, some at every pull.
      for (Report& report : reports) {
        const bool anew = t == 0 || game % 3 == 2 || (game % 3 == 1 && dice.uniform(0, 1) < 0.1);
        if (anew) report.x = scaled(dice.in_unit_ball(size), game % 2 == 0 ? 1 : 0.1);
      }
      const ArmId played = learner.plan(reports).front().arm;
      ASSERT_TRUE(dense[played].active);
      for (int i = 0; i < K; ++i) {
        if (dense[ArmId{i}].active) {
          ASSERT_LE(dense.index(ArmId{i}, reports[static_cast<std::size_t>(i)].x),
                    dense.index(played, reports[at(played)].x) + 1e-10);
        }
      }
      const Report& said = reports[at(played)];
      const double reward = dice.normal() - 0.5 * played.index;
      learner.observe(std::vector<Evidence>{{played, said, 1, reward}});
      dense.observe(played, said.x, reward);
      if (!dense[played].active) ++out;
    }
    expect_same_state(learner, dense, K, size);
    if (const auto winner = identified(learner.answer())) {
      ASSERT_TRUE(dense[*winner].active);
    }
  }
  EXPECT_GT(out, testing::repetitions(20));  // the trigger was tried, too
}

std::vector<Report> lengths(const std::vector<double>& norms) {
  std::vector<Report> reports;
  for (const double norm : norms) reports.push_back({{norm, 0}});
  return reports;
}

testing::Bring pays_each(const std::vector<Report>& said, const std::vector<double>& rewards) {
  return [=](int, const Pulls& pulls) {
    return std::vector<Evidence>{{pulls.arm, said[at(pulls.arm)], pulls.count,
                                  static_cast<double>(pulls.count) * rewards[at(pulls.arm)]}};
  };
}

TEST(OptGtm, SendsAwayForGoodWhoEarnsLessThanItsReportsPredict) {
  // Arm 0 is played first, as it reports most. It earns -5 where its report predicts about 0.
  const auto said = lengths({1e-3, 1e-4, 1e-5});
  OptGtm learner = *OptGtm::make({3, 2, 100});
  EXPECT_EQ(drive(learner, said, pays_each(said, {-5, 0.1, 0.1})), 100);
  EXPECT_EQ(identified(learner.answer()), ArmId{1});
  const Departure& first = learner.answer().departures.at(0);
  EXPECT_EQ(first.arm, ArmId{0});
  EXPECT_EQ(first.epoch, 1);
  const auto& why = std::get<ByTrigger>(first.why);
  EXPECT_NEAR(why.bounds.rlcb, 0, 0.1);
  EXPECT_NEAR(why.bounds.aucb, -5 + 2 * std::sqrt(std::log(100.0)), 1e-12);
}

TEST(OptGtm, StopsWhenNobodyIsLeftAndNamesWhoLeftLast) {
  const auto said = lengths({1e-3, 1e-4, 1e-5});
  OptGtm learner = *OptGtm::make({3, 2, 100});
  EXPECT_EQ(drive(learner, said, pays_each(said, {-5, -6, -7})), 3);
  EXPECT_EQ(std::get<NobodyLeft>(learner.answer().outcome).fallback, ArmId{2});
  EXPECT_EQ(learner.answer().departures.size(), 3U);
}

TEST(OptGtm, NamesTheLargestRidgeEstimateAndNotTheLargestMean) {
  // Same reward for both; arm 1 reports a shorter vector, and its estimate shrinks more.
  const auto said = lengths({1, 0.5});
  OptGtm learner = *OptGtm::make({2, 2, 60});
  drive(learner, said, pays_each(said, {0.5, 0.51}));
  EXPECT_EQ(identified(learner.answer()), ArmId{0});
}

TEST(OptGtm, PlansAgainWhenReportsChangeBeforeThePull) {
  OptGtm learner = *OptGtm::make({2, 2, 60});
  EXPECT_EQ(learner.plan(lengths({1, 0.5})), (std::vector<Pulls>{{ArmId{0}, 1}}));
  EXPECT_EQ(learner.plan(lengths({0.2, 0.5})), (std::vector<Pulls>{{ArmId{1}, 1}}));
}

TEST(OptGtm, RefusesParametersOutsideTheirRange) {
  EXPECT_FALSE(OptGtm::make({.arms = 4, .dimension = 2, .budget = 100, .lambda = 0}));
  EXPECT_FALSE(OptGtm::make({.arms = 4, .dimension = 2, .budget = 100, .lambda = NAN}));
  EXPECT_FALSE(OptGtm::make({.arms = 4, .dimension = 2, .budget = 3}));
  EXPECT_TRUE(OptGtm::make({.arms = 4, .dimension = 2, .budget = 4}));
  EXPECT_TRUE(OptGtm::make({.arms = 4, .dimension = 2, .budget = 0x7fffffff}));
  EXPECT_FALSE(OptGtm::make({.arms = 4, .dimension = 2, .budget = 0x80000000}));
}

}  // namespace
}  // namespace mesha
