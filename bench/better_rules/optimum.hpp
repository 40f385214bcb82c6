// The most that any rule can reach, where that can be computed: arms are coins, the chances of
// heads are drawn from Beta(prior, prior), and the rule that knows this and looks ahead to the last
// pull names the best coin with the probability that dynamic programming gives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mesha::bench {

struct CoinGame {
  std::size_t arms = 2;    // K
  std::int64_t pulls = 0;  // T
  int prior = 1;
};

// What was seen: heads and tails of arm 0, of arm 1, ...
using Seen = std::vector<int>;

class CoinOptimum {
 public:
  explicit CoinOptimum(const CoinGame& game);

  double value() const { return value_; }  // P(the best coin is named)
  // P(a coin is the best | seen), coin by coin; the span holds until the next call.
  std::span<const double> chances(const Seen& seen);

 private:
  static constexpr std::size_t points = 129;  // of a chance between 0 and 1
  using Curve = std::vector<float>;

  std::size_t curve_of(int heads, int tails) const {
    return static_cast<std::size_t>(heads) * (static_cast<std::size_t>(game_.pulls) + 1) +
           static_cast<std::size_t>(tails);
  }
  void draw_curves();
  std::int64_t ways(std::int64_t total, std::size_t parts) const;
  std::size_t place(const Seen& seen) const;
  template <class Visit>
  void each(Seen& seen, std::size_t part, int left, Visit visit);
  double best_next(Seen& seen, const std::vector<float>& next) const;

  CoinGame game_;
  std::vector<Curve> density_, below_;
  std::vector<std::vector<std::int64_t>> choose_;
  std::vector<double> chances_;
  double value_ = 0;
};

}  // namespace mesha::bench
