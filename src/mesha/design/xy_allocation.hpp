// XY-allocation: weights that make the worst *difference* between two arms as sure as possible.
//   minimise  max_y y^T M(w)^-1 y  over weights w of all arms; y = x_i - x_j for i, j in `compare`
// Soare, Lazaric & Munos, "Best-arm identification in linear bandits" (2014), equation (12).
//
// Certificate: for any shares mu of the differences, with C = sum mu_y y y^T, phi = tr(M^-1 C) and
// h_i = x_i^T M^-1 C M^-1 x_i, no weights get below phi^2 / max_i h_i (Pukelsheim 1993, Section 5:
// 1/phi is concave and homogeneous in M). `lower` is that number for the mu found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/linalg/points.hpp"

namespace mesha {

struct XYOptimal {
  std::vector<double> weights;  // one per arm, sum 1
  double worst = 0;             // max_y y^T M^-1 y, computed afresh from the weights
  double lower = 0;             // no weights get below this
  int dimension = 0;            // of the span of the arms
  std::int64_t steps = 0;

  double gap() const { return worst / lower - 1; }
};

struct XYOptions {
  double tolerance = 1e-5;                    // of the gap
  std::span<const std::size_t> compare = {};  // arms whose differences matter; all, if empty
  std::int64_t most_steps = 10'000;
  std::stop_token stop = {};
};

Result<XYOptimal> xy_allocation(const Points& arms, const XYOptions& options = {});

}  // namespace mesha
