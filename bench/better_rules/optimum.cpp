#include "better_rules/optimum.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace mesha::bench {

CoinOptimum::CoinOptimum(const CoinGame& game) : game_(game), chances_(game.arms) {
  draw_curves();
  const std::size_t parts = 2 * game_.arms;
  const auto rows = static_cast<std::size_t>(game_.pulls) + parts + 1;
  choose_.assign(rows, std::vector<std::int64_t>(parts + 1, 0));
  for (std::size_t n = 0; n < rows; ++n) {
    choose_[n][0] = 1;
    for (std::size_t k = 1; k <= std::min(n, parts); ++k)
      choose_[n][k] = choose_[n - 1][k - 1] + (k < n ? choose_[n - 1][k] : 0);
  }
  std::vector<float> next, here;
  Seen seen(parts, 0);
  for (std::int64_t t = game_.pulls; t >= 0; --t) {
    here.clear();
    each(seen, 0, static_cast<int>(t), [&] {
      here.push_back(static_cast<float>(t == game_.pulls ? std::ranges::max(chances(seen))
                                                         : best_next(seen, next)));
    });
    std::swap(here, next);
  }
  value_ = static_cast<double>(next.front());
}

void CoinOptimum::draw_curves() {
  const auto T = static_cast<int>(game_.pulls);
  density_.resize(curve_of(T, T) + 1);
  below_.resize(density_.size());
  for (int heads = 0; heads <= T; ++heads) {
    for (int tails = 0; heads + tails <= T; ++tails) {
      std::array<double, points> log{}, p{};
      for (std::size_t g = 0; g < points; ++g) {
        const double x = (static_cast<double>(g) + .5) / points;
        log[g] =
            (game_.prior + heads - 1) * std::log(x) + (game_.prior + tails - 1) * std::log1p(-x);
      }
      const double top = *std::ranges::max_element(log);
      double sum = 0, run = 0;
      for (std::size_t g = 0; g < points; ++g) sum += p[g] = std::exp(log[g] - top);
      Curve& density = density_[curve_of(heads, tails)];
      Curve& below = below_[curve_of(heads, tails)];
      for (const double mass : p) {
        density.push_back(static_cast<float>(mass / sum));
        below.push_back(static_cast<float>((run + mass / 2) / sum));
        run += mass;
      }
    }
  }
}

std::span<const double> CoinOptimum::chances(const Seen& seen) {
  double all = 0;
  for (std::size_t i = 0; i < game_.arms; ++i) {
    std::array<float, points> mass{};
    std::ranges::copy(density_[curve_of(seen[2 * i], seen[2 * i + 1])], mass.begin());
    for (std::size_t j = 0; j < game_.arms; ++j) {
      if (j == i) continue;
      const Curve& below = below_[curve_of(seen[2 * j], seen[2 * j + 1])];
      for (std::size_t g = 0; g < points; ++g) mass[g] *= below[g];
    }
    float sum = 0;
    for (const float one : mass) sum += one;
    chances_[i] = static_cast<double>(sum);
    all += chances_[i];
  }
  for (double& chance : chances_) chance /= all;
  return chances_;
}

// In how many ways `parts` numbers add up to `total`.
std::int64_t CoinOptimum::ways(std::int64_t total, std::size_t parts) const {
  return choose_[static_cast<std::size_t>(total) + parts - 1][parts - 1];
}

// Where each() comes to it among all with the same total.
std::size_t CoinOptimum::place(const Seen& seen) const {
  std::int64_t left = 0, before = 0;
  for (const int count : seen) left += count;
  for (std::size_t part = 0; part + 1 < seen.size(); ++part) {
    const std::size_t parts = seen.size() - part;
    // Those with a smaller number here: all ways but those that have at least this one.
    before += ways(left, parts) - ways(left - seen[part], parts);
    left -= seen[part];
  }
  return static_cast<std::size_t>(before);
}

template <class Visit>
void CoinOptimum::each(Seen& seen, std::size_t part, int left, Visit visit) {
  if (part + 1 == seen.size()) {
    seen[part] = left;
    visit();
    return;
  }
  for (int here = 0; here <= left; ++here) {
    seen[part] = here;
    each(seen, part + 1, left - here, visit);
  }
}

double CoinOptimum::best_next(Seen& seen, const std::vector<float>& next) const {
  const auto after = [&](std::size_t part) {
    ++seen[part];
    const double value = static_cast<double>(next[place(seen)]);
    --seen[part];
    return value;
  };
  double best = 0;
  for (std::size_t i = 0; i < game_.arms; ++i) {
    const double heads = (game_.prior + seen[2 * i]) /
                         static_cast<double>(2 * game_.prior + seen[2 * i] + seen[2 * i + 1]);
    best = std::max(best, heads * after(2 * i) + (1 - heads) * after(2 * i + 1));
  }
  return best;
}

}  // namespace mesha::bench
