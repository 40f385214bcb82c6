// What a search finds against a learner that believes the reports, from random starts alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "mesha/catalog/experiment.hpp"
#include "mesha/catalog/lies.hpp"
#include "mesha/games/search.hpp"
#include "support/paths.hpp"

namespace mesha {
namespace {

// OD-LinBAI with arm 0, the best, truthful; arms 1 and 2 lie.
class DeceivedOdLinBai {
 public:
  DeceivedOdLinBai(const Instance& instance, std::int64_t budget, std::string_view families)
      : payoff_(game_of(instance, budget), push_out_the_best(game_of(instance, budget))) {
    for (const LieFamily& family :
         lies_of(instance, {ArmId{1}, ArmId{2}}, ArmId{0}, {.over_time = false})) {
      if (family.space.name.starts_with(families)) spaces_.push_back(family.space);
    }
  }

  // The failure under one random pair of reports after another.
  std::vector<double> random_lies(int count) const {
    std::vector<double> failures;
    for (int k = 0; k < count; ++k) {
      const ReportSpace& space = spaces_[static_cast<std::size_t>(k) % spaces_.size()];
      const RunRandom dice{77, static_cast<std::uint64_t>(k)};
      Vec at(space.size());
      for (std::size_t p = 0; p < at.size(); ++p)
        at[p] = dice.uniform(Stream::instances, 0, static_cast<std::uint64_t>(p));
      failures.push_back(payoff_(with_lies(payoff_.game().profile, space, at), {1, 500}));
    }
    std::ranges::sort(failures);
    return failures;
  }

  // Of ten seeds, how many searches end above .9?
  int deceived() const {
    int count = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const auto found =
          search(payoff_, spaces_, {.random_starts = 30, .seed = seed, .named_starts = false},
                 {.threads = 2});
      if (found && found->lie && found->lie->gain.with.probability > .9) ++count;
    }
    return count;
  }

 private:
  static Game game_of(const Instance& instance, std::int64_t budget) {
    return *best_arm_game(instance, *make_profile("truthful", instance, {}),
                          *make_learner("od_linbai", setting_of(instance, budget), {}));
  }

  Payoff payoff_;
  std::vector<ReportSpace> spaces_;
};

TEST(DeceivedBelievers, OnExperiment1ASearchFindsWhatARandomPairSeldomIs) {
  const auto experiment = load_experiment(testing::in_checkout("examples/vary_T.toml"));
  const DeceivedOdLinBai here(experiment->instance, 200, "vectors");
  const std::vector<double> random = here.random_lies(200);
  EXPECT_LT(random[100], .25);  // the median
  EXPECT_LT(random[160], .9);   // at least four in five do not reach .9
  EXPECT_GE(here.deceived(), 8);
}

// Only reports that are linearly dependent deceive there: the families that lower the rank find
// them, free vectors do not.
TEST(DeceivedBelievers, OnExample2OnlyTheFamiliesOfLowRankDeceive) {
  const auto experiment = load_experiment(testing::in_checkout("examples/example2.toml"));
  std::vector<TrueFeature> arms;
  for (int i = 0; i < 3; ++i) arms.push_back(experiment->instance.feature(ArmId{i}));
  const Instance instance = *Instance::make(arms, experiment->instance.theta(), GaussianNoise{.1});
  EXPECT_GE(DeceivedOdLinBai(instance, 300, "rank").deceived(), 8);
  const DeceivedOdLinBai freely(instance, 300, "vectors");
  EXPECT_LT(freely.random_lies(200).back(), .1);
  EXPECT_EQ(freely.deceived(), 0);
}

}  // namespace
}  // namespace mesha
