// Nature's side of Protocol 1: true features, the latent vector, the noise. Section II-A.
#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "mesha/base/ids.hpp"
#include "mesha/base/result.hpp"
#include "mesha/model/features.hpp"

namespace mesha {

struct GaussianNoise {
  double sd = 1;
};
struct UniformNoise {  // on [-half_width, half_width]
  double half_width = 1;
};
struct BernoulliReward {};  // the reward is 1 with probability mu_i, else 0

using Noise = std::variant<GaussianNoise, UniformNoise, BernoulliReward>;

class Instance {
 public:
  // Refuses, with a sentence, what no run could make sense of.
  static Result<Instance> make(std::vector<TrueFeature> arms, Vec theta, Noise noise);

  std::size_t arm_count() const { return arms_.size(); }   // K
  std::size_t dimension() const { return theta_.size(); }  // d
  const TrueFeature& feature(ArmId arm) const { return arms_[at(arm)]; }
  const Vec& theta() const { return theta_; }
  const Noise& noise() const { return noise_; }
  double mean(ArmId arm) const { return means_[at(arm)]; }  // mu_i = <theta, x_i>
  const std::vector<double>& means() const { return means_; }

  // i* = argmax mu_i. Failure is "another arm was named", so two best arms are an error.
  Result<ArmId> best_arm() const;

  // mu_{i*} minus the second largest mean; 0 when there is no second arm.
  double smallest_gap() const;

 private:
  Instance() = default;

  std::vector<TrueFeature> arms_;
  Vec theta_;
  Noise noise_;
  std::vector<double> means_;
};

}  // namespace mesha
