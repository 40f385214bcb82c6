// The yardstick: Wolfe-Atwood as it is printed (Todd & Yildirim 2007, Algorithm 4.1), with rank-one
// updates and nothing else. Written for reading; kept apart from the library on purpose.
#pragma once

#include <cstddef>
#include <vector>

#include "mesha/linalg/points.hpp"

namespace bench {

struct PlainDesign {
  std::vector<double> weights;
  long steps = 0;
};

PlainDesign plain_wolfe_atwood(const mesha::Points& x, double tolerance);

}  // namespace bench
