#include "mesha/learners/parts/design_cache.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <thread>

#include "mesha/design/support.hpp"
#include "support/random_games.hpp"
#include "support/repetitions.hpp"

namespace mesha {
namespace {

std::vector<ArmId> arms(std::initializer_list<int> numbers) {
  std::vector<ArmId> list;
  for (const int i : numbers) list.push_back(ArmId{i});
  return list;
}

const std::vector<Report> four{{{1, 0}}, {{0, 2}}, {{0.3, 0.3}}, {{-1, 0.5}}};

TEST(DesignCache, GivesTheSameDesignForTheSameQuestionAndAnotherForAnother) {
  DesignCache cache;
  const Design* first = &cache.solve(arms({0, 1, 2}), four);
  EXPECT_EQ(&cache.solve(arms({0, 1, 2}), four), first);
  EXPECT_NE(&cache.solve(arms({0, 1, 3}), four), first);
  std::vector<Report> changed = four;
  changed[2].x[0] = 0.4;
  EXPECT_NE(&cache.solve(arms({0, 1, 2}), changed), first);
  changed = four;
  changed[3].x[0] = 7;  // not asked about
  EXPECT_EQ(&cache.solve(arms({0, 1, 2}), changed), first);
}

TEST(DesignCache, ACopyGivesTheSameWeights) {
  DesignCache cache;
  const std::vector<double> weights = cache.solve(arms({0, 1, 3}), four).weights();
  DesignCache copy = cache;
  EXPECT_EQ(copy.solve(arms({0, 1, 3}), four).weights(), weights);
}

TEST(DesignCache, WhatOneCopyHasSolvedNoOtherSolvesAgain) {
  DesignCache first;
  DesignCache copy = first;
  const std::vector<double> weights = first.solve(arms({0, 1, 2}), four).weights();
  EXPECT_EQ(first.solved(), 1);
  EXPECT_EQ(copy.solve(arms({0, 1, 2}), four).weights(), weights);
  EXPECT_EQ(copy.solved(), 1);
  DesignCache assigned(Criterion::xy);
  assigned = copy;
  assigned.solve(arms({0, 1, 3}), four);
  EXPECT_EQ(first.solved(), 2);
}

// Each is solved once more: nothing of the first evaluation is left in the process.
TEST(DesignCache, OneMadeApartSharesNothing) {
  DesignCache().solve(arms({0, 1, 2}), four);
  DesignCache other;
  other.solve(arms({0, 1, 2}), four);
  EXPECT_EQ(other.solved(), 1);
}

TEST(DesignCache, CopiesOnSeveralThreadsAgree) {
  DesignCache first;
  const std::vector<double> weights = DesignCache().solve(arms({0, 2, 3}), four).weights();
  {
    std::vector<std::jthread> threads;
    for (int k = 0; k < 4; ++k) {
      threads.emplace_back([copy = first, &weights]() mutable {
        EXPECT_EQ(copy.solve(arms({0, 2, 3}), four).weights(), weights);
      });
    }
  }
  EXPECT_EQ(first.solved(), 1);
}

TEST(DesignCache, AssigningAnotherCriterionForgetsTheOldDesigns) {
  DesignCache cache;
  DesignCache differences(Criterion::xy);
  const std::vector<double> plain = cache.solve(arms({0, 1, 2, 3}), four).weights();
  const std::vector<double> other = differences.solve(arms({0, 1, 2, 3}), four).weights();
  ASSERT_NE(plain, other);
  cache = differences;
  EXPECT_EQ(cache.solve(arms({0, 1, 2, 3}), four).weights(), other);
}

TEST(DesignCache, WeightsFollowTheReportAndNotTheArmsNumber) {
  DesignCache cache;
  const std::vector<double> plain = cache.solve(arms({0, 1, 2, 3}), four).weights();
  const std::vector<Report> turned{four[3], four[2], four[1], four[0]};
  const std::vector<double> other = cache.solve(arms({0, 1, 2, 3}), turned).weights();
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(plain[k], other[3 - k]);
}

// Three weights of 1/3 and four pulls: the fourth goes by report as well.
TEST(DesignCache, RoundingFollowsTheReportAndNotTheArmsNumber) {
  const std::vector<Report> basis{{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}};
  const std::vector<Report> turned{basis[2], basis[1], basis[0]};
  DesignCache cache;
  const std::vector<std::int64_t> plain = cache.solve(arms({0, 1, 2}), basis).rounded(4);
  const std::vector<std::int64_t> other = cache.solve(arms({0, 1, 2}), turned).rounded(4);
  EXPECT_EQ(std::accumulate(plain.begin(), plain.end(), std::int64_t{0}), 4);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(plain[k], other[2 - k]);
  EXPECT_EQ(cache.solve(arms({0, 1, 2}), basis).rounded(7).size(), 3U);
}

TEST(DesignCache, GivesAllToTheFirstArmWhenAllReportsAreZero) {
  const std::vector<Report> nothing(3, Report{{0, 0}});
  for (const Criterion criterion : {Criterion::g_optimal, Criterion::xy}) {
    DesignCache cache(criterion);
    const Design& design = cache.solve(arms({0, 1, 2}), nothing);
    EXPECT_EQ(design.weights(), (std::vector<double>{1, 0, 0}));
    EXPECT_EQ(design.dimension(), 0);
  }
}

TEST(DesignCache, ForDifferencesPullsArmsThatAreOutToo) {
  // Arms 0 and 1 differ along the second axis, where arm 2, which is out, is long.
  const std::vector<Report> reports{{{1, 0}}, {{1, 0.1}}, {{0, 3}}};
  DesignCache cache(Criterion::xy);
  const Design& design = cache.solve(arms({0, 1}), reports);
  ASSERT_EQ(design.weights().size(), 3U);
  EXPECT_GT(design.weights()[2], 0.9);
}

TEST(DesignCache, ForDifferencesOfEqualReportsStillHasADesign) {
  const std::vector<Report> reports{{{1, 0}}, {{1, 0}}, {{0, 3}}};
  DesignCache cache(Criterion::xy);
  const std::vector<double>& w = cache.solve(arms({0, 1}), reports).weights();
  EXPECT_NEAR(std::accumulate(w.begin(), w.end(), 0.0), 1, 1e-12);
}

// Signs, copies, few survivors, lengths over many orders of magnitude.
TEST(DesignCache, NeverNeedsMoreArmsThanCaratheodorySays) {
  for (std::uint64_t number = 0; number < testing::repetitions(std::uint64_t{300}); ++number) {
    testing::Dice dice(number);
    const auto d = static_cast<std::size_t>(dice.integer(1, 6));
    const bool wild = number % 3 == 0;
    std::vector<Report> reports;
    for (int k = dice.integer(2, 24); k > 0; --k) {
      Vec x = dice.in_unit_ball(d);
      if (wild) x = scaled(x, std::pow(10, dice.integer(-8, 8)));
      if (number % 3 == 1) {
        for (double& one : x) one = one > 0 ? 1 : -1;
      }
      reports.push_back({x});
    }
    std::vector<ArmId> active;
    for (std::size_t i = 0; i < reports.size(); ++i) {
      if (i < 2 || dice.uniform(0, 1) < 0.4) active.push_back(arm_at(i));
    }
    for (const Criterion criterion : {Criterion::g_optimal, Criterion::xy}) {
      DesignCache cache(criterion);
      const Design& design = cache.solve(active, reports);
      const std::vector<double>& w = design.weights();
      ASSERT_LE(support_size(w), largest_support(design.dimension())) << "case " << number;
      ASSERT_NEAR(std::accumulate(w.begin(), w.end(), 0.0), 1, 1e-9) << "case " << number;
    }
  }
}

}  // namespace
}  // namespace mesha
