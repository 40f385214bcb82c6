// The starvation attack (Section IV-B): the others report so that the target's report x_j is
// sum lambda_i x_i with lambda_i >= 0 and sum lambda_i <= 1. By the theorem on zero weight some
// G-optimal design then never pulls the target. Example 2 is one instance of it.
//
// Construction: with u = x_j / |x_j| and v_1..v_{d-1} completing it to an orthonormal basis,
// colluders report norm (cos(phi) u +- sin(phi) v_k), in pairs. A pair's average is
// norm cos(phi) u, so x_j lies in the scaled hull as soon as |x_j| <= norm cos(phi).
#pragma once

#include <cstddef>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/model/strategy.hpp"
#include "mesha/strategies/fixed.hpp"

namespace mesha {

struct StarvationConfig {
  ArmId target;
  Report target_report;  // what the target says
  std::size_t arms = 0;
  double norm = 1;  // of the colluders' reports
};

// The report of every arm, in index order; each then plays Fixed. Refuses what cannot be built.
Result<std::vector<Report>> starvation_reports(const StarvationConfig& config);

}  // namespace mesha
