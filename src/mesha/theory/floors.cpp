#include "mesha/theory/floors.hpp"

#include <algorithm>
#include <cmath>

#include "mesha/base/expects.hpp"
#include "mesha/theory/schedule.hpp"

namespace mesha::theory {

std::int64_t floor_step(int arms, std::int64_t budget, double alpha, int epoch) {
  const int epochs = halving_epochs(arms);
  expects(epochs >= 1 && epoch >= 1, "a floor rises where two arms or more are left to compare");
  const std::int64_t of_epoch = budget / epochs;
  const double step = (1 - alpha) * static_cast<double>(of_epoch) / halved(arms, epoch - 1);
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::floor(step)));
}

std::vector<EpochFloor> kept_floors(int arms, std::int64_t budget, double alpha) {
  expects(arms >= 1 && budget >= arms, "a floor needs at least one pull for every arm");
  expects(alpha >= 0 && alpha <= 1, "alpha is a share of the budget");
  std::vector<EpochFloor> floors;
  const std::int64_t least = std::min<std::int64_t>(2, budget / (std::int64_t{3} * arms));
  std::int64_t sum = 0;
  for (int r = 1; r <= halving_epochs(arms); ++r) {
    sum += floor_step(arms, budget, alpha, r);
    floors.push_back({std::max(least, sum), halved(arms, r)});
  }
  return floors;
}

std::vector<EpochFloor> equal_floors(int arms, std::int64_t budget, bool keep_samples) {
  const int epochs = halving_epochs(arms);
  expects(arms >= 1 && budget >= std::int64_t{arms} * epochs,
          "every epoch needs at least one pull for every arm");
  std::vector<EpochFloor> floors;
  std::int64_t sum = 0;
  for (int r = 1; r <= epochs; ++r) {
    const std::int64_t pulls = halving_pulls(budget, halved(arms, r - 1), epochs);
    sum += pulls;
    floors.push_back({keep_samples ? sum : pulls, halved(arms, r)});
  }
  return floors;
}

std::vector<EpochFloor> rejects_floors(int arms, std::int64_t budget) {
  expects(arms >= 1 && budget >= arms, "a floor needs at least one pull for every arm");
  std::vector<EpochFloor> floors;
  for (int phase = 1; phase < arms; ++phase)
    floors.push_back({rejects_pulls(budget, arms, logbar(arms), phase), arms - phase});
  return floors;
}

}  // namespace mesha::theory
