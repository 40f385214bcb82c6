#include "mesha/theory/exchanged.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

namespace mesha::theory {
namespace {

Vec plus(Vec a, const Vec& b, double factor) {
  for (std::size_t k = 0; k < a.size(); ++k) a[k] += factor * b[k];
  return a;
}

Vec orthogonal_part(const Vec& a, const Vec& x) { return plus(a, x, -dot(a, x) / squared_norm(x)); }

// A vector of length 1 that is orthogonal to x, in two dimensions or more: along `like`, unless
// that is a multiple of x.
Vec direction_beside(const Vec& x, const Vec& like) {
  Vec w = orthogonal_part(like, x);
  if (!(norm(w) > 1e-6 * norm(like))) {
    const auto smallest = std::ranges::min_element(x, {}, [](double v) { return std::fabs(v); });
    w = orthogonal_part(unit(x.size(), static_cast<std::size_t>(smallest - x.begin())), x);
  }
  w = orthogonal_part(scaled(w, 1 / norm(w)), x);  // twice: rounding
  return scaled(w, 1 / norm(w));
}

// The runner-up by mean with a feature other than 0; the lowest index of several.
std::optional<ArmId> rival_of(const Instance& instance, ArmId best) {
  std::optional<ArmId> rival;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < instance.arm_count(); ++i) {
    const ArmId arm = arm_at(i);
    if (arm == best) continue;
    const bool zero = squared_norm(instance.feature(arm).x) == 0;
    if (instance.mean(arm) > most || (instance.mean(arm) == most && !rival)) {
      most = instance.mean(arm);
      rival = zero ? std::nullopt : std::optional(arm);
    }
  }
  return rival;
}

// The theta of B: <theta', x_2> = mu_1, and as long as theta where that can be.
Vec exchanged_theta(const Instance& a, double mean, const Vec& x) {
  Vec theta = scaled(x, mean / squared_norm(x));
  const double missing = squared_norm(a.theta()) - squared_norm(theta);
  if (x.size() == 1 || missing <= 0) return theta;
  return plus(std::move(theta), direction_beside(x, a.theta()), std::sqrt(missing));
}

}  // namespace

Result<Exchange> exchanged_instance(const Instance& truthful) {
  if (truthful.arm_count() < 2) return Error{"two means can be exchanged if there are two arms"};
  const auto best = truthful.best_arm();
  if (!best) return best.error();
  const auto rival = rival_of(truthful, *best);
  if (!rival) {
    return unsupported(
        "the runner-up's feature is 0: no theta gives it the best arm's mean, so there is no "
        "instance with the same reports in which it is best and truthful");
  }
  const Vec& x = truthful.feature(*rival).x;
  const Vec theta = exchanged_theta(truthful, truthful.mean(*best), x);
  if (squared_norm(theta) == 0) {
    return unsupported(
        "the best mean is 0 in one dimension: with the means of the first two arms exchanged "
        "theta would be 0");
  }
  std::vector<TrueFeature> features;
  std::vector<Report> reports;
  for (std::size_t i = 0; i < truthful.arm_count(); ++i) {
    const ArmId arm = arm_at(i);
    const double mean = truthful.mean(arm == *best ? *rival : arm);
    features.push_back(arm == *rival ? TrueFeature{x}
                                     : TrueFeature{scaled(theta, mean / squared_norm(theta))});
    reports.push_back({truthful.feature(arm).x});
  }
  auto exchanged = Instance::make(std::move(features), theta, truthful.noise());
  if (!exchanged) return exchanged.error();
  return Exchange{*std::move(exchanged), std::move(reports), *best, *rival};
}

}  // namespace mesha::theory
