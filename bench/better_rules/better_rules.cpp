// Is there a better rule than adaptive_halving? Plays it with one thing changed at a time, on the
// same rewards, and prints by how much E moves (docs/frontier_rules.md).
//   bench_better_rules [--check-only | RUNS [TEXT]]
// RUNS: times as many runs as usual (1); TEXT: only rules whose name has it.
// Before anything is printed its own program of the rule must name the library's arm run by run.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "better_rules/measure.hpp"
#include "better_rules/play.hpp"
#include "frame/ways.hpp"
#include "mesha/learners/adaptive_halving.hpp"

namespace {

using namespace mesha;
using namespace mesha::bench;

void check_against_library(const Case& c, std::int64_t runs) {
  if (c.drawn > 0) return;
  const Instance instance = instance_of(c);
  const std::vector<Fixed> silent(c.arms(), Fixed(Report{{0, 0}}));
  const auto learner =
      value_of(AdaptiveHalving::make({.arms = static_cast<int>(c.arms()), .budget = c.budget}));
  const Rule rule;
  const Floors floors = floors_of(rule, c.arms(), c.budget);
  Rewards rewards;
  Player player;
  const auto compare = [&](std::uint64_t run, std::span<const std::int32_t> named) {
    rewards.begin(c.means, c.sds, {seed, run});
    if (player.play(rule, floors, c.budget, rewards) != static_cast<std::size_t>(named[0]))
      give_up(fmt::format("{}, run {}: not the arm that adaptive_halving names", c.name, run));
  };
  many_runs(learner, instance, std::span<const Fixed>(silent), ArmId{0},
            {.seed = seed, .count = runs}, {}, {}, compare);
}

struct Mean {
  double gain = 0, error = 0;
};

Mean mean_gain(const std::vector<Case>& cases, const std::vector<Played>& played, Part part,
               std::size_t rule) {
  double sum = 0, squares = 0, number = 0;
  for (std::size_t c = 0; c < cases.size(); ++c) {
    if (cases[c].part != part) continue;
    sum += played[c].gain(rule);
    squares += played[c].error(rule) * played[c].error(rule);
    number += 1;
  }
  return {sum / number, std::sqrt(squares) / number};
}

void print_cases(const std::vector<Case>& cases, const std::vector<Played>& played) {
  fmt::print("{:4} {:12} {:9} {:>4} {:>5} {:>7} {:>7} {:>7} {:>6}\n", "", "instance", "", "K", "T",
             "runs", "z*", "fails", "E");
  for (std::size_t c = 0; c < cases.size(); ++c) {
    const char* part = cases[c].part == Part::tuning ? "tuning" : "held out";
    fmt::print("{:>4} {:12} {:9} {:>4} {:>5} {:>7} {:>7.3f} {:>7.4f} {:>6.3f}\n", c + 1,
               cases[c].name, part, cases[c].arms(), cases[c].budget, played[c].runs,
               played[c].z_star(), played[c].failure(0), played[c].E(0));
  }
}

void print_rules(const std::vector<Case>& cases, const std::vector<Played>& played,
                 const std::vector<Rule>& rules) {
  fmt::print("\n1000 times what a rule adds to E; * where its paired |z| > 3\n");
  fmt::print("{:27} {:>13} {:>13} |", "", "tuning", "held out");
  for (std::size_t c = 0; c < cases.size(); ++c) fmt::print(" {:>5} ", c + 1);
  fmt::print("\n");
  for (std::size_t r = 1; r < rules.size(); ++r) {
    const Mean tuning = mean_gain(cases, played, Part::tuning, r);
    const Mean held_out = mean_gain(cases, played, Part::held_out, r);
    fmt::print("{:27} {:>+6.1f} +- {:>3.1f} {:>+6.1f} +- {:>3.1f} |", rules[r].name,
               1000 * tuning.gain, 1000 * tuning.error, 1000 * held_out.gain,
               1000 * held_out.error);
    for (const Played& p : played)
      fmt::print(" {:>+5.0f}{}", 1000 * p.gain(r), std::abs(p.rules[r].z()) > 3 ? '*' : ' ');
    fmt::print("\n");
  }
}

void compare(const char* title, const std::vector<Case>& cases, const std::vector<Rule>& rules,
             double times) {
  std::vector<Played> played;
  for (const Case& c : cases) played.push_back(measure(c, rules, times));
  fmt::print("{}\n", title);
  print_cases(cases, played);
  print_rules(cases, played, rules);
}

void compare_with_optimum(const std::vector<Rule>& rules, double times) {
  const std::vector<CoinGame> games = {{3, 30, 4}, {3, 60, 8}, {4, 28, 4}};
  const auto runs = static_cast<std::int64_t>(times * 400'000) + 2;
  fmt::print(
      "\nP(the best coin is named), chances of heads from Beta(a, a); 10000 times what rules "
      "add\n");
  std::vector<std::vector<Reached>> reached;
  for (const CoinGame& game : games) {
    CoinOptimum optimum(game);
    reached.push_back(measure(game, optimum, rules, runs));
    const Sum& of_default = reached.back()[0].chance;
    fmt::print("  K {} T {} a {}: at most {:.4f}, {} {:.4f} +- {:.4f}\n", game.arms, game.pulls,
               game.prior, optimum.value(), rules[0].name, of_default.mean(runs),
               of_default.error(runs));
  }
  for (std::size_t r = 1; r < rules.size(); ++r) {
    fmt::print("{:27}", rules[r].name);
    for (const auto& of_game : reached)
      fmt::print("  {:>+6.1f} +- {:>3.1f}", 1e4 * of_game[r].gain.mean(runs),
                 1e4 * of_game[r].gain.error(runs));
    fmt::print("\n");
  }
}

// Two coins, two pulls, nothing known of the chances: 2/3, by hand.
void check_optimum() {
  if (std::abs(CoinOptimum({2, 2, 1}).value() - 2.0 / 3) > 1e-4)
    give_up("dynamic programming does not give 2/3 for two coins and two pulls");
}

}  // namespace

int main(int argc, char** argv) {
  const bool check_only = argc == 2 && std::string_view(argv[1]) == "--check-only";
  const std::vector<Case> cases = equal_noise();
  for (const Case& c : cases) check_against_library(c, check_only ? 40 : 400);
  check_optimum();
  if (check_only) return 0;
  const double times = argc > 1 ? std::atof(argv[1]) : 1;
  if (!(times > 0)) give_up("RUNS must be a positive number");
  std::vector<Rule> rules = all_rules();
  if (argc > 2) {
    const auto others = std::ranges::remove_if(
        rules.begin() + 1, rules.end(),
        [&](const Rule& rule) { return rule.name.find(argv[2]) == std::string::npos; });
    rules.erase(others.begin(), others.end());
  }
  compare("Equal noise", cases, rules, times);
  compare("\nUnequal noise: the gap counts against the sum of two sds", unequal_noise(), rules,
          times);
  compare_with_optimum(rules, times);
}
