#include "mesha/theory/deviation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mesha/theory/failure_bound.hpp"
#include "mesha/theory/schedule.hpp"

namespace mesha::theory {
namespace {

Radii of_sizes(const Sizes& s, double zeta) {
  return {.arms = s.arms,
          .epochs = s.epochs,
          .dimension = s.dimension,
          .log_delta = log_delta(s, zeta)};
}

// d = 3, n = 100, KR = 24, delta = .01: log(101) = 4.615120517, log(2/delta_r) = log(4800),
// log(101/delta_r) = 12.398344511, beta = sqrt(3 * 12.398344511) + 1 = 7.0987731
TEST(DeviationBound, IsThePrintedOneInBothForms) {
  const Radii c{.arms = 8, .epochs = 3, .dimension = 3, .log_delta = std::log(.01)};
  const double width = std::sqrt(6 * 4.615120517);
  const double noise = 3 * std::sqrt(std::log(4800) / 100);
  EXPECT_NEAR(deviation_bound(c, 100, 0, DeviationReading::theorem), 0.70987731 * width + noise,
              1e-5);
  EXPECT_NEAR(deviation_bound(c, 100, 0, DeviationReading::proof), 1.41975462 * width + noise,
              1e-5);
  EXPECT_NEAR(deviation_bound(c, 100, .2, DeviationReading::theorem), 0.90987731 * width + noise,
              1e-5);
}

TEST(PassingExcess, IsThePrintedSumWithBothBoundsOfTheWidths) {
  Radii c{.arms = 8, .epochs = 3, .dimension = 3, .log_delta = std::log(.01)};
  c.slack = SlackReading::proof;  // delta_r = .01 / 48: log(101/delta_r) = 13.091491692
  c.beta = BetaReading::inside_root;
  const double beta_by_hand = std::sqrt(3 * 13.091491692 + 1);
  const double noise = std::sqrt(2 * std::log(9600) / 100);
  EXPECT_NEAR(passing_excess(c, 100, WidthReading::trace),
              beta_by_hand * std::sqrt(3.0) / 10 + noise, 1e-6);
  EXPECT_NEAR(passing_excess(c, 100, WidthReading::potential_lemma),
              beta_by_hand * std::sqrt(6 * 4.615120517) / 10 + noise, 1e-6);
}

// With MESHA's own delta, at every epoch: the omega at the end of the proof covers its steps; that
// of the lemma does not where l log(2KR/delta) is large, and the trace bound does not save it.
TEST(PassingExcess, IsCoveredByTheOmegaOfTheProofAndNotByThatOfTheLemma) {
  int not_covered = 0;
  for (const int K : {2, 5, 8, 64}) {
    for (const int d : {1, 3, 24}) {
      for (const std::int64_t T : {2000, 100'000, 100'000'000}) {
        for (const double zeta : {.015, .5, 2.0}) {
          const Sizes s = mesha_sizes(K, d, T);
          Radii c = of_sizes(s, zeta);
          c.slack = SlackReading::proof;
          c.beta = BetaReading::inside_root;
          const std::int64_t n = halving_pulls(T, K, s.epochs);
          const auto pulls = static_cast<double>(n);
          const double steps = passing_excess(c, n, WidthReading::potential_lemma);
          const double by_trace = passing_excess(c, n, WidthReading::trace);
          EXPECT_LE(by_trace, steps);
          EXPECT_LE(steps, omega(c, pulls, OmegaReading::proof)) << K << " " << d << " " << T;
          not_covered += omega(c, pulls, OmegaReading::lemma) < by_trace ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(not_covered, 0);
}

}  // namespace
}  // namespace mesha::theory
