// One of several equal shards of an experiment's runs. A shard is a range of run numbers, so the
// tallies of all shards add up to the tally of the whole, to the last bit.
#pragma once

#include <cstdint>

#include "mesha/simulate/many_runs.hpp"

namespace mesha {

inline constexpr std::int64_t most_shards = 1'000'000;

struct Shard {
  std::int64_t index = 0;  // 0 <= index < count
  std::int64_t count = 1;

  // [trials i / n, trials (i + 1) / n)
  RunRange runs(std::uint64_t seed, std::int64_t trials) const {
    const std::int64_t first = cut(trials, index);
    return {seed, static_cast<std::uint64_t>(first), cut(trials, index + 1) - first};
  }

  friend bool operator==(const Shard&, const Shard&) = default;

 private:
  // floor(trials i / n), without leaving 64 bits: trials = (trials / n) n + trials % n.
  std::int64_t cut(std::int64_t trials, std::int64_t i) const {
    return trials / count * i + trials % count * i / count;
  }
};

}  // namespace mesha
