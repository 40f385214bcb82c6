// The trace identity of Appendix F and what it says of the reports that an arm may make.
#include "mesha/theory/potential.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "mesha/learners/parts/grim_trigger.hpp"
#include "support/random_games.hpp"
#include "support/repetitions.hpp"

namespace mesha::theory {
namespace {

using testing::Dice;

struct Sequence {
  int dimension = 0;
  double lambda = 1;
  std::vector<Vec> reports;

  auto pulls() const { return static_cast<std::int64_t>(reports.size()); }
  double most() const { return most_squared_widths(dimension, pulls(), lambda); }
  double cycled() const { return cycled_squared_widths(dimension, pulls(), lambda); }
  double widths() const { return squared_widths(reports, lambda); }
};

// e_1, ..., e_d in turn, each moved by up to `stray` and cut back to the unit ball.
Sequence almost_cycling(Dice& dice, int d, int n, double lambda, double stray) {
  Sequence made{d, lambda, {}};
  for (int t = 0; t < n; ++t) {
    Vec x = unit(static_cast<std::size_t>(d), static_cast<std::size_t>(t % d));
    const Vec noise = dice.in_unit_ball(x.size());
    for (std::size_t k = 0; k < x.size(); ++k) x[k] += stray * noise[k];
    made.reports.push_back(norm(x) > 1 ? scaled(x, 1 / norm(x)) : x);
  }
  return made;
}

// Anything in the unit ball; every third is close to the reports that are claimed to be the worst.
Sequence random_sequence(std::uint64_t number) {
  Dice dice(7000 + number);
  const int d = dice.integer(1, 6);
  const int n = dice.integer(1, 8) * (number % 2 == 0 ? d : 1);
  const double lambda = number % 4 == 0 ? 1 : dice.uniform(.1, 3);
  if (number % 3 == 0) return almost_cycling(dice, d, n, lambda, dice.uniform(0, .3));
  Sequence made{d, lambda, {}};
  for (int t = 0; t < n; ++t)
    made.reports.push_back(dice.in_unit_ball(static_cast<std::size_t>(d)));
  return made;
}

TEST(TraceIdentity, HoldsForAThousandRandomSequences) {
  for (std::uint64_t number = 0; number < 1000; ++number) {
    const Sequence here = random_sequence(number);
    ASSERT_NEAR(here.widths(), trace_side(here.reports, here.lambda), 1e-10) << number;
    ASSERT_LE(here.widths(), here.dimension) << number;
  }
}

TEST(TraceIdentity, IsNoneOfNothing) {
  EXPECT_EQ(squared_widths({}, 1), 0);
  EXPECT_EQ(trace_side({}, 1), 0);
  EXPECT_EQ(most_squared_widths(3, 0, 1), 0);
}

TEST(BasisCycling, IsExceededByNoSequenceWhereTheDimensionDividesTheLength) {
  int divided = 0;
  for (std::uint64_t number = 0; number < 1000; ++number) {
    const Sequence here = random_sequence(number);
    if (here.pulls() % here.dimension != 0) continue;
    ++divided;
    ASSERT_LE(here.widths(), here.cycled() + 1e-12) << number;
    ASSERT_NEAR(here.cycled(), here.most(), 1e-12) << number;
  }
  EXPECT_GT(divided, 500);
}

TEST(BasisCycling, HasTheWidthsThatItsReportsHave) {
  for (int d = 1; d <= 5; ++d) {
    for (int n = 1; n <= 17; ++n) {
      Dice dice(1);
      const Sequence exact = almost_cycling(dice, d, n, 1.35, 0);
      ASSERT_NEAR(exact.widths(), exact.cycled(), 1e-12) << d << " " << n;
    }
  }
}

// d - lambda d / (lambda + n / d) for n >= d.
TEST(MostSquaredWidths, AreExceededByNoSequenceOfAnyLength) {
  int others = 0;
  for (std::uint64_t number = 0; number < 1000; ++number) {
    const Sequence here = random_sequence(number);
    const double d = here.dimension;
    ASSERT_LE(here.widths(), here.most() + 1e-12) << number;
    ASSERT_LE(here.cycled(), here.most() + 1e-12) << number;
    if (here.pulls() < here.dimension) continue;
    const auto n = static_cast<double>(here.pulls());
    ASSERT_NEAR(here.most(), d - here.lambda * d / (here.lambda + n / d), 1e-12);
    others += here.pulls() % here.dimension != 0 ? 1 : 0;
  }
  EXPECT_GT(others, 100);
}

// Unit vectors at equal angles: sum x x^T = (n/2) I.
TEST(MostSquaredWidths, AreReachedByATightFrameWhereCyclingStaysBelow) {
  for (const int n : {3, 5, 7, 11}) {
    Sequence frame{2, 1, {}};
    for (int t = 0; t < n; ++t) {
      const double angle = 2 * std::numbers::pi * t / n;
      frame.reports.push_back(Vec{std::cos(angle), std::sin(angle)});
    }
    EXPECT_NEAR(frame.widths(), frame.most(), 1e-12);
    EXPECT_LT(frame.cycled(), frame.widths() - 1e-3 / n) << n;
  }
  EXPECT_NEAR(most_squared_widths(2, 3, 1), 1.2, 1e-12);
  EXPECT_NEAR(cycled_squared_widths(2, 3, 1), 7.0 / 6, 1e-12);
}

TEST(Widths, StayBelowBothBoundsOfTheirSum) {
  for (std::uint64_t number = 0; number < 200; ++number) {
    const Sequence here = random_sequence(number);
    Ridge ridge(static_cast<std::size_t>(here.dimension), here.lambda);
    for (const Vec& x : here.reports) ridge.add(x, 1, 0);
    ridge.solve();
    double sum = 0;
    for (const Vec& x : here.reports) sum += std::sqrt(ridge.squared_width(x));
    const auto n = static_cast<double>(here.reports.size());
    const double by_trace = most_widths(here.dimension, n, WidthReading::trace);
    ASSERT_LE(sum, std::sqrt(n * here.most()) + 1e-12) << number;
    ASSERT_LE(sum, by_trace) << number;
    ASSERT_LE(by_trace, most_widths(here.dimension, n, WidthReading::potential_lemma)) << number;
  }
}

TEST(Widths, OfOneReportAreThoseOfTheRidgeAndOfTheTrigger) {
  const Radii radii{.arms = 8, .epochs = 3, .dimension = 3, .log_delta = -5, .lambda = 1.35};
  const Report report{{.3, -.6, .2}};
  const double q = squared_norm(report.x);
  for (const std::int64_t n : {1, 7, 400}) {
    Ridge ridge(3, 1.35);
    ridge.add(report.x, static_cast<double>(n), 0);
    ridge.solve();
    const double width = constant_width(q, n, 1.35);
    EXPECT_NEAR(width, std::sqrt(ridge.squared_width(report.x)), 1e-12);
    const auto count = static_cast<double>(n);
    const double level = (count * beta(radii, n) * width + slack(radii, n)) * (1.35 + count * q);
    EXPECT_NEAR(GrimTrigger(radii).rule(report, n).trigger_below, -level / 1.35, 1e-9 * level);
  }
}

// With the proof's beta it is (n + 1 >= delta_r e) always so; with Definition 4's it takes
// log((1+n)/delta_r) >= (sqrt(d) + sqrt(d+1))^2.
TEST(TwoFactors, BoundTheBetaOfTheProofAlwaysAndThatOfTheDefinitionWhereDeltaIsTiny) {
  for (int d = 1; d <= 30; ++d) {
    for (const double log_delta : {-.5, -5.0, -60.0, -400.0}) {
      for (const std::int64_t n : {1, 30, 10'000}) {
        Radii c{.arms = 8, .epochs = 3, .dimension = d, .log_delta = log_delta};
        const double level = std::log1p(static_cast<double>(n)) - log_delta_r(c);
        const double least = std::pow(std::sqrt(d) + std::sqrt(d + 1), 2);
        if (std::abs(level - least) > 1e-9) {
          EXPECT_EQ(beta(c, n) <= first_factor(c, n), level >= least) << d << " " << n;
        }
        c.beta = BetaReading::inside_root;
        EXPECT_LE(beta(c, n), first_factor(c, n) * (1 + 1e-12));
        const auto count = static_cast<double>(n);
        EXPECT_LE(beta(c, n) / count * most_widths(d, count, WidthReading::trace),
                  both_factors(c, n) * (1 + 1e-12));
        EXPECT_NEAR(both_factors(c, n), std::sqrt(d * (d + 1) * level / count), 1e-9);
      }
    }
  }
}

}  // namespace
}  // namespace mesha::theory
