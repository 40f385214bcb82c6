// What a design promises, computed from its weights alone.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "mesha/linalg/dense.hpp"
#include "mesha/linalg/tiles.hpp"

namespace mesha {

inline void normalise(std::vector<double>& weights) {  // to the sum 1
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& one : weights) one /= total;
}

struct Certificate {
  Square factor;          // L^-1 for M = L L^T
  std::vector<double> g;  // x_i^T M^-1 x_i, padded
  double worst = 0;       // the largest of them
};

// Nothing if the points with weight do not span the space.
inline std::optional<Certificate> certify(const Tiles& x, std::span<const double> weights) {
  Certificate made;
  made.g.assign(weights.begin(), weights.end());
  made.g.resize(x.padded(), 0.0);
  auto factor = inverse_factor(x.gram(made.g));
  if (!factor) return std::nullopt;
  made.factor = *std::move(factor);
  x.forms(made.factor, made.g);
  made.worst = *std::ranges::max_element(made.g);
  return made;
}

}  // namespace mesha
