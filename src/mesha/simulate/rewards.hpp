// The rewards of one arm in one run, pull after pull: r = mu + eta. The k-th reward of an arm is
// the same for every learner that plays this run, so comparisons between learners are paired.
#pragma once

#include <cstdint>
#include <variant>

#include "mesha/base/random.hpp"
#include "mesha/model/instance.hpp"

namespace mesha {

class RewardSequence {
 public:
  RewardSequence(const Instance& instance, ArmId arm, const RunRandom& random)
      : mean_(instance.mean(arm)),
        noise_(instance.noise()),
        random_(random),
        index_(static_cast<std::uint32_t>(arm.index)),
        normals_(random, Stream::pull_noise, index_) {}

  double next() {
    const std::uint64_t k = pulled_++;
    if (const auto* gaussian = std::get_if<GaussianNoise>(&noise_)) {
      return mean_ + gaussian->sd * static_cast<double>(normals_.next());
    }
    const double u = random_.uniform(Stream::pull_noise, index_, k);
    if (const auto* uniform = std::get_if<UniformNoise>(&noise_)) {
      return mean_ + uniform->half_width * (2 * u - 1);
    }
    return u < mean_ ? 1 : 0;
  }

 private:
  double mean_;
  Noise noise_;
  RunRandom random_;
  std::uint32_t index_;
  NormalSequence normals_;
  std::uint64_t pulled_ = 0;
};

}  // namespace mesha
