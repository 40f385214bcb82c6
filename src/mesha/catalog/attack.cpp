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

// A run of a learner that looks at its rewards all the time costs as much as tens of others.
SearchOptions affordable(SearchOptions search, const Traits& traits) {
  if (!traits.one_at_a_time && !traits.adaptive) return search;
  search.evaluations = std::max<std::int64_t>(search.evaluations / 4, 1);
  search.climb_runs =
      std::max(search.climb_runs / 2, std::min(search.climb_runs, search.first_runs));
  search.confirm_runs = std::max<std::int64_t>(search.confirm_runs / 5, 1);
  return search;
}

class Attack {
 public:
  Attack(const Experiment& experiment, Game game, const Traits& traits, AttackOptions o, Crew crew)
      : experiment_(&experiment),
        game_(std::move(game)),
        failure_(game_, push_out_the_best(game_)),
        traits_(traits),
        o_(std::move(o)),
        crew_(std::move(crew)) {}

  Result<AttackRow> run(AttackRow row, bool over_time) {
    over_time_ = over_time;
    row.search = o_.search;
    row.exact = failure_.exact(game_.profile);
    row.reads_reports = traits_.reads_reports;
    const auto honest = failure_.gain(game_.profile, game_.profile, sample(), quiet());
    if (!honest) return honest.error();
    row.truthful = honest->with;
    if (!row.reads_reports) return row;
    if (auto done = search_all(row); !done) return done.error();
    row.interrupted = stopped();
    return row;
  }

 private:
  Status search_all(AttackRow& row) {
    if (o_.best_responses && begins("alone")) {
      if (auto done = respond(row); !done) return done;
    }
    if (o_.coalition && begins("together")) {
      if (auto done = collude(row); !done) return done;
    }
    if (o_.equilibrium && begins("equilibrium")) return settle(row);
    return ok();
  }

  bool begins(std::string_view part) const {
    if (stopped()) return false;
    if (o_.on_part) o_.on_part(part);
    return true;
  }

  bool stopped() const { return crew_.stop.stop_requested(); }
  // Once it is stopped, a few runs are still played, so that what was found can be shown.
  Crew quiet() const {
    return {.threads = crew_.threads, .stop = stopped() ? std::stop_token() : crew_.stop};
  }
  // What is shown is counted on randomness on which nothing was chosen.
  Sample sample() const {
    constexpr std::uint64_t apart = 5 * 0x9E3779B97F4A7C15;
    return {o_.search.seed + apart, stopped() ? o_.search.hurried_runs : o_.search.confirm_runs};
  }
  Result<Payoff::Gain> counted_gain(const Payoff& payoff, const Profile& lie) const {
    auto gain = payoff.gain(lie, game_.profile, sample(), quiet());
    return gain || !stopped() ? gain : payoff.gain(lie, game_.profile, sample(), quiet());
  }

  LieOptions lies(bool over_time) const {
    return {.norm_bound = o_.norm_bound,
            .only_length = traits_.reads_only_length,
            .over_time = over_time && over_time_,
            .seed = o_.search.seed};
  }
  std::vector<std::vector<LieFamily>> families_of_arms(bool over_time) const {
    std::vector<std::vector<LieFamily>> all;
    all.reserve(game_.instance.arm_count());
    for (std::size_t i = 0; i < game_.instance.arm_count(); ++i)
      all.push_back(lies_of(game_.instance, arm_at(i), lies(over_time)));
    return all;
  }
  static SpacesOfArms spaces_of_arms(const std::vector<std::vector<LieFamily>>& families) {
    SpacesOfArms spaces;
    spaces.reserve(families.size());
    for (const auto& of_arm : families) spaces.push_back(spaces_of(of_arm));
    return spaces;
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
    const auto failure = counted_gain(failure_, report.lie.profile);
    if (!failure) return failure.error();
    report.failure = *failure;
    report.said = first_said(report.lie.profile);
    if (family.space.liars.size() != 1) return report;
    // Its gain on the same runs as the failure, and not on those that made it the best one.
    const ArmId liar = family.space.liars.front();
    const auto gain = counted_gain(Payoff(game_, put_first(liar)), report.lie.profile);
    if (!gain) return gain.error();
    report.lie.gain = *gain;
    if (!traits_.has_trigger || stopped()) return report;
    const Game lied{game_.instance, report.lie.profile, game_.learner, game_.right};
    const Precision how{.seed = sample().seed, .trials = sample().runs};
    report.taken_by_trigger = taken_by_trigger(lied, liar, how, quiet());
    report.caught = caught_by_trigger(lied, liar, sample().seed, o_.search.climb_runs, quiet());
    return report;
  }

  Status respond(AttackRow& row) {
    const auto families = families_of_arms(true);
    auto found = exploitability(game_, spaces_of_arms(families), o_.search, counted(row));
    if (!found) return found.error();
    row.evaluations += found->evaluations;
    double most = 0;
    for (std::size_t i = 0; i < found->of_arm.size(); ++i) {
      SearchResult& one = found->of_arm[i];
      row.best_responses.emplace_back();
      row.searched.push_back(!one.interrupted);
      if (!one.lie) continue;
      const double chance = one.lie->gain.with.probability;
      const LieFamily& family = families[i][one.lie->space];
      auto report = report_on(*std::move(one.lie), family);
      if (!report) return report.error();
      const bool pays = report->lie.gain.interval.low > 0;
      row.best_responses.back() = *std::move(report);
      if (!pays || game_.right.contains(arm_at(i)) || chance <= most) continue;
      most = chance;
      row.single_liar = i;
    }
    return ok();
  }

  Status collude(AttackRow& row) {
    row.liars = o_.liars;
    for (std::size_t i = 0; i < game_.instance.arm_count() && o_.liars.empty(); ++i) {
      if (!game_.right.contains(arm_at(i))) row.liars.push_back(arm_at(i));
    }
    if (row.liars.empty()) return ok();
    const auto families = lies_of(game_.instance, row.liars, experiment_->best, lies(true));
    auto found = search(failure_, spaces_of(families), o_.search, counted(row));
    if (!found) return found.error();
    row.evaluations += found->evaluations;
    row.coalition_searched = !found->interrupted;
    if (found->lie) {
      const LieFamily& family = families[found->lie->space];
      auto report = report_on(*std::move(found->lie), family);
      if (!report) return report.error();
      row.coalition = *std::move(report);
    }
    let_one_lie_alone(row);
    return ok();
  }

  // A coalition can do what one of its members can.
  static void let_one_lie_alone(AttackRow& row) {
    for (const ArmId liar : row.liars) {
      if (at(liar) >= row.best_responses.size() || !row.best_responses[at(liar)]) continue;
      const LieReport& alone = *row.best_responses[at(liar)];
      const double least = row.coalition ? row.coalition->failure.with.probability
                                         : alone.failure.without.probability;
      if (alone.failure.with.probability <= least) continue;
      row.coalition = alone;
      row.coalition->lie.start = fmt::format("arm {} alone", liar.index);
    }
  }

  // All at the longest, if there is a bound; all truthful.
  std::vector<StartingProfile> starts() const {
    std::vector<StartingProfile> all;
    if (o_.norm_bound) {
      Profile longest = *make_profile("scaled", game_.instance, {{"norm", *o_.norm_bound}});
      all.push_back({"everybody as long as can be", std::move(longest)});
    }
    if (all.empty() || !o_.one_start) all.push_back({"everybody truthful", game_.profile});
    return all;
  }

  Status settle(AttackRow& row) {
    EquilibriumOptions options{.search = o_.search,
                               .epsilon = row.exact ? epsilon_exact : epsilon_counted,
                               .rounds = row.exact ? 2 * o_.rounds : o_.rounds};
    // A round is as many searches as there are arms.
    options.search.evaluations = std::max<std::int64_t>(options.search.evaluations / 2, 1);
    auto found = equilibrium(game_, spaces_of_arms(families_of_arms(false)), starts(), options,
                             counted(row));
    if (!found) return found.error().kind == ErrorKind::unavailable ? ok() : Status(found.error());
    row.evaluations += found->evaluations;
    const auto failure = counted_gain(failure_, found->profile);
    if (!failure) return failure.error();
    row.at_equilibrium = *failure;
    row.equilibrium_said = first_said(found->profile);
    row.equilibrium = *std::move(found);
    options.search.seed ^= 0x6f7665722074696d;  // moves were judged on the other
    return row.equilibrium->found ? test_over_time(row, options.search) : ok();
  }

  // Does an arm gain at the equilibrium by a report that changes from pull to pull?
  Status test_over_time(AttackRow& row, const SearchOptions& options) {
    SpacesOfArms spaces;
    for (auto& of_arm : families_of_arms(true)) {
      spaces.emplace_back();
      for (LieFamily& family : of_arm) {
        if (family.changing) spaces.back().push_back(std::move(family.space));
      }
    }
    if (spaces.front().empty() || stopped()) return ok();
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
  bool over_time_ = true;
};

// What reports that change cost: a run remembers them, and a learner that adds them up needs a
// lambda that is not lost beside them. An error says why they are left out.
Status can_change(const Experiment& truthful, const LearnerChoice& learner, std::int64_t budget,
                  const AttackOptions& options) {
  if (budget > most_changing_budget(truthful.instance.dimension()))
    return Error{fmt::format("a run with T = {} would need over 1 GB", budget)};
  double longest = options.norm_bound.value_or(0);
  for (std::size_t i = 0; i < truthful.instance.arm_count() && !options.norm_bound; ++i)
    longest = std::max(longest, longest_searched * norm(truthful.instance.feature(arm_at(i)).x));
  Experiment changing = truthful;
  changing.longest_change = longest * longest;
  const auto made = changing.make(learner, budget);
  return made ? ok() : Status(made.error());
}

}  // namespace

std::optional<WorstFound> worst_of(const AttackRow& row) {
  std::optional<WorstFound> worst;
  const auto add = [&](const Chance& failure, const std::vector<Vec>& said, const Profile& profile,
                       const StrategyChoice* changing) {
    const Chance& least = worst ? worst->failure : row.truthful;
    if (failure.probability > least.probability) worst = {failure, &said, &profile, changing};
  };
  for (const auto& response : row.best_responses) {
    if (response)
      add(response->failure.with, response->said, response->lie.profile, &response->changing);
  }
  if (row.coalition) {
    add(row.coalition->failure.with, row.coalition->said, row.coalition->lie.profile,
        &row.coalition->changing);
  }
  if (row.equilibrium) {
    add(row.at_equilibrium.with, row.equilibrium_said, row.equilibrium->profile, nullptr);
  }
  return worst;
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
  for (std::size_t k = 0; k < options.liars.size(); ++k) {
    const ArmId liar = options.liars[k];
    if (at(liar) >= instance.arm_count())
      return Error{fmt::format("there is no arm {}: arms are numbered from 0 to {}", liar.index,
                               instance.arm_count() - 1)};
    if (experiment.right.contains(liar))
      return Error{fmt::format(
          "arm {} is a right answer, against which the others lie: leave it out", liar.index)};
    if (std::find(options.liars.begin(), options.liars.begin() + static_cast<std::ptrdiff_t>(k),
                  liar) != options.liars.begin() + static_cast<std::ptrdiff_t>(k))
      return Error{fmt::format("arm {} is named twice among the liars", liar.index)};
  }
  return ok();
}

Result<AttackRow> attack(const Experiment& experiment, const LearnerChoice& learner,
                         std::int64_t budget, const AttackOptions& options, const Crew& crew) {
  if (auto possible = check_attack(experiment, options); !possible) return possible.error();
  if (auto possible = can_be_attacked(learner); !possible) return possible.error();
  Experiment truthful = experiment;  // without the file's reports
  truthful.longest_change = 0;
  truthful.profile = *make_profile("truthful", experiment.instance, {});
  auto game = truthful.game(learner, budget);
  if (!game) return game.error();
  const Traits& traits = find_learner(learner.name)->traits;
  AttackRow row{.learner = learner, .budget = budget};
  const auto changing = can_change(truthful, learner, budget, options);
  if (!changing)
    row.note =
        "reports that change from pull to pull were not searched: " + changing.error().sentence;
  AttackOptions spent = options;
  spent.search.hurried_runs =
      std::clamp<std::int64_t>(2'000'000 / budget, 1, options.search.hurried_runs);
  if (!options.as_asked) spent.search = affordable(spent.search, traits);
  Attack one(truthful, *std::move(game), traits, std::move(spent), crew);
  return one.run(std::move(row), static_cast<bool>(changing));
}

}  // namespace mesha
