#include "mesha/session/session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "mesha/catalog/learners.hpp"
#include "mesha/session/certainty.hpp"
#include "session/session_support.hpp"

namespace mesha {
namespace {

using testing::config_for;
using testing::Dice;
using testing::reward_of;
using testing::Shelf;
using Stage = SessionState::Stage;

Session begin(Store& store, const SessionConfig& config) {
  const auto ready = completed(config, 0.3);
  EXPECT_TRUE(ready) << ready.error().sentence;
  auto session = Session::create(store, *ready, 0);
  EXPECT_TRUE(session) << session.error().sentence;
  return *std::move(session);
}

std::string told(Session& session, TicketId ticket, double reward) {
  const Score score{ticket, reward};
  const auto done = session.tell({&score, 1}, 5);
  return done ? "" : done.error().sentence;
}

// To the end, in batches; `arrange` may reorder what is told.
template <class Arrange>
void finish(Session& session, std::int64_t batch, std::uint64_t number, Arrange arrange) {
  while (session.state().stage() == Stage::open) {
    const auto issued = session.ask({.count = batch}, 10);
    ASSERT_TRUE(issued) << issued.error().sentence;
    ASSERT_FALSE(issued->empty());
    std::vector<Score> scores;
    for (const IssuedTicket& one : *issued)
      scores.push_back({one.ticket, reward_of(number, one.arm, one.ticket)});
    arrange(scores);
    ASSERT_TRUE(session.tell(scores, 11));
  }
}

TEST(Session, RunsToADecisionWithinTheBudget) {
  const Shelf shelf;
  const auto store = shelf.open();
  Session session = begin(*store, config_for("mesha", 8, 3, 240, 1));
  finish(session, 7, 1, [](auto&) {});
  EXPECT_EQ(session.state().stage(), Stage::decided);
  EXPECT_EQ(session.state().spent(), 240);
  EXPECT_EQ(session.state().out(), 0);
  const auto nothing = session.ask({}, 20);
  ASSERT_TRUE(nothing);
  EXPECT_TRUE(nothing->empty());
  const auto good = verify(*store, "s", session.head());
  ASSERT_TRUE(good);
  EXPECT_TRUE(good->good) << good->trouble;
}

TEST(Session, WithOneCandidateIsDecidedAtOnce) {
  const Shelf shelf;
  const auto store = shelf.open();
  const Session session = begin(*store, config_for("mesha", 1, 2, 1, 1));
  EXPECT_EQ(session.state().stage(), Stage::decided);
  EXPECT_TRUE(verify(*store, "s", "")->good);
}

TEST(Session, HandsOutEveryEvaluationOnce) {
  const Shelf shelf;
  const auto store = shelf.open();
  Session session = begin(*store, config_for("sequential_halving", 4, 2, 80, 1));
  const auto issued = session.ask({.count = 1000}, 0);
  ASSERT_TRUE(issued);
  ASSERT_EQ(issued->size(), 40U);  // the first epoch
  std::set<TicketId> tickets;
  std::vector<int> of_arm(4);
  for (const IssuedTicket& one : *issued) {
    tickets.insert(one.ticket);
    ++of_arm[at(one.arm)];
    EXPECT_EQ(one.epoch, 1);
  }
  EXPECT_EQ(tickets.size(), 40U);
  EXPECT_EQ(of_arm, (std::vector<int>{10, 10, 10, 10}));
  EXPECT_TRUE(session.ask({}, 0)->empty());
}

TEST(Session, TellingTheSameAgainChangesNothingAndAnotherScoreIsRefused) {
  const Shelf shelf;
  const auto store = shelf.open();
  Session session = begin(*store, config_for("mesha", 4, 2, 80, 1));
  ASSERT_TRUE(session.ask({.count = 2}, 0));
  EXPECT_EQ(told(session, 1, 0.5), "");
  const auto events = session.events();
  EXPECT_EQ(told(session, 1, 0.5), "");
  EXPECT_EQ(session.events(), events);
  EXPECT_NE(told(session, 1, 0.6).find("was told 0.5 before"), std::string::npos);
  EXPECT_NE(told(session, 3, 0.6).find("there is no ticket 3"), std::string::npos);
  EXPECT_NE(told(session, 0, 0.6), "");
  EXPECT_NE(told(session, -1, 0.6), "");
  EXPECT_EQ(session.events(), events);
  EXPECT_EQ(session.state().spent(), 1);
  EXPECT_TRUE(verify(*store, "s", "")->good);
}

TEST(Session, TellsManyAllOrNothing) {
  const Shelf shelf;
  const auto store = shelf.open();
  Session session = begin(*store, config_for("mesha", 4, 2, 80, 1));
  ASSERT_TRUE(session.ask({.count = 10}, 0));
  const auto events = session.events();
  const std::vector<Score> bad{{1, 0.1}, {2, 0.2}, {99, 0.3}, {3, 0.4}};
  std::optional<std::size_t> refused;
  EXPECT_FALSE(session.tell(bad, 1, &refused));
  EXPECT_EQ(refused, 2U);
  EXPECT_EQ(session.events(), events);
  EXPECT_EQ(session.state().spent(), 0);
  EXPECT_EQ(session.state().ticket(1)->state, TicketState::out);
  const std::vector<Score> good{{1, 0.1}, {2, 0.2}, {1, 0.1}, {3, 0.4}};
  const auto fresh = session.tell(good, 1);
  ASSERT_TRUE(fresh);
  EXPECT_EQ(*fresh, 3);
}

TEST(Session, CorrectsAScoreOnlyWhileItsEpochIsOpen) {
  const Shelf shelf;
  const auto store = shelf.open();
  Session session = begin(*store, config_for("mesha", 2, 2, 4, 1));  // two each, one epoch
  ASSERT_EQ(session.ask({.count = 9}, 0)->size(), 4U);
  EXPECT_FALSE(session.correct({1, 0.4}, "too early", 1));
  for (TicketId id = 1; id <= 3; ++id) ASSERT_EQ(told(session, id, 0.1), "");
  EXPECT_TRUE(session.correct({1, 0.4}, "a typing error", 1));
  EXPECT_EQ(session.state().ticket(1)->reward, 0.4);
  EXPECT_EQ(told(session, 1, 0.1), "") << "a repeated message is no contradiction";
  EXPECT_EQ(session.state().ticket(1)->reward, 0.4);
  const std::int64_t events = session.events();
  EXPECT_TRUE(session.correct({1, 0.4}, "a typing error", 2)) << "the answer was lost";
  EXPECT_EQ(session.events(), events);
  EXPECT_FALSE(session.correct({1, 0.5}, "", 1)) << "without a reason";
  EXPECT_FALSE(session.correct({1, 0.4}, "", 1)) << "without a reason";
  ASSERT_EQ(told(session, 4, 0.1), "");
  EXPECT_EQ(session.state().stage(), Stage::decided);
  EXPECT_FALSE(session.correct({2, 0.4}, "too late", 1));
}

TEST(Session, AReportAfterTheTicketDoesNotChangeItsEvidence) {
  const Shelf shelf;
  const auto store = shelf.open();
  Session session = begin(*store, config_for("mesha", 2, 2, 8, 1));
  const auto first = session.ask({.count = 2}, 0);
  ASSERT_TRUE(session.report("c0", Report{{0.25, 0.5}}, 1));
  const auto second = session.ask({.count = 2}, 2);
  ASSERT_TRUE(first && second);
  EXPECT_NE(first->front().report, second->front().report);
  EXPECT_NE(first->front().report_hash, second->front().report_hash);
  EXPECT_EQ(second->front().report, (Report{{0.25, 0.5}}));
  for (TicketId id = 1; id <= 4; ++id)
    ASSERT_EQ(told(session, id, 0.1 * static_cast<double>(id)), "");
  std::vector<Evidence> of_arm_0;
  for (const Evidence& group : session.state().evidence()) {
    if (group.arm == ArmId{0}) of_arm_0.push_back(group);
  }
  ASSERT_EQ(of_arm_0.size(), 2U);
  EXPECT_EQ(of_arm_0[0].report, first->front().report);
  EXPECT_EQ(of_arm_0[0].reward_sum, 0.1);
  EXPECT_EQ(of_arm_0[1].report, second->front().report);
}

TEST(Session, GivesAnOverdueTicketToSomebodyElse) {
  const Shelf shelf;
  const auto store = shelf.open();
  Session session = begin(*store, config_for("mesha", 2, 2, 4, 1));
  ASSERT_EQ(session.ask({.count = 4, .worker = "kim", .lease_ms = 100}, 0)->size(), 4U);
  EXPECT_TRUE(session.ask({.count = 4}, 99)->empty());
  ASSERT_EQ(told(session, 2, 0.5), "");  // late is fine as long as nobody else has it
  const auto again = session.ask({.count = 1, .worker = "lee", .lease_ms = 100}, 100);
  ASSERT_EQ(again->size(), 1U);
  EXPECT_EQ(again->front().ticket, 5);
  EXPECT_NE(told(session, 1, 0.5).find("expired"), std::string::npos);
  EXPECT_EQ(told(session, 5, 0.5), "");
  EXPECT_EQ(session.state().out(), 2);
  const auto mine = session.ask({.count = 2, .worker = "kim", .again = true}, 150);
  ASSERT_EQ(mine->size(), 2U);
  EXPECT_EQ(mine->front().ticket, 3);  // the one it had, and no event
  const auto late = session.ask({.count = 9, .worker = "kim", .again = true}, 90'000'000);
  for (const IssuedTicket& one : *late)
    EXPECT_EQ(session.state().ticket(one.ticket)->state, TicketState::out);
  EXPECT_TRUE(verify(*store, "s", "")->good);
}

TEST(Session, GoesOnWithoutWhoWithdraws) {
  const Shelf shelf;
  const auto store = shelf.open();
  Session session = begin(*store, config_for("sequential_halving", 4, 2, 80, 1));
  ASSERT_EQ(session.ask({.count = 6}, 0)->size(), 6U);  // arms 0 1 2 3 0 1
  ASSERT_EQ(told(session, 1, 0.9), "");
  ASSERT_TRUE(session.withdraw("c0", "another offer", 1));
  EXPECT_EQ(session.state().saved(), 9);
  EXPECT_NE(told(session, 5, 0.9).find("c0 withdrew"), std::string::npos);
  EXPECT_FALSE(session.withdraw("c0", "again", 1));
  EXPECT_FALSE(session.report("c0", Report{{0, 0}}, 1));
  EXPECT_FALSE(session.withdraw("nobody", "x", 1));
  for (TicketId id : {2, 3, 4, 6}) ASSERT_EQ(told(session, id, 0.1), "");
  finish(session, 100, 3, [](auto&) {});
  EXPECT_EQ(session.state().stage(), Stage::decided);
  EXPECT_NE(session.state().winner(), ArmId{0});
  EXPECT_LE(session.state().spent(), 80);
  EXPECT_TRUE(verify(*store, "s", "")->good);
}

TEST(Session, NamesTheBestOfTheLastWhenTheTriggerEmptiesTheField) {
  const Shelf shelf;
  const auto store = shelf.open();
  SessionConfig config = config_for("mesha", 2, 2, 8, 1);
  config.options["delta"] = "0.5";
  Session session = begin(*store, config);
  const auto issued = session.ask({.count = 8}, 0);
  // Shrinking towards 0 makes a report claim more than losses like these earned.
  for (const IssuedTicket& one : *issued)
    ASSERT_EQ(told(session, one.ticket, one.arm.index == 0 ? -2000 : -1000), "");
  EXPECT_EQ(session.state().stage(), Stage::nobody_left);
  ASSERT_TRUE(session.state().winner());
  const Answer& answer = session.state().learner().answer();
  EXPECT_EQ(session.state().winner(), std::get<NobodyLeft>(answer.outcome).fallback);
  EXPECT_TRUE(std::holds_alternative<ByTrigger>(session.state().standings()[0].judgement->why));
  EXPECT_TRUE(verify(*store, "s", "")->good);
}

TEST(Session, EndsWithNobodyWhenAllWithdraw) {
  const Shelf shelf;
  const auto store = shelf.open();
  Session session = begin(*store, config_for("mesha", 3, 2, 30, 1));
  ASSERT_TRUE(session.ask({.count = 5}, 0));
  for (const char* name : {"c0", "c2", "c1"}) ASSERT_TRUE(session.withdraw(name, "no", 1));
  EXPECT_EQ(session.state().stage(), Stage::nobody_left);
  EXPECT_EQ(session.state().out(), 0);
  EXPECT_FALSE(session.withdraw("c1", "no", 1));
  EXPECT_TRUE(verify(*store, "s", "")->good);
}

// What holds at every moment.
void expect_sound(const SessionState& state) {
  ASSERT_LE(state.spent() + state.saved() + state.owed(), state.config().budget);
  bool anybody = false;
  for (const Standing& one : state.standings()) {
    anybody = anybody || one.place == Standing::Place::in;
    if (one.place == Standing::Place::withdrew) {
      ASSERT_EQ(one.planned, 0) << "an evaluation of who withdrew";
    }
  }
  if (state.stage() == Stage::decided) {
    ASSERT_EQ(state.standings()[at(*state.winner())].place, Standing::Place::in);
  }
  if (state.stage() == Stage::open) {
    ASSERT_TRUE(anybody);
  }
}

class EveryLearner : public ::testing::TestWithParam<std::string> {};

std::int64_t candidates_in(const SessionState& state) {
  return std::ranges::count(state.standings(), Standing::Place::in, &Standing::place);
}

// Everybody who is evaluated withdraws just before the epoch ends, again and again: the others are
// evaluated instead, within the budget, and one of them wins.
TEST_P(EveryLearner, FindsAWinnerThoughWholeBatchesWithdraw) {
  for (std::uint64_t number = 0; number < 20; ++number) {
    const Shelf shelf;
    const auto store = shelf.open();
    SessionConfig config = config_for(GetParam(), 12, 2, 120, number);
    if (number % 4 == 3) {  // nothing is said at all
      for (Candidate& one : config.candidates) one.report.x = Vec{0, 0};
    }
    Session session = begin(*store, config);
    for (int step = 0; session.state().stage() == Stage::open; ++step) {
      const auto issued = session.ask({.count = 1000}, 0);
      ASSERT_TRUE(issued);
      ASSERT_FALSE(issued->empty());
      const auto tell = [&](const IssuedTicket& one) {
        return told(session, one.ticket, reward_of(number, one.arm, one.ticket));
      };
      for (std::size_t k = 0; k + 1 < issued->size(); ++k) ASSERT_EQ(tell((*issued)[k]), "");
      for (const IssuedTicket& one : *issued) {
        if (step % 2 == 1 || step > 5 || candidates_in(session.state()) < 2) break;
        (void)session.withdraw(one.name, "another offer", 1);
        expect_sound(session.state());
      }
      (void)tell(issued->back());  // void, if its candidate withdrew
    }
    EXPECT_EQ(session.state().stage(), Stage::decided) << "game " << number;
    expect_sound(session.state());
    EXPECT_TRUE(verify(*store, "s", "")->good);
  }
}

// Whatever is told in whatever order, the log's decisions are the same to the bit.
TEST_P(EveryLearner, DecidesTheSameWhateverTheOrderOfArrival) {
  for (std::uint64_t number = 0; number < 5; ++number) {
    std::vector<std::string> decisions[2];
    for (const int turned : {0, 1}) {
      const Shelf shelf;
      const auto store = shelf.open();
      Session session = begin(*store, config_for(GetParam(), 6, 3, 90, number));
      Dice dice(number);
      finish(session, 1000, number, [&](std::vector<Score>& scores) {
        if (turned == 1) dice.shuffle(scores);
      });
      for (const std::string& line : testing::log_of(*store, "s")) {
        if (line.starts_with("closed") || line.starts_with("decided"))
          decisions[turned].push_back(line);
      }
    }
    ASSERT_FALSE(decisions[0].empty());
    EXPECT_EQ(decisions[0], decisions[1]);
  }
}

// Not even who got which ticket matters: only the scores that a candidate got under a report.
TEST_P(EveryLearner, AddsUpTheSameForAnyTicketOfTheCandidate) {
  std::vector<std::string> decided[2];
  for (const int turned : {0, 1}) {
    const Shelf shelf;
    const auto store = shelf.open();
    Session session = begin(*store, config_for(GetParam(), 4, 2, 60, 5));
    while (session.state().stage() == Stage::open) {
      auto issued = session.ask({.count = 1000}, 0);
      ASSERT_TRUE(issued);
      if (turned == 1) std::ranges::reverse(*issued);
      std::vector<int> count(4);
      std::vector<Score> scores;
      for (const IssuedTicket& one : *issued)
        scores.push_back(
            {one.ticket, reward_of(9, one.arm, 1000 * one.epoch + count[at(one.arm)]++)});
      ASSERT_TRUE(session.tell(scores, 1));
    }
    for (const std::string& line : testing::log_of(*store, "s")) {
      if (line.starts_with("closed")) decided[turned].push_back(line);
    }
  }
  EXPECT_EQ(decided[0], decided[1]);
}

// Random sessions: reports that change in the middle of an epoch, withdrawals, expiries,
// corrections, refused nonsense. A second reader that folds the log from the start sees the same.
TEST_P(EveryLearner, ReplaysToWhatWasLive) {
  for (std::uint64_t number = 0; number < 12; ++number) {
    Dice dice(1000 + number);
    const Shelf shelf;
    const auto store = shelf.open();
    const int arms = dice.integer(2, 8);
    Session session = begin(*store, config_for(GetParam(), arms, 3, 40 + 10 * arms, number));
    std::int64_t now = 0;
    for (int step = 0; step < 2000 && session.state().stage() == Stage::open; ++step) {
      now += dice.integer(0, 20);
      const double what = dice.uniform(0, 1);
      const std::string name = "c" + std::to_string(dice.integer(0, arms - 1));
      if (what < 0.45) {
        ASSERT_TRUE(session.ask({.count = dice.integer(1, 5), .lease_ms = 50}, now));
      } else if (what < 0.93) {
        for (int k = dice.integer(1, 6); k > 0; --k) {
          const auto all = static_cast<int>(session.state().tickets().size());
          if (all == 0) break;
          const TicketId id = dice.integer(std::max(1, all - 12), all);
          (void)told(session, id, reward_of(number, session.state().ticket(id)->arm, id));
        }
      } else if (what < 0.96) {
        (void)session.report(name, Report{dice.in_unit_ball(3)}, now);
      } else if (what < 0.98) {
        const auto all = static_cast<int>(session.state().tickets().size());
        (void)session.correct({dice.integer(1, all + 1), dice.normal()}, "checked again", now);
      } else if (dice.uniform(0, 1) < (number % 2 == 0 ? 0.2 : 1)) {
        (void)session.withdraw(name, "another offer", now);
      }
      expect_sound(session.state());
    }
    ASSERT_NE(session.state().stage(), Stage::open) << "game " << number;
    const auto other = shelf.open(Access::read);
    const auto replayed = Session::open(*other, "s");
    ASSERT_TRUE(replayed) << replayed.error().sentence;
    EXPECT_EQ(replayed->head(), session.head());
    EXPECT_EQ(replayed->state().winner(), session.state().winner());
    EXPECT_EQ(replayed->state().stage(), session.state().stage());
    EXPECT_EQ(replayed->state().spent(), session.state().spent());
    const auto good = verify(*other, "s", session.head());
    ASSERT_TRUE(good);
    EXPECT_TRUE(good->good) << good->trouble;
  }
}

// The learner itself, fed the same scores without any session, names the same candidate.
TEST_P(EveryLearner, DecidesAsTheLearnerAlone) {
  const SessionConfig config = *completed(config_for(GetParam(), 5, 3, 100, 2), 0.3);
  AnyLearner learner = *learner_of(config);
  std::vector<Report> reports;
  for (const Candidate& one : config.candidates) reports.push_back(one.report);
  TicketId ticket = 0;
  while (!learner.finished()) {
    // Round-robin, as tickets are issued.
    std::vector<Pulls> batch = learner.plan(reports);
    std::vector<std::vector<double>> scores(reports.size());
    for (bool any = true; any;) {
      any = false;
      for (Pulls& pulls : batch) {
        if (pulls.count-- <= 0) continue;
        any = true;
        scores[at(pulls.arm)].push_back(reward_of(4, pulls.arm, ++ticket));
      }
    }
    std::vector<Evidence> evidence;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (scores[i].empty()) continue;
      std::ranges::sort(scores[i]);
      Evidence group{arm_at(i), reports[i], 0, 0};
      for (const double score : scores[i]) {
        group.pulls += 1;
        group.reward_sum += score;
        group.square_sum += score * score;
      }
      evidence.push_back(group);
    }
    learner.observe(evidence);
  }
  const Shelf shelf;
  const auto store = shelf.open();
  auto session = Session::create(*store, config, 0);
  ASSERT_TRUE(session);
  finish(*session, 1000, 4, [](auto&) {});
  EXPECT_EQ(identified(learner.answer()).has_value(), session->state().stage() == Stage::decided);
  if (const auto winner = identified(learner.answer())) {
    EXPECT_EQ(session->state().winner(), winner);
  }
}

std::vector<std::string> names() {
  std::vector<std::string> list;
  for (const LearnerEntry& entry : all_learners()) list.emplace_back(entry.name);
  return list;
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryLearner, ::testing::ValuesIn(names()),
                         [](const auto& test) { return test.param; });

// Two candidates: P(best) is one value of the normal law.
TEST(Certainty, OfTwoCandidatesIsTheNormalLaw) {
  const Shelf shelf;
  const auto store = shelf.open();
  Session session = begin(*store, config_for("uniform", 2, 2, 20, 1));
  const auto issued = session.ask({.count = 20}, 0);
  for (const IssuedTicket& one : *issued)
    ASSERT_EQ(told(session, one.ticket, one.arm.index == 0 ? 0.3 : 0.1), "");
  const Certainty sure = certainty(session.state());
  ASSERT_TRUE(sure.best && sure.failure);
  // (0.3 - 0.1) / (0.3 sqrt(2 / 10))
  EXPECT_NEAR(*sure.best, 0.5 * std::erfc(-0.2 / (0.3 * std::sqrt(0.2)) / std::sqrt(2.0)), 1e-12);
  EXPECT_NEAR(sure.failure->failure, 1 - *sure.best, 1e-9);  // uniform, exactly
}

}  // namespace
}  // namespace mesha
