// Failure counts that were once observed. They may change only when the randomness or a learner is
// meant to change; making the same thing faster leaves every one of them as it is.
#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <span>
#include <string>

#include "mesha/catalog/experiment.hpp"
#include "mesha/simulate/many_runs.hpp"
#include "support/paths.hpp"

namespace mesha {
namespace {

struct Golden {
  const char* learner;
  Options options;
  std::int64_t budget;
  std::int64_t failures;
};

Tally play(const Golden& golden, const char* strategy, Draw draw, std::int64_t runs) {
  const auto experiment = load_experiment(testing::in_checkout("examples/vary_T.toml"));
  EXPECT_TRUE(experiment) << experiment.error().sentence;
  const auto learner =
      make_learner(golden.learner, experiment->setting(golden.budget), golden.options);
  EXPECT_TRUE(learner) << learner.error().sentence;
  Profile profile = experiment->profile;
  if (strategy != std::string("fixed")) {
    profile = *make_profile(strategy, experiment->instance, {});
  }
  return many_runs(*learner, experiment->instance, std::span<const AnyStrategy>(profile),
                   experiment->best, {.seed = 20260323, .count = runs}, {}, {.draw = draw});
}

std::string name(const Golden& golden) {
  return std::string(golden.learner) + (golden.options.contains("keep_samples") ? " kept" : "") +
         " at T = " + std::to_string(golden.budget);
}

const Options appendix_g{{"lambda", 1.35}, {"zeta", 0.015}};
const Options kept{{"keep_samples", true}};

TEST(Golden, OneSumPerArmAndEpoch) {
  const Golden all[] = {
      {"mesha", appendix_g, 60, 2353},
      {"sequential_halving", {}, 60, 6890},
      {"sequential_halving", kept, 60, 6020},
      {"successive_rejects", {}, 60, 6538},
      {"uniform", {}, 60, 7563},
      {"mesha", appendix_g, 800, 738},
      {"sequential_halving", {}, 800, 1171},
      {"sequential_halving", kept, 800, 374},
      {"successive_rejects", {}, 800, 663},
      {"uniform", {}, 800, 1713},
  };
  for (const Golden& golden : all) {
    const Tally tally = play(golden, "fixed", Draw::sums_where_possible, 20'000);
    EXPECT_EQ(tally.failures, golden.failures) << name(golden);
  }
}

TEST(Golden, EveryPullDrawn) {
  const Golden all[] = {
      {"mesha", appendix_g, 60, 238},
      {"sequential_halving", {}, 60, 714},
      {"sequential_halving", kept, 60, 635},
      {"successive_rejects", {}, 60, 674},
      {"uniform", {}, 60, 760},
      {"mesha", appendix_g, 800, 68},
  };
  for (const Golden& golden : all) {
    const Tally tally = play(golden, "fixed", Draw::every_pull, 2'000);
    EXPECT_EQ(tally.failures, golden.failures) << name(golden);
  }
}

TEST(Golden, ReportsThatChangeFromPullToPull) {
  const struct {
    const char* strategy;
    std::int64_t budget, failures;
  } all[] = {
      {"random_signs", 60, 1662},  {"basis_cycling", 60, 710},  {"noise_chasing", 60, 794},
      {"random_signs", 800, 1818}, {"basis_cycling", 800, 110}, {"noise_chasing", 800, 114},
  };
  for (const auto& [strategy, budget, failures] : all) {
    const Golden golden{"mesha", appendix_g, budget, failures};
    const Tally tally = play(golden, strategy, Draw::sums_where_possible, 2'000);
    EXPECT_EQ(tally.failures, failures) << strategy << ", " << name(golden);
  }
}

}  // namespace
}  // namespace mesha
