#include "mesha/simulate/affine_problem.hpp"

#include <cmath>
#include <utility>
#include <variant>

#include "mesha/stats/normal_law.hpp"

namespace mesha {

Result<AffineProblem> AffineProblem::make(AffineFacts facts, const Instance& instance,
                                          std::span<const Report> reports, RightAnswers right) {
  expects(reports.size() == instance.arm_count(), "every arm needs a report");
  const auto* gaussian = std::get_if<GaussianNoise>(&instance.noise());
  if (gaussian == nullptr) {
    return unsupported("the noise is not Gaussian, so a sum of rewards is not one Gaussian draw");
  }
  AffineProblem problem{.facts = std::move(facts),
                        .means = {},
                        .sd = gaussian->sd,
                        .reports = {reports.begin(), reports.end()},
                        .right = std::move(right)};
  for (std::size_t i = 0; i < instance.arm_count(); ++i) {
    problem.means.push_back(instance.mean(arm_at(i)));
  }
  return problem;
}

double ScoreLaw::density(double t) const {
  if (constant() || t < cut) return 0;
  return normal_density((t - mean) / sd) / sd;
}

double ScoreLaw::above(double t) const {
  if (constant()) return mean > t ? stays : 0;
  return normal_above((std::max(t, cut) - mean) / sd);
}

double ScoreLaw::below(double t) const {
  if (constant()) return mean < t ? 1 : leaves;
  return normal_below((std::max(t, cut) - mean) / sd);
}

ScoreLaw score_law(const AffineProblem& problem, ArmId arm, std::int64_t pulls) {
  expects(pulls > 0, "an arm's score needs at least one pull");
  const ArmRule rule = problem.facts.rule(problem.reports[at(arm)], pulls);
  expects(rule.scale >= 0, "an affine rule must not turn the ranking round");
  const auto n = static_cast<double>(pulls);
  const double sum_mean = n * problem.means[at(arm)];
  const double sum_sd = std::sqrt(n) * problem.sd;
  ScoreLaw law{.mean = rule.scale * sum_mean, .sd = rule.scale * sum_sd};
  const double missing = rule.trigger_below - sum_mean;
  law.trigger_z = sum_sd > 0 ? missing / sum_sd : missing > 0 ? HUGE_VAL : -HUGE_VAL;
  law.leaves = normal_below(law.trigger_z);
  law.stays = normal_above(law.trigger_z);
  if (!law.constant()) law.cut = rule.scale * rule.trigger_below;
  return law;
}

std::vector<ScoreLaw> score_laws(const AffineProblem& problem, std::int64_t pulls) {
  std::vector<ScoreLaw> laws;
  laws.reserve(problem.means.size());
  for (std::size_t i = 0; i < problem.means.size(); ++i) {
    laws.push_back(score_law(problem, arm_at(i), pulls));
  }
  return laws;
}

double above_constant(std::span<const ScoreLaw> laws, int arm, std::span<const int> others,
                      std::size_t keep) {
  const double score = laws[static_cast<std::size_t>(arm)].mean;
  std::vector<double> count(keep + 1, 0.0);
  count[0] = 1;
  for (const int other : others) {
    const ScoreLaw& law = laws[static_cast<std::size_t>(other)];
    const bool wins_tie = law.constant() && law.mean == score && other < arm;
    const double above = wins_tie ? law.stays : law.above(score);
    count[keep] += count[keep - 1] * above;
    for (std::size_t c = keep - 1; c > 0; --c) {
      count[c] = count[c] * (1 - above) + count[c - 1] * above;
    }
    count[0] *= 1 - above;
  }
  return count[keep];
}

}  // namespace mesha
