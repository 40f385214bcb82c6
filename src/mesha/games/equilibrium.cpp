#include "mesha/games/equilibrium.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

namespace mesha {

namespace {

using Positions = std::vector<std::optional<Equilibrium::Position>>;

Game with_profile(const Game& game, const Profile& profile) {
  return {game.instance, profile, game.learner, game.right};
}

}  // namespace

Result<Exploitability> exploitability(const Game& game, const SpacesOfArms& spaces,
                                      const SearchOptions& options, const Crew& crew) {
  const auto arms = static_cast<std::int64_t>(game.instance.arm_count());
  expects(spaces.size() == game.instance.arm_count(), "every arm has its spaces");
  std::vector<std::optional<Result<SearchResult>>> found(spaces.size());
  std::mutex guard;
  std::vector<std::int64_t> spent(spaces.size(), 0);
  const auto report = [&](std::size_t arm, std::int64_t evaluations) {
    const std::lock_guard lock(guard);
    spent[arm] = evaluations;
    std::int64_t all = 0;
    for (const std::int64_t one : spent) all += one;
    if (crew.on_progress) crew.on_progress({all, std::max(all, arms * options.evaluations)});
  };
  work_through(arms, {.threads = crew.threads, .stop = crew.stop}, [&]() {
    return [&](std::int64_t number) {
      const auto i = static_cast<std::size_t>(number);
      const Crew alone{.threads = 1,
                       .on_progress = [&, i](const Progress& now) { report(i, now.done); },
                       .stop = crew.stop};
      found[i] = best_response(game, arm_at(i), spaces[i], options, alone);
    };
  });
  Exploitability all;
  for (std::size_t i = 0; i < found.size(); ++i) {
    SearchResult one{.lie = std::nullopt, .evaluations = 0, .interrupted = true};
    if (found[i]) {
      if (!*found[i]) return found[i]->error();
      one = **std::move(found[i]);
    }
    all.evaluations += one.evaluations;
    all.interrupted = all.interrupted || one.interrupted;
    if (one.lie && one.lie->gain.gain > 0) {
      all.sum += one.lie->gain.gain;
      if (one.lie->gain.gain > all.largest) {
        all.restless = arm_at(i);
        all.largest = one.lie->gain.gain;
        all.interval = one.lie->gain.interval;
      }
    }
    all.of_arm.push_back(std::move(one));
  }
  return all;
}

namespace {

// From one start, round by round.
class Descent {
 public:
  Descent(const Game& game, const SpacesOfArms& spaces, const StartingProfile& start,
          const EquilibriumOptions& options)
      : game_(with_profile(game, start.profile)),
        spaces_(&spaces),
        start_(&start),
        o_(&options),
        moved_(spaces.size()) {}

  const Game& game() const { return game_; }

  // The current profile with its certificate.
  Equilibrium judged(Exploitability certificate) const {
    Equilibrium here{.found = !certificate.interrupted && certificate.largest <= o_->epsilon,
                     .profile = game_.profile,
                     .start = start_->name,
                     .certificate = std::move(certificate),
                     .moved = moved_};
    for (std::size_t i = 0; i < moved_.size(); ++i) {
      if (!moved_[i]) continue;
      for (std::string& edge : edges_at((*spaces_)[i][moved_[i]->space], moved_[i]->at)) {
        if (std::ranges::find(here.edges, edge) == here.edges.end())
          here.edges.push_back(std::move(edge));
      }
    }
    return here;
  }

  // Every arm that gains moves.
  void step(const Exploitability& gains, int round) {
    const double share = round < o_->whole_steps ? 1 : .5;
    for (std::size_t i = 0; i < gains.of_arm.size(); ++i) {
      const auto& lie = gains.of_arm[i].lie;
      if (!lie || lie->gain.gain <= o_->epsilon) continue;
      Vec to = lie->at;
      const bool comparable = moved_[i] && moved_[i]->space == lie->space;
      if (comparable) {  // otherwise there is nothing between the two
        for (std::size_t k = 0; k < to.size(); ++k)
          to[k] = moved_[i]->at[k] + share * (to[k] - moved_[i]->at[k]);
      }
      const ReportSpace& space = (*spaces_)[i][lie->space];
      game_.profile = with_lies(std::move(game_.profile), space, to);
      moved_[i] = {.space = lie->space, .at = std::move(to)};
    }
  }

 private:
  Game game_;
  const SpacesOfArms* spaces_;
  const StartingProfile* start_;
  const EquilibriumOptions* o_;
  Positions moved_;
};

}  // namespace

Result<Equilibrium> equilibrium(const Game& game, const SpacesOfArms& spaces,
                                std::span<const StartingProfile> starts,
                                const EquilibriumOptions& options, const Crew& crew) {
  expects(!starts.empty(), "a search for an equilibrium begins somewhere");
  std::optional<Equilibrium> best;
  std::int64_t evaluations = 0;
  int rounds = 0;
  const auto all_rounds =
      static_cast<std::int64_t>(starts.size()) * static_cast<std::int64_t>(options.rounds);
  for (const StartingProfile& start : starts) {
    Descent descent(game, spaces, start, options);
    for (int round = 0; round < options.rounds && !crew.stop.stop_requested(); ++round) {
      SearchOptions fresh = options.search;  // no gain is judged on randomness that led to it
      fresh.seed += static_cast<std::uint64_t>(rounds) << 32U;
      auto gains = exploitability(descent.game(), spaces, fresh,
                                  {.threads = crew.threads, .stop = crew.stop});
      if (!gains) return gains.error();
      evaluations += gains->evaluations;
      ++rounds;
      if (crew.on_progress) crew.on_progress({rounds, all_rounds});
      if (gains->interrupted) break;  // what was not searched certifies nothing
      Equilibrium here = descent.judged(*gains);
      const bool done = here.found;
      if (!best || here.certificate.largest < best->certificate.largest) best = std::move(here);
      if (done) break;
      descent.step(*gains, round);
    }
    if ((best && best->found) || crew.stop.stop_requested()) break;
  }
  if (!best) return Error{"stopped before anything was known", ErrorKind::unavailable};
  best->evaluations = evaluations;
  best->rounds = rounds;
  best->interrupted = crew.stop.stop_requested();
  return *std::move(best);
}

}  // namespace mesha
