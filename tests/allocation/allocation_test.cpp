// A simulation by the million must not ask for memory in every trial. Runner::play() allocates
// while its buffers grow to what the runs need, and then never again.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "allocation/counting.hpp"
#include "mesha/catalog/experiment.hpp"
#include "mesha/simulate/runner.hpp"
#include "support/paths.hpp"

namespace mesha {
namespace {

const Experiment& experiment() {
  static const auto loaded = load_experiment(testing::in_checkout("examples/vary_T.toml"));
  return *loaded;
}

// Reports another axis at every pull, and reads the whole history; asks for memory only once.
class Turning {
 public:
  explicit Turning(std::size_t d) { said_.x = Vec(d); }

  bool constant() const { return false; }
  bool watches() const { return true; }
  const Report& report(const ArmView& view) {
    const std::size_t d = said_.x.size();
    for (std::size_t k = 0; k < d; ++k) said_.x[k] = 0;
    said_.x[view.history.size() % d] = 1;
    return said_;
  }

 private:
  Report said_;
};

Profile profile_of(const std::string& strategy) {
  const Instance& instance = experiment().instance;
  if (strategy == "fixed") return experiment().profile;
  if (strategy != "turning") return *make_profile(strategy, instance, {});
  return Profile(instance.arm_count(), AnyStrategy(Turning(instance.dimension())));
}

struct Case {
  std::string learner;
  std::string strategy;
  Draw draw;
};

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const LearnerEntry& learner : all_learners()) {
    const std::string name(learner.name);
    cases.push_back({name, "fixed", Draw::sums_where_possible});
    cases.push_back({name, "fixed", Draw::every_pull});
    for (const char* changing : {"turning", "random_signs", "basis_cycling", "noise_chasing"}) {
      cases.push_back({name, changing, Draw::every_pull});
    }
  }
  return cases;
}

std::string name_of(const ::testing::TestParamInfo<Case>& one) {
  const bool sums = one.param.draw == Draw::sums_where_possible;
  return one.param.learner + "_" + one.param.strategy + (sums ? "_sums" : "_every_pull");
}

class Allocation : public ::testing::TestWithParam<Case> {};

// The same runs twice: strategies that toss coins need more in one run than in another, and only
// what was seen before must not be asked for again.
TEST_P(Allocation, NoneInRunsThatWerePlayedBefore) {
  const auto& [name, strategy, draw] = GetParam();
  const auto learner = make_learner(name, experiment().setting(100), {});
  ASSERT_TRUE(learner) << learner.error().sentence;
  const Profile profile = profile_of(strategy);
  Runner<AnyLearner, AnyStrategy> table(*learner, experiment().instance, profile, {.draw = draw});
  constexpr std::uint64_t trials = 1000;
  for (std::uint64_t run = 0; run < trials; ++run) table.play({1, run});

  const std::int64_t before = allocations_so_far();
  for (std::uint64_t run = 0; run < trials; ++run) table.play({1, run});
  EXPECT_EQ(allocations_so_far() - before, 0);
}

INSTANTIATE_TEST_SUITE_P(Catalog, Allocation, ::testing::ValuesIn(all_cases()), name_of);

// Where no design has to be solved for survivors not met before, one run needs what any other does.
TEST(AllocationOfLearnersWithAffineFacts, NoneInRunsThatAreNew) {
  int learners = 0;
  for (const LearnerEntry& entry : all_learners()) {
    const auto learner = make_learner(std::string(entry.name), experiment().setting(100), {});
    ASSERT_TRUE(learner) << learner.error().sentence;
    if (!learner->affine()) continue;
    ++learners;
    for (const Draw draw : {Draw::sums_where_possible, Draw::every_pull}) {
      Runner<AnyLearner, AnyStrategy> table(*learner, experiment().instance, experiment().profile,
                                            {.draw = draw});
      constexpr std::uint64_t warm = 1000;
      for (std::uint64_t run = 0; run < warm; ++run) table.play({1, run});
      const std::int64_t before = allocations_so_far();
      for (std::uint64_t run = warm; run < 3 * warm; ++run) table.play({1, run});
      EXPECT_EQ(allocations_so_far() - before, 0) << entry.name;
    }
  }
  EXPECT_GE(learners, 4);
}

// The count above could not be trusted if these were not seen.
TEST(AllocationCount, SeesEveryKindOfNew) {
  const std::int64_t before = allocations_so_far();
  const auto one = std::make_unique<int>(1);
  EXPECT_EQ(allocations_so_far() - before, 1);
  const auto several = std::make_unique<double[]>(3);
  EXPECT_EQ(allocations_so_far() - before, 2);
  struct alignas(64) Wide {
    char bytes[64];
  };
  const auto aligned = std::make_unique<Wide>();
  EXPECT_EQ(allocations_so_far() - before, 3);
  std::vector<double> grows;
  grows.push_back(*one + several[0] + static_cast<double>(aligned->bytes[0]));
  EXPECT_EQ(allocations_so_far() - before, 4);
}

TEST(AllocationCount, SeesALearnerThatIsCopiedAfresh) {
  const auto learner = make_learner("mesha", experiment().setting(100), {});
  ASSERT_TRUE(learner);
  const std::int64_t before = allocations_so_far();
  const AnyLearner copy = *learner;
  EXPECT_GT(allocations_so_far() - before, 0);
  EXPECT_FALSE(copy.finished());
}

}  // namespace
}  // namespace mesha
