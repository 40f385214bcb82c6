// Every learner in the catalog, in every reading of its text that an option selects, on random
// games. A new learner needs no line here.
#include "mesha/catalog/learners.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mesha/catalog/strategies.hpp"
#include "mesha/simulate/many_runs.hpp"
#include "support/drive.hpp"
#include "support/random_games.hpp"
#include "support/repetitions.hpp"

namespace mesha {
namespace {

using testing::Dice;

// A learner and what it is fed, without an instance.
struct ScriptedRun {
  Setting setting;
  AnyLearner learner;
  std::vector<Report> reports;
  std::uint64_t number;
};

Setting random_setting(Dice& dice) {
  const int arms = dice.uniform(0, 1) < 0.1 ? 1 : dice.integer(2, 20);
  Setting setting{.arms = arms,
                  .dimension = dice.integer(1, 5),
                  .budget = dice.integer(1, 60) * arms + dice.integer(0, 50),
                  .smallest_gap = dice.uniform(0.01, 0.3)};
  setting.theta = unit(static_cast<std::size_t>(setting.dimension), 0);
  return setting;
}

std::vector<Report> random_reports(Dice& dice, const Setting& s) {
  std::vector<Report> reports;
  for (int i = 0; i < s.arms; ++i) {
    reports.push_back({dice.in_unit_ball(static_cast<std::size_t>(s.dimension))});
  }
  return reports;
}

// Rewards of an arm in a batch, under one or several reports; continuous, so there are no ties.
// Means go down to -2: some arms are caught by a trigger.
testing::Bring rewards_of(const ScriptedRun& game) {
  return [&game](int batch, const Pulls& pulls) {
    Dice dice(game.number * 1'000'003 + static_cast<std::uint64_t>(batch) * 1009 +
              static_cast<std::uint64_t>(pulls.arm.index));
    const double mean =
        Dice(game.number * 77 + static_cast<std::uint64_t>(pulls.arm.index)).uniform(-2, 1);
    std::vector<Evidence> groups;
    std::int64_t left = pulls.count;
    while (left > 0) {
      const std::int64_t n =
          groups.size() == 3 ? left : std::min<std::int64_t>(left, dice.integer(1, 40));
      const bool first = groups.empty() || game.number % 2 == 0;  // every other game: reports vary
      const Report said =
          first ? game.reports[at(pulls.arm)]
                : Report{dice.in_unit_ball(static_cast<std::size_t>(game.setting.dimension))};
      const double sum = static_cast<double>(n) * mean + dice.normal() * std::sqrt(n);
      const double squares = sum * sum / static_cast<double>(n) + static_cast<double>(n - 1);
      groups.push_back({pulls.arm, said, n, sum, squares});
      left -= n;
    }
    return groups;
  };
}

// Who is named or would have been, and how every arm left, under other names.
std::map<int, std::string> fates(const Answer& answer, const std::vector<int>& name) {
  std::map<int, std::string> fate;
  for (const Departure& gone : answer.departures) {
    fate[name[at(gone.arm)]] =
        (std::holds_alternative<ByTrigger>(gone.why) ? "caught in " : "ranked out in ") +
        std::to_string(gone.epoch);
  }
  if (const auto winner = identified(answer)) {
    fate[name[at(*winner)]] = "named";
  } else {
    fate[name[at(std::get<NobodyLeft>(answer.outcome).fallback)]] += ", best of the last";
  }
  return fate;
}

struct Reading {
  std::string name;
  std::string learner;
  Options options = {};

  friend void PrintTo(const Reading& reading, std::ostream* out) { *out << reading.name; }
};

class EveryLearner : public ::testing::TestWithParam<Reading> {
 protected:
  static Result<AnyLearner> make(const Setting& setting) {
    return make_learner(GetParam().learner, setting, GetParam().options);
  }

  // Calls test(game) on random games that this learner accepts.
  template <class Test>
  void on_random_games(Test test) {
    int played = 0;
    for (std::uint64_t number = 0; number < testing::repetitions(std::uint64_t{400}); ++number) {
      Dice dice(number);
      const Setting setting = random_setting(dice);
      auto learner = make(setting);
      if (!learner) continue;
      ++played;
      const ScriptedRun game{setting, *learner, random_reports(dice, setting), number};
      test(game, dice);
      if (HasFatalFailure()) FAIL() << "game " << number;
    }
    EXPECT_GT(played, testing::repetitions(200));
  }
};

TEST_P(EveryLearner, NeverPullsMoreThanTheBudget) {
  on_random_games([](const ScriptedRun& game, Dice&) {
    AnyLearner learner = game.learner;
    ASSERT_LE(testing::drive(learner, game.reports, rewards_of(game)), game.setting.budget);
  });
}

TEST_P(EveryLearner, PlansDistinctArmsInOrderWithAtLeastOnePull) {
  on_random_games([](const ScriptedRun& game, Dice&) {
    AnyLearner learner = game.learner;
    for (int batch = 0; !learner.finished(); ++batch) {
      const std::vector<Pulls> plan = learner.plan(game.reports);
      ASSERT_FALSE(plan.empty());
      for (std::size_t k = 0; k < plan.size(); ++k) {
        ASSERT_GE(plan[k].count, 1);
        ASSERT_TRUE(k == 0 || plan[k - 1].arm < plan[k].arm);
        ASSERT_LT(plan[k].arm.index, game.setting.arms);
      }
      learner.observe(testing::gather(learner, game.reports, batch, rewards_of(game)));
    }
  });
}

// The original lives on otherwise before the copy goes on. The copy must then end as somebody does
// who was never copied.
TEST_P(EveryLearner, GoesOnAloneAsACopy) {
  int differently = 0;
  on_random_games([&](const ScriptedRun& game, Dice& dice) {
    AnyLearner learner = game.learner;
    const int pause = dice.integer(0, 2);
    int batch = 0;
    for (; batch < pause && !learner.finished(); ++batch) {
      learner.observe(testing::gather(learner, game.reports, batch, rewards_of(game)));
    }
    AnyLearner copy = learner;
    AnyLearner assigned = game.learner;
    assigned = learner;
    const ScriptedRun elsewhere{game.setting, game.learner, game.reports, game.number + 1000};
    testing::drive(learner, game.reports, rewards_of(elsewhere));

    AnyLearner alone = game.learner;
    testing::drive(alone, game.reports, rewards_of(game));
    for (AnyLearner* each : {&copy, &assigned}) {
      testing::drive(*each, game.reports, [&](int later, const Pulls& pulls) {
        return rewards_of(game)(batch + later, pulls);
      });
      ASSERT_EQ(each->answer(), alone.answer());
    }
    differently += learner.answer() != alone.answer() ? 1 : 0;
  });
  // There was something to mix up, also for who has one batch alone.
  EXPECT_GT(differently, testing::repetitions(80));
}

// A learner that was assigned to forgets all it was before: budget, level of the trigger, history.
TEST_P(EveryLearner, IsWhatItWasAssignedWhateverItWasBefore) {
  on_random_games([](const ScriptedRun& game, Dice& dice) {
    Setting other = game.setting;
    other.smallest_gap *= 5;
    if (dice.uniform(0, 1) < 0.5) other.budget += game.setting.arms;
    auto learner = make(other);
    ASSERT_TRUE(learner);
    testing::drive(*learner, game.reports, rewards_of(game));
    *learner = game.learner;
    testing::drive(*learner, game.reports, rewards_of(game));
    AnyLearner fresh = game.learner;
    testing::drive(fresh, game.reports, rewards_of(game));
    ASSERT_EQ(learner->answer(), fresh.answer());
  });
}

TEST_P(EveryLearner, DoesNotCareAboutTheOrderOfEvidence) {
  on_random_games([](const ScriptedRun& game, Dice& dice) {
    AnyLearner sorted = game.learner;
    AnyLearner shuffled = game.learner;
    testing::drive(sorted, game.reports, rewards_of(game));
    testing::drive(shuffled, game.reports, rewards_of(game),
                   [&](auto& batch) { dice.shuffle(batch); });
    ASSERT_EQ(sorted.answer(), shuffled.answer());
  });
}

TEST_P(EveryLearner, RenamesTheAnswerWhenArmsAreRenamed) {
  on_random_games([](const ScriptedRun& game, Dice& dice) {
    std::vector<int> new_name(static_cast<std::size_t>(game.setting.arms));
    std::iota(new_name.begin(), new_name.end(), 0);
    dice.shuffle(new_name);
    std::vector<int> old_name(new_name.size());
    std::vector<Report> reports(new_name.size());
    for (std::size_t i = 0; i < new_name.size(); ++i) {
      old_name[static_cast<std::size_t>(new_name[i])] = static_cast<int>(i);
      reports[static_cast<std::size_t>(new_name[i])] = game.reports[i];
    }
    AnyLearner plain = game.learner;
    AnyLearner renamed = game.learner;
    testing::drive(plain, game.reports, rewards_of(game));
    testing::drive(renamed, reports, [&](int batch, const Pulls& pulls) {
      auto groups = rewards_of(game)(batch, {ArmId{old_name[at(pulls.arm)]}, pulls.count});
      for (Evidence& group : groups) group.arm = pulls.arm;
      return groups;
    });
    std::vector<int> same(new_name.size());
    std::iota(same.begin(), same.end(), 0);
    ASSERT_EQ(fates(plain.answer(), new_name), fates(renamed.answer(), same));
  });
}

TEST_P(EveryLearner, SaysWhyEveryOtherArmLeft) {
  on_random_games([](const ScriptedRun& game, Dice&) {
    AnyLearner learner = game.learner;
    testing::drive(learner, game.reports, rewards_of(game));
    const Answer& answer = learner.answer();
    std::set<ArmId> gone;
    int epoch = 0;
    for (const Departure& departure : answer.departures) {
      ASSERT_TRUE(gone.insert(departure.arm).second) << "left twice";
      ASSERT_GE(departure.epoch, std::max(epoch, 1));
      epoch = departure.epoch;
      if (const auto* ranked = std::get_if<ByRanking>(&departure.why)) {
        ASSERT_LE(ranked->mu_hat, ranked->cut);
        if (ranked->bounds) {
          ASSERT_FALSE(ranked->bounds->fires());
        }
      } else {
        ASSERT_TRUE(std::get<ByTrigger>(departure.why).bounds.fires());
      }
    }
    const auto winner = identified(answer);
    ASSERT_EQ(gone.size(), static_cast<std::size_t>(game.setting.arms) - (winner ? 1 : 0));
    if (winner) {
      ASSERT_FALSE(gone.contains(*winner));
    }
    if (!winner) {
      ASSERT_TRUE(gone.contains(std::get<NobodyLeft>(answer.outcome).fallback));
    }
  });
}

TEST_P(EveryLearner, GivesTheSameTallyForTheSameSeedWhateverTheThreads) {
  Dice dice(5);
  const Instance instance = testing::random_instance(dice, 6, 3, 0.4, true);
  const Profile profile = *make_profile("truthful", instance, {});
  const Setting setting{.arms = 6,
                        .dimension = 3,
                        .budget = 120,
                        .smallest_gap = instance.smallest_gap(),
                        .theta = scaled(instance.theta(), 3)};  // true, it leaves no doubt
  const auto learner = make(setting);
  ASSERT_TRUE(learner);
  const auto tally = [&](std::uint64_t seed, int threads) {
    return many_runs(*learner, instance, std::span<const AnyStrategy>(profile),
                     *instance.best_arm(), {.seed = seed, .count = testing::repetitions(3000)},
                     {.threads = threads});
  };
  const Tally once = tally(1, 1);
  EXPECT_EQ(once, tally(1, 1));
  EXPECT_EQ(once, tally(1, 2));
  EXPECT_EQ(once, tally(1, 7));
  EXPECT_NE(once, tally(2, 1));
  EXPECT_LE(once.pulls.most(), 120);
}

TEST_P(EveryLearner, NamesTheOnlyArmWithoutAPull) {
  const Setting alone{.arms = 1, .dimension = 2, .budget = 1, .theta = {1, 0}};
  const auto learner = make(alone);
  ASSERT_TRUE(learner) << learner.error().sentence;
  ASSERT_TRUE(learner->finished());
  EXPECT_EQ(identified(learner->answer()), ArmId{0});
}

TEST_P(EveryLearner, RefusesATooSmallBudgetAndNamesTheSmallest) {
  for (const int arms : {2, 3, 5, 8, 17}) {
    const Setting tiny{
        .arms = arms, .dimension = 3, .budget = 1, .smallest_gap = 0.1, .theta = {1, 0, 0}};
    const auto refused = make(tiny);
    ASSERT_FALSE(refused);
    const std::string& sentence = refused.error().sentence;
    const auto place = sentence.rfind("T = ");
    ASSERT_NE(place, std::string::npos) << sentence;
    Setting smallest = tiny;
    smallest.budget = std::stoll(sentence.substr(place + 4));
    EXPECT_TRUE(make(smallest)) << sentence;
    --smallest.budget;
    EXPECT_FALSE(make(smallest)) << sentence;
  }
}

TEST_P(EveryLearner, GoesOnWithoutAnArmThatWithdraws) {
  on_random_games([](const ScriptedRun& game, Dice& dice) {
    if (!game.learner.withdrawable()) return;
    AnyLearner learner = game.learner;
    std::set<ArmId> in, withdrew;
    for (int i = 0; i < game.setting.arms; ++i) in.insert(ArmId{i});
    std::int64_t pulls = 0;
    for (int batch = 0; !learner.finished(); ++batch) {
      // Before a batch is planned, or after.
      if (dice.uniform(0, 1) < 0.5) learner.plan(game.reports);
      const std::vector<ArmId> candidates(in.begin(), in.end());
      const ArmId arm = candidates[static_cast<std::size_t>(
          dice.integer(0, static_cast<int>(candidates.size()) - 1))];
      // Known to be in only before anybody could have been sent away.
      if (batch == 0 && in.size() > 1 && dice.uniform(0, 1) < 0.7) {
        learner.withdraw(arm);
        in.erase(arm);
        withdrew.insert(arm);
      }
      for (const Pulls& owed : learner.plan(game.reports)) {
        ASSERT_FALSE(withdrew.contains(owed.arm)) << "pulls an arm that withdrew";
        pulls += owed.count;
      }
      learner.observe(testing::gather(learner, game.reports, batch, rewards_of(game)));
    }
    ASSERT_LE(pulls, game.setting.budget);
    const auto winner = identified(learner.answer());
    ASSERT_FALSE(winner && withdrew.contains(*winner));
    std::set<ArmId> gone;
    for (const Departure& departure : learner.answer().departures) {
      ASSERT_TRUE(gone.insert(departure.arm).second) << "left twice";
      ASSERT_EQ(std::holds_alternative<ByItself>(departure.why), withdrew.contains(departure.arm));
    }
    ASSERT_EQ(gone.size(), static_cast<std::size_t>(game.setting.arms) - (winner ? 1 : 0));
  });
}

// As far as it says: when everybody was sent away, it still names one.
std::set<ArmId> who_is_in(const AnyLearner& learner, int arms) {
  std::set<ArmId> in;
  for (int i = 0; i < arms; ++i) in.insert(ArmId{i});
  if (learner.finished() || !learner.withdrawable()) return in;
  for (const Departure& gone : learner.departures()) in.erase(gone.arm);
  return in;
}

TEST_P(EveryLearner, IsLedByAnArmThatIsInAndInTheEndByTheOneItNames) {
  on_random_games([](const ScriptedRun& game, Dice& dice) {
    AnyLearner learner = game.learner;
    const auto leader_is_in = [&] {
      return who_is_in(learner, game.setting.arms).contains(learner.leader());
    };
    ASSERT_EQ(learner.leader(), ArmId{0});
    for (int batch = 0; !learner.finished(); ++batch) {
      learner.plan(game.reports);
      ASSERT_TRUE(leader_is_in());
      const bool others = who_is_in(learner, game.setting.arms).size() > 1;
      if (learner.withdrawable() && others && dice.uniform(0, 1) < 0.2)
        learner.withdraw(learner.leader());
      ASSERT_TRUE(leader_is_in());
      learner.observe(testing::gather(learner, game.reports, batch, rewards_of(game)));
      ASSERT_TRUE(leader_is_in());
    }
    const Answer& answer = learner.answer();
    const auto* nobody = std::get_if<NobodyLeft>(&answer.outcome);
    ASSERT_EQ(learner.leader(), nobody != nullptr ? nobody->fallback : *identified(answer));
  });
}

// Who looks at one arm at a time needs half of its budget to have seen all of them.
TEST_P(EveryLearner, IsLedByTheBestArmThatIsInWhereThereIsNoNoise) {
  for (const int arms : {2, 5, 8}) {
    const Setting setting{.arms = arms,
                          .dimension = 3,
                          .budget = 100 * arms,
                          .smallest_gap = 0.1,
                          .theta = unit(3, 0)};
    const auto mean = [arms](ArmId arm) { return 0.1 + 0.1 * ((3 * arm.index + 1) % arms); };
    std::vector<Report> truth;
    for (int i = 0; i < arms; ++i) {
      const double mu = mean(ArmId{i});
      const double rest = std::sqrt(1 - mu * mu);
      truth.push_back({{mu, rest * std::cos(i), rest * std::sin(i)}});
    }
    auto learner = make(setting);
    ASSERT_TRUE(learner) << learner.error().sentence;
    std::int64_t spent = 0;
    while (!learner->finished()) {
      learner->observe(testing::gather(*learner, truth, 0, [&](int, const Pulls& pulls) {
        spent += pulls.count;
        const double sum = static_cast<double>(pulls.count) * mean(pulls.arm);
        return std::vector<Evidence>{
            {pulls.arm, truth[at(pulls.arm)], pulls.count, sum, sum * mean(pulls.arm)}};
      }));
      if (learner->adaptive() && spent < setting.budget / 2) continue;
      const auto in = who_is_in(*learner, arms);
      ASSERT_EQ(learner->leader(), *std::ranges::max_element(in, {}, mean)) << spent;
    }
  }
}

// Every value of an option that makes another algorithm of a learner, not just another number.
const std::pair<std::string, Options> other_readings[] = {
    {"keep_samples", {{"keep_samples", true}}},
    {"slack_definition", {{"slack", "definition"}}},
    {"slack_proof", {{"slack", "proof"}}},
    {"beta_sqrt_lambda", {{"beta", "sqrt_lambda"}, {"lambda", 2.0}}},  // with lambda 1 it is `one`
    {"d_rank", {{"d", "rank"}}},
    {"final", {{"final", true}}},
    {"c", {{"c", 0.5}}},
};

std::vector<Reading> readings() {
  std::vector<Reading> list;
  for (const LearnerEntry& entry : all_learners()) {
    const std::string learner(entry.name);
    list.push_back({learner, learner});
    for (const auto& [reading, options] : other_readings) {
      if (check_option_names(options, entry.options))
        list.push_back({learner + "_" + reading, learner, options});
    }
  }
  return list;
}

TEST(EveryReading, IsThatOfSomeLearner) {
  const std::vector<Reading> list = readings();
  for (const auto& [reading, options] : other_readings) {
    EXPECT_TRUE(std::ranges::any_of(list, [&, name = reading](const Reading& each) {
      return each.name == each.learner + "_" + name;
    })) << reading;
  }
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryLearner, ::testing::ValuesIn(readings()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace mesha
