// What liars may say: every point of every family is a lie that an experiment could hold.
#include "mesha/catalog/lies.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "mesha/catalog/strategies.hpp"
#include "mesha/simulate/game.hpp"
#include "support/random_games.hpp"

namespace mesha {
namespace {

using testing::Dice;

struct Case {
  Instance instance;
  std::vector<ArmId> liars;
  ArmId target;
};

Case random_case(Dice& dice) {
  const int arms = dice.integer(2, 6);
  Case one{
      testing::random_instance(dice, arms, static_cast<std::size_t>(dice.integer(1, 4)), .3, false),
      {},
      ArmId{0}};
  for (int i = 1; i < arms; ++i) {
    if (i == 1 || dice.uniform(0, 1) < .7) one.liars.push_back(ArmId{i});
  }
  return one;
}

Vec random_point(Dice& dice, std::size_t n) {
  Vec at(n);
  for (double& u : at) u = dice.uniform(0, 1);
  return at;
}

std::vector<Report> said(const Case& one, const ReportSpace& space, const Vec& at) {
  return first_reports(with_lies(*make_profile("truthful", one.instance, {}), space, at),
                       one.instance);
}

TEST(Lies, KeepTheNormBoundAndLeaveOthersAlone) {
  Dice dice(1);
  for (int k = 0; k < 60; ++k) {
    const Case one = random_case(dice);
    const double bound = dice.uniform(.5, 2);
    for (const LieFamily& family :
         lies_of(one.instance, one.liars, one.target,
                 {.norm_bound = bound, .only_length = k % 3 == 0, .seed = 1})) {
      const ReportSpace& space = family.space;
      std::vector<Vec> points{Vec(space.size()), random_point(dice, space.size())};
      const auto truth = first_reports(*make_profile("truthful", one.instance, {}), one.instance);
      if (space.starts) {
        for (const NamedPoint& start : space.starts(truth)) points.push_back(start.at);
      }
      for (const Vec& at : points) {
        ASSERT_EQ(at.size(), space.size()) << space.name;
        for (const double u : at) {
          EXPECT_GE(u, 0) << space.name;
          EXPECT_LE(u, 1) << space.name;
        }
        const auto reports = said(one, space, at);
        for (std::size_t i = 0; i < reports.size(); ++i) {
          const bool lies = std::ranges::find(one.liars, arm_at(i)) != one.liars.end();
          if (lies) {
            EXPECT_LE(norm(reports[i].x), bound * (1 + 1e-9)) << space.name;
          } else {
            EXPECT_EQ(reports[i].x, one.instance.feature(arm_at(i)).x);
          }
        }
        EXPECT_EQ(said(one, space, at), reports) << "the same point says the same";
      }
    }
  }
}

TEST(Lies, WithoutABoundGoFarAndSayWhereTheSearchEnds) {
  Dice dice(2);
  const Case one = random_case(dice);
  double longest = 0;
  for (std::size_t i = 0; i < one.instance.arm_count(); ++i)
    longest = std::max(longest, norm(one.instance.feature(arm_at(i)).x));
  const auto families = lies_of(one.instance, one.liars, one.target, {.norm_bound = std::nullopt});
  const ReportSpace& vectors = families.front().space;
  const Vec corner(std::vector<double>(vectors.size(), 1));
  EXPECT_EQ(edges_at(vectors, Vec(vectors.size())).size(), 1U);  // the opposite corner
  const auto reports = said(one, vectors, corner);
  EXPECT_NEAR(norm(reports[at(one.liars[0])].x), longest_searched * longest, 1e-6 * longest);
  EXPECT_EQ(edges_at(vectors, corner).size(), 1U);
}

TEST(Lies, OfLowRankSpanNoMore) {
  Dice dice(3);
  const Instance instance = testing::random_instance(dice, 6, 4, .3, false);
  const std::vector<ArmId> liars{ArmId{1}, ArmId{2}, ArmId{3}, ArmId{4}, ArmId{5}};
  int families = 0;
  for (const LieFamily& family : lies_of(instance, liars, ArmId{0}, {})) {
    if (!family.space.name.starts_with("rank ")) continue;
    ++families;
    const auto rank = std::stol(family.space.name.substr(5));
    const auto reports =
        said({instance, liars, ArmId{0}}, family.space, random_point(dice, family.space.size()));
    Eigen::MatrixXd x(6, 4);
    for (int i = 0; i < 6; ++i) {
      for (int c = 0; c < 4; ++c)
        x(i, c) = reports[static_cast<std::size_t>(i)].x[static_cast<std::size_t>(c)];
    }
    Eigen::JacobiSVD<Eigen::MatrixXd> svd(x);
    svd.setThreshold(1e-10);
    EXPECT_EQ(svd.rank(), rank);
  }
  EXPECT_EQ(families, 3);
}

// Under its false theta every liar's mean reward fits its report.
TEST(Lies, OfAPseudoWorldAreConsistent) {
  Dice dice(4);
  int worlds = 0;
  for (int k = 0; k < 20; ++k) {
    const Instance instance = testing::random_instance(dice, 5, 3, .3, true);
    const std::vector<ArmId> liars{ArmId{1}, ArmId{2}, ArmId{3}, ArmId{4}};
    for (const LieFamily& family : lies_of(instance, liars, ArmId{0}, {.norm_bound = 5})) {
      if (family.space.name != "a consistent pseudo-world") continue;
      ++worlds;
      const auto truth = first_reports(*make_profile("truthful", instance, {}), instance);
      const Vec at = family.space.starts(truth).front().at;
      const auto reports = said({instance, liars, ArmId{0}}, family.space, at);
      Eigen::MatrixXd x(4, 3);
      Eigen::VectorXd mu(4);
      for (int i = 0; i < 4; ++i) {
        for (int c = 0; c < 3; ++c)
          x(i, c) = reports[static_cast<std::size_t>(i) + 1].x[static_cast<std::size_t>(c)];
        mu(i) = instance.mean(ArmId{i + 1});
      }
      const Eigen::VectorXd theta = x.colPivHouseholderQr().solve(mu);
      EXPECT_LT((x * theta - mu).norm(), 1e-9);
      double predicted = 0;
      for (int c = 0; c < 3; ++c)
        predicted += theta(c) * instance.feature(ArmId{0}).x[static_cast<std::size_t>(c)];
      EXPECT_NEAR(predicted, 0, 1e-9);  // of the target
    }
  }
  EXPECT_EQ(worlds, 20);
}

TEST(Lies, OverTimeAreWrittenAsTheyArePlayed) {
  Dice dice(5);
  const Instance instance = testing::random_instance(dice, 3, 2, .3, true);
  int families = 0;
  for (const LieFamily& family : lies_of(instance, ArmId{1}, {})) {
    if (!family.changing) continue;
    ++families;
    const Vec at = random_point(dice, 1);
    const StrategyChoice written = family.changing(at);
    const auto profile = make_profile(written.name, instance, written.options);
    ASSERT_TRUE(profile);
    EXPECT_FALSE((*profile)[1].constant());
    EXPECT_FALSE(family.space.make(at).front().constant());
    EXPECT_EQ(first_reports(*profile, instance)[1],
              said({instance, {ArmId{1}}, ArmId{0}}, family.space, at)[1]);
  }
  EXPECT_GE(families, 3);
}

TEST(Lies, ToldByLengthKeepTheTrueDirection) {
  Dice dice(6);
  const Instance instance = testing::random_instance(dice, 3, 3, .3, true);
  const auto families = lies_of(instance, ArmId{2}, {.only_length = true, .over_time = false});
  ASSERT_EQ(families.size(), 1U);
  const ReportSpace& space = families.front().space;
  ASSERT_EQ(space.size(), 1U);
  const Case one{instance, {ArmId{2}}, ArmId{0}};
  EXPECT_EQ(norm(said(one, space, Vec{0})[2].x), 0);
  EXPECT_NEAR(norm(said(one, space, Vec{1})[2].x), 1, 1e-12);
  EXPECT_NEAR(norm(said(one, space, Vec{1e-9})[2].x), shortest_searched, 1e-9);
  const Vec truth = instance.feature(ArmId{2}).x;
  const Vec half = said(one, space, Vec{.5})[2].x;
  EXPECT_NEAR(dot(half, truth), norm(half) * norm(truth), 1e-12);
}

TEST(Lies, ATrueVectorBeyondTheBoundIsNamed) {
  const Instance instance = *Instance::make({{Vec{.5}}, {Vec{1.5}}}, Vec{1}, GaussianNoise{1});
  EXPECT_EQ(longer_than(instance, 1), ArmId{1});
  EXPECT_FALSE(longer_than(instance, 2));
}

}  // namespace
}  // namespace mesha
