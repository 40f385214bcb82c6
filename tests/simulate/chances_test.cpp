// Who is chosen: every method that knows it says the same.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "mesha/catalog/learners.hpp"
#include "mesha/catalog/strategies.hpp"
#include "mesha/simulate/compare.hpp"
#include "mesha/simulate/kernel/kernel.hpp"
#include "mesha/stats/binomial.hpp"
#include "support/random_games.hpp"
#include "support/toy_learners.hpp"

namespace mesha {
namespace {

using testing::Dice;

Game random_game(Dice& dice, std::string_view learner, int arms, std::int64_t budget) {
  Instance instance = testing::random_instance(dice, arms, 3, .4, true);
  std::vector<Report> said;
  for (int i = 0; i < arms; ++i) said.push_back({dice.in_unit_ball(3)});
  auto made = make_learner(learner, setting_of(instance, budget), {});
  return *best_arm_game(std::move(instance), fixed_profile(said), *std::move(made));
}

Estimate found_by(const Game& game, Method method, std::int64_t trials) {
  return *estimate(game, {.method = method, .trials = trials, .chosen = true}, {.threads = 2});
}

double sum_of(const Chances& all) {
  double sum = all.nobody.probability + all.unfinished.probability;
  for (const Chance& one : all.chosen) sum += one.probability;
  return sum;
}

// The counts of `general` against the probabilities of another method, if it is exact, or its
// counts on other runs. |z| < 4.5: a false alarm once in 150,000.
void expect_same(const Estimate& general, const Estimate& other, std::string_view what) {
  const Chances here = *chances(general);
  const Chances there = *chances(other);
  EXPECT_NEAR(sum_of(here), 1, 1e-12) << what;
  EXPECT_NEAR(sum_of(there), 1, 1e-12) << what;
  ASSERT_EQ(here.chosen.size(), there.chosen.size());
  const Tally& tally = general.tally;
  for (std::size_t i = 0; i < here.chosen.size(); ++i) {
    const double p = there.chosen[i].probability;
    if (other.has_counts()) {
      EXPECT_LT(std::fabs(two_sample_z(tally.named[i], tally.trials, other.tally.named[i],
                                       other.tally.trials)),
                4.5)
          << what << ", arm " << i;
    } else if (p > 1e-9 && p < 1 - 1e-9) {
      EXPECT_LT(std::fabs(binomial_z(tally.named[i], tally.trials, p)), 4.5)
          << what << ", arm " << i;
    }
    EXPECT_LE(there.chosen[i].interval.low, p);
    EXPECT_GE(there.chosen[i].interval.high, p);
  }
}

TEST(Chances, AllMethodsAgreeForEveryLearnerThatStatesAffineFacts) {
  Dice dice(11);
  int learners = 0;
  for (const LearnerEntry& entry : all_learners()) {
    if (!random_game(dice, entry.name, 4, 400).learner.affine()) continue;
    ++learners;
    for (const int arms : {3, 4, 7}) {
      const Game game = random_game(dice, entry.name, arms, 400);
      const Estimate general = found_by(game, Method::general, 20'000);
      Estimate kernel = *estimate(game, {.method = Method::kernel, .seed = 2, .trials = 100'000});
      expect_same(general, kernel, entry.name);
      if (game.learner.affine()->cumulative) continue;
      expect_same(general, found_by(game, Method::exact, 1), entry.name);
    }
  }
  EXPECT_GE(learners, 4);
}

TEST(Chances, TheCountsSumToTheTrials) {
  Dice dice(12);
  for (const LearnerEntry& entry : all_learners()) {
    const Game game = random_game(dice, entry.name, 4, 400);
    const Tally tally = found_by(game, Method::general, 500).tally;
    EXPECT_EQ(std::accumulate(tally.named.begin(), tally.named.end(), std::int64_t{0}) +
                  tally.nobody_left + tally.unfinished,
              500);
  }
}

TEST(Chances, ExactKeepsThemOnlyIfAsked) {
  Dice dice(13);
  const Game game = random_game(dice, "sequential_halving", 4, 60);
  const Estimate alone = *estimate(game, {.method = Method::exact});
  EXPECT_FALSE(chances(alone).has_value());
  const Estimate both = found_by(game, Method::exact, 1);
  EXPECT_EQ(alone.failure, both.failure);
  EXPECT_TRUE(chances(both).has_value());
}

TEST(Chances, RareKnowsOnlyTheFailure) {
  Dice dice(14);
  EXPECT_FALSE(chances(found_by(random_game(dice, "sequential_halving", 4, 60), Method::rare, 1000))
                   .has_value());
}

// --- who was named, run by run -------------------------------------------------------------------

std::vector<std::int32_t> named_by(const Game& game, Method method, std::int64_t runs) {
  std::vector<std::int32_t> all(static_cast<std::size_t>(runs), -9);
  const NamedSink sink = [&](std::uint64_t first, std::span<const std::int32_t> some) {
    for (std::size_t k = 0; k < some.size(); ++k) all[first - 5 + k] = some[k];
  };
  const RunRange range{.seed = 3, .first = 5, .count = runs};
  if (method == Method::kernel) {
    const KernelPlan plan(*affine_problem(game));
    kernel_runs(plan, range, {.threads = 2}, nullptr, sink);
  } else {
    many_runs(game.learner, game.instance, std::span<const AnyStrategy>(game.profile), game.right,
              range, {.threads = 2}, {}, sink);
  }
  return all;
}

TEST(NamedSink, IsToldEveryRunByKernelAndGeneralAlike) {
  Dice dice(15);
  for (const char* learner : {"mesha", "successive_rejects"}) {
    const Game game = random_game(dice, learner, 6, 240);
    const auto kernel = named_by(game, Method::kernel, 9001);
    const auto general = named_by(game, Method::general, 9001);
    EXPECT_EQ(kernel, general) << learner;
    const Tally tally =
        many_runs(game.learner, game.instance, std::span<const AnyStrategy>(game.profile),
                  game.right, {.seed = 3, .first = 5, .count = 9001});
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_EQ(std::ranges::count(general, static_cast<std::int32_t>(i)), tally.named[i]);
    }
    EXPECT_EQ(std::ranges::count(general, named_nobody), tally.nobody_left);
  }
}

// --- comparisons ---------------------------------------------------------------------------------

// The same game, but that arm 1 reports something else.
Game with_another_report(Game game, double scale) {
  std::vector<Report> said = first_reports(game.profile, game.instance);
  said[1].x = scaled(said[1].x, scale);
  game.profile = fixed_profile(said);
  return game;
}

TEST(Compare, AGameDoesNotDifferFromItself) {
  Dice dice(16);
  const Game game = random_game(dice, "mesha", 5, 200);
  const auto found = *compare(game, game, {.trials = 20'000}, {.threads = 2});
  EXPECT_EQ(found.difference, 0);
  EXPECT_EQ(found.failures.only_first + found.failures.only_second, 0);
  EXPECT_EQ(found.first, found.second);
  EXPECT_TRUE(std::isinf(found.variance_ratio));
}

TEST(Compare, CoversTheExactDifferenceInAFractionOfTheRuns) {
  Dice dice(17);
  for (int k = 0; k < 10; ++k) {  // fixed seeds: all ten cover, as 60% of such lists would
    const Game game = random_game(dice, "mesha", 5, 200);
    const Game other = with_another_report(game, .97);
    const double truth = estimate(game, {.method = Method::exact})->failure -
                         estimate(other, {.method = Method::exact})->failure;
    const auto found = *compare(game, other, {.seed = 4, .trials = 50'000}, {.threads = 2});
    const double sd = (found.interval.high - found.interval.low) / 2 / 1.96;
    EXPECT_LT(std::fabs(found.difference - truth), 4.5 * sd) << k;
    EXPECT_GT(found.variance_ratio, 2) << k;
  }
}

TEST(Compare, CountsWhatTheTalliesCount) {
  Dice dice(18);
  const Game game = random_game(dice, "sequential_halving", 5, 100);
  const Game other = random_game(dice, "od_linbai", 5, 100);
  const auto found = *compare(game, other, {.trials = 5000}, {.threads = 2});
  EXPECT_EQ(found.failures.trials, 5000);
  EXPECT_EQ(found.failures.both + found.failures.only_first, found.first.failures);
  EXPECT_EQ(found.failures.both + found.failures.only_second, found.second.failures);
  // The very runs that an estimate plays.
  EXPECT_EQ(found.second, estimate(other, {.method = Method::general, .trials = 5000})->tally);
}

// A learner whose schedule depends on scores goes another way after the first difference; only
// noise that belongs to an arm and its pull number is still the same then.
TEST(Compare, PairsAdaptiveLearnersByArmAndPull) {
  Dice dice(19);
  for (const char* learner : {"lin_ucb", "opt_gtm"}) {
    const Game game = random_game(dice, learner, 4, 300);
    const Game other = with_another_report(game, .99);
    const auto found = *compare(game, other, {.trials = 4000}, {.threads = 2});
    EXPECT_GT(found.variance_ratio, 5) << learner;
    EXPECT_EQ(found.first, estimate(game, {.trials = 4000, .draw = Draw::every_pull})->tally);
  }
}

TEST(Compare, RefusesWhatItCannotPair) {
  Dice dice(20);
  const Game game = random_game(dice, "mesha", 4, 100);
  for (const Precision& how : {Precision{.method = Method::exact},
                               Precision{.method = Method::rare}, Precision{.half_width = .01}}) {
    const auto found = compare(game, game, how);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().kind, ErrorKind::unsupported);
  }
}

TEST(EstimateEach, EqualsTheEstimatesOneByOne) {
  Dice dice(21);
  std::vector<Game> games;
  for (int k = 0; k < 12; ++k) games.push_back(random_game(dice, "mesha", 5, 100));
  const Precision how{.trials = 2000, .by_number = true};
  std::int64_t last = 0;
  const auto found = estimate_each(
      games, how, {.threads = 3, .on_progress = [&](const Progress& now) { last = now.done; }});
  EXPECT_EQ(last, 12);
  ASSERT_EQ(found.size(), games.size());
  for (std::size_t k = 0; k < games.size(); ++k)
    EXPECT_EQ(found[k]->tally, estimate(games[k], how)->tally);
}

TEST(EstimateEach, SaysWhatWasNotPlayed) {
  Dice dice(22);
  std::stop_source stop;
  stop.request_stop();
  const auto found = estimate_each({random_game(dice, "mesha", 5, 100)}, {.trials = 100},
                                   {.threads = 1, .on_progress = {}, .stop = stop.get_token()});
  ASSERT_FALSE(found.front());
  EXPECT_EQ(found.front().error().kind, ErrorKind::unavailable);
}

}  // namespace
}  // namespace mesha
