// Random instances and rewards for property tests: pure functions of a number, never flaky.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "mesha/base/random.hpp"
#include "mesha/model/instance.hpp"

namespace mesha::testing {

// Draws in sequence from one case number.
class Dice {
 public:
  explicit Dice(std::uint64_t number) : random_{0x6d65736861, number} {}

  double uniform(double low, double high) {
    return low + (high - low) * random_.uniform(Stream::instances, 0, place_++);
  }
  int integer(int low, int high) {  // both included
    return low + static_cast<int>(uniform(0, 1) * (high - low + 1));
  }
  double normal() {
    const auto a = random_.word(Stream::instances, 0, place_++);
    const auto b = random_.word(Stream::instances, 0, place_++);
    return static_cast<double>(normal_pair(a, b).first);
  }
  Vec normals(std::size_t d) {
    Vec x(d);
    for (std::size_t k = 0; k < d; ++k) x[k] = normal();
    return x;
  }
  Vec in_unit_ball(std::size_t d) {
    const Vec x = normals(d);
    return scaled(x, uniform(0, 1) / norm(x));
  }
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t k = items.size(); k > 1; --k) {
      std::swap(items[k - 1], items[static_cast<std::size_t>(integer(0, static_cast<int>(k) - 1))]);
    }
  }

 private:
  RunRandom random_;
  std::uint64_t place_ = 0;
};

// theta of norm 1 and arms in the unit ball. Means >= 0 on request: an arm with a negative one is
// reflected.
inline Instance random_instance(Dice& dice, int arms, std::size_t d, double sd,
                                bool nonnegative_means) {
  Vec theta = dice.normals(d);
  theta = scaled(theta, 1 / norm(theta));
  std::vector<TrueFeature> features;
  for (int i = 0; i < arms; ++i) {
    Vec x = dice.in_unit_ball(d);
    if (nonnegative_means && dot(theta, x) < 0) x = scaled(x, -1);
    features.push_back({x});
  }
  return *Instance::make(features, theta, GaussianNoise{sd});
}

}  // namespace mesha::testing
