// The vector draws are the scalar ones, bit for bit, and they are normal.
#include <Random123/philox.h>
#undef philox4x32  // a macro of theirs, a function of ours
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <vector>

#include "mesha/base/random.hpp"
#include "mesha/simulate/kernel/paths.hpp"

namespace mesha {
namespace {

constexpr std::uint64_t far = 0x1234567800000000U + 0xfffffff0U;  // high word set, no carry in 16

TEST(LaneDraws, WordsAreThoseOfTheScalarPhiloxAndOfRandom123) {
  for (const LanePath* path : lane_paths()) {
    const auto width = static_cast<std::size_t>(path->width);
    std::vector<std::uint32_t> words(4 * width);
    for (const std::uint64_t seed : {0ULL, 7ULL, 0xfedcba9876543210ULL}) {
      for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{123'456}, far}) {
        for (const std::uint32_t index : {0U, 3U, 0x0fffffffU}) {
          for (const std::uint32_t block : {0U, 1U, 255U}) {
            path->words(seed, first, index, block, words.data());
            for (std::size_t l = 0; l < width; ++l) {
              const Block scalar =
                  RunRandom{seed, first + l}.block(Stream::batch_noise, index, block);
              const auto run = first + l;
              const r123::Philox4x32::ctr_type counter = {{static_cast<std::uint32_t>(run),
                                                           static_cast<std::uint32_t>(run >> 32U),
                                                           index, block}};
              const r123::Philox4x32::key_type key = {
                  {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U)}};
              const auto theirs = r123::Philox4x32()(counter, key);
              for (std::size_t k = 0; k < 4; ++k) {
                ASSERT_EQ(words[k * width + l], scalar[k]) << path->name;
                ASSERT_EQ(words[k * width + l], theirs[k]) << path->name;
              }
            }
          }
        }
      }
    }
  }
}

TEST(LaneDraws, NormalsAreThoseOfTheScalarCodeBitForBit) {
  constexpr int groups = 40;
  for (const LanePath* path : lane_paths()) {
    for (const int seats : {1, 2, 3, 4, 7, 64}) {
      std::vector<float> lanes(static_cast<std::size_t>(groups * seats * path->width));
      path->normals(99, 500, groups, 2, seats, lanes.data());
      for (int run = 0; run < groups * path->width; ++run) {
        NormalSequence scalar({99, 500 + static_cast<std::uint64_t>(run)}, Stream::batch_noise, 2);
        for (int seat = 0; seat < seats; ++seat) {
          const int place = ((run / path->width) * seats + seat) * path->width + run % path->width;
          ASSERT_EQ(lanes[static_cast<std::size_t>(place)], scalar.next()) << path->name;
        }
      }
    }
  }
}

std::vector<float> many_normals(std::size_t count) {
  const LanePath& path = *lane_paths().back();
  constexpr int seats = 8;
  const auto groups = static_cast<int>(count / static_cast<std::size_t>(seats * path.width));
  std::vector<float> z(static_cast<std::size_t>(groups * seats * path.width));
  path.normals(20'260'323, 0, groups, 0, seats, z.data());
  return z;
}

// Kolmogorov's statistic; sqrt(n) D > 2.3 happens once in 20,000 seeds, and the seed is fixed.
TEST(LaneDraws, NormalsPassKolmogorovSmirnov) {
  std::vector<float> z = many_normals(4'000'000);
  std::ranges::sort(z);
  const boost::math::normal exact;
  const auto n = static_cast<double>(z.size());
  double distance = 0;
  for (std::size_t k = 0; k < z.size(); ++k) {
    const double p = cdf(exact, static_cast<double>(z[k]));
    distance =
        std::max({distance, static_cast<double>(k + 1) / n - p, p - static_cast<double>(k) / n});
  }
  EXPECT_LT(distance * std::sqrt(n), 2.3);
}

// Tails down to 1e-6, both sides, by exact binomial intervals: 14 counts, each allowed to stray
// with probability 1e-5.
TEST(LaneDraws, NormalsHaveTheRightTails) {
  const std::vector<float> z = many_normals(64'000'000);
  const boost::math::normal exact;
  for (const double p : {0.25, 0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
    const double level = quantile(complement(exact, p));
    const boost::math::binomial count(static_cast<double>(z.size()), p);
    const double low = quantile(count, 5e-6);
    const double high = quantile(complement(count, 5e-6));
    const auto above = static_cast<double>(
        std::ranges::count_if(z, [&](float x) { return static_cast<double>(x) > level; }));
    const auto below = static_cast<double>(
        std::ranges::count_if(z, [&](float x) { return static_cast<double>(x) < -level; }));
    EXPECT_TRUE(low <= above && above <= high) << p << ": " << above;
    EXPECT_TRUE(low <= below && below <= high) << p << ": " << below;
  }
}

// Neighbours share a block, and two of them a radius.
TEST(LaneDraws, NeighboursAreUncorrelatedAlsoInTheirSquares) {
  const std::vector<float> z = many_normals(8'000'000);
  const auto width = static_cast<std::size_t>(lane_paths().back()->width);
  for (const std::size_t apart : {width, 2 * width, 3 * width, std::size_t{1}}) {
    double product = 0;
    double squares = 0;
    std::int64_t pairs = 0;
    for (std::size_t k = 0; k + apart < z.size(); ++k, ++pairs) {
      const double a = static_cast<double>(z[k]);
      const double b = static_cast<double>(z[k + apart]);
      product += a * b;
      squares += (a * a - 1) * (b * b - 1) / 2;
    }
    EXPECT_LT(std::abs(product) / std::sqrt(static_cast<double>(pairs)), 4.5) << apart;
    EXPECT_LT(std::abs(squares) / std::sqrt(static_cast<double>(pairs)), 4.5) << apart;
  }
}

}  // namespace
}  // namespace mesha
