// The best of all rules by complete enumeration, for problems of a few pulls: what no lower bound
// on failures may exceed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "mesha/stats/normal_law.hpp"

namespace mesha::testing {

// Means of each arm in each of several worlds, of which the rule knows that one is real. Rewards
// have sd 1, and the rule sees only which cell of `edges` they fall into.
using Worlds = std::vector<std::vector<double>>;

inline Worlds one_raised(int arms, double gap) {
  Worlds worlds;
  for (int i = 0; i < arms; ++i) {
    worlds.emplace_back(static_cast<std::size_t>(arms), 0.0);
    worlds.back()[static_cast<std::size_t>(i)] = gap;
  }
  return worlds;
}

inline Worlds all_orders(std::vector<double> means) {
  std::ranges::sort(means);
  Worlds worlds;
  do {
    worlds.push_back(means);
  } while (std::ranges::next_permutation(means).found);
  return worlds;
}

class WisestRule {
 public:
  WisestRule(const Worlds& worlds, const std::vector<double>& weights)
      : worlds_(worlds), weights_(weights) {
    double low = worlds[0][0];
    double high = low;
    for (const auto& means : worlds) {
      low = std::min(low, std::ranges::min(means));
      high = std::max(high, std::ranges::max(means));
    }
    const double middle = (low + high) / 2;
    edges_ = {middle - .85, middle - .25, middle + .25, middle + .85};
  }

  // Of each world: the probability of what was seen, and that the rule fails after it.
  std::vector<double> failures(const std::vector<double>& seen, int pulls) const {
    std::vector<std::vector<double>> choices;
    const std::size_t arms = worlds_[0].size();
    for (std::size_t arm = 0; arm < arms; ++arm)
      choices.push_back(pulls == 0 ? named(arm, seen) : pulled(arm, seen, pulls));
    return *std::ranges::min_element(choices, {}, [this](const auto& f) { return cost(f); });
  }

 private:
  double cost(const std::vector<double>& failures) const {
    double sum = 0;
    for (std::size_t h = 0; h < weights_.size(); ++h) sum += weights_[h] * failures[h];
    return sum;
  }

  std::vector<double> named(std::size_t arm, std::vector<double> seen) const {
    for (std::size_t h = 0; h < worlds_.size(); ++h) {
      if (worlds_[h][arm] == std::ranges::max(worlds_[h])) seen[h] = 0;
    }
    return seen;
  }

  std::vector<double> pulled(std::size_t arm, const std::vector<double>& seen, int pulls) const {
    std::vector<double> sum(seen.size(), 0.0);
    for (std::size_t cell = 0; cell <= edges_.size(); ++cell) {
      std::vector<double> after = seen;
      for (std::size_t h = 0; h < after.size(); ++h) after[h] *= falls_into(cell, worlds_[h][arm]);
      const std::vector<double> failed = failures(after, pulls - 1);
      for (std::size_t h = 0; h < sum.size(); ++h) sum[h] += failed[h];
    }
    return sum;
  }

  double falls_into(std::size_t cell, double mean) const {
    const double to = cell == edges_.size() ? 1 : normal_below(edges_[cell] - mean);
    return to - (cell == 0 ? 0 : normal_below(edges_[cell - 1] - mean));
  }

  const Worlds& worlds_;
  const std::vector<double>& weights_;
  std::vector<double> edges_;
};

// Of each world: how often the rule fails that fails least on average over `weights`.
inline std::vector<double> wisest_failures(const Worlds& worlds, const std::vector<double>& weights,
                                           int pulls) {
  return WisestRule(worlds, weights).failures(std::vector<double>(worlds.size(), 1.0), pulls);
}

}  // namespace mesha::testing
