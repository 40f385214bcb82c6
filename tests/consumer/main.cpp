// Somebody else's program: how often does MESHA miss the best of three arms?
#include <iostream>
#include <span>
#include <vector>

#include "mesha/learners/mesha.hpp"
#include "mesha/simulate/many_runs.hpp"
#include "mesha/strategies/truthful.hpp"

int main() {
  using namespace mesha;
  const auto game =
      Instance::make({{{0.5, 0.0}}, {{0.3, 0.2}}, {{0.1, 0.0}}}, {1.0, 0.0}, GaussianNoise{0.5});
  const auto learner = Mesha::make({.arms = 3, .dimension = 2, .budget = 60, .zeta = 0.1});
  if (!game || !learner) return 2;
  const std::vector<Truthful> profile(game->arm_count());
  const Tally tally = many_runs(*learner, *game, std::span(profile), *game->best_arm(),
                                {.seed = 1, .count = 10'000});
  const double failure = static_cast<double>(tally.failures) / static_cast<double>(tally.trials);
  std::cout << "failure probability " << failure << '\n';
  return failure > 0.01 && failure < 0.3 ? 0 : 1;
}
