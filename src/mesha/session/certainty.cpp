#include "mesha/session/certainty.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "mesha/catalog/strategies.hpp"
#include "mesha/stats/normal_law.hpp"
#include "mesha/stats/quadrature.hpp"

namespace mesha {
namespace {

struct Seen {
  double mean = 0;
  double error = 0;  // its standard deviation
  Report report;
  bool winner = false;
};

double probability_best(const std::vector<Seen>& all) {
  const auto winner = std::ranges::find_if(all, &Seen::winner);
  std::vector<QuadratureNode> nodes;
  constexpr double far = 9;  // beyond it lies less than 1e-18
  constexpr double panel = 0.25;
  add_panels(
      -far, far, [](double low, double high) { return high - low <= panel; }, gauss_legendre(8),
      nodes);
  double sum = 0;
  for (const QuadratureNode& node : nodes) {
    double others = normal_density(node.at);
    for (const Seen& one : all) {
      if (!one.winner)
        others *= normal_below((winner->mean + winner->error * node.at - one.mean) / one.error);
    }
    sum += node.weight * others;
  }
  return std::clamp(sum, 0.0, 1.0);
}

std::optional<Estimate> procedure_failure(const SessionConfig& config,
                                          const std::vector<Seen>& all) {
  const std::size_t d = all.front().report.x.size();
  std::vector<TrueFeature> features;
  std::vector<Report> reports;
  for (const Seen& one : all) {
    features.push_back({scaled(unit(d, 0), one.mean)});
    reports.push_back(one.report);
  }
  auto instance = Instance::make(std::move(features), unit(d, 0), GaussianNoise{config.noise});
  if (!instance) return std::nullopt;
  auto learner =
      make_learner(config.learner, setting_of(*instance, config.budget), options_of(config));
  if (!learner) return std::nullopt;
  auto game = best_arm_game(*std::move(instance), fixed_profile(reports), *std::move(learner));
  if (!game) return std::nullopt;
  constexpr std::int64_t pulls = 20'000'000;  // a moment's work
  const auto trials = std::clamp<std::int64_t>(pulls / config.budget, 100, 20'000);
  auto estimated = estimate(*std::move(game), {.trials = trials});
  return estimated ? std::optional(*std::move(estimated)) : std::nullopt;
}

}  // namespace

Certainty certainty(const SessionState& state) {
  if (state.stage() != SessionState::Stage::decided) return {};
  if (state.standings()[at(*state.winner())].scores == 0)
    return {.why_not = "the winner itself was never evaluated"};
  std::vector<Seen> all;
  for (std::size_t i = 0; i < state.standings().size(); ++i) {
    const Standing& one = state.standings()[i];
    if (one.place == Standing::Place::withdrew) continue;
    if (one.scores == 0) return {.why_not = one.name + " was never evaluated"};
    const auto n = static_cast<double>(one.scores);
    all.push_back({.mean = one.score_sum / n,
                   .error = state.config().noise / std::sqrt(n),
                   .report = one.reports[static_cast<std::size_t>(one.report)],
                   .winner = state.winner() == arm_at(i)});
  }
  Certainty sure{probability_best(all), procedure_failure(state.config(), all)};
  if (!sure.failure) sure.why_not = "two of the observed means are equal, or too few are left";
  return sure;
}

}  // namespace mesha
