#include "mesha/catalog/attack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "mesha/games/utilities.hpp"

namespace mesha {
namespace {

// A gain that is none: where probabilities are integrated, and where they are counted.
constexpr double epsilon_exact = 1e-6;
constexpr double epsilon_counted = 0.01;

class Attack {
 public:
  Attack(const Experiment& experiment, Game game, const Traits& traits, AttackOptions o, Crew crew)
      : experiment_(&experiment),
        game_(std::move(game)),
        failure_(game_, push_out_the_best(game_)),
        traits_(traits),
        o_(std::move(o)),
        crew_(std::move(crew)) {
    if (!traits_.one_at_a_time) return;
    // A run costs as much as a hundred of others.
    SearchOptions& search = o_.search;
    search.evaluations = std::max<std::int64_t>(search.evaluations / 4, 1);
    search.climb_runs =
        std::max(search.climb_runs / 2, std::min(search.climb_runs, search.first_runs));
    search.confirm_runs = std::max<std::int64_t>(search.confirm_runs / 5, 1);
  }

  Result<AttackRow> run(AttackRow row) {
    row.exact = failure_.exact(game_.profile);
    row.reads_reports = traits_.reads_reports;
    const auto honest = failure_.gain(game_.profile, game_.profile, sample(), quiet());
    if (!honest) return honest.error();
    row.truthful = honest->with;
    if (!row.reads_reports) return row;
    if (o_.best_responses && !stopped()) {
      if (auto done = respond(row); !done) return done.error();
    }
    if (o_.coalition && !stopped()) {
      if (auto done = collude(row); !done) return done.error();
    }
    if (o_.equilibrium && !stopped()) {
      if (auto done = settle(row); !done) return done.error();
    }
    row.interrupted = stopped();
    return row;
  }

 private:
  bool stopped() const { return crew_.stop.stop_requested(); }
  Crew quiet() const { return {.threads = crew_.threads, .stop = crew_.stop}; }
  // What is reported is counted on randomness of its own.
  Sample sample() const { return {o_.search.seed + 7, o_.search.confirm_runs}; }
  LieOptions lies(bool over_time) const {
    return {.norm_bound = o_.norm_bound,
            .only_length = traits_.reads_only_length,
            .over_time = over_time,
            .seed = o_.search.seed};
  }
  std::vector<Vec> first_said(const Profile& profile) const {
    std::vector<Vec> said;
    for (Report& report : first_reports(profile, game_.instance))
      said.push_back(std::move(report.x));
    return said;
  }

  // Evaluations of this stage on top of those before it; what is to come is not known.
  Crew counted(const AttackRow& row) const {
    return {.threads = crew_.threads,
            .on_progress =
                [this, before = row.evaluations](const Progress& now) {
                  if (crew_.on_progress) crew_.on_progress({before + now.done, before + now.total});
                },
            .stop = crew_.stop};
  }

  Result<LieReport> report_on(FoundLie lie, const LieFamily& family) {
    LieReport report{.lie = std::move(lie)};
    if (family.changing) report.changing = family.changing(report.lie.at);
    const auto failure = failure_.gain(report.lie.profile, game_.profile, sample(), quiet());
    if (!failure) return failure.error();
    report.failure = *failure;
    report.said = first_said(report.lie.profile);
    if (family.space.liars.size() == 1 && traits_.has_trigger) {
      Game lied{game_.instance, report.lie.profile, game_.learner, game_.right};
      const ArmId liar = family.space.liars.front();
      report.taken_by_trigger = taken_by_trigger(lied, liar, {.trials = o_.search.confirm_runs});
      report.caught = caught_by_trigger(lied, liar, sample().seed, o_.search.climb_runs, quiet());
    }
    return report;
  }

  Status respond(AttackRow& row) {
    std::vector<std::vector<LieFamily>> families;
    SpacesOfArms spaces;
    for (int i = 0; i < game_.arm_count(); ++i) {
      families.push_back(lies_of(game_.instance, arm_at(static_cast<std::size_t>(i)), lies(true)));
      spaces.push_back(spaces_of(families.back()));
    }
    auto found = exploitability(game_, spaces, o_.search, counted(row));
    if (!found) return found.error();
    row.evaluations += found->evaluations;
    double most = 0;
    for (std::size_t i = 0; i < found->of_arm.size(); ++i) {
      row.best_responses.emplace_back();
      auto& lie = found->of_arm[i].lie;
      if (!lie || stopped()) continue;
      const LieFamily& family = families[i][lie->space];
      auto report = report_on(*std::move(lie), family);
      if (!report) return stopped() ? ok() : report.error();
      const double gain = report->lie.gain.gain;
      row.best_responses.back() = *std::move(report);
      if (game_.right.contains(arm_at(i)) || gain <= most) continue;
      most = gain;
      row.single_liar = i;
    }
    return ok();
  }

  Status collude(AttackRow& row) {
    row.liars = o_.liars;
    for (int i = 0; i < game_.arm_count() && o_.liars.empty(); ++i) {
      const ArmId arm = arm_at(static_cast<std::size_t>(i));
      if (!game_.right.contains(arm)) row.liars.push_back(arm);
    }
    const auto families = lies_of(game_.instance, row.liars, experiment_->best, lies(true));
    const auto found = search(failure_, spaces_of(families), o_.search, counted(row));
    if (!found) return found.error();
    row.evaluations += found->evaluations;
    if (!found->lie) return ok();
    auto report = report_on(*found->lie, families[found->lie->space]);
    if (!report) return stopped() ? ok() : report.error();
    row.coalition = *std::move(report);
    return ok();
  }

  // All at the longest, if there is a bound; all truthful.
  std::vector<StartingProfile> starts() const {
    std::vector<StartingProfile> all;
    if (o_.norm_bound) {
      Profile longest = *make_profile("scaled", game_.instance, {{"norm", *o_.norm_bound}});
      all.push_back({"everybody as long as can be", std::move(longest)});
    }
    all.push_back({"everybody truthful", game_.profile});
    return all;
  }

  Status settle(AttackRow& row) {
    SpacesOfArms spaces;
    for (int i = 0; i < game_.arm_count(); ++i) {
      spaces.push_back(
          spaces_of(lies_of(game_.instance, arm_at(static_cast<std::size_t>(i)), lies(false))));
    }
    EquilibriumOptions options{.search = o_.search,
                               .epsilon = row.exact ? epsilon_exact : epsilon_counted,
                               .rounds = o_.rounds};
    // A round is as many searches as there are arms.
    options.search.evaluations = std::max<std::int64_t>(options.search.evaluations / 2, 1);
    auto found = equilibrium(game_, spaces, starts(), options, quiet());
    if (!found) return found.error().kind == ErrorKind::unavailable ? ok() : Status(found.error());
    row.evaluations += found->evaluations;
    const auto failure = failure_.gain(found->profile, game_.profile, sample(), quiet());
    if (!failure) return stopped() ? ok() : Status(failure.error());
    row.at_equilibrium = *failure;
    row.equilibrium_said = first_said(found->profile);
    row.equilibrium = *std::move(found);
    return row.equilibrium->found ? test_over_time(row, options.search) : ok();
  }

  // Does an arm gain at the equilibrium by a report that changes from pull to pull?
  Status test_over_time(AttackRow& row, const SearchOptions& options) {
    SpacesOfArms spaces;
    for (int i = 0; i < game_.arm_count(); ++i) {
      spaces.emplace_back();
      for (LieFamily& family :
           lies_of(game_.instance, arm_at(static_cast<std::size_t>(i)), lies(true))) {
        if (family.changing) spaces.back().push_back(std::move(family.space));
      }
    }
    const Game here{game_.instance, row.equilibrium->profile, game_.learner, game_.right};
    auto found = exploitability(here, spaces, options, counted(row));
    if (!found) return found.error();
    row.evaluations += found->evaluations;
    if (!found->interrupted) row.over_time = *std::move(found);
    return ok();
  }

  const Experiment* experiment_;
  Game game_;  // everybody truthful
  Payoff failure_;
  Traits traits_;
  AttackOptions o_;
  Crew crew_;
};

}  // namespace

double AttackRow::worst() const {
  double most = truthful.probability;
  for (const auto& response : best_responses) {
    if (response) most = std::max(most, response->failure.with.probability);
  }
  if (coalition) most = std::max(most, coalition->failure.with.probability);
  if (equilibrium) most = std::max(most, at_equilibrium.with.probability);
  return most;
}

Status can_be_attacked(const LearnerChoice& learner) {
  const LearnerEntry* entry = find_learner(learner.name);
  if (entry == nullptr)
    return Error{fmt::format("there is no learner `{}`", learner.name), ErrorKind::not_found};
  const std::string who = shown_name(learner);
  if (learner.true_features)
    return unsupported(who + " is shown the true features, whatever anybody reports");
  if (entry->traits.needs_theta)
    return unsupported(who + " is told theta, which no selection knows");
  if (entry->traits.stops_by_itself)
    return unsupported(who + " stops by itself, and has no budget at which to judge it");
  return ok();
}

Status check_attack(const Experiment& experiment, const AttackOptions& options) {
  const Instance& instance = experiment.instance;
  if (instance.arm_count() < 2)
    return Error{"with one arm there is nobody to lie against: an attack needs two or more"};
  if (options.norm_bound) {
    if (const auto arm = longer_than(instance, *options.norm_bound)) {
      return Error{
          fmt::format("arm {} cannot be truthful: its true vector has the length {:.4g}, "
                      "above the norm bound {:.4g}; raise --norm-bound, or say none",
                      arm->index, norm(instance.feature(*arm).x), *options.norm_bound)};
    }
  }
  for (const ArmId liar : options.liars) {
    if (at(liar) >= instance.arm_count())
      return Error{fmt::format("there is no arm {}: arms are numbered from 0 to {}", liar.index,
                               instance.arm_count() - 1)};
    if (liar == experiment.best)
      return Error{fmt::format("arm {} is the best one, against which the others lie", liar.index)};
  }
  return ok();
}

Result<AttackRow> attack(const Experiment& experiment, const LearnerChoice& learner,
                         std::int64_t budget, const AttackOptions& options, const Crew& crew) {
  if (auto possible = check_attack(experiment, options); !possible) return possible.error();
  if (auto possible = can_be_attacked(learner); !possible) return possible.error();
  auto game = experiment.game(learner, budget);
  if (!game) return game.error();
  game->profile = *make_profile("truthful", experiment.instance, {});
  Attack one(experiment, *std::move(game), find_learner(learner.name)->traits, options, crew);
  return one.run({.learner = learner, .budget = budget});
}

}  // namespace mesha
