#include "mesha/games/climb.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace mesha {
namespace {

double bump(double u, double centre, double width, double height) {
  return height * std::exp(-(u - centre) * (u - centre) / (2 * width * width));
}

TEST(ClimbLine, FindsTheHigherOfTwoPeaks) {
  const auto height = [](const Vec& at) {
    return bump(at[0], .2, .05, 1) + bump(at[0], .8, .02, 1.1);
  };
  const Summit top = climb_line(height, 64, 3);
  EXPECT_NEAR(top.at[0], .8, 1e-5);
  EXPECT_NEAR(top.value, 1.1, 1e-6);
}

TEST(ClimbLine, TakesZeroForAPointOfItsOwn) {
  const auto height = [](const Vec& at) { return at[0] == 0 ? 2.0 : 1 - at[0]; };
  EXPECT_EQ(climb_line(height, 16, 3).at[0], 0);
  const auto worse = [](const Vec& at) { return at[0] == 0 ? 0.0 : 1 - at[0]; };
  const Summit top = climb_line(worse, 16, 3);
  EXPECT_GT(top.at[0], 0);
  EXPECT_LT(top.at[0], 1e-4);
}

TEST(ClimbLine, FindsAPeakAtEitherEnd) {
  EXPECT_EQ(climb_line([](const Vec& at) { return at[0]; }, 16, 3).at[0], 1);
  EXPECT_LT(climb_line([](const Vec& at) { return -at[0] + (at[0] == 0 ? -9 : 0); }, 16, 3).at[0],
            1e-4);
}

TEST(ClimbLine, FindsThePeaksOfRandomMixtures) {
  for (int k = 0; k < 50; ++k) {
    const double a = .01 + .98 * std::fmod(.6180339887 * k, 1);
    const double b = .01 + .98 * std::fmod(.7548776662 * k + .3, 1);
    const auto height = [&](const Vec& at) {
      return bump(at[0], a, .06, 1) + bump(at[0], b, .04, .8);
    };
    double best = 0;
    for (int j = 0; j <= 100'000; ++j) best = std::max(best, height(Vec{j / 100'000.0}));
    EXPECT_NEAR(climb_line(height, 64, 3).value, best, 1e-6) << k;
  }
}

TEST(Climb, FindsTheTopOfAHillInFiveDimensions) {
  const Vec top{.3, .6, .5, .2, .9};
  const auto height = [&](const Vec& at) {
    double sum = 0;
    for (std::size_t k = 0; k < 5; ++k) sum += (at[k] - top[k]) * (at[k] - top[k]);
    return -sum;
  };
  const Vec from{.5, .5, .5, .5, .5};
  const Summit found = climb(height, from, height(from), .15, 600);
  EXPECT_GT(found.value, -1e-4);
  EXPECT_LE(found.evaluations, 600);
}

TEST(Climb, StaysInTheCubeAndKeepsTheBestPoint) {
  const auto height = [](const Vec& at) {
    for (const double u : at) {
      EXPECT_GE(u, 0);
      EXPECT_LE(u, 1);
    }
    return at[0] + 2 * at[1];
  };
  const Summit found = climb(height, Vec{.5, .5}, 1.5, .15, 200);
  EXPECT_NEAR(found.at[0], 1, 1e-3);
  EXPECT_NEAR(found.at[1], 1, 1e-3);
  EXPECT_DOUBLE_EQ(found.value, found.at[0] + 2 * found.at[1]);
}

TEST(Climb, NeverGivesBackLessThanItsStart) {
  const auto height = [](const Vec& /*at*/) { return 0.; };
  const Summit found = climb(height, Vec{.4}, .7, .15, 50);
  EXPECT_EQ(found.at[0], .4);
  EXPECT_EQ(found.value, .7);
}

TEST(Climb, EndsWhenAHeightIsNotANumber) {
  int asked = 0;
  const auto height = [&](const Vec& at) { return ++asked > 5 ? std::nan("") : at[0]; };
  const Summit found = climb(height, Vec{.5, .5}, .5, .15, 100);
  EXPECT_EQ(asked, 6);
  EXPECT_EQ(found.evaluations, 5);
}

TEST(Climb, LetsAnExceptionThrough) {
  const auto height = [](const Vec& /*at*/) -> double { throw std::runtime_error("no"); };
  EXPECT_THROW(climb(height, Vec{.5}, 0, .15, 100), std::runtime_error);
}

}  // namespace
}  // namespace mesha
