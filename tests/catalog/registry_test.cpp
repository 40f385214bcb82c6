// The catalogs are open at run time. What is registered here stays for the other tests of the
// process, so it has the traits that it shows.
#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "mesha/catalog/experiment.hpp"
#include "mesha/learners/uniform.hpp"
#include "mesha/strategies/truthful.hpp"

namespace mesha {
namespace {

LearnerEntry own_learner(std::string name) {
  return {.name = std::move(name),
          .source = "a test",
          .summary = "uniform under another name",
          .smallest_budget = [](const Setting& s,
                                OptionReader&) { return Uniform::smallest_budget(s.arms); },
          .make = [](const Setting& s, OptionReader&) -> Result<AnyLearner> {
            auto made = Uniform::make({s.arms, s.budget});
            if (!made) return made.error();
            return AnyLearner(*std::move(made));
          }};
}

StrategyEntry own_strategy(std::string name) {
  return {.name = std::move(name),
          .summary = "truthful under another name",
          .make = [](const Instance& instance, OptionReader&) -> Result<Profile> {
            return Profile(instance.arm_count(), AnyStrategy(Truthful()));
          }};
}

std::string experiment(const std::string& strategy, const std::string& learner) {
  return R"(
trials  = 2000
budgets = [60]
[instance]
theta    = [1.0, 0.0]
features = [[0.5, 0.1], [0.3, 0.4], [0.2, -0.3]]
noise    = { kind = "gaussian", sd = 0.5 }
[reports]
strategy = ")" +
         strategy + "\"\n[[learners]]\nname = \"" + learner + "\"\n";
}

double failure(const std::string& text) {
  const auto read = read_experiment(text, "test");
  if (!read) throw std::runtime_error(read.error().sentence);
  return estimate(*read->game(read->learners.front(), 60), read->precision)->failure;
}

TEST(RegisterLearner, AndUseItInAnExperiment) {
  ASSERT_FALSE(read_experiment(experiment("truthful", "own_one"), "test"));
  ASSERT_TRUE(register_learner(own_learner("own_one")));
  ASSERT_TRUE(register_strategy(own_strategy("own_strategy")));
  EXPECT_EQ(failure(experiment("own_strategy", "own_one")),
            failure(experiment("truthful", "uniform")));
}

TEST(RegisterLearner, RefusesANameThatIsTaken) {
  ASSERT_TRUE(register_learner(own_learner("own_two")));
  for (const char* name : {"own_two", "mesha"}) {
    const auto again = register_learner(own_learner(name));
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().kind, ErrorKind::conflict);
    EXPECT_EQ(again.error().sentence, "there is a learner `" + std::string(name) + "` already");
  }
  EXPECT_EQ(register_strategy(own_strategy("truthful")).error().kind, ErrorKind::conflict);
}

TEST(RegisterLearner, RefusesANameThatCouldNotBeTyped) {
  for (const char* name : {"", "Own", "own learner", "own-learner", "own*", "1st", "_own", "ö"}) {
    EXPECT_EQ(register_learner(own_learner(name)).error().kind, ErrorKind::invalid) << name;
    EXPECT_EQ(register_strategy(own_strategy(name)).error().kind, ErrorKind::invalid) << name;
    EXPECT_EQ(find_learner(name), nullptr);
  }
}

TEST(RegisterLearner, RefusesAnEntryThatMakesNothing) {
  LearnerEntry empty = own_learner("own_empty");
  empty.make = nullptr;
  EXPECT_EQ(register_learner(empty).error().kind, ErrorKind::invalid);
}

TEST(RegisterLearner, RefusesAnOptionThatNoFileCouldSet) {
  for (const char* option : {"name", "features", "two words", "", "twice"}) {
    LearnerEntry entry = own_learner("own_options");
    entry.options = {{"twice", "as it says"}, {option, "a meaning"}};
    EXPECT_EQ(register_learner(entry).error().kind, ErrorKind::invalid) << option;
  }
  StrategyEntry entry = own_strategy("own_options");
  entry.options = {{"arms", "a meaning"}};
  EXPECT_FALSE(register_strategy(entry));
}

TEST(RegisterLearner, LeavesWhatWasHandedOut) {
  const auto before = all_learners();
  const LearnerEntry* first = &before.front();
  const std::size_t size = before.size();
  for (int k = 0; k < 5; ++k)
    ASSERT_TRUE(register_learner(own_learner("own_" + std::to_string(k) + "_of_many")));
  EXPECT_EQ(before.size(), size);
  EXPECT_EQ(before.back().name, all_learners()[size - 1].name);
  EXPECT_EQ(first->name, all_learners().front().name);
  EXPECT_EQ(all_learners().size(), size + 5);
}

TEST(RegisterLearner, WhileOtherThreadsLookOnesUp) {
  std::array<int, 4> registered{};
  {
    std::vector<std::jthread> threads;
    for (int& count : registered) {
      threads.emplace_back([&count] {
        for (int k = 0; k < 5; ++k) {
          const std::string name = "own_" + std::to_string(k) + "_of_threads";
          if (register_learner(own_learner(name))) ++count;
          EXPECT_EQ(find_learner(name)->name, name);
        }
      });
    }
  }
  EXPECT_EQ(registered[0] + registered[1] + registered[2] + registered[3], 5);
}

TEST(RegisterLearner, TheDefaultIsThere) { EXPECT_NE(find_learner(default_learner), nullptr); }

}  // namespace
}  // namespace mesha
