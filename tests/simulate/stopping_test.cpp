// Learners that toss coins, that stop by themselves, and that do not stop at all.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "mesha/simulate/estimate.hpp"
#include "mesha/stats/binomial.hpp"
#include "mesha/strategies/truthful.hpp"
#include "support/toy_learners.hpp"

namespace mesha {
namespace {

using testing::EpsilonGreedy;
using testing::UntilACoinFalls;

Game game_of(AnyLearner learner, std::vector<double> means = {.5, .3, .2}, double sd = .4) {
  std::vector<TrueFeature> arms;
  arms.reserve(means.size());
  for (const double mean : means) arms.push_back({Vec{mean}});
  const Profile truthful(means.size(), AnyStrategy(Truthful()));
  return *best_arm_game(*Instance::make(std::move(arms), Vec{1.0}, GaussianNoise{sd}), truthful,
                        std::move(learner));
}

Estimate estimated(const Game& game, const Precision& precision) {
  return *estimate(game, precision, {.threads = 2});
}

// Coins that repeated themselves in every run would give each private seed a failure probability of
// its own. Ten comparisons with |z| < 4: a false alarm once in 1,600.
TEST(Coins, TheFailureProbabilityDoesNotDependOnThePrivateSeed) {
  constexpr std::int64_t trials = 20'000;
  std::vector<std::int64_t> failures;
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    const Estimate found =
        estimated(game_of(AnyLearner(EpsilonGreedy(3, 30, .3, seed))), {.trials = trials});
    failures.push_back(found.tally.failures);
  }
  for (std::size_t k = 0; k < failures.size(); ++k) {
    const std::int64_t next = failures[(k + 1) % failures.size()];
    EXPECT_LT(std::fabs(two_sample_z(failures[k], trials, next, trials)), 4) << "seed " << k;
  }
  EXPECT_NE(failures[0], failures[1]);  // but the coins are others
}

TEST(Coins, TheTallyIsTheSameForAnyNumberOfThreads) {
  const Game game = game_of(AnyLearner(EpsilonGreedy(3, 30, .3)));
  const Estimate one = *estimate(game, {.trials = 3000}, {.threads = 1});
  EXPECT_EQ(one.tally, estimate(game, {.trials = 3000}, {.threads = 3})->tally);
}

// Rounds until a coin of probability 1/4 falls: geometric, mean 4, variance 12; 3 pulls each.
TEST(Stopping, PullsAreThoseOfAGeometricLaw) {
  const Estimate found =
      estimated(game_of(AnyLearner(UntilACoinFalls(3, .25))), {.trials = 40'000});
  const PullsSpent& pulls = found.tally.pulls;
  EXPECT_EQ(pulls.runs(), 40'000);
  EXPECT_EQ(pulls.least(), 3);
  EXPECT_NEAR(pulls.mean(), 12, 4.5 * std::sqrt(9 * 12 / 40'000.0));
  EXPECT_NEAR(pulls.variance(), 9 * 12, 6);  // sd of it: about 1.5
  EXPECT_EQ(pulls.quantile(.5), 9);          // P(rounds <= 3) = .578, P(rounds <= 2) = .4375
  EXPECT_EQ(pulls.quantile(.9), 27);         // .9249 and .8999: rounds 9 and 8
  EXPECT_EQ(found.tally.unfinished, 0);
}

TEST(Stopping, TheCapEndsARunAsAFailure) {
  const Estimate found =
      estimated(game_of(AnyLearner(UntilACoinFalls(3, .25))), {.trials = 40'000, .cap = 12});
  const Tally& tally = found.tally;
  EXPECT_EQ(tally.pulls.most(), 12);
  const double beyond = std::pow(.75, 4);  // four rounds were not enough
  EXPECT_LT(std::fabs(binomial_z(tally.unfinished, tally.trials, beyond)), 4.5);
  EXPECT_GE(tally.failures, tally.unfinished);
  const Chances all = *chances(found);
  double sum = all.nobody.probability + all.unfinished.probability;
  for (const Chance& one : all.chosen) sum += one.probability;
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_NEAR(all.unfinished.probability, beyond, .02);
}

TEST(Stopping, ARunThatNeverEndsIsCutOffAndNamesItsLeader) {
  const Game game = game_of(AnyLearner(UntilACoinFalls(3, 0)));
  Runner<AnyLearner, AnyStrategy> runner(game.learner, game.instance, game.profile,
                                         {.cap = 10'000});
  const Answer& answer = runner.play({1, 1});
  ASSERT_TRUE(std::holds_alternative<Unfinished>(answer.outcome));
  EXPECT_EQ(std::get<Unfinished>(answer.outcome).leader, ArmId{0});
  EXPECT_FALSE(runner.stopped());
  EXPECT_LE(runner.spent(), 10'000);
  EXPECT_GT(runner.spent(), 9'990);
}

TEST(Stopping, AStopIsHeardWithinARun) {
  const Game game = game_of(AnyLearner(UntilACoinFalls(3, 0)));
  std::stop_source stop;
  const std::jthread later([&stop] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  const auto found = *estimate(game, {.trials = 10, .cap = 1'000'000'000'000},
                               {.threads = 2, .on_progress = {}, .stop = stop.get_token()});
  EXPECT_EQ(found.tally.trials, 0);  // the run that was cut off does not count
  EXPECT_FALSE(found.known());
}

TEST(Stopping, ABudgetNeedsNoCap) {
  const Estimate found =
      estimated(game_of(AnyLearner(EpsilonGreedy(3, 30, .3))), {.trials = 100, .cap = 5});
  EXPECT_EQ(found.tally.unfinished, 0);
  EXPECT_EQ(found.tally.pulls.least(), 30);
}

}  // namespace
}  // namespace mesha
