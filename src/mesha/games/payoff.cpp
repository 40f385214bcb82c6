#include "mesha/games/payoff.hpp"

#include <limits>
#include <utility>

#include "mesha/simulate/exact/exact.hpp"

namespace mesha {
namespace {

constexpr double worth_integrating = 0.005;  // seconds; about as long as many runs would take

bool quickly_integrated(const Game& game) {
  const auto problem = affine_problem(game);
  return problem && exact_applies(*problem) && exact_seconds(*problem) <= worth_integrating;
}

Precision how_to_count(const Game& game, const Sample& sample) {
  return {.seed = sample.seed,
          .trials = sample.runs,
          .by_number = true,
          .draw = draws_sums(game) ? Draw::sums_where_possible : Draw::every_pull};
}

Interval mirrored(const Interval& of) { return {.low = 1 - of.high, .high = 1 - of.low}; }

// The chance of the goal where the game fails so often.
Chance chance_of(const Goal& goal, double failure, const Interval& interval) {
  return {goal.probability(failure), goal.chosen ? mirrored(interval) : interval};
}

}  // namespace

Payoff::Payoff(Game game, Goal goal) : game_(std::move(game)), goal_(std::move(goal)) {
  game_.right = goal_.arms;
}

Game Payoff::under(const Profile& profile) const {
  return {game_.instance, profile, game_.learner, game_.right};
}

bool Payoff::exact(const Profile& profile) const { return quickly_integrated(under(profile)); }

double Payoff::operator()(const Profile& profile, const Sample& sample,
                          const std::stop_token& stop) const {
  Game game = under(profile);
  Precision how = how_to_count(game, sample);
  if (quickly_integrated(game)) how.method = Method::exact;
  const auto found = estimate(std::move(game), how, {.stop = stop});
  expects(static_cast<bool>(found), "a method that applies is not refused");
  if (!found->known()) return std::numeric_limits<double>::quiet_NaN();
  return goal_.probability(found->failure);
}

Result<Payoff::Gain> Payoff::gain(const Profile& lie, const Profile& honest, const Sample& sample,
                                  const Crew& crew) const {
  const Game one = under(lie);
  const Game other = under(honest);
  if (quickly_integrated(one) && quickly_integrated(other)) {
    const auto with = estimate(one, {.method = Method::exact});
    const auto without = estimate(other, {.method = Method::exact});
    expects(with && without, "a method that applies is not refused");
    Gain found{.with = chance_of(goal_, with->failure, with->interval),
               .without = chance_of(goal_, without->failure, without->interval),
               .exact = true};
    found.gain = found.with.probability - found.without.probability;
    found.interval = {.low = found.with.interval.low - found.without.interval.high,
                      .high = found.with.interval.high - found.without.interval.low};
    return found;
  }
  const auto both = compare(one, other, {.seed = sample.seed, .trials = sample.runs}, crew);
  if (!both) return both.error();
  if (both->failures.trials == 0)
    return Error{"stopped before anything was known", ErrorKind::unavailable};
  const auto counted = [&](const Tally& tally) {
    const double failure = static_cast<double>(tally.failures) / static_cast<double>(tally.trials);
    return chance_of(goal_, failure, clopper_pearson(tally.failures, tally.trials));
  };
  const Interval& d = both->interval;  // of failures
  return Gain{.with = counted(both->first),
              .without = counted(both->second),
              .gain = goal_.chosen ? -both->difference : both->difference,
              .interval = goal_.chosen ? Interval{.low = -d.high, .high = -d.low} : d};
}

}  // namespace mesha
