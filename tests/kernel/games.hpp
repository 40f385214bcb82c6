// Games for the kernel's tests, and both ways to play them.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mesha/catalog/learners.hpp"
#include "mesha/catalog/strategies.hpp"
#include "mesha/simulate/game.hpp"
#include "mesha/simulate/kernel/kernel.hpp"
#include "mesha/simulate/many_runs.hpp"

namespace mesha::testing {

struct NamedGame : Game {
  std::string name;  // of the learner

  KernelPlan plan() const { return KernelPlan(*affine_problem(*this)); }

  Tally by_kernel(const RunRange& range, const Crew& crew = {},
                  const LanePath* path = nullptr) const {
    return kernel_runs(plan(), range, crew, path);
  }
  Tally by_general(const RunRange& range, const Crew& crew = {}) const {
    return many_runs(learner, instance, std::span<const AnyStrategy>(profile), right, range, crew);
  }
};

// Arm i has mean `means[i]` and reports a vector of norm `norms[i]`.
inline NamedGame game(const std::string& learner, std::int64_t budget,
                      const std::vector<double>& means, const std::vector<double>& norms, double sd,
                      const Options& options = {}) {
  std::vector<TrueFeature> arms;
  std::vector<Report> reports;
  for (std::size_t i = 0; i < means.size(); ++i) {
    arms.push_back({Vec{means[i], 0.25}});
    const double angle = 0.7 * static_cast<double>(i);
    reports.push_back({Vec{norms[i] * std::cos(angle), norms[i] * std::sin(angle)}});
  }
  const auto instance = Instance::make(std::move(arms), Vec{1, 0}, GaussianNoise{sd});
  const auto made = make_learner(learner, setting_of(*instance, budget), options);
  if (!made) throw std::runtime_error(made.error().sentence);
  const auto best = std::ranges::max_element(means) - means.begin();  // the first of equals
  return {{*instance, fixed_profile(reports), *made, arm_at(static_cast<std::size_t>(best))},
          learner};
}

// Means that fall from .5 to .2 and norms that vary: nothing special about it.
inline NamedGame plain_game(const std::string& learner, int arms, std::int64_t budget,
                            Options options = {}) {
  std::vector<double> means;
  std::vector<double> norms;
  for (int i = 0; i < arms; ++i) {
    means.push_back(i == 0 ? 0.53 : 0.5 - 0.3 * i / arms);
    norms.push_back(0.6 + 0.4 * std::cos(1.3 * i));
  }
  if (learner == "mesha" && !options.contains("zeta")) options["zeta"] = 0.015;
  return game(learner, budget, means, norms, 0.2, options);
}

// Scores that lie otherwise than expected: nearly half of the arms say next to nothing, so their
// scores crowd around 0, where the cut is expected; the others' are far apart. The best comes last.
inline NamedGame crowded_game(const std::string& learner, int arms, std::int64_t budget,
                              Options options = {}) {
  std::vector<double> means;
  std::vector<double> norms;
  for (int i = 0; i < arms; ++i) {
    const bool quiet = i < arms / 2 - arms / 32;
    means.push_back(i == arms - 1 ? 0.8 : quiet ? 0.1 : 0.2);
    norms.push_back(quiet ? 0.02 : 1);
  }
  if (learner == "mesha" && !options.contains("zeta")) options["zeta"] = 0.015;
  return game(learner, budget, means, norms, 0.5, options);
}

// Negative means under small reports: triggers fire in many runs, and in some for everybody.
inline NamedGame firing_game(int arms, double sd, Options options = {}) {
  std::vector<double> means;
  std::vector<double> norms;
  for (int i = 0; i < arms; ++i) {
    means.push_back(-0.55 - 0.02 * i);
    norms.push_back(0.02 + 0.01 * i);
  }
  options.insert({{"xi", 0.18}, {"delta", 0.05}});
  return game("mesha", std::int64_t{60} * arms, means, norms, sd, options);
}

// Runs that end differently, at the least: two that err in opposite ways cancel.
inline std::int64_t different(const Tally& a, const Tally& b) {
  std::int64_t moved = std::abs(a.nobody_left - b.nobody_left);
  for (std::size_t i = 0; i < a.named.size(); ++i) moved += std::abs(a.named[i] - b.named[i]);
  return (moved + 1) / 2;
}

// Of the ranges below: past two registers of the widest path.
inline constexpr std::int64_t range_length = 33;

// Runs that the kernel plays differently, counted one by one so that nothing cancels. One run
// more in a range is one step more in its tally, and that step must be what the learner does in
// this run alone. Ranges grow from one run on: every lane gets its turn, also in registers that are
// not full.
inline std::int64_t different_one_by_one(const NamedGame& game, std::uint64_t seed, int ranges) {
  const KernelPlan plan = game.plan();
  std::int64_t count = 0;
  for (int k = 0; k < ranges; ++k) {
    const std::uint64_t first = 1'000'003 * static_cast<std::uint64_t>(k);
    Tally before = kernel_runs(plan, {.seed = seed, .first = first, .count = 0});
    for (std::int64_t n = 1; n <= range_length; ++n) {
      Tally now = kernel_runs(plan, {.seed = seed, .first = first, .count = n});
      before += game.by_general(
          {.seed = seed, .first = first + static_cast<std::uint64_t>(n - 1), .count = 1});
      if (now != before) ++count;
      before = std::move(now);
    }
  }
  return count;
}

}  // namespace mesha::testing
