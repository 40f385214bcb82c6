// Theorem 4 (docs/theory.md) on every learner of the catalog that is told neither theta nor true
// features, on arms of which all but one are tied, or nearly so. Whatever is reported, it is the
// same in all worlds, and they differ by which arm is the best one: the mean failure over the
// worlds has a least value, for learners that read reports, too.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "mesha/catalog/learners.hpp"
#include "mesha/catalog/strategies.hpp"
#include "mesha/simulate/estimate.hpp"
#include "mesha/stats/binomial.hpp"
#include "mesha/stats/normal_law.hpp"
#include "mesha/theory/limit.hpp"
#include "mesha/theory/rivals.hpp"
#include "support/random_games.hpp"

namespace mesha {
namespace {

struct Contest {
  std::string name;
  std::vector<double> means;  // in descending order
  double sd;
  std::int64_t budget;
};

const Contest contests[] = {
    {"three tied arms", {.8, .5, .5}, .6, 30},
    {"three tied arms and two worse", {.8, .5, .5, .1, .05}, .6, 40},
    {"eight tied arms", {1, .5, .5, .5, .5, .5, .5, .5}, 1, 80},
    {"twelve tied arms", {1, .5, .5, .5, .5, .5, .5, .5, .5, .5, .5, .5}, 1, 150},
    {"near ties", {1, .6, .59, .58, .57, .56, .55, .1, .0}, .8, 90},
};

// World i of the proof: arm i is the best one, the others keep their order.
Instance world(const Contest& contest, std::size_t i) {
  std::vector<double> means(contest.means.begin() + 1, contest.means.end());
  means.insert(means.begin() + static_cast<std::ptrdiff_t>(i), contest.means.front());
  std::vector<TrueFeature> features;
  for (const double mean : means) features.push_back({Vec{mean, 0}});
  return *Instance::make(std::move(features), Vec{1, 0}, GaussianNoise{contest.sd});
}

// One that favours no arm, and one that says which arm is the best one in world 0.
std::vector<std::vector<Report>> sayings(const Contest& contest) {
  testing::Dice dice(contest.means.size());
  std::vector<Report> anything;
  std::vector<Report> first_world;
  for (const double mean : contest.means) {
    anything.push_back({dice.in_unit_ball(2)});
    first_world.push_back({Vec{mean, .1 * dice.normal()}});
  }
  return {anything, first_world};
}

// The mean failure over the worlds, and a value that it exceeds with a probability of 1e-6 at most.
struct MeanFailure {
  double failure = 0;
  double most = 0;
};

MeanFailure play(const Contest& contest, std::size_t worlds, const std::vector<Report>& reports,
                 const LearnerEntry& entry) {
  const bool slow = entry.traits.one_at_a_time || entry.traits.adaptive;
  FailureCount counted;
  std::size_t counting = 0;
  MeanFailure found;
  for (std::size_t i = 0; i < worlds; ++i) {
    const Instance instance = world(contest, i);
    Setting setting = setting_of(instance, contest.budget);
    setting.theta = Vec{};
    const auto learner = make_learner(entry.name, setting, {});
    const Precision how{.seed = i + 1, .trials = slow ? 3'000 : 30'000};  // independent noise
    const auto here =
        *estimate(*best_arm_game(instance, fixed_profile(reports), *learner), how, {.threads = 2});
    found.failure += here.failure / static_cast<double>(worlds);
    found.most += here.interval.high / static_cast<double>(worlds);
    if (here.has_counts()) {
      ++counting;
      counted.failures += here.tally.failures;
      counted.trials += here.tally.trials;
    }
  }
  // Worlds with failure probabilities of their own: their sum varies less than a binomial one.
  if (counting == worlds) found.most = jeffreys(counted, 1 - 2e-6).high;
  return found;
}

TEST(BlindLimit, IsCrossedByNoLearnerOnAverageOverTheWorlds) {
  int played = 0;
  int near = 0;
  for (const Contest& contest : contests) {
    const auto limit = theory::least_blind_failure(contest.means, contest.sd, contest.budget);
    const double two_arms = normal_below(
        -theory::z_star(contest.means[0] - contest.means[1], contest.sd, contest.budget));
    EXPECT_GT(limit.failure, 1.2 * two_arms) << contest.name;
    ASSERT_EQ(limit.first, 2);
    for (const LearnerEntry& entry : all_learners()) {
      if (entry.traits.needs_theta || entry.traits.stops_by_itself) continue;
      for (const auto& reports : sayings(contest)) {
        const auto found = play(contest, static_cast<std::size_t>(limit.last), reports, entry);
        EXPECT_GE(found.most, limit.failure) << entry.name << " on " << contest.name;
        ++played;
        near += found.failure < 2 * limit.failure;
      }
    }
  }
  EXPECT_GE(played, 100);
  EXPECT_GE(near, 30) << "a test of learners that stay far above the limit says little";
}

}  // namespace
}  // namespace mesha
