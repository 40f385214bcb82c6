#include "mesha/learners/saturated_halving.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mesha {
namespace {

// Beyond all means and their noise: the guided view then knows nothing else, and clipping leaves
// the sign alone. The two smallest means seem the largest, and so close together that the smaller
// one's challenger is the other.
std::vector<double> against_the_best(std::span<const double> means) {
  constexpr double huge = 1e9;
  std::vector<std::size_t> order(means.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [means](std::size_t i) { return means[i]; });
  std::vector<double> corrections(means.size(), huge);
  for (std::size_t place = 0; place < std::min<std::size_t>(2, order.size()); ++place)
    corrections[order[place]] = 3 * huge;
  corrections[order.back()] = -huge;
  return corrections;
}

}  // namespace

Result<SaturatedHalving> SaturatedHalving::make(const GuardedHalvingConfig& c,
                                                std::span<const double> means) {
  if (auto sound = GuardedHalving::make(c); !sound) return sound.error();
  if (c.floor_sets.final)  // whom no report can favour any more, once they have left
    return unsupported("where arms leave for good it is not known what the worst reports are");
  return SaturatedHalving(c, means);
}

SaturatedHalving::SaturatedHalving(const GuardedHalvingConfig& c, std::span<const double> means)
    : FloorSets(c.floor_sets), corrections_(against_the_best(means)), share_(c.share), c_(c.c) {}

void SaturatedHalving::observe(std::span<const Evidence> batch) {
  if (finished()) return;
  tell(batch);
  advance({[this] { return std::span<const double>(corrections_); }, share_, c_});
}

}  // namespace mesha
