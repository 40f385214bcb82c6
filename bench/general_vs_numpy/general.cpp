// How many trials per core-second do `general` and `kernel` run on Experiment 1 (K = 8, d = 3, T =
// 800)? numpy_sums.py answers the same question for a vectorised NumPy program; bench/run compares
// them.
//
// Before anything is timed every way of playing must give the exact failure probability.
#include <memory>

#include "frame/ways.hpp"
#include "mesha/learners/mesha.hpp"
#include "mesha/simulate/kernel/kernel.hpp"
#include "mesha/stats/binomial.hpp"

namespace {

using namespace mesha;
using namespace mesha::bench;

auto from_exact(double failure) {  // by numerical integration
  return [=](const Tally& tally) { return binomial_z(tally.failures, tally.trials, failure); };
}

Mesha typed_mesha() {
  const Instance& instance = experiment().instance;
  return value_of(Mesha::make({.arms = static_cast<int>(instance.arm_count()),
                               .dimension = static_cast<int>(instance.dimension()),
                               .budget = T,
                               .zeta = 0.015,
                               .lambda = 1.35}));
}

auto kernel_player(const Game& game) {
  const auto plan = std::make_shared<const KernelPlan>(value_of(affine_problem(game)));
  return [plan](std::uint64_t first, std::int64_t trials) {
    return kernel_runs(*plan, {experiment().precision.seed, first, trials});
  };
}

std::vector<Way> ways() {
  constexpr auto sums = Draw::sums_where_possible;
  const auto mesha = from_exact(0.035813);
  const auto halving = from_exact(0.057223);
  const Game game = game_of("mesha");
  return {
      {"mesha", mesha, 400'000, 32'768, player(game, sums)},
      {"mesha/typed", mesha, 400'000, 32'768, player(typed_mesha(), typed_profile(), sums)},
      {"mesha/kernel", mesha, 4'000'000, 1'048'576, kernel_player(game)},
      {"mesha/every_pull", mesha, 50'000, 2'048, player(game, Draw::every_pull)},
      {"sequential_halving", halving, 400'000, 32'768, player(game_of("sequential_halving"), sums)},
  };
}

}  // namespace

int main(int argc, char** argv) { return check_and_time(ways(), argc, argv); }
