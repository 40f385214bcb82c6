#include "mesha/games/grid_game.hpp"

#include <mutex>
#include <optional>
#include <utility>

#include "mesha/games/utilities.hpp"

namespace mesha {

Result<NormalForm> grid_game(const Game& game, const std::vector<Profile>& choices,
                             const Precision& precision, const Crew& crew) {
  expects(choices.size() == game.instance.arm_count(), "every arm has its choices");
  constexpr double most = 1e7;
  std::vector<std::size_t> counts;
  double combinations = 1;
  for (const Profile& one : choices) {
    if (one.empty()) return Error{"an arm without a choice cannot play"};
    counts.push_back(one.size());
    combinations *= static_cast<double>(one.size());
  }
  if (combinations > most)
    return unsupported("a grid with more than ten million combinations of reports");

  NormalForm form(counts);
  std::mutex guard;
  std::optional<Error> trouble;
  Progress done{.done = 0, .total = static_cast<std::int64_t>(form.profile_count())};
  work_through(done.total, {.threads = crew.threads, .stop = crew.stop}, [&]() {
    return [&](std::int64_t number) {
      const PureProfile chosen = form.profile(static_cast<std::size_t>(number));
      Profile profile;
      for (std::size_t i = 0; i < chosen.size(); ++i) profile.push_back(choices[i][chosen[i]]);
      const Game here{game.instance, std::move(profile), game.learner, game.right};
      const auto found = utilities(here, precision, {.stop = crew.stop});
      const std::scoped_lock lock(guard);
      if (!found) {
        if (!trouble) trouble = found.error();
        return;
      }
      for (std::size_t i = 0; i < chosen.size(); ++i)
        form.payoff(chosen, i) = found->chosen[i].probability;
      ++done.done;
      if (crew.on_progress) crew.on_progress(done);
    };
  });
  if (trouble) return *std::move(trouble);
  if (done.done < done.total)
    return Error{"stopped before all combinations were played", ErrorKind::unavailable};
  return form;
}

}  // namespace mesha
