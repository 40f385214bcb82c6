#include "mesha/simulate/game.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mesha {

RightAnswers right_answers(const Instance& instance, double within) {
  double best = -HUGE_VAL;
  double size = 0;  // of the sums that the means are
  for (std::size_t i = 0; i < instance.arm_count(); ++i) {
    best = std::max(best, instance.mean(arm_at(i)));
    double terms = 0;
    for (std::size_t k = 0; k < instance.dimension(); ++k)
      terms += std::abs(instance.theta()[k] * instance.feature(arm_at(i)).x[k]);
    size = std::max(size, terms);
  }
  const double least = best - within - 1e-14 * size;
  std::vector<ArmId> right;
  for (std::size_t i = 0; i < instance.arm_count(); ++i) {
    if (instance.mean(arm_at(i)) >= least) right.push_back(arm_at(i));
  }
  return RightAnswers(std::move(right));
}

double gap_to_wrong(const Instance& instance, const RightAnswers& right) {
  double best = -HUGE_VAL;
  double wrong = -HUGE_VAL;
  for (std::size_t i = 0; i < instance.arm_count(); ++i) {
    const double mean = instance.mean(arm_at(i));
    best = std::max(best, mean);
    if (!right.contains(arm_at(i))) wrong = std::max(wrong, mean);
  }
  return std::isfinite(wrong) ? best - wrong : 0;
}

Result<Game> best_arm_game(Instance instance, Profile profile, AnyLearner learner) {
  const auto best = instance.best_arm();
  if (!best) return best.error();
  return Game{std::move(instance), std::move(profile), std::move(learner), *best};
}

std::vector<Report> first_reports(Profile profile, const Instance& instance) {
  const PublicHistory nothing_yet;
  const RunRandom coins{};
  std::vector<Report> reports;
  for (std::size_t i = 0; i < profile.size(); ++i) {
    const ArmId arm = arm_at(i);
    reports.push_back(
        profile[i].report({arm, instance.feature(arm), instance.theta(), 0, nothing_yet, coins}));
  }
  return reports;
}

bool constant_reports(const Profile& profile) {
  return std::ranges::all_of(profile,
                             [](const AnyStrategy& strategy) { return strategy.constant(); });
}

Result<AffineProblem> affine_problem(const Game& game) {
  auto facts = game.learner.affine();
  if (!facts) {
    return unsupported(
        "it does not rank by a fixed multiple of each arm's rewards on a fixed schedule");
  }
  if (!constant_reports(game.profile)) return unsupported("reports change from round to round");
  return AffineProblem::make(*std::move(facts), game.instance,
                             first_reports(game.profile, game.instance), game.right);
}

}  // namespace mesha
