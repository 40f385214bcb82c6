#include "mesha/games/mixed_equilibrium.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "mesha/games/barrier_path.hpp"
#include "mesha/games/support_enumeration.hpp"
#include "mesha/games/zero_sum.hpp"

namespace mesha {
namespace {

constexpr std::size_t most_players = 3;
constexpr double coarsest_tolerance = .001;

Status fit_to_solve(const NormalForm& game, const MixedOptions& options) {
  if (!(options.tolerance > 0 && options.tolerance < coarsest_tolerance)) {
    return Error{"the tolerance of an equilibrium's regret must be above 0 and below 0.001"};
  }
  if (game.player_count() == 0) return Error{"a game needs a player"};
  if (game.player_count() > most_players) {
    return unsupported("equilibria are found of games with up to three players, this has " +
                       std::to_string(game.player_count()));
  }
  if (std::ranges::any_of(game.choices, [](std::size_t n) { return n == 0; })) {
    return Error{"every player needs a choice"};
  }
  if (game.payoffs.size() != game.profile_count() * game.player_count()) {
    return Error{"a game needs one payoff per player and pure profile"};
  }
  if (!std::ranges::all_of(game.payoffs, [](double u) { return std::isfinite(u); })) {
    return Error{"payoffs must be finite numbers"};
  }
  return ok();
}

// The best answer so far.
class Search {
 public:
  Search(const NormalForm& game, double tolerance) : game_(game), tolerance_(tolerance) {}

  // Is that good enough?
  bool found(std::optional<MixedProfile> profile, EquilibriumMethod method) {
    if (!profile) return false;
    const double r = regret(game_, *profile);
    if (r < best_.regret) best_ = {*std::move(profile), r, method};
    return best_.regret <= tolerance_;
  }

  Result<MixedEquilibrium> best() && { return std::move(best_); }

  Error failure() const {
    std::ostringstream sentence;
    sentence << "no equilibrium was found: the best profile leaves a player a gain of "
             << best_.regret << ", and " << tolerance_ << " is allowed";
    return unsupported(sentence.str());
  }

 private:
  const NormalForm& game_;
  double tolerance_;
  MixedEquilibrium best_{{}, std::numeric_limits<double>::infinity(), {}};
};

PureProfile least_regret(const NormalForm& game) {
  PureProfile profile(game.player_count(), 0);
  PureProfile best = profile;
  double least = std::numeric_limits<double>::infinity();
  do {
    const double r = regret(game, profile);
    if (r < least) least = r, best = profile;
  } while (next_profile(game, profile));
  return best;
}

// Weights 1 to 9 in the order of a Kronecker sequence, another one for each number; equal ones
// first. In games with symmetries the path from equal weights may branch, from these it does not.
MixedProfile path_start(const NormalForm& game, int number) {
  MixedProfile start = uniform_profile(game);
  if (number == 0) return start;
  const double golden = (std::sqrt(5.0) - 1) / 2;
  double place = std::sqrt(2.0) * number;
  for (auto& weights : start) {
    double sum = 0;
    for (double& w : weights) {
      place += golden * number;
      w = 1 + 8 * (place - std::floor(place));
      sum += w;
    }
    for (double& w : weights) w /= sum;
  }
  return start;
}

}  // namespace

Result<MixedEquilibrium> mixed_equilibrium(const NormalForm& game, const MixedOptions& options) {
  if (auto fit = fit_to_solve(game, options); !fit) return fit.error();
  using enum EquilibriumMethod;
  Search search(game, options.tolerance);
  if (search.found(as_mixed(game, least_regret(game)), pure)) return std::move(search).best();
  const double fine = options.tolerance / 1000;
  if (is_constant_sum(game, fine) && search.found(zero_sum_equilibrium(game), linear_program)) {
    return std::move(search).best();
  }
  for (int k = 0; k < options.starts; ++k) {
    const auto end = follow_barrier_path(game, path_start(game, k), {.good_regret = fine});
    if (search.found(end, barrier_path)) return std::move(search).best();
  }
  if (search.found(enumerate_supports(game, {.good_regret = fine}), support_enumeration)) {
    return std::move(search).best();
  }
  return search.failure();
}

}  // namespace mesha
