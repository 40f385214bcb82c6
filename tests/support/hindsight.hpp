// An adversary who sees a whole table of rewards before choosing how often each arm is pulled.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "mesha/base/random.hpp"

namespace mesha::testing {

// How far such an adversary moves the score of one arm, in sd: the largest m(n) - mu +
// clip / sqrt(2 n) of `least` <= n <= `most` pulls. m(n) - mu is the mean of n standard normals.
inline double hindsight_reach(const RunRandom& random, std::uint32_t row, int least, int most,
                              double clip) {
  NormalSequence rewards(random, Stream::pull_noise, row);
  double sum = 0;
  double reach = -1e9;
  for (int n = 1; n <= most; ++n) {
    sum += static_cast<double>(rewards.next());
    if (n >= least) reach = std::max(reach, sum / n + clip / std::sqrt(2.0 * n));
  }
  return reach;
}

}  // namespace mesha::testing
