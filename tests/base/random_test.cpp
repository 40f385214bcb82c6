#include <Random123/philox.h>
#undef philox4x32  // a macro over there, a function here

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <vector>

#include "mesha/base/random.hpp"

namespace mesha {
namespace {

TEST(Philox, EqualsRandom123OnAThousandCounters) {
  for (std::uint64_t k = 0; k < 1000; ++k) {
    const std::uint64_t key = k * 0x9E3779B97F4A7C15U;
    const auto c = static_cast<std::uint32_t>(k * 2654435761U);
    const Block ours = philox4x32(key, {c, c ^ 0xffffU, ~c, c << 7U});
    const r123::Philox4x32::ctr_type counter{{c, c ^ 0xffffU, ~c, c << 7U}};
    const r123::Philox4x32::key_type split{
        {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32U)}};
    const auto theirs = r123::Philox4x32()(counter, split);
    for (std::size_t w = 0; w < 4; ++w) ASSERT_EQ(ours[w], theirs[w]);
  }
}

TEST(RunRandom, GivesEveryStreamIndexAndPlaceItsOwnWord) {
  const RunRandom random{7, 3};
  std::vector<std::uint32_t> words;
  for (const Stream stream : {Stream::batch_noise, Stream::pull_noise, Stream::coins}) {
    for (std::uint32_t index = 0; index < 20; ++index) {
      for (std::uint64_t place = 0; place < 50; ++place) {
        words.push_back(random.word(stream, index, place));
      }
    }
  }
  std::ranges::sort(words);
  const auto repeats = words.size() - static_cast<std::size_t>(
                                          std::unique(words.begin(), words.end()) - words.begin());
  EXPECT_LE(repeats, 2U);  // 3000 words of 32 bits: 0.001 expected by chance
}

TEST(RunRandom, DependsOnAllBitsOfSeedAndRun) {
  const std::uint32_t word = RunRandom{1, 2}.word(Stream::coins, 0, 0);
  for (unsigned bit = 0; bit < 64; ++bit) {
    EXPECT_NE((RunRandom{1 ^ (1ULL << bit), 2}.word(Stream::coins, 0, 0)), word);
    EXPECT_NE((RunRandom{1, 2 ^ (1ULL << bit)}.word(Stream::coins, 0, 0)), word);
  }
}

TEST(NormalSequence, StartsAtAnyPlaceWithTheSameNumbers) {
  const RunRandom random{11, 5};
  NormalSequence from_start(random, Stream::pull_noise, 9);
  std::vector<float> numbers(23);
  for (float& z : numbers) z = from_start.next();
  for (std::size_t first = 0; first < numbers.size(); ++first) {
    NormalSequence later(random, Stream::pull_noise, 9, first);
    for (std::size_t k = first; k < numbers.size(); ++k) ASSERT_EQ(later.next(), numbers[k]);
  }
}

// The sorted sample against the exact distribution function (Kolmogorov & Smirnov). The bound is
// the 1e-6 quantile of sqrt(n) D: sqrt(log(2 / 1e-6) / 2) = 2.69.
TEST(Normals, PassKolmogorovSmirnovWithFourMillionDraws) {
  std::vector<float> z;
  for (std::uint64_t run = 0; z.size() < 4'000'000; ++run) {
    NormalSequence normals({123, run}, Stream::batch_noise, 0);
    for (int k = 0; k < 64; ++k) z.push_back(normals.next());
  }
  std::ranges::sort(z);
  const boost::math::normal exact;
  const auto n = static_cast<double>(z.size());
  double worst = 0;
  for (std::size_t k = 0; k < z.size(); ++k) {
    const double cdf = boost::math::cdf(exact, static_cast<double>(z[k]));
    worst =
        std::max({worst, cdf - static_cast<double>(k) / n, static_cast<double>(k + 1) / n - cdf});
  }
  EXPECT_LT(std::sqrt(n) * worst, 2.69);
}

// Box & Muller with the library's own double-precision functions, on the same words.
TEST(Normals, AreBoxAndMullersToSixDigits) {
  for (std::uint64_t run = 0; run < 100'000; ++run) {
    const Block words = RunRandom{5, run}.block(Stream::coins, 0, 0);
    const auto [a, b] = normal_pair(words[0], words[1]);
    const double u = (static_cast<double>(words[0] >> 1U) + 0.5) * 0x1p-31;
    const double r2 = static_cast<double>(a) * a + static_cast<double>(b) * b;
    // Near u = 1 the radius is the root of a tiny number: absolute error there.
    ASSERT_NEAR(r2, -2 * std::log(u), 2e-6 * std::max(1.0, r2)) << words[0];
    const auto place = static_cast<std::int32_t>(words[1] << 2U);
    const double y = place * 0x1p-31 * std::atan(1.0);
    const double minor = std::min(std::abs(a), std::abs(b));
    ASSERT_NEAR(minor, std::sqrt(r2) * std::abs(std::sin(y)), 1e-5);
  }
}

TEST(Normals, ReachBothTailsAndStayFinite) {
  const auto [far, zero] = normal_pair(0, 0);
  EXPECT_NEAR(far, 6.66, 0.01);
  EXPECT_EQ(zero, 0.0F);
  EXPECT_LT(normal_pair(0, 0x40000000U).first, -6.6F);
  for (const std::uint32_t word : {0xffffffffU, 0xfffffffeU, 0x80000000U, 1U}) {
    EXPECT_TRUE(std::isfinite(normal_pair(word, word).first));
  }
}

// More batches than the 28 bits of an index: they run into no other stream and repeat nothing.
TEST(BatchNormals, GoOnAfterTwoToThe28Batches) {
  BatchNormals normals;
  normals.start_run({.seed = 5, .run = 6}, Stream::batch_noise);
  const auto of = [&](std::uint64_t batch) {
    const auto span = normals.of_batch(batch, 3);
    return std::vector<float>(span.begin(), span.end());
  };
  constexpr std::uint64_t many = std::uint64_t{1} << 28U;
  const auto first = of(0);
  const auto last = of(many - 1);
  const auto beyond = of(many);
  EXPECT_EQ(of(many), beyond);
  EXPECT_NE(beyond, first);
  EXPECT_NE(of(2 * many), first);
  EXPECT_NE(of(2 * many), beyond);
  EXPECT_EQ(of(many - 1), last);
  BatchNormals pulls;
  pulls.start_run({.seed = 5, .run = 6}, Stream::pull_noise);
  const auto other = pulls.of_batch(0, 3);
  EXPECT_NE(beyond, std::vector<float>(other.begin(), other.end()));
  // What was drawn ahead, across the border, is what is drawn there.
  normals.of_batch(many - 2, 1);
  EXPECT_EQ(of(many), beyond);
}

}  // namespace
}  // namespace mesha
