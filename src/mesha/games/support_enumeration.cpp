#include "mesha/games/support_enumeration.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "mesha/games/indifference.hpp"

namespace mesha {
namespace {

using Masks = std::vector<std::size_t>;  // of every player, bit j set: choice j is in the support

// Sum of sizes, then how far they are apart.
std::pair<int, int> rank_of(const Masks& masks) {
  int sum = 0;
  int least = std::numeric_limits<int>::max(), most = 0;
  for (const std::size_t mask : masks) {
    const int size = std::popcount(mask);
    sum += size;
    least = std::min(least, size);
    most = std::max(most, size);
  }
  return {sum, most - least};
}

std::vector<Masks> all_supports(const NormalForm& game) {
  std::vector<Masks> all;
  Masks masks(game.player_count(), 1);
  for (bool more = true; more;) {
    all.push_back(masks);
    more = false;
    for (std::size_t p = masks.size(); p-- > 0 && !more;) {
      more = ++masks[p] < std::size_t{1} << game.choices[p];
      if (!more) masks[p] = 1;
    }
  }
  std::ranges::stable_sort(all, {}, rank_of);
  return all;
}

ChoiceSets sets_of(const Masks& masks) {
  ChoiceSets sets;
  for (std::size_t mask : masks) {
    sets.emplace_back();
    for (std::size_t j = 0; mask != 0; ++j, mask >>= 1U) {
      if ((mask & 1U) != 0) sets.back().push_back(j);
    }
  }
  return sets;
}

double support_count(const NormalForm& game) {
  double count = 1;
  for (const std::size_t n : game.choices) count *= std::exp2(n) - 1;
  return count;
}

}  // namespace

std::optional<MixedProfile> enumerate_supports(const NormalForm& game,
                                               const EnumerationLimits& limits) {
  if (support_count(game) > static_cast<double>(limits.most_supports)) return std::nullopt;
  const MixedProfile start = uniform_profile(game);
  std::optional<MixedProfile> best;
  double least = std::numeric_limits<double>::infinity();
  for (const Masks& masks : all_supports(game)) {
    auto found = indifferent_mixture(game, sets_of(masks), start);
    if (!found) continue;
    const double r = regret(game, *found);
    if (r < least) least = r, best = std::move(found);
    if (least <= limits.good_regret) break;
  }
  return best;
}

}  // namespace mesha
