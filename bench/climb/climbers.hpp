// Optimisers that could climb for a search over lies: NLopt's and pagmo2's, behind one signature.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "mesha/games/climb.hpp"

namespace mesha::bench {

struct Climber {
  std::string name;
  // From a point whose height is known, with so many evaluations at most.
  std::function<Summit(const Height& height, const Summit& from, std::int64_t evaluations)> climb;
};

std::vector<Climber> nlopt_climbers();
std::vector<Climber> pagmo_climbers();

}  // namespace mesha::bench
