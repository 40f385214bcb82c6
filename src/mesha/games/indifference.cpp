#include "mesha/games/indifference.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "mesha/base/expects.hpp"
#include "mesha/games/slopes.hpp"
#include "mesha/linalg/dense.hpp"

namespace mesha {
namespace {

constexpr int newton_steps = 30;
constexpr double newton_strayed = 1e3;    // a weight of this size leads nowhere
constexpr double newton_settled = 1e-13;  // the largest change of a weight in the last step
constexpr double rounding = 1e-9;         // how far below 0 a weight may be

// One step on a game in which everything is in the support. Unknowns: weights x, then values v.
std::optional<std::vector<double>> newton_step(const NormalForm& inside,
                                               std::span<const double> x) {
  const std::vector<std::size_t> offsets = choice_offsets(inside);
  const std::size_t n = x.size();
  const Square slopes = payoff_slopes(inside, x);
  const std::vector<double> payoffs = payoffs_from(inside, slopes, x);
  Square matrix(n + inside.player_count());
  std::vector<double> right(matrix.size(), 0.0);
  for (std::size_t p = 0; p < inside.player_count(); ++p) {
    right[n + p] = 1;
    for (std::size_t a = offsets[p]; a < offsets[p + 1]; ++a) {
      for (std::size_t b = 0; b < n; ++b) matrix(a, b) = slopes(a, b);
      matrix(a, n + p) = -1;
      matrix(n + p, a) = 1;
      right[n + p] -= x[a];
      right[a] = -payoffs[a];  // values are linear: solved for anew, not stepped
    }
  }
  auto step = solve(matrix, right);
  if (step) step->resize(n);
  return step;
}

std::vector<double> on_support(const ChoiceSets& support, const MixedProfile& start) {
  std::vector<double> x;
  for (std::size_t p = 0; p < support.size(); ++p) {
    double sum = 0;
    for (const std::size_t j : support[p]) sum += start[p][j];
    for (const std::size_t j : support[p]) {
      x.push_back(sum > 0 ? start[p][j] / sum : 1 / static_cast<double>(support[p].size()));
    }
  }
  return x;
}

MixedProfile split(const NormalForm& inside, std::span<const double> x) {
  MixedProfile mixed;
  for (const std::size_t n : inside.choices) {
    mixed.emplace_back(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(n));
    x = x.subspan(n);
  }
  return mixed;
}

}  // namespace

std::optional<MixedProfile> indifferent_mixture(const NormalForm& game, const ChoiceSets& support,
                                                const MixedProfile& start) {
  expects(game.player_count() >= 2, "an indifferent mixture needs two players");
  const NormalForm inside = restricted(game, support);
  std::vector<double> x = on_support(support, start);
  for (int k = 0; k < newton_steps; ++k) {
    const auto step = newton_step(inside, x);
    if (!step) return std::nullopt;
    double change = 0;
    for (std::size_t a = 0; a < x.size(); ++a) {
      x[a] += (*step)[a];
      change = std::max(change, std::abs((*step)[a]));
      if (!(std::abs(x[a]) < newton_strayed)) return std::nullopt;
    }
    if (change < newton_settled) break;
  }
  auto mixed = tidied(split(inside, x));
  if (!mixed) return std::nullopt;
  return extended(game, support, *mixed);
}

std::optional<MixedProfile> tidied(MixedProfile mixed) {
  for (auto& weights : mixed) {
    for (double& w : weights) {
      if (!(w >= -rounding)) return std::nullopt;
      w = std::max(0.0, w);
    }
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    if (!(sum > 0) || !std::isfinite(sum)) return std::nullopt;
    for (double& w : weights) w /= sum;
  }
  return mixed;
}

}  // namespace mesha
