#include "mesha/games/normal_form.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "mesha/base/expects.hpp"

namespace mesha {
namespace {

// The probability that the players other than `but` play their part of the profile.
double chance_of_others(const PureProfile& profile, const MixedProfile& mixed, std::size_t but) {
  double chance = 1;
  for (std::size_t p = 0; p < profile.size(); ++p) {
    if (p != but) chance *= mixed[p][profile[p]];
  }
  return chance;
}

void expect_fit(const NormalForm& game, const MixedProfile& mixed) {
  expects(mixed.size() == game.player_count(), "a mixed profile needs one mixture per player");
  for (std::size_t p = 0; p < mixed.size(); ++p) {
    expects(mixed[p].size() == game.choices[p], "a mixture needs one weight per choice");
  }
}

}  // namespace

NormalForm::NormalForm(std::vector<std::size_t> choices_per_player)
    : choices(std::move(choices_per_player)), payoffs(profile_count() * choices.size(), 0.0) {}

std::size_t NormalForm::profile_count() const {
  return std::accumulate(choices.begin(), choices.end(), std::size_t{1}, std::multiplies());
}

std::size_t NormalForm::number(std::span<const std::size_t> profile) const {
  std::size_t number = 0;
  for (std::size_t p = 0; p < choices.size(); ++p) number = number * choices[p] + profile[p];
  return number;
}

PureProfile NormalForm::profile(std::size_t number) const {
  PureProfile profile(choices.size());
  for (std::size_t p = choices.size(); p-- > 0;) {
    profile[p] = number % choices[p];
    number /= choices[p];
  }
  return profile;
}

bool next_profile(const NormalForm& game, PureProfile& profile) {
  for (std::size_t p = profile.size(); p-- > 0;) {
    if (++profile[p] < game.choices[p]) return true;
    profile[p] = 0;
  }
  return false;
}

MixedProfile as_mixed(const NormalForm& game, const PureProfile& profile) {
  MixedProfile mixed;
  for (std::size_t p = 0; p < game.player_count(); ++p) {
    mixed.emplace_back(game.choices[p], 0.0);
    mixed[p][profile[p]] = 1;
  }
  return mixed;
}

MixedProfile uniform_profile(const NormalForm& game) {
  MixedProfile mixed;
  for (const std::size_t n : game.choices) mixed.emplace_back(n, 1 / static_cast<double>(n));
  return mixed;
}

double expected_payoff(const NormalForm& game, std::size_t player, const MixedProfile& mixed) {
  const std::vector<double> against = payoffs_against(game, player, mixed);
  return std::inner_product(against.begin(), against.end(), mixed[player].begin(), 0.0);
}

std::vector<double> payoffs_against(const NormalForm& game, std::size_t player,
                                    const MixedProfile& mixed) {
  expect_fit(game, mixed);
  const std::size_t players = game.player_count();
  std::vector<double> against(game.choices[player], 0.0);
  PureProfile profile(players, 0);
  std::size_t number = 0;
  do {
    const double chance = chance_of_others(profile, mixed, player);
    against[profile[player]] += chance * game.payoffs[number++ * players + player];
  } while (next_profile(game, profile));
  return against;
}

std::vector<std::size_t> best_choices(const NormalForm& game, std::size_t player,
                                      const MixedProfile& mixed, double within) {
  const std::vector<double> against = payoffs_against(game, player, mixed);
  const double most = *std::ranges::max_element(against);
  std::vector<std::size_t> best;
  for (std::size_t j = 0; j < against.size(); ++j) {
    if (against[j] >= most - within) best.push_back(j);
  }
  return best;
}

double regret(const NormalForm& game, const MixedProfile& mixed) {
  double worst = 0;
  for (std::size_t p = 0; p < game.player_count(); ++p) {
    const std::vector<double> against = payoffs_against(game, p, mixed);
    const double now = std::inner_product(against.begin(), against.end(), mixed[p].begin(), 0.0);
    worst = std::max(worst, *std::ranges::max_element(against) - now);
  }
  return worst;
}

double regret(const NormalForm& game, const PureProfile& profile) {
  double worst = 0;
  PureProfile deviation = profile;
  for (std::size_t p = 0; p < game.player_count(); ++p) {
    const double now = game.payoff(profile, p);
    for (deviation[p] = 0; deviation[p] < game.choices[p]; ++deviation[p]) {
      worst = std::max(worst, game.payoff(deviation, p) - now);
    }
    deviation[p] = profile[p];
  }
  return worst;
}

std::vector<PureProfile> pure_equilibria(const NormalForm& game, double epsilon) {
  std::vector<PureProfile> found;
  PureProfile profile(game.player_count(), 0);
  do {
    if (regret(game, profile) <= epsilon) found.push_back(profile);
  } while (next_profile(game, profile));
  return found;
}

NormalForm restricted(const NormalForm& game, const ChoiceSets& kept) {
  std::vector<std::size_t> sizes;
  for (const auto& one : kept) sizes.push_back(one.size());
  NormalForm inside(std::move(sizes));
  const std::size_t players = game.player_count();
  PureProfile profile(players, 0);
  PureProfile whole(players);
  auto out = inside.payoffs.begin();
  do {
    for (std::size_t p = 0; p < players; ++p) whole[p] = kept[p][profile[p]];
    out = std::copy_n(&game.payoffs[game.number(whole) * players], players, out);
  } while (next_profile(inside, profile));
  return inside;
}

MixedProfile extended(const NormalForm& game, const ChoiceSets& kept, const MixedProfile& inside) {
  MixedProfile mixed;
  for (std::size_t p = 0; p < game.player_count(); ++p) {
    mixed.emplace_back(game.choices[p], 0.0);
    for (std::size_t j = 0; j < kept[p].size(); ++j) mixed[p][kept[p][j]] = inside[p][j];
  }
  return mixed;
}

}  // namespace mesha
