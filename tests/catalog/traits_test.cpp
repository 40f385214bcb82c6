// What the catalog says about a learner is what one sees when it plays.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "mesha/catalog/learners.hpp"
#include "support/drive.hpp"
#include "support/random_games.hpp"
#include "support/toy_learners.hpp"

namespace mesha {
namespace {

using testing::Dice;

constexpr std::uint64_t many = 60;  // runs that differ in their rewards alone

// Kinds of learners that the library lacks: with coins, and with an end of their own.
template <class Make>
LearnerEntry toy(const char* name, Traits traits, Make make) {
  const auto smallest = [](const Setting& s, OptionReader&) -> std::int64_t {
    return s.arms == 1 ? 0 : s.arms;
  };
  return {.name = name,
          .source = "a test",
          .summary = "a toy",
          .traits = traits,
          .smallest_budget = smallest,
          .make = [=](const Setting& s, OptionReader& options) -> Result<AnyLearner> {
            if (s.budget < smallest(s, options)) return Error{"too small"};
            return AnyLearner(make(s));
          }};
}
const bool toys =
    register_learner(
        toy("toy_greedy", {.one_at_a_time = true, .adaptive = true, .tosses_coins = true},
            [](const Setting& s) { return testing::EpsilonGreedy(s.arms, s.budget, 0.2); })) &&
    register_learner(toy("toy_until", {.stops_by_itself = true, .tosses_coins = true},
                         [](const Setting& s) { return testing::UntilACoinFalls(s.arms, 0.05); }));

Setting setting_for(int arms, int dimension, std::int64_t budget) {
  return {.arms = arms,
          .dimension = dimension,
          .budget = budget,
          .smallest_gap = 0.1,
          .theta = unit(static_cast<std::size_t>(dimension), 0)};
}
const Setting setting = setting_for(6, 2, 600);

std::vector<Report> random_reports(std::uint64_t number) {
  Dice dice(number);
  std::vector<Report> reports;
  for (int i = 0; i < setting.arms; ++i) reports.push_back({dice.in_unit_ball(2)});
  return reports;
}
const std::vector<Report> reports = random_reports(1);

// Quarter turns, in which no length changes even by rounding; every arm another number of them.
std::vector<Report> turned() {
  std::vector<Report> list = reports;
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) list[i].x = Vec{-list[i].x[1], list[i].x[0]};
  }
  return list;
}

std::vector<Report> rescaled() {
  std::vector<Report> list = reports;
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (double& x : list[i].x) x *= 0.1 + 0.3 * static_cast<double>(i);
  }
  return list;
}

// Means go down to -2: a trigger catches some arms.
testing::Bring rewards_of(std::uint64_t run, const std::vector<Report>& said) {
  return [=](int batch, const Pulls& pulls) {
    const auto arm = static_cast<std::uint64_t>(pulls.arm.index);
    const double mean = Dice(run * 77 + arm).uniform(-2, 1);
    Dice dice(run * 1'000'003 + static_cast<std::uint64_t>(batch) * 1009 + arm);
    const auto n = static_cast<double>(pulls.count);
    const double sum = n * mean + std::sqrt(n) * dice.normal();
    return std::vector<Evidence>{
        {pulls.arm, said[at(pulls.arm)], pulls.count, sum, sum * sum / n + n - 1}};
  };
}

using Counts = std::vector<std::int64_t>;  // by arm

struct Trace {
  std::vector<Counts> batches;
  Counts before_the_first_left = Counts(6);
  std::vector<std::pair<int, int>> departures;  // arm and epoch
  bool caught = false;                          // somebody, by the trigger
  std::size_t outcome = 0;

  friend bool operator==(const Trace&, const Trace&) = default;
};

Trace play(const LearnerEntry& entry, std::uint64_t run, const std::vector<Report>& said,
           std::uint64_t coins = 1) {
  AnyLearner learner = *make_learner(entry.name, setting, {});
  learner.start({.seed = coins, .run = 0});
  Trace trace;
  for (int batch = 0; !learner.finished(); ++batch) {
    const auto evidence = testing::gather(learner, said, batch, rewards_of(run, said));
    Counts& counts = trace.batches.emplace_back(said.size());
    for (const Evidence& each : evidence) counts[at(each.arm)] += each.pulls;
    learner.observe(evidence);
  }
  std::size_t first_left = trace.batches.size();  // a batch is an epoch
  for (const Departure& gone : learner.answer().departures) {
    first_left = std::min(first_left, static_cast<std::size_t>(gone.epoch));
    trace.departures.emplace_back(gone.arm.index, gone.epoch);
    trace.caught = trace.caught || std::holds_alternative<ByTrigger>(gone.why);
  }
  for (std::size_t b = 0; b < first_left; ++b) {
    for (std::size_t i = 0; i < said.size(); ++i)
      trace.before_the_first_left[i] += trace.batches[b][i];
  }
  trace.outcome = learner.answer().outcome.index();
  return trace;
}

// Is any run another one under these reports?
bool notices(const LearnerEntry& entry, const std::vector<Report>& others) {
  for (std::uint64_t run = 0; run < many; ++run) {
    if (play(entry, run, reports) != play(entry, run, others)) return true;
  }
  return false;
}

TEST(Traits, ReadsReports) {
  for (const LearnerEntry& entry : all_learners()) {
    EXPECT_EQ(notices(entry, random_reports(2)), entry.traits.reads_reports) << entry.name;
  }
}

TEST(Traits, ReadsOnlyLength) {
  for (const LearnerEntry& entry : all_learners()) {
    const bool directions = entry.traits.reads_reports && !entry.traits.reads_only_length;
    EXPECT_EQ(notices(entry, turned()), directions) << entry.name;
    EXPECT_EQ(notices(entry, rescaled()), entry.traits.reads_reports) << entry.name;
  }
}

TEST(Traits, NeedsTheta) {
  Setting unknown = setting;
  unknown.theta = {};
  for (const LearnerEntry& entry : all_learners()) {
    EXPECT_EQ(!make_learner(entry.name, unknown, {}), entry.traits.needs_theta) << entry.name;
  }
}

TEST(Traits, OneAtATime) {
  for (const LearnerEntry& entry : all_learners()) {
    bool single = true;
    for (std::uint64_t run = 0; run < many; ++run) {
      for (const Counts& batch : play(entry, run, reports).batches) {
        std::int64_t pulls = 0;
        for (const std::int64_t count : batch) pulls += count;
        single = single && pulls == 1;
      }
    }
    EXPECT_EQ(single, entry.traits.one_at_a_time) << entry.name;
  }
}

TEST(Traits, Adaptive) {
  for (const LearnerEntry& entry : all_learners()) {
    std::set<Counts> seen;
    for (std::uint64_t run = 0; run < many; ++run)
      seen.insert(play(entry, run, reports).before_the_first_left);
    EXPECT_EQ(seen.size() > 1, entry.traits.adaptive) << entry.name;
  }
}

TEST(Traits, HasTrigger) {
  for (const LearnerEntry& entry : all_learners()) {
    bool caught = false;
    for (std::uint64_t run = 0; run < many; ++run)
      caught = caught || play(entry, run, reports).caught;
    EXPECT_EQ(caught, entry.traits.has_trigger) << entry.name;
    EXPECT_TRUE(!entry.trigger || entry.traits.has_trigger) << entry.name;
  }
}

TEST(Traits, TossesCoins) {
  for (const LearnerEntry& entry : all_learners()) {
    bool other = false;
    for (std::uint64_t run = 0; run < many; ++run)
      other = other || play(entry, run, reports, 1) != play(entry, run, reports, 2);
    EXPECT_EQ(other, entry.traits.tosses_coins) << entry.name;
  }
}

// Three traits are also facts of the learner's type, by which simulations and selections go.
TEST(Traits, AreThoseOfTheLearner) {
  ASSERT_TRUE(toys);
  for (const LearnerEntry& entry : all_learners()) {
    const AnyLearner learner = *make_learner(entry.name, setting, {});
    EXPECT_EQ(learner.adaptive(), entry.traits.adaptive) << entry.name;
    EXPECT_EQ(learner.stops_by_itself(), entry.traits.stops_by_itself) << entry.name;
    EXPECT_EQ(learner.tosses_coins(), entry.traits.tosses_coins) << entry.name;
    EXPECT_TRUE(entry.traits.reads_reports || !entry.traits.reads_only_length) << entry.name;
  }
}

// Truth, no noise, wide gaps: who stops when sure does so at once, the others spend what they have.
TEST(Traits, StopsByItself) {
  const Setting easy = setting_for(4, 2, 4000);
  const std::vector<Report> truth{{{0.9, 0.1}}, {{0.1, 0.8}}, {{0.2, -0.5}}, {{0.0, 0.4}}};
  for (const LearnerEntry& entry : all_learners()) {
    AnyLearner learner = *make_learner(entry.name, easy, {});
    const std::int64_t spent = testing::drive(learner, truth, [&](int, const Pulls& pulls) {
      const Report& said = truth[at(pulls.arm)];
      const double sum = static_cast<double>(pulls.count) * said.x[0];
      return std::vector<Evidence>{{pulls.arm, said, pulls.count, sum, sum * said.x[0]}};
    });
    EXPECT_EQ(spent < easy.budget / 2, entry.traits.stops_by_itself) << entry.name << ' ' << spent;
  }
}

// The readings that move it, too.
TEST(SmallestBudget, IsTheLeastWithWhichALearnerCanBeMade) {
  for (const LearnerEntry& entry : all_learners()) {
    for (const Options& options :
         {Options{}, Options{{"d", "rank"}}, Options{{"d", "ambient"}}, Options{{"alpha", 0.5}}}) {
      if (!check_option_names(options, entry.options)) continue;
      for (const int K : {1, 2, 3, 5, 8, 20, 65}) {
        for (const int d : {1, 2, 3, 7}) {
          const auto smallest = smallest_budget(entry.name, setting_for(K, d, 1), options);
          ASSERT_TRUE(smallest) << entry.name;
          EXPECT_TRUE(make_learner(entry.name, setting_for(K, d, *smallest), options))
              << entry.name << " K " << K << " d " << d;
          for (const std::int64_t less : {*smallest - 1, *smallest / 2 - 1, std::int64_t{-1}}) {
            EXPECT_FALSE(make_learner(entry.name, setting_for(K, d, less), options))
                << entry.name << " K " << K << " d " << d << " T " << less;
          }
          EXPECT_EQ(!make_learner(entry.name, setting_for(K, d, 0), options), K > 1);
        }
      }
    }
  }
}

TEST(SmallestBudget, RefusesWhatIsUnknown) {
  EXPECT_EQ(smallest_budget("mehsa", setting, {}).error().kind, ErrorKind::not_found);
  EXPECT_FALSE(smallest_budget("mesha", setting, {{"lamda", 1.0}}));
  EXPECT_FALSE(smallest_budget("od_linbai", setting, {{"d", "other"}}));
}

}  // namespace
}  // namespace mesha
