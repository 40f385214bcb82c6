#include "mesha/games/slopes.hpp"

#include "mesha/base/expects.hpp"

namespace mesha {

std::vector<std::size_t> choice_offsets(const NormalForm& game) {
  std::vector<std::size_t> offsets{0};
  for (const std::size_t n : game.choices) offsets.push_back(offsets.back() + n);
  return offsets;
}

Square payoff_slopes(const NormalForm& game, std::span<const double> weights) {
  const std::vector<std::size_t> offsets = choice_offsets(game);
  expects(weights.size() == offsets.back(), "slopes need the weights of all choices");
  const std::size_t players = game.player_count();
  Square slopes(offsets.back());
  PureProfile profile(players, 0);
  std::size_t number = 0;
  do {
    const double* payoff = &game.payoffs[number++ * players];
    for (std::size_t p = 0; p < players; ++p) {
      for (std::size_t q = p + 1; q < players; ++q) {
        double chance = 1;  // of what the others than p and q do
        for (std::size_t r = 0; r < players; ++r) {
          if (r != p && r != q) chance *= weights[offsets[r] + profile[r]];
        }
        const std::size_t a = offsets[p] + profile[p];
        const std::size_t b = offsets[q] + profile[q];
        slopes(a, b) += chance * payoff[p];
        slopes(b, a) += chance * payoff[q];
      }
    }
  } while (next_profile(game, profile));
  return slopes;
}

std::vector<double> payoffs_from(const NormalForm& game, const Square& slopes,
                                 std::span<const double> weights) {
  const std::vector<std::size_t> offsets = choice_offsets(game);
  std::vector<double> payoffs(weights.size(), 0.0);
  for (std::size_t p = 0; p < game.player_count(); ++p) {
    const std::size_t other = p == 0 ? 1 : 0;
    for (std::size_t a = offsets[p]; a < offsets[p + 1]; ++a) {
      for (std::size_t b = offsets[other]; b < offsets[other + 1]; ++b) {
        payoffs[a] += slopes(a, b) * weights[b];
      }
    }
  }
  return payoffs;
}

}  // namespace mesha
