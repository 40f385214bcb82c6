#include "mesha/simulate/game.hpp"

#include <algorithm>
#include <utility>

namespace mesha {

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
    return Error{"it does not rank by a fixed multiple of each arm's rewards on a fixed schedule",
                 ErrorKind::unsupported};
  }
  if (!constant_reports(game.profile))
    return Error{"reports change from round to round", ErrorKind::unsupported};
  return AffineProblem::make(*std::move(facts), game.instance,
                             first_reports(game.profile, game.instance), game.right);
}

}  // namespace mesha
