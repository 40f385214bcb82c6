// Every strategy in the catalog. A new one needs no line here, unless it has required options.
#include "mesha/catalog/strategies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "mesha/catalog/learners.hpp"
#include "mesha/simulate/many_runs.hpp"
#include "support/random_games.hpp"

namespace mesha {
namespace {

using testing::Dice;

class EveryStrategy : public ::testing::TestWithParam<std::string> {
 protected:
  Instance instance_ = [] {
    Dice dice(3);
    return testing::random_instance(dice, 5, 3, 0.3, true);
  }();

  Profile profile() const {
    Options options;
    if (GetParam() == "fixed") {
      options["features"] =
          std::vector<Vec>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {.5, .5, 0}, {0, .1, .2}};
    }
    auto made = make_profile(GetParam(), instance_, options);
    EXPECT_TRUE(made) << made.error().sentence;
    return *made;
  }

  ArmView view(ArmId arm, std::int64_t own_pulls, const PublicHistory& history) const {
    return {arm, instance_.feature(arm), instance_.theta(), own_pulls, history, coins_};
  }

  RunRandom coins_{9, 4};
};

using See = std::function<ArmView(ArmId, std::int64_t, const PublicHistory&)>;

// Goes on with a history in which every arm is pulled in turn under whatever it says.
void play_on(PublicHistory& history, Profile& profile, const See& view, std::uint64_t seed,
             int laps) {
  Dice dice(seed);
  const auto before = static_cast<int>(history.size() / profile.size());
  for (int lap = before; lap < before + laps; ++lap) {
    for (std::size_t i = 0; i < profile.size(); ++i) {
      const Report said = profile[i].report(view(arm_at(i), lap, history));
      history.add(arm_at(i), said, dice.normal());
    }
  }
}

PublicHistory play(Profile& profile, const See& view, std::uint64_t seed, int laps) {
  PublicHistory history;
  play_on(history, profile, view, seed, laps);
  return history;
}

bool same_reports(const PublicHistory& a, const PublicHistory& b) {
  for (std::size_t t = 0; t < std::min(a.size(), b.size()); ++t) {
    if (a.report(t) != b.report(t)) return false;
  }
  return true;
}

TEST_P(EveryStrategy, ReportsFiniteVectorsOfTheRightDimension) {
  Profile arms = profile();
  ASSERT_EQ(arms.size(), instance_.arm_count());
  const auto see = [this](ArmId a, std::int64_t n, const PublicHistory& h) {
    return view(a, n, h);
  };
  const PublicHistory history = play(arms, see, 1, 20);
  for (std::size_t t = 0; t < history.size(); ++t) {
    ASSERT_EQ(history.report(t).x.size(), instance_.dimension());
    for (const double x : history.report(t).x) ASSERT_TRUE(std::isfinite(x));
  }
}

TEST_P(EveryStrategy, AnswersTheSameWhenAskedTwiceInARound) {
  Profile arms = profile();
  const auto see = [this](ArmId a, std::int64_t n, const PublicHistory& h) {
    return view(a, n, h);
  };
  const PublicHistory history = play(arms, see, 1, 7);
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const Report first = arms[i].report(view(arm_at(i), 7, history));
    ASSERT_EQ(arms[i].report(view(arm_at(i), 7, history)), first);
  }
}

// The original lives on, longer and otherwise, before the copy is asked again. The copy must then
// say what somebody says who saw nothing but the copy's history.
TEST_P(EveryStrategy, GoesOnAloneAsACopy) {
  const auto see = [this](ArmId a, std::int64_t n, const PublicHistory& h) {
    return view(a, n, h);
  };
  Profile arms = profile();
  const PublicHistory common = play(arms, see, 1, 4);
  Profile copies = arms;
  Profile assigned = profile();
  play(assigned, see, 7, 9);  // a life of its own, to be forgotten
  assigned = arms;

  PublicHistory original = common;
  play_on(original, arms, see, 2, 30);
  PublicHistory of_copies = common;
  play_on(of_copies, copies, see, 3, 8);
  PublicHistory of_assigned = common;
  play_on(of_assigned, assigned, see, 3, 8);

  Profile fresh = profile();
  PublicHistory alone = play(fresh, see, 1, 4);
  play_on(alone, fresh, see, 3, 8);
  ASSERT_TRUE(same_reports(alone, of_copies));
  ASSERT_TRUE(same_reports(alone, of_assigned));
  // Who watches was led elsewhere: there was something to mix up.
  ASSERT_EQ(same_reports(alone, original), !arms[0].watches());
}

TEST_P(EveryStrategy, KeepsItsWordWhenItSaysItIsConstantOrDoesNotWatch) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    Profile arms = profile();
    Profile blind = profile();
    const auto see = [this](ArmId a, std::int64_t n, const PublicHistory& h) {
      return view(a, n, h);
    };
    const PublicHistory history = play(arms, see, seed, 12);
    const PublicHistory nothing;
    for (std::size_t i = 0; i < arms.size(); ++i) {
      const Report first = blind[i].report(view(arm_at(i), 0, nothing));
      const Report late_blind = blind[i].report(view(arm_at(i), 12, nothing));
      const Report late = arms[i].report(view(arm_at(i), 12, history));
      if (arms[i].constant()) {
        ASSERT_EQ(first, late);
      }
      if (!arms[i].watches()) {
        ASSERT_EQ(late_blind, late);
      }
    }
  }
}

TEST_P(EveryStrategy, GivesTheSameTallyForTheSameSeed) {
  const Profile arms = profile();
  const auto learner = make_learner(
      "mesha", {.arms = 5, .dimension = 3, .budget = 150, .smallest_gap = instance_.smallest_gap()},
      {});
  const auto tally = [&](int threads, Draw draw) {
    return many_runs(*learner, instance_, std::span<const AnyStrategy>(arms), *instance_.best_arm(),
                     {.seed = 8, .count = 2500}, {.threads = threads}, {.draw = draw});
  };
  for (const Draw draw : {Draw::sums_where_possible, Draw::every_pull}) {
    const Tally once = tally(1, draw);
    EXPECT_EQ(once, tally(1, draw));
    EXPECT_EQ(once, tally(3, draw));
    EXPECT_EQ(once.pulls.most(), 50 + 48 + 50);  // of T = 150: 10, 16, 25 pulls for 5, 3, 2 arms
  }
}

// What others did in between, in which order, is nobody's business but the history's: pulls of
// other arms may trade places.
TEST_P(EveryStrategy, DoesNotMindTheOrderOfOthersWithinALap) {
  Profile arms = profile();
  const auto see = [this](ArmId a, std::int64_t n, const PublicHistory& h) {
    return view(a, n, h);
  };
  const PublicHistory history = play(arms, see, 1, 6);
  PublicHistory turned;  // every lap backwards
  const std::size_t lap = arms.size();
  for (std::size_t t = 0; t < history.size(); ++t) {
    const std::size_t from = t / lap * lap + (lap - 1 - t % lap);
    turned.add(history[from].arm, history.report(from), history[from].reward);
  }
  Profile straight = profile();  // neither has seen anything before
  Profile backwards = profile();
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const Report said = straight[i].report(view(arm_at(i), 6, history));
    ASSERT_EQ(said, backwards[i].report(view(arm_at(i), 6, turned)));
  }
}

// The same arms in another order say the same in that order. Coins are an arm's own: of what they
// decide, the signs, only the sizes are compared. Those who starve a target share out their parts
// by number, so there only the target is.
TEST_P(EveryStrategy, SaysTheSameUnderAnotherNumber) {
  const std::size_t count = instance_.arm_count();
  const auto other = [count](std::size_t i) { return count - 1 - i; };
  std::vector<TrueFeature> features(count);
  Options options;
  std::vector<Vec> said(count);
  const Profile arms = profile();
  for (std::size_t i = 0; i < count; ++i) features[other(i)] = instance_.feature(arm_at(i));
  const Instance renamed = *Instance::make(features, instance_.theta(), instance_.noise());
  const PublicHistory nothing;
  if (GetParam() == "fixed") {
    for (std::size_t i = 0; i < count; ++i) {
      Profile one = arms;
      said[other(i)] = one[i].report(view(arm_at(i), 0, nothing)).x;
    }
    options["features"] = said;
  }
  Profile turned = *make_profile(GetParam(), renamed, options);
  Profile straight = arms;
  PublicHistory history;
  PublicHistory renamed_history;
  Dice dice(5);
  for (int lap = 0; lap < 8; ++lap) {
    for (std::size_t i = 0; i < count; ++i) {
      const ArmId arm = arm_at(i);
      const ArmId alias = arm_at(other(i));
      Report a = straight[i].report(view(arm, lap, history));
      Report b = turned[other(i)].report(
          {alias, renamed.feature(alias), renamed.theta(), lap, renamed_history, coins_});
      ASSERT_EQ(a.x.size(), b.x.size());
      const bool has_a_part = GetParam() == "starvation" && arm != *instance_.best_arm();
      for (std::size_t k = 0; k < a.x.size() && !has_a_part; ++k) {
        if (GetParam() == "random_signs") {
          ASSERT_NEAR(std::fabs(a.x[k]), std::fabs(b.x[k]), 1e-12);
        } else {
          ASSERT_NEAR(a.x[k], b.x[k], 1e-12);
        }
      }
      const double reward = dice.normal();
      history.add(arm, a, reward);
      renamed_history.add(alias, b, reward);
    }
  }
}

std::vector<std::string> names() {
  std::vector<std::string> list;
  for (const StrategyEntry& entry : all_strategies()) list.emplace_back(entry.name);
  return list;
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryStrategy, ::testing::ValuesIn(names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace mesha
