// Each radius against the formula as printed, written once more here with delta and not its
// logarithm.
#include "mesha/theory/radii.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mesha/theory/schedule.hpp"

namespace mesha::theory {
namespace {

constexpr double K = 8, R = 3, d = 3, delta = 0.01;
Radii example() { return {.arms = 8, .epochs = 3, .dimension = 3, .log_delta = std::log(delta)}; }

TEST(Radii, ShareDeltaAmongArmsAndEpochs) {
  Radii c = example();
  EXPECT_NEAR(std::exp(log_delta_r(c)), delta / (K * R), 1e-15);
  c.slack = SlackReading::definition;
  EXPECT_NEAR(std::exp(log_delta_r(c)), delta / (K * R), 1e-15);
  c.slack = SlackReading::proof;
  EXPECT_NEAR(std::exp(log_delta_r(c)), delta / (2 * K * R), 1e-15);
}

TEST(Radii, HaveThePrintedBetas) {
  Radii c = example();
  for (const std::int64_t n : {1, 33, 100'000}) {
    const double square = d * std::log((1 + static_cast<double>(n)) / (delta / (K * R)));
    c.beta = BetaReading::one;
    EXPECT_NEAR(beta(c, n), std::sqrt(square) + 1, 1e-12);
    c.beta = BetaReading::inside_root;
    EXPECT_NEAR(beta(c, n), std::sqrt(square + 1), 1e-12);
    c.beta = BetaReading::sqrt_lambda;
    EXPECT_NEAR(beta(c, n), std::sqrt(square) + 1, 1e-12);  // lambda = 1
    c.lambda = 1.35;
    EXPECT_NEAR(beta(c, n), std::sqrt(square) + std::sqrt(1.35), 1e-12);
    c.lambda = 1;
  }
}

// sqrt(s + 1) < sqrt(s) + 1 for s > 0: what the proof uses is the sharper claim.
TEST(Radii, HaveASmallerBetaInTheProofThanInTheDefinition) {
  Radii proof = example();
  proof.beta = BetaReading::inside_root;
  for (std::int64_t n = 1; n < 1'000'000; n *= 3)
    EXPECT_LT(beta(proof, n), beta(example(), n)) << n;
}

// Algorithm 1's 4KR/delta is Definition 4's 2/delta_r with delta_r = delta/(2KR), the proof's: the
// algorithm's slack is twice that of the proof, and a little above the definition's.
TEST(Radii, HaveSlacksInFixedProportions) {
  Radii c = example();
  for (std::int64_t n = 1; n < 1'000'000; n *= 3) {
    c.slack = SlackReading::algorithm;
    const double algorithm = slack(c, n);
    c.slack = SlackReading::definition;
    const double definition = slack(c, n);
    c.slack = SlackReading::proof;
    EXPECT_NEAR(algorithm, 2 * slack(c, n), 1e-9 * algorithm) << n;
    EXPECT_GT(algorithm, definition) << n;
    EXPECT_NEAR(algorithm / definition,
                std::sqrt(std::log(4 * K * R / delta) / std::log(2 * K * R / delta)), 1e-12);
  }
}

TEST(Radii, GrowWithPullsAndWithConfidence) {
  Radii sure = example();
  sure.log_delta -= 5;
  for (std::int64_t n = 1; n < 1'000'000; n *= 3) {
    EXPECT_LT(slack(example(), n), slack(example(), n + 1));
    EXPECT_LT(beta(example(), n), beta(example(), n + 1));
    EXPECT_LT(slack(example(), n), slack(sure, n));
    EXPECT_LT(beta(example(), n), beta(sure, n));
  }
}

// n = 100: l = log(101) = 4.615120517, log(2KR/delta) = log(4800) = 8.476371197
//   lemma: 12 sqrt((4.615120517 + sqrt(39.11947465)) / 100) = 12 sqrt(.1086967684) = 3.956301
//   proof: (6 sqrt(2) + 1)(.2148282 + .6254556) = 9.485281374 * .8402838 = 7.970328
TEST(Radii, HaveThePrintedOmegas) {
  EXPECT_NEAR(omega(example(), 100, OmegaReading::lemma), 3.95630, 1e-4);
  EXPECT_NEAR(omega(example(), 100, OmegaReading::proof), 7.97033, 1e-4);
}

// So the lemma claims more than its proof shows.
TEST(Radii, HaveASmallerOmegaInTheLemmaThanInItsProof) {
  for (int arms = 2; arms < 200; arms += 7) {
    Radii c = example();
    c.arms = arms;
    c.epochs = halving_epochs(arms);
    for (const double n : {1.0, 20.0, 3e5})
      EXPECT_LT(omega(c, n, OmegaReading::lemma), omega(c, n, OmegaReading::proof)) << arms;
  }
}

TEST(Radii, HaveAnOmegaThatFallsFromEpochToEpoch) {  // "maximized at epoch r = 1"
  for (const OmegaReading reading : {OmegaReading::lemma, OmegaReading::proof}) {
    for (int r = 1; r < 3; ++r) {
      EXPECT_GT(omega(example(), unrounded_pulls(800, 8, 3, r), reading),
                omega(example(), unrounded_pulls(800, 8, 3, r + 1), reading));
    }
  }
}

}  // namespace
}  // namespace mesha::theory
