#include "mesha/catalog/theory_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mesha/base/cases.hpp"
#include "mesha/catalog/theory_parts.hpp"
#include "mesha/linalg/spanned.hpp"
#include "mesha/theory/accuracy.hpp"
#include "mesha/theory/rates.hpp"
#include "mesha/theory/schedule.hpp"

namespace mesha {

std::string_view name(TheoryGroup group) {
  return all_theory_groups[static_cast<std::size_t>(group)].name;
}

namespace theory_parts {

namespace {

double scale_of(const Noise& noise) {  // Section II-A: on [a, b], (b - a) / 2
  return std::visit(Cases{[](const GaussianNoise& one) { return one.sd; },
                          [](const UniformNoise& one) { return one.half_width; },
                          [](const BernoulliReward&) { return .5; }},
                    noise);
}

bool in_unit_interval(const Instance& instance) {
  const auto& means = instance.means();
  const auto within = [&](double reach) {
    return std::ranges::all_of(means, [reach](double m) { return m >= reach && m <= 1 - reach; });
  };
  if (const auto* one = std::get_if<UniformNoise>(&instance.noise()))
    return within(one->half_width);
  return std::holds_alternative<BernoulliReward>(instance.noise());
}

bool all_truthful(const Ground& g) {
  for (std::size_t i = 0; i < g.reports.size(); ++i) {
    if (g.reports[i].x != g.experiment.instance.feature(arm_at(i)).x) return false;
  }
  return g.constant;
}

bool all_short(const Ground& g) {
  constexpr double most = 1 + 1e-9;
  const Instance& instance = g.experiment.instance;
  bool all = norm(instance.theta()) <= most && g.longest <= most;
  for (std::size_t i = 0; i < instance.arm_count(); ++i)
    all = all && norm(instance.feature(arm_at(i)).x) <= most;
  return all;
}

bool spans(const Instance& instance) {
  std::vector<Vec> features;
  features.reserve(instance.arm_count());
  for (std::size_t i = 0; i < instance.arm_count(); ++i)
    features.push_back(instance.feature(arm_at(i)).x);
  return spanned(points_of(features)).rank() == instance.dimension();
}

Ground ground_of(const Experiment& e, LearnerChoice learner) {
  Ground g{.experiment = e, .learner = std::move(learner)};
  const Setting setting = e.setting(e.budgets.front());
  g.zeta = target_accuracy(setting, g.learner.options);
  g.gaps = theory::gaps_of(e.instance.means());
  g.noise = scale_of(e.instance.noise());
  const Profile profile = e.shown_to(g.learner);
  g.reports = first_reports(profile, e.instance);
  g.constant = constant_reports(profile);
  for (const Report& report : g.reports) g.longest = std::max(g.longest, norm(report.x));
  g.lambda = epoch_trigger(g.learner.name, setting, g.learner.options)->radii().lambda;
  g.norms = {all_short(g), "theta, features and reports are at most 1 long"};
  g.unit_lambda = {g.lambda == 1, "lambda is 1"};
  g.unit_noise = {g.noise <= 1, "noise is 1-sub-Gaussian"};
  g.half_noise = {g.noise <= .5, "noise is 1/2-sub-Gaussian"};
  g.own_delta = {!g.learner.options.contains("delta"), "delta is that of Algorithm 1, line 2"};
  g.truthful = {all_truthful(g), "all arms are truthful"};
  g.spanning = {spans(e.instance), "true features span all d dimensions"};
  g.unit_rewards = {in_unit_interval(e.instance), "rewards lie in [0, 1]"};
  return g;
}

// The arms that Theorem 6 does not count as a failure: Delta_i < zeta.
RightAnswers right_within(const Instance& instance, double zeta) {
  const double best = *std::ranges::max_element(instance.means());
  std::vector<ArmId> right;
  for (std::size_t i = 0; i < instance.arm_count(); ++i) {
    if (best - instance.mean(arm_at(i)) < zeta) right.push_back(arm_at(i));
  }
  return RightAnswers(std::move(right));
}

void add_games(const Ground& g, std::int64_t budget, std::vector<TheoryGame>& games) {
  const Experiment& e = g.experiment;
  const ArmId best = *e.instance.best_arm();
  games.push_back({Bounded::mesha, g.learner, budget, right_within(e.instance, g.zeta)});
  const TheoryGame others[] = {
      {Bounded::halving, {std::string(plain_halving), {}}, budget, best},
      {Bounded::designs, {std::string(by_designs), {}, true}, budget, best},
  };
  for (const TheoryGame& game : others) {
    if (e.make(game.learner, budget)) games.push_back(game);
  }
}

}  // namespace
}  // namespace theory_parts

Result<TheorySheet> theory_sheet(const Experiment& e) {
  using namespace theory_parts;  // NOLINT(google-build-using-namespace): its own parts
  if (e.instance.arm_count() < 2)
    return Error{"the paper's theory compares arms: it needs at least two"};
  if (const auto best = e.instance.best_arm(); !best)
    return best.error().with("the paper's theory speaks of a single best arm: " +
                             best.error().sentence);
  const auto in_file = std::ranges::find(e.learners, algorithm_1, &LearnerChoice::name);
  TheorySheet sheet{.learner = LearnerChoice{std::string(algorithm_1), {}}, .rounds = {}};
  sheet.in_file = in_file != e.learners.end();
  if (sheet.in_file) sheet.learner = *in_file;
  for (const std::int64_t budget : e.budgets) {
    if (auto made = e.make(sheet.learner, budget); !made)
      return made.error().with(
          fmt::format("{} at T = {}: {}", sheet.learner.name, budget, made.error().sentence));
  }
  const Ground ground = ground_of(e, sheet.learner);
  const auto rounds_of = [&](double zeta) {
    return theory::least_budget(ground.arms(), ground.dimension(), zeta);
  };
  sheet.zeta = ground.zeta;
  sheet.largest_gap = ground.gaps.back();
  sheet.rounds = {rounds_of(sheet.zeta), rounds_of(sheet.largest_gap), rounds_of(2)};
  add_instance(ground, sheet.rounds, sheet.values);
  std::vector<At> all;
  for (const std::int64_t budget : e.budgets) {
    const auto trigger =
        epoch_trigger(sheet.learner.name, e.setting(budget), sheet.learner.options);
    all.push_back(
        {ground, theory::mesha_sizes(ground.arms(), ground.dimension(), budget), trigger->radii()});
    add_games(ground, budget, sheet.games);
  }
  for (const auto add : {add_radii, add_widths, add_events, add_main_theorem, add_baselines}) {
    for (const At& at : all) add(at, sheet.values);
  }
  return sheet;
}

}  // namespace mesha
