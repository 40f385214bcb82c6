#include "mesha/model/instance.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace mesha {
namespace {

bool finite(const Vec& x) {
  return std::ranges::all_of(x, [](double v) { return std::isfinite(v); });
}

std::optional<std::string> complaint(const Noise& noise, const std::vector<double>& means) {
  if (const auto* gaussian = std::get_if<GaussianNoise>(&noise)) {
    if (!std::isfinite(gaussian->sd) || gaussian->sd < 0) {
      return "the noise's sd must be a finite number and not negative";
    }
  } else if (const auto* uniform = std::get_if<UniformNoise>(&noise)) {
    if (!std::isfinite(uniform->half_width) || uniform->half_width < 0) {
      return "the noise's half_width must be a finite number and not negative";
    }
  } else if (std::ranges::any_of(means, [](double mu) { return mu < 0 || mu > 1; })) {
    return "Bernoulli rewards need every mean <theta, x_i> to lie in [0, 1]";
  }
  return std::nullopt;
}

}  // namespace

Result<Instance> Instance::make(std::vector<TrueFeature> arms, Vec theta, Noise noise) {
  if (arms.empty()) return Error{"an instance needs at least one arm, but `features` is empty"};
  if (theta.size() == 0) return Error{"theta is empty: it needs one number per feature"};
  if (!finite(theta)) return Error{"theta has a number that is not finite"};
  Instance instance;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const std::string who = "the feature of arm " + std::to_string(i);
    if (arms[i].x.size() != theta.size()) {
      return Error{who + " has " + std::to_string(arms[i].x.size()) + " numbers, but theta has " +
                   std::to_string(theta.size())};
    }
    if (!finite(arms[i].x)) return Error{who + " has a number that is not finite"};
    const double mean = dot(theta, arms[i].x);
    if (!std::isfinite(mean))
      return Error{"the mean <theta, x> of arm " + std::to_string(i) + " overflows"};
    instance.means_.push_back(mean);
  }
  if (auto why = complaint(noise, instance.means_)) return Error{*why};
  instance.arms_ = std::move(arms);
  instance.theta_ = std::move(theta);
  instance.noise_ = noise;
  return instance;
}

Result<ArmId> Instance::best_arm() const {
  const auto best = std::ranges::max_element(means_);
  const auto again = std::find(best + 1, means_.end(), *best);
  const auto first = static_cast<std::size_t>(best - means_.begin());
  if (again != means_.end()) {
    return Error{"arms " + std::to_string(first) + " and " +
                 std::to_string(again - means_.begin()) +
                 " share the largest mean, so there is no single best arm and the failure "
                 "probability is undefined: change theta or a feature"};
  }
  return arm_at(first);
}

double Instance::smallest_gap() const {
  if (means_.size() < 2) return 0;
  std::vector<double> sorted = means_;
  std::ranges::partial_sort(sorted, sorted.begin() + 2, std::greater{});
  return sorted[0] - sorted[1];
}

}  // namespace mesha
