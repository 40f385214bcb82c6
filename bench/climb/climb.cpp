// Which optimiser should climb for a search over lies? Every one starts where a race would have
// left it, gets the same number of evaluations, and what it found is counted again on fresh runs.
//   bench_climb [--check-only]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "climb/climbers.hpp"
#include "frame/ways.hpp"
#include "mesha/catalog/lies.hpp"
#include "mesha/games/payoff.hpp"
#include "mesha/simulate/many_runs.hpp"

namespace {

using namespace mesha;
using namespace mesha::bench;

struct Hill {  // a space of lies in one game
  std::string name;
  Payoff payoff;
  ReportSpace space;

  double height(const Vec& at, const Sample& sample) const {
    return payoff(with_lies(payoff.game().profile, space, at), sample);
  }
};

struct HillName {
  std::string_view file, learner;
  std::int64_t budget;
  std::string_view family;  // how its name begins
  std::vector<int> liars;   // one: its best response; several: they push the best arm out
};

Hill hill_of(const HillName& name) {
  const Experiment file =
      value_of(load_experiment(testing::in_checkout(fmt::format("examples/{}.toml", name.file))));
  const Instance& instance = file.instance;
  const auto learner =
      value_of(make_learner(std::string(name.learner), setting_of(instance, name.budget), {}));
  const Game game =
      value_of(best_arm_game(instance, value_of(make_profile("truthful", instance, {})), learner));
  std::vector<ArmId> liars;
  for (const int arm : name.liars) liars.push_back(ArmId{arm});
  const bool alone = liars.size() == 1;
  const LieOptions scope{.only_length = find_learner(name.learner)->traits.reads_only_length};
  const auto families =
      alone ? lies_of(instance, liars[0], scope) : lies_of(instance, liars, ArmId{0}, scope);
  const auto family = std::ranges::find_if(
      families, [&](const LieFamily& one) { return one.space.name.starts_with(name.family); });
  if (family == families.end()) give_up(fmt::format("no family is called {}", name.family));
  return {fmt::format("{} {}: {}", name.learner, name.file, name.family),
          Payoff(game, alone ? put_first(liars[0]) : push_out_the_best(game)), family->space};
}

std::vector<Hill> hills(bool few) {
  std::vector<HillName> names = {
      {"vary_T", "od_linbai", 200, "vectors", {1, 2}},
      {"vary_T", "od_linbai_gtc", 200, "vectors", {1, 2, 3, 4, 5, 6, 7}},
      {"vary_T", "gse", 200, "vectors", {1, 2, 3}},
      {"vary_T", "mesha", 200, "lengths", {1, 2, 3, 4, 5, 6, 7}},
      {"example2", "od_linbai", 300, "rank 1", {1, 2}},
  };
  if (few) names.resize(1);
  std::vector<Hill> all;
  for (const HillName& name : names) all.push_back(hill_of(name));
  return all;
}

constexpr std::int64_t climb_runs = 1'500;  // as the search has it

// The best of as many random points as a search has, on few runs: where a race leaves a climb.
Summit start_on(const Hill& hill, std::uint64_t seed) {
  constexpr int field = 60;
  Summit best{.at = {}, .value = -1};
  for (std::uint64_t k = 0; k < field; ++k) {
    const RunRandom dice{seed, k};
    Vec at(hill.space.size());
    for (std::size_t p = 0; p < at.size(); ++p) at[p] = dice.uniform(Stream::instances, 0, p);
    const double value = hill.height(at, {seed, 500});
    if (value > best.value) best = {.at = at, .value = value};
  }
  best.value = hill.height(best.at, {seed, climb_runs});
  return best;
}

struct Found {                   // by one climber from one start
  double before = 0, after = 0;  // both on fresh runs
};

Found climb_once(const Hill& hill, const Climber& climber, std::uint64_t seed,
                 std::int64_t evaluations, std::int64_t fresh_runs) {
  const Summit start = start_on(hill, seed);
  const auto height = [&](const Vec& at) { return hill.height(at, {seed, climb_runs}); };
  const Summit top = climber.climb(height, start, evaluations);
  if (top.evaluations > evaluations) give_up(climber.name + " asked more often than it may");
  if (top.value < start.value) give_up(climber.name + " lost the point it began at");
  if (top.value > start.value && height(top.at) != top.value)
    give_up(climber.name + " reports a height that its point does not have");
  const Sample fresh{seed + 1'000'000, fresh_runs};
  return {hill.height(start.at, fresh), hill.height(top.at, fresh)};
}

struct Score {
  double rise = 0;       // mean of after - before
  double error = 0;      // its standard error over starts
  double near_best = 0;  // share of starts where no climber got .01 further
};

using Table = std::vector<std::vector<Found>>;  // climber, start

std::vector<Score> scores_of(const Table& found) {
  std::vector<Score> scores;
  const auto starts = static_cast<double>(found.front().size());
  for (const auto& mine : found) {
    Score score;
    double squares = 0;
    for (std::size_t s = 0; s < mine.size(); ++s) {
      const double rise = mine[s].after - mine[s].before;
      score.rise += rise / starts;
      squares += rise * rise / starts;
      double best = 0;
      for (const auto& other : found) best = std::max(best, other[s].after);
      if (mine[s].after >= best - .01) score.near_best += 1 / starts;
    }
    score.error = std::sqrt(std::max(squares - score.rise * score.rise, 0.0) / starts);
    scores.push_back(score);
  }
  return scores;
}

Table climb_all(const std::vector<Hill>& all, const std::vector<Climber>& climbers, int seeds,
                std::int64_t evaluations, std::int64_t fresh_runs) {
  const std::size_t starts = all.size() * static_cast<std::size_t>(seeds);
  Table found(climbers.size(), std::vector<Found>(starts));
  work_through(static_cast<std::int64_t>(starts), {.threads = 2}, [&]() {
    return [&](std::int64_t number) {
      const auto s = static_cast<std::size_t>(number);
      const auto seed = 1 + static_cast<std::uint64_t>(s / all.size());
      for (std::size_t c = 0; c < climbers.size(); ++c)
        found[c][s] = climb_once(all[s % all.size()], climbers[c], seed, evaluations, fresh_runs);
    };
  });
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  const bool quick = argc == 2 && std::string_view(argv[1]) == "--check-only";
  std::vector<Climber> climbers = nlopt_climbers();
  std::ranges::move(pagmo_climbers(), std::back_inserter(climbers));
  const std::vector<Hill> all = hills(quick);
  if (quick) {
    climb_all(all, climbers, 1, 12, 500);
    return 0;
  }
  constexpr int seeds = 6;
  const std::vector<std::int64_t> budgets = {60, 240};
  std::vector<std::vector<Score>> scores;
  for (const std::int64_t evaluations : budgets)
    scores.push_back(scores_of(climb_all(all, climbers, seeds, evaluations, 10'000)));
  fmt::print("{} kinds of lies, {} starts in each\n{:22}", all.size(), seeds, "evaluations:");
  for (const std::int64_t evaluations : budgets) fmt::print(" {:>23}", evaluations);
  fmt::print("\n{:22}", "");
  for (std::size_t b = 0; b < budgets.size(); ++b) fmt::print(" {:>14} {:>8}", "rise", "near best");
  fmt::print("\n");
  for (std::size_t c = 0; c < climbers.size(); ++c) {
    fmt::print("{:22}", climbers[c].name);
    for (const auto& at_budget : scores)
      fmt::print("  {:.3f} +- {:.3f} {:>8.0f}%", at_budget[c].rise, at_budget[c].error,
                 100 * at_budget[c].near_best);
    fmt::print("\n");
  }
}
