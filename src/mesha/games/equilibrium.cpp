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

// What follows from the gains of the arms.
void sum_up(Exploitability& all) {
  all.largest = all.sum = 0;
  all.interval = {.low = 0, .high = 0};
  for (std::size_t i = 0; i < all.of_arm.size(); ++i) {
    const FoundLie* best = all.of_arm[i].best();
    if (best == nullptr) continue;
    const Payoff::Gain& gain = best->gain;
    all.interval = {.low = std::max(all.interval.low, gain.interval.low),
                    .high = std::max(all.interval.high, gain.interval.high)};
    all.sum += std::max(gain.gain, 0.0);
    if (gain.gain <= all.largest) continue;
    all.restless = arm_at(i);
    all.largest = gain.gain;
  }
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
    const std::scoped_lock lock(guard);
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
  for (auto& one : found) {
    if (one && !*one) return one->error();
    all.of_arm.push_back(one ? **std::move(one) : SearchResult{.interrupted = true});
    all.evaluations += all.of_arm.back().evaluations;
    all.interrupted = all.interrupted || all.of_arm.back().interrupted;
  }
  sum_up(all);
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

  bool is_equilibrium(const Exploitability& gains) const {
    return gains.largest <= o_->epsilon && gains.interval.high <= 2 * o_->epsilon;
  }

  // The current profile with its certificate. It was picked for its small gains, so they are
  // counted once more.
  Result<Equilibrium> judged(Exploitability certificate, const Sample& sample,
                             const Crew& crew) const {
    for (std::size_t i = 0; i < certificate.of_arm.size(); ++i) {
      SearchResult& one = certificate.of_arm[i];
      FoundLie* lie = one.lie ? &*one.lie : one.harmless ? &*one.harmless : nullptr;
      if (lie == nullptr || lie->gain.exact) continue;
      auto gain =
          Payoff(game_, put_first(arm_at(i))).gain(lie->profile, game_.profile, sample, crew);
      if (!gain) return gain.error();
      lie->gain = *gain;
    }
    sum_up(certificate);
    Equilibrium here{.profile = game_.profile,
                     .start = start_->name,
                     .certificate = std::move(certificate),
                     .moved = moved_};
    here.found = is_equilibrium(here.certificate);
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
  const Crew crew_of_round{
      .threads = crew.threads,
      .on_progress =
          [&](const Progress& now) {
            if (crew.on_progress)
              crew.on_progress({evaluations + now.done, evaluations + now.total});
          },
      .stop = crew.stop};
  // No gain is judged on randomness that led to it.
  const auto fresh_seed = [&] {
    return options.search.seed + (static_cast<std::uint64_t>(rounds) << 32U);
  };
  for (const StartingProfile& start : starts) {
    Descent descent(game, spaces, start, options);
    std::optional<double> least;  // of this start's rounds
    for (int round = 0; round < options.rounds && !crew.stop.stop_requested(); ++round) {
      SearchOptions search = options.search;
      search.seed = fresh_seed();
      auto gains = exploitability(descent.game(), spaces, search, crew_of_round);
      if (!gains) return gains.error();
      evaluations += gains->evaluations;
      ++rounds;
      if (gains->interrupted) break;  // what was not searched certifies nothing
      if (!least || gains->largest < *least || descent.is_equilibrium(*gains)) {
        least = std::min(least.value_or(1), gains->largest);
        auto here = descent.judged(*gains, {fresh_seed(), options.search.confirm_runs},
                                   {.threads = crew.threads, .stop = crew.stop});
        if (!here || crew.stop.stop_requested()) break;
        const bool better = !best || here->certificate.largest < best->certificate.largest;
        if (here->found || better) best = *std::move(here);
        if (best->found) break;
      }
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
