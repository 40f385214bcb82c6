// How many OptGTM trials per core-second does `general` run on Experiment 1 (K = 8, d = 3, T =
// 800)? A trial is 800 rounds, each of them a plan, a draw and an update. numpy_rounds.py answers
// the same question for a NumPy program that goes round by round; bench/run compares them.
//
// Before anything is timed every way of playing must agree with an independent program.
#include "mesha/learners/opt_gtm.hpp"

#include "frame/ways.hpp"
#include "mesha/stats/binomial.hpp"

namespace {

using namespace mesha;
using namespace mesha::bench;

double from_independent_program(const Tally& tally) {
  constexpr std::int64_t trials = 20'000;
  constexpr std::int64_t failures = 680;  // .034
  return two_sample_z(tally.failures, tally.trials, failures, trials);
}

OptGtm typed() {
  const Instance& instance = experiment().instance;
  return value_of(OptGtm::make({.arms = static_cast<int>(instance.arm_count()),
                                .dimension = static_cast<int>(instance.dimension()),
                                .budget = T}));
}

std::vector<Way> ways() {
  constexpr auto sums = Draw::sums_where_possible;
  const auto z = from_independent_program;
  const Game game = game_of("opt_gtm");
  return {
      {"opt_gtm", z, 20'000, 512, player(game, sums)},
      {"opt_gtm/typed", z, 20'000, 512, player(typed(), typed_profile(), sums)},
      {"opt_gtm/every_pull", z, 20'000, 512, player(game, Draw::every_pull)},
  };
}

}  // namespace

int main(int argc, char** argv) { return check_and_time(ways(), argc, argv); }
