#include "mesha/theory/events.hpp"

#include <cmath>
#include <limits>

namespace mesha::theory {
namespace {

double pairs(const Radii& c) { return static_cast<double>(c.arms) * c.epochs; }  // (arm, epoch)

}  // namespace

double log_noise_miss(const Radii& c, NoiseReading reading) {
  if (reading == NoiseReading::lemma) return c.log_delta;
  if (c.xi == 0) return -std::numeric_limits<double>::infinity();
  const double log_pairs = std::log(2 * pairs(c));
  return log_pairs - (log_pairs - c.log_delta) / (4 * c.xi * c.xi);
}

double log_estimate_miss(const Radii& c) { return std::log(pairs(c)) + log_delta_r(c); }

double estimation_radius(const Radii& c, std::int64_t pulls, EllipsoidReading reading) {
  if (reading == EllipsoidReading::proof) return beta(c, pulls);
  const double level = std::log(pairs(c)) - c.log_delta + std::log1p(static_cast<double>(pulls));
  return std::sqrt(c.dimension * level);
}

}  // namespace mesha::theory
