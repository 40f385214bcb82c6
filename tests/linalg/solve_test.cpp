#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "mesha/linalg/dense.hpp"
#include "support/random_games.hpp"

namespace mesha {
namespace {

TEST(Solve, GivesBackTheVectorThatWasMultiplied) {
  for (std::uint64_t number = 0; number < 100; ++number) {
    testing::Dice dice(number);
    const auto d = static_cast<std::size_t>(dice.integer(1, 12));
    Square m(d);
    std::vector<double> x(d), b(d);
    for (std::size_t i = 0; i < d; ++i) {
      x[i] = dice.uniform(-1, 1);
      for (std::size_t j = 0; j < d; ++j) m(i, j) = dice.uniform(-1, 1);
    }
    multiply(m, x, b);
    const auto found = solve(m, b);
    ASSERT_TRUE(found) << number;
    std::vector<double> again(d);
    multiply(m, *found, again);
    for (std::size_t i = 0; i < d; ++i) EXPECT_NEAR(again[i], b[i], 1e-11) << number;
  }
}

TEST(Solve, RefusesAMatrixWithAnEmptyColumn) {
  Square m(2);
  m(0, 0) = m(1, 0) = 1;
  EXPECT_FALSE(solve(m, std::vector<double>{1, 2}));
}

}  // namespace
}  // namespace mesha
