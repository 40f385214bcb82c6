// G-optimal design: how often to evaluate each of K points so that the worst prediction variance
// is as small as possible.
//   minimise  max_i x_i^T M(w)^-1 x_i   over weights w >= 0, sum w = 1,  M(w) = sum w_i x_i x_i^T
// The minimum is the dimension of the span, and w is also D-optimal (Kiefer & Wolfowitz 1960): so
// `gap` certifies the answer, whatever the loop did. docs/design.md tells the method.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/linalg/points.hpp"

namespace mesha {

struct GOptimal {
  std::vector<double> weights;  // one per arm, sum 1
  double worst = 0;             // max_i x_i^T M^-1 x_i, computed afresh from the weights
  int dimension = 0;            // of the span of the arms
  std::int64_t steps = 0;

  double gap() const { return worst / dimension - 1; }  // D-efficiency is at least 1 / (1 + gap)
};

struct DesignProgress {
  double gap = 0;  // on the candidates under work
  std::int64_t steps = 0;
  std::size_t candidates = 0;
};

struct DesignOptions {
  double tolerance = 1e-7;            // stop when gap is at most this
  std::span<const double> warm = {};  // weights to start from, for instance of a similar set
  // This arm gets weight 0 if an optimal design allows it, as it does if the arm lies in the scaled
  // hull of the others (Theorem on zero weight, Section IV of Li & Zhong 2026).
  std::optional<std::size_t> avoid = {};
  bool deletion = true;                   // Harman-Pronzato; off only to measure what it brings
  std::int64_t most_steps = 100'000'000;  // an answer that ends here states its larger gap
  std::function<void(const DesignProgress&)> on_progress = nullptr;
  std::stop_token stop = {};  // an answer stopped early states its larger gap
};

Result<GOptimal> g_optimal(const Points& arms, const DesignOptions& options = {});
Result<GOptimal> g_optimal(std::span<const Vec> arms, const DesignOptions& options = {});

// At least one arm, finite entries, not all 0; otherwise a sentence.
Status fit_for_design(const Points& arms);

inline constexpr double finest_tolerance = 1e-12;  // below it, rounding decides

}  // namespace mesha
