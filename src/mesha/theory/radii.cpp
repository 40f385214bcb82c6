#include "mesha/theory/radii.hpp"

#include <cmath>

namespace mesha::theory {
namespace {

double arms_times_epochs(const Radii& c) { return static_cast<double>(c.arms) * c.epochs; }

}  // namespace

double log_delta_r(const Radii& c) {
  const double share = arms_times_epochs(c);
  return c.log_delta - std::log(c.slack == SlackReading::proof ? 2 * share : share);
}

double beta(const Radii& c, std::int64_t pulls) {
  const double square = c.dimension * (std::log1p(static_cast<double>(pulls)) - log_delta_r(c));
  switch (c.beta) {
    case BetaReading::one:
      return c.xi * std::sqrt(square) + 1;
    case BetaReading::sqrt_lambda:
      return c.xi * std::sqrt(square) + std::sqrt(c.lambda);
    case BetaReading::inside_root:
      break;
  }
  return c.xi * std::sqrt(square + 1);
}

double slack(const Radii& c, std::int64_t pulls) {
  const auto n = static_cast<double>(pulls);
  switch (c.slack) {
    case SlackReading::algorithm:
      return c.xi * std::sqrt(2 * n * (std::log(4 * arms_times_epochs(c)) - c.log_delta));
    case SlackReading::definition:
      return c.xi * std::sqrt(2 * n * (std::log(2.0) - log_delta_r(c)));
    case SlackReading::proof:
      break;
  }
  return c.xi * std::sqrt(n / 2 * (std::log(2.0) - log_delta_r(c)));
}

double omega(const Radii& c, double n, OmegaReading reading) {
  const double d = c.dimension;
  const double l = std::log1p(n);
  const double level = std::log(2 * arms_times_epochs(c)) - c.log_delta;  // log(2KR/delta)
  if (reading == OmegaReading::lemma) return 4 * d * std::sqrt((l + std::sqrt(l * level)) / n);
  return (2 * std::sqrt(2.0) * d + 1) * (std::sqrt(l / n) + std::sqrt(l * level / n));
}

}  // namespace mesha::theory
