// MESHA under reports that change at every pull, played by the simulator from the first pull to the
// answer, against dense algebra on what was public: nothing of ours is used but the answer.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <map>
#include <memory>
#include <vector>

#include "mesha/learners/mesha.hpp"
#include "mesha/simulate/runner.hpp"
#include "support/random_games.hpp"
#include "support/repetitions.hpp"

namespace mesha {
namespace {

struct Pull {
  std::vector<double> report;
  double reward;
};

// Says something new at every pull, sometimes the same again, and notes what it sees.
class Restless {
 public:
  explicit Restless(std::shared_ptr<PublicHistory> seen) : seen_(std::move(seen)) {}
  bool constant() const { return false; }
  bool watches() const { return true; }
  const Report& report(const ArmView& view) {
    *seen_ = view.history;
    testing::Dice dice(static_cast<std::uint64_t>(view.own_pulls / 2 * 100 + view.self.index));
    said_.x = dice.in_unit_ball(view.own.x.size());
    return said_;
  }

 private:
  std::shared_ptr<PublicHistory> seen_;
  Report said_;
};

struct Dense {
  double mu_hat, rlcb, aucb;
};

// Lines 5-7 of Algorithm 1 as they stand, one summand per pull.
Dense judged(const std::vector<Pull>& pulls, double lambda, double delta, double xi, int K, int R) {
  const auto d = static_cast<Eigen::Index>(pulls.front().report.size());
  Eigen::MatrixXd X(static_cast<Eigen::Index>(pulls.size()), d);
  Eigen::VectorXd r(X.rows());
  for (Eigen::Index t = 0; t < X.rows(); ++t) {
    const Pull& pull = pulls[static_cast<std::size_t>(t)];
    X.row(t) = Eigen::Map<const Eigen::RowVectorXd>(pull.report.data(), d);
    r[t] = pull.reward;
  }
  const Eigen::MatrixXd inverse =
      (X.transpose() * X + lambda * Eigen::MatrixXd::Identity(d, d)).inverse();
  const Eigen::VectorXd theta = inverse * (X.transpose() * r);
  const auto n = static_cast<double>(X.rows());
  const double beta =
      xi * std::sqrt(static_cast<double>(d) * std::log((1 + n) * K * R / delta)) + 1;
  const Eigen::VectorXd width = (X * inverse).cwiseProduct(X).rowwise().sum().cwiseSqrt();
  return {(X * theta).mean(), (X * theta).sum() - beta * width.sum(),
          r.sum() + xi * std::sqrt(2 * n * std::log(4.0 * K * R / delta))};
}

TEST(MeshaUnderChangingReports, JudgesAsDenseAlgebraDoes) {
  int judgements = 0, caught = 0;
  for (std::uint64_t number = 0; number < testing::repetitions(std::uint64_t{200}); ++number) {
    testing::Dice dice(number);
    const int K = dice.integer(3, 6);
    const int R = K > 4 ? 3 : 2;
    const auto d = static_cast<std::size_t>(dice.integer(1, 5));
    const Instance instance = testing::random_instance(dice, K, d, 0.3, false);
    const double lambda = dice.uniform(0.3, 2);
    const double delta = dice.uniform(0.01, 0.9);
    const double xi = number % 2 == 0 ? 1 : 0.02;  // in every other game the trigger is quick
    const std::int64_t budget = K * R * dice.integer(1, 30);
    const auto learner = Mesha::make({.arms = K,
                                      .dimension = static_cast<int>(d),
                                      .budget = budget,
                                      .lambda = lambda,
                                      .xi = xi,
                                      .delta = delta});
    ASSERT_TRUE(learner);
    const auto seen = std::make_shared<PublicHistory>();
    const std::vector<Restless> profile(static_cast<std::size_t>(K), Restless(seen));
    Runner<Mesha, Restless> table(*learner, instance, profile, {.draw = Draw::every_pull});
    const Answer& answer = table.play({5, number});

    const auto n = static_cast<std::size_t>(budget / (K * R));  // line 4, in epoch 1
    std::map<int, std::vector<Pull>> first_epoch;
    ASSERT_GE(seen->size(), n * static_cast<std::size_t>(K));
    for (std::size_t t = 0; t < n * static_cast<std::size_t>(K); ++t) {
      const Vec& x = seen->report(t).x;
      first_epoch[(*seen)[t].arm.index].push_back({{x.begin(), x.end()}, (*seen)[t].reward});
    }
    for (const Departure& gone : answer.departures) {
      if (gone.epoch > 1) continue;
      const auto& pulls = first_epoch[gone.arm.index];
      ASSERT_EQ(pulls.size(), n);
      const Dense dense = judged(pulls, lambda, delta, xi, K, R);
      const auto* ranked = std::get_if<ByRanking>(&gone.why);
      const TriggerBounds bounds =
          ranked != nullptr ? *ranked->bounds : std::get<ByTrigger>(gone.why).bounds;
      ASSERT_NEAR(*mu_hat(gone), dense.mu_hat, 1e-10);
      ASSERT_NEAR(bounds.rlcb, dense.rlcb, 1e-10);
      ASSERT_NEAR(bounds.aucb, dense.aucb, 1e-10);
      ASSERT_EQ(ranked == nullptr, dense.rlcb > dense.aucb);
      ++judgements;
      caught += ranked == nullptr ? 1 : 0;
    }
  }
  EXPECT_GT(caught, testing::repetitions(20));
  // Every game sends at least one arm away in its first epoch.
  EXPECT_GT(judgements, testing::repetitions(200));
}

}  // namespace
}  // namespace mesha
