#include "better_rules/measure.hpp"

#include <algorithm>
#include <mutex>

#include "better_rules/play.hpp"
#include "mesha/simulate/many_runs.hpp"

namespace mesha::bench {
namespace {

constexpr std::int64_t block = 50;  // runs that are played together

std::int64_t runs_of(const Case& c, double times) {
  const double work = static_cast<double>(c.budget) * (static_cast<double>(c.arms()) + 30);
  return static_cast<std::int64_t>(times * std::clamp(1.2e9 / work, 2'000.0, 200'000.0));
}

std::vector<Floors> floors_of(const std::vector<Rule>& rules, std::size_t arms, std::int64_t T) {
  std::vector<Floors> floors;
  for (const Rule& rule : rules) floors.push_back(floors_of(rule, arms, T));
  return floors;
}

void operator+=(Played& all, const Played& part) {
  all.runs += part.runs;
  all.floor += part.floor;
  for (std::size_t r = 0; r < part.rules.size(); ++r) {
    all.rules[r].failed += part.rules[r].failed;
    all.rules[r].only_it += part.rules[r].only_it;
    all.rules[r].only_default += part.rules[r].only_default;
  }
}

// One worker's memory.
class Block {
 public:
  Block(const Case& c, const std::vector<Rule>& rules)
      : case_(c), rules_(rules), floors_(floors_of(rules, c.arms(), c.budget)) {}

  Played play(std::uint64_t first) {
    Played part{.rules = std::vector<Count>(rules_.size())};
    for (std::uint64_t run = first; run < first + block; ++run) {
      const RunRandom random{seed, run};
      const Truth truth = truth_of(case_, random);
      rewards_.begin(truth.means, case_.sds, random);
      part.runs += 1;
      part.floor += truth.floor;
      bool default_failed = false;
      for (std::size_t r = 0; r < rules_.size(); ++r) {
        const bool failed =
            player_.play(rules_[r], floors_[r], case_.budget, rewards_) != truth.best;
        if (r == 0) default_failed = failed;
        part.rules[r].failed += failed ? 1 : 0;
        part.rules[r].only_it += failed && !default_failed ? 1 : 0;
        part.rules[r].only_default += !failed && default_failed ? 1 : 0;
      }
    }
    return part;
  }

 private:
  const Case& case_;
  const std::vector<Rule>& rules_;
  std::vector<Floors> floors_;
  Rewards rewards_;
  Player player_;
};

// Chances of heads: the middle one of 2 prior - 1 uniform numbers.
std::vector<double> draw_coins(const CoinGame& game, const RunRandom& random) {
  std::vector<double> coins, uniform(static_cast<std::size_t>(2 * game.prior - 1));
  for (std::uint32_t i = 0; i < game.arms; ++i) {
    for (std::size_t k = 0; k < uniform.size(); ++k)
      uniform[k] = random.uniform(Stream::instances, i, k);
    const auto middle = uniform.begin() + game.prior - 1;
    std::ranges::nth_element(uniform, middle);
    coins.push_back(*middle);
  }
  return coins;
}

}  // namespace

Played measure(const Case& c, const std::vector<Rule>& rules, double times) {
  Played all{.rules = std::vector<Count>(rules.size())};
  std::mutex guard;
  work_through(std::max<std::int64_t>(1, runs_of(c, times) / block), {.threads = 2}, [&]() {
    return [&, worker = Block(c, rules)](std::int64_t number) mutable {
      const Played part = worker.play(static_cast<std::uint64_t>(number * block));
      const std::scoped_lock lock(guard);
      all += part;
    };
  });
  return all;
}

std::vector<Reached> measure(const CoinGame& game, CoinOptimum& optimum,
                             const std::vector<Rule>& rules, std::int64_t runs) {
  std::vector<Reached> all(rules.size());
  const std::vector<Floors> floors = floors_of(rules, game.arms, game.pulls);
  Rewards rewards;
  Player player;
  Seen seen(2 * game.arms);
  for (std::int64_t run = 0; run < runs; ++run) {
    const RunRandom random{seed, static_cast<std::uint64_t>(run)};
    rewards.begin_coins(draw_coins(game, random), random);
    double of_default = 0;
    for (std::size_t r = 0; r < rules.size(); ++r) {
      const std::size_t named = player.play(rules[r], floors[r], game.pulls, rewards);
      for (std::size_t i = 0; i < game.arms; ++i) {
        seen[2 * i] = static_cast<int>(std::lround(player.sums()[i]));
        seen[2 * i + 1] = static_cast<int>(std::lround(player.pulls()[i])) - seen[2 * i];
      }
      const double chance = optimum.chances(seen)[named];
      if (r == 0) of_default = chance;
      all[r].chance.add(chance);
      all[r].gain.add(chance - of_default);
    }
  }
  return all;
}

}  // namespace mesha::bench
