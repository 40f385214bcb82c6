#include "mesha/design/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <string>
#include <utility>

namespace mesha {
namespace {

using Keyed = std::pair<double, std::size_t>;  // ties: the lower index
struct LargestFirst {
  bool operator()(const Keyed& a, const Keyed& b) const {
    return a.first != b.first ? a.first < b.first : a.second > b.second;
  }
};

}  // namespace

Result<std::vector<std::int64_t>> round_pulls(std::span<const double> weights, std::int64_t N) {
  double total = 0;
  std::int64_t s = 0;
  for (const double w : weights) {
    if (!(w >= 0) || !std::isfinite(w)) return Error{"a weight is not a finite number from 0 up"};
    total += w;
    if (w > 0) ++s;
  }
  if (s == 0) return Error{"there is no weight above 0 to give pulls to"};
  if (N < s) {
    return Error{std::to_string(N) + " pulls are too few for a design on " + std::to_string(s) +
                 " arms: each of them needs one"};
  }
  std::vector<std::int64_t> n(weights.size(), 0);
  const double spread = (static_cast<double>(N) - static_cast<double>(s) / 2) / total;
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < n.size(); ++i) {
    if (!(weights[i] > 0)) continue;
    n[i] = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(spread * weights[i])));
    sum += n[i];
  }
  // Too few: one more where n_i / w_i is least. Too many: one less where (n_i - 1) / w_i is
  // largest.
  const bool add = sum < N;
  const auto key = [&](std::size_t i) {
    const auto count = static_cast<double>(n[i]);
    return Keyed{add ? -count / weights[i] : (count - 1) / weights[i], i};
  };
  std::priority_queue<Keyed, std::vector<Keyed>, LargestFirst> next;
  for (std::size_t i = 0; i < n.size(); ++i) {
    if (n[i] > 0) next.push(key(i));
  }
  for (; sum != N; sum += add ? 1 : -1) {
    const std::size_t i = next.top().second;
    next.pop();
    n[i] += add ? 1 : -1;
    next.push(key(i));
  }
  return n;
}

}  // namespace mesha
