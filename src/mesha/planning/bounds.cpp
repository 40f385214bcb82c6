#include "mesha/planning/bounds.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "mesha/theory/rivals.hpp"

namespace mesha::planning {
namespace {

struct Epoch {
  int active = 0;
  Stage stage;
};

std::vector<Epoch> path_of(const AffineProblem& problem) {
  std::vector<Epoch> path;
  int active = problem.arm_count();
  for (int epoch = 1; epoch <= problem.facts.epochs; ++epoch) {
    path.push_back({active, problem.facts.stage(epoch, active)});
    active = std::min(active, path.back().stage.keep);
  }
  return path;
}

bool scaled_alike(const AffineProblem& problem, const std::vector<Epoch>& path) {
  return std::ranges::all_of(path, [&](const Epoch& epoch) {
    const double scale = problem.facts.rule(problem.reports.front(), epoch.stage.pulls).scale;
    return std::ranges::all_of(problem.reports, [&](const Report& report) {
      return problem.facts.rule(report, epoch.stage.pulls).scale == scale;
    });
  });
}

// Theorems speak of one best arm, of one world, and of Gaussian noise.
bool has_theorems(const Question& question) {
  return question.worlds.size() == 1 && question.gaussian() && question.within == 0;
}

double sd_of(const Question& question) { return std::get<GaussianNoise>(question.noise).sd; }

// The floors of pulls that the learner keeps, where theorems speak of it.
std::optional<theory::HalvingRule> rule_of(const Failures& failures, std::int64_t budget) {
  const LearnerChoice& choice = failures.entrant().choice;
  const LearnerEntry* entry = find_learner(choice.name);
  if (!has_theorems(failures.question()) || sd_of(failures.question()) == 0 || !entry->floors)
    return std::nullopt;
  OptionReader reader(choice.options);
  auto rule = entry->floors(failures.setting(budget), reader);
  return rule ? std::optional(*std::move(rule)) : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> least_budget(std::int64_t low, std::int64_t most,
                                         const std::function<bool(std::int64_t)>& holds) {
  if (low > most || !holds(most)) return std::nullopt;
  if (holds(low)) return low;
  std::int64_t high = low;
  do {
    low = high;
    high = high > most / 2 ? most : 2 * high;
  } while (!holds(high));
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (holds(middle) ? high : low) = middle;
  }
  return high;
}

std::vector<std::int64_t> schedule_of(const AffineProblem& problem) {
  std::vector<std::int64_t> schedule;
  for (const Epoch& epoch : path_of(problem))
    schedule.insert(schedule.end(), {epoch.stage.pulls, epoch.stage.keep});
  return schedule;
}

double trigger_chance(const AffineProblem& problem) {
  double sum = 0;
  for (const Epoch& epoch : path_of(problem)) {
    for (const ScoreLaw& law : score_laws(problem, epoch.stage.pulls)) sum += law.leaves;
  }
  return sum;
}

std::optional<double> ranking_bound(const AffineProblem& problem) {
  const std::vector<Epoch> path = path_of(problem);
  if (problem.facts.cumulative || problem.sd == 0 || !scaled_alike(problem, path))
    return std::nullopt;
  std::vector<double> means = problem.means;
  std::ranges::sort(means, std::greater{});
  double stays = 1;
  for (const auto& [active, stage] : path) {
    theory::HalvingRule rule{.epochs = {{.pulls = stage.pulls, .keep = stage.keep}},
                             .allocation = theory::Allocation::equal};
    if (stage.keep > 1) rule.epochs.push_back({.pulls = stage.pulls, .keep = 1});  // a rule ends so
    const auto leaves = theory::joint_certificate(
        std::span(means).first(static_cast<std::size_t>(active)), problem.sd, rule);
    if (!leaves) return std::nullopt;
    stays *= 1 - leaves->epochs.front().failure;
  }
  return 1 - stays;
}

TheoremBudgets theorem_budgets(const Failures& failures, double wished, std::int64_t most) {
  const auto karnin = [&](std::int64_t budget) {
    const auto rule = rule_of(failures, budget);
    if (!rule) return false;
    const auto bound =
        theory::karnin_form(failures.question().worlds.front(), sd_of(failures.question()), *rule);
    return bound && *bound < wished;
  };
  const auto certified = [&](std::int64_t budget) {
    const auto bound = certificate_at(failures, budget);
    return bound && *bound < wished;
  };
  return {.certificate = least_budget(failures.smallest(), most, certified),
          .karnin = least_budget(failures.smallest(), most, karnin)};
}

std::optional<double> certificate_at(const Failures& failures, std::int64_t budget) {
  const auto rule = rule_of(failures, budget);
  if (!rule) return std::nullopt;
  const std::vector<double>& means = failures.question().worlds.front();
  constexpr std::size_t quickly = 4'000;  // a few milliseconds
  const bool sharply = rule->epochs.size() * means.size() * means.size() <= quickly;
  const double sd = sd_of(failures.question());
  const auto found =
      sharply ? theory::joint_certificate(means, sd, *rule) : theory::certificate(means, sd, *rule);
  return found ? std::optional(found->failure) : std::nullopt;
}

std::optional<double> least_blind_failure(const Question& question, std::int64_t budget) {
  if (!has_theorems(question) || sd_of(question) == 0 || !question.features.empty())
    return std::nullopt;
  return theory::least_blind_failure(question.worlds.front(), sd_of(question), budget).failure;
}

std::optional<std::int64_t> least_blind_budget(const Question& question, double wished,
                                               std::int64_t most) {
  return least_budget(1, most, [&](std::int64_t budget) {
    const auto least = least_blind_failure(question, budget);
    return least && *least < wished;
  });
}

}  // namespace mesha::planning
