// What no learner has: few failures when all are truthful, and few under every lie. Theorem 2 of
// docs/theory.md, where its conditions and its proof are. With z(p) = -Phi^-1(p),
//   z(truth) + z(worst) <= 2 z*,   z* = gap sqrt(T) / (2 sd),
// for Gaussian rewards of one sd, the best arm `gap` above the second, and at most T pulls, where
// `worst` is at least the failure on instance B (exchanged.hpp).
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "mesha/stats/binomial.hpp"

namespace mesha::theory {

double z_of(double probability);  // -Phi^-1; infinite at 0 and 1

double z_star(double gap, double sd, std::int64_t budget);

// Q(2 z* - z(truth)): the least failure on instance B of a learner that fails with probability
// `truth` when all are truthful. Phi(-z*) is its fixed point: the least failure of learners to
// which reports make no difference.
double least_worst(double truth, double z_star);

// E = (z(truth) + z(worst)) / (2 z*): the share of the limit that a learner reaches, at most 1.
struct LimitShare {
  double value = 0;
  Interval interval;
};
enum class NoLimitShare {
  no_gap,             // two arms are best: z* is 0
  no_noise,           // one pull tells them apart: z* is infinite
  interval_too_wide,  // wider than 1: too few trials, or too few of them failed
};
std::string_view words(NoLimitShare why);
using LimitMeasure = std::variant<LimitShare, NoLimitShare>;

// From counts: E of the two Jeffreys estimates, between the ends of two Jeffreys intervals, each of
// which may miss half as often as the interval of E (Bonferroni): so the two counts may share
// their noise.
LimitMeasure limit_share(const FailureCount& truth, const FailureCount& worst, double z_star,
                         double confidence = 0.95);

// From probabilities that were integrated, or estimated in another way: E between the ends of
// their intervals. An integrated one and a counted one go together, too.
struct Measured {
  double probability = 0;
  Interval interval;
};
Measured jeffreys_measured(const FailureCount& count, double confidence);
LimitMeasure limit_share(const Measured& truth, const Measured& worst, double z_star);

}  // namespace mesha::theory
