// Flips the sign of every coordinate by a fair coin, anew for each of its pulls. Rewards are then
// uncorrelated with the reports, theta_hat tends to 0, and the prediction 0 exceeds a negative
// mean: one of the few ways to trip the grim trigger.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mesha/model/strategy.hpp"
#include "mesha/strategies/scaled.hpp"

namespace mesha {

class RandomSigns {
 public:
  explicit RandomSigns(const ScaledConfig& length) : length_(length) {}

  bool constant() const { return false; }
  bool watches() const { return false; }
  const Report& report(const ArmView& view) {
    const std::size_t d = view.own.x.size();
    if (report_.x.size() != d) {
      base_ = view.own.x;
      rescale(base_, length_);
      report_.x = base_;
    }
    const std::size_t words = (d + 31) / 32;  // a word holds 32 coins
    for (std::size_t k = 0; k < d; ++k) {
      const std::uint64_t place = static_cast<std::uint64_t>(view.own_pulls) * words + k / 32;
      const std::uint32_t coins =
          view.coins.word(Stream::coins, static_cast<std::uint32_t>(view.self.index), place);
      report_.x[k] = ((coins >> (k % 32)) & 1U) != 0 ? -base_[k] : base_[k];
    }
    return report_;
  }

 private:
  ScaledConfig length_;
  Vec base_;
  Report report_;
};

static_assert(Strategy<RandomSigns>);

}  // namespace mesha
