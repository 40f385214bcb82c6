// One run of MESHA drawn epoch by epoch: run 0 of the seed, watched while it is simulated.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "mesha/paper/figures.hpp"
#include "mesha/paper/instances.hpp"
#include "mesha/simulate/runner.hpp"

namespace mesha::paper {
namespace {

struct Estimated {
  int arm = 0;
  double mu_hat = 0;
  bool stays = false;
};

struct DrawnEpoch {
  std::int64_t pulls = 0;  // per arm
  std::vector<Estimated> arms;
};

struct Run {
  std::vector<DrawnEpoch> epochs;
  int named = -1;
};

bool has_left(const std::vector<Departure>& departures, ArmId arm) {
  return std::ranges::find(departures, arm, &Departure::arm) != departures.end();
}

Run real_run(const Game& game, std::uint64_t seed) {
  const AffineFacts facts = *game.learner.affine();
  Runner<AnyLearner, AnyStrategy> runner(game.learner, game.instance, game.profile);
  Run run;
  const auto watch = [&](std::span<const Evidence> batch, const AnyLearner& learner) {
    DrawnEpoch epoch{.pulls = batch.front().pulls, .arms = {}};
    for (const Evidence& one : batch) {
      const double mu_hat = facts.rule(one.report, one.pulls).scale * one.reward_sum;
      epoch.arms.push_back({one.arm.index, mu_hat, !has_left(learner.departures(), one.arm)});
    }
    run.epochs.push_back(std::move(epoch));
  };
  if (const auto named = identified(runner.play({seed, 0}, watch))) run.named = named->index;
  return run;
}

constexpr double row = 26, bar_height = 16, heading = 84;
constexpr std::string_view stays_colour = "#2f7ed8", leaves_colour = "#8c6d4f";

double scale_of(const Run& run) {
  double most = 0;
  for (const DrawnEpoch& epoch : run.epochs) {
    for (const Estimated& one : epoch.arms) most = std::max(most, one.mu_hat);
  }
  return most;
}

// One epoch as a panel of bars; arms keep their row all through the run.
void add_epoch(Drawing& into, const DrawnEpoch& epoch, std::size_t number, Place corner,
               double width, double most) {
  into.add(Label{
      {corner.x, corner.y - 12},
      fmt::format("epoch {}: {} arms, {} pulls each", number + 1, epoch.arms.size(), epoch.pulls),
      Ink::name});
  double cut = most;
  for (const Estimated& one : epoch.arms) {
    if (one.stays) cut = std::min(cut, one.mu_hat);
  }
  const double room = width - 46;  // the number stands behind the bar
  const double x = corner.x + cut / most * room;
  into.add(Stroke{{{x, corner.y - 5}, {x, corner.y + row * 8 - 6}}, fixed("#d1453b"), 1.2, true});
  for (const Estimated& one : epoch.arms) {
    const double y = corner.y + row * one.arm;
    const double length = std::max(0.0, one.mu_hat / most * room);
    into.add(Box{
        {corner.x, y},
        length,
        bar_height,
        fixed(one.stays ? stays_colour : leaves_colour),
        one.stays ? 1 : 0.45,
        fmt::format("arm {}: {:.3f}, {}", one.arm, one.mu_hat, one.stays ? "stays" : "leaves")});
    into.add(Label{{corner.x + length + 5, y + 12.5}, fmt::format("{:.3f}", one.mu_hat)});
  }
}

void add_arm_names(Drawing& into, Place corner, const Game& game) {
  const std::vector<Report> reports = first_reports(game.profile, game.instance);
  for (std::size_t i = 0; i < reports.size(); ++i) {
    into.add(Label{{corner.x, corner.y + row * static_cast<double>(i) + 12.5},
                   fmt::format("arm {}  ({:.2f}, |x| {:.2f})", i, game.instance.mean(arm_at(i)),
                               norm(reports[i].x)),
                   Ink::name});
  }
}

void add_heading(Drawing& into, const Study& study, std::int64_t value, const Run& run) {
  into.add(Label{
      {12, 26}, fmt::format("MESHA, one run at {} = {}", study.parameter, value), Ink::title});
  const std::string outcome =
      run.named < 0 ? "nobody is left" : fmt::format("arm {} is named", run.named);
  into.add(Label{{12, 46}, "uniform pulls, ridge, grim trigger, best half; " + outcome});
}

}  // namespace

Drawing pipeline(const Study& study, std::int64_t value, std::uint64_t seed, bool narrow) {
  const Reading& reading = study.columns.front().readings.front();
  const auto game = game_of(study, reading, value, seed, 0);
  expects(static_cast<bool>(game), "reading the study has made every game once");
  const Run run = real_run(*game, seed);
  const double most = scale_of(run);
  const auto arms = static_cast<double>(game->instance.arm_count());
  const auto epochs = static_cast<double>(run.epochs.size());
  const double names = 150;
  const double panel = narrow ? 380 - names - 24 : (900 - names - 24) / epochs;
  const double tall = row * arms + 40;
  Drawing drawing{.width = narrow ? 380.0 : 900.0,
                  .height = narrow ? heading + tall * epochs : heading + tall - 20,
                  .title = "One run of MESHA, epoch by epoch"};
  add_heading(drawing, study, value, run);
  for (std::size_t r = 0; r < run.epochs.size(); ++r) {
    const auto number = static_cast<double>(r);
    const Place corner = narrow ? Place{12 + names, heading + tall * number}
                                : Place{12 + names + panel * number, heading};
    if (narrow || r == 0) add_arm_names(drawing, {12, corner.y}, *game);
    add_epoch(drawing, run.epochs[r], r, corner, panel - 8, most);
  }
  return drawing;
}

}  // namespace mesha::paper
