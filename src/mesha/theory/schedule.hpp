// How a budget T is cut into epochs: the formulas alone. Li & Zhong (2026) write K arms, d
// dimensions, R epochs, A the active arms; learners in learners/ say which of them they follow.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace mesha::theory {

// ceil(log2 K), 0 for one arm: Algorithm 1, line 2.
constexpr int halving_epochs(int arms) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(arms - 1)));
}

// ceil(count / 2^r) are left after r cuts: Algorithm 1, line 15, of K; Algorithm 2, line 23, of d.
constexpr int halved(int count, int epoch) { return (count + (1 << epoch) - 1) >> epoch; }

// Pulls of each arm in one epoch, as the algorithm spends them and as the proofs count them.
//   algorithm   n_r = floor(T / (|A| R)): Algorithm 1, line 4
constexpr std::int64_t halving_pulls(std::int64_t budget, int active, int epochs) {
  return budget / (std::int64_t{active} * epochs);
}
//   proof       n_r = N / ceil(K / 2^(r-1)), N = T / R, neither rounded: proof of Lemma 14
constexpr double unrounded_pulls(std::int64_t budget, int arms, int epochs, int epoch) {
  return static_cast<double>(budget) / epochs / halved(arms, epoch - 1);
}

// Successive Rejects (Audibert, Bubeck & Munos 2010): logbar(K) = 1/2 + 1/2 + 1/3 + ... + 1/K, and
// n_k = ceil((T - K) / (logbar(K) (K + 1 - k))), the samples of an arm when phase k ends; n_0 = 0.
constexpr double logbar(int arms) {
  double sum = 0.5;
  for (int i = 2; i <= arms; ++i) sum += 1.0 / i;
  return sum;
}
inline std::int64_t rejects_pulls(std::int64_t budget, int arms, double logbar_of_arms, int phase) {
  if (phase == 0) return 0;
  const auto spare = static_cast<double>(budget - arms);
  return static_cast<std::int64_t>(std::ceil(spare / (logbar_of_arms * (arms + 1 - phase))));
}

// OD-LinBAI of Yang & Tan (2022), Appendix E of the paper: epochs by dimension, not by arms.

// ceil(log2 d), at least 1.
constexpr int design_epochs(int d) { return std::max(1, halving_epochs(d)); }

// What the formula of m takes off T for rounding up: min(K, d(d+1)/2) + sum over r < R of
// ceil(d / 2^r).
constexpr std::int64_t design_reserve(int arms, int d) {
  std::int64_t sum = std::min<std::int64_t>(arms, std::int64_t{d} * (d + 1) / 2);
  for (int r = 1; r < design_epochs(d); ++r) sum += halved(d, r);
  return sum;
}

// m, the pulls of one epoch before rounding: (T - reserve) / R.
constexpr double design_pulls(std::int64_t budget, int arms, int d) {
  return static_cast<double>(budget - design_reserve(arms, d)) / design_epochs(d);
}

}  // namespace mesha::theory
