// Learners that are not in the catalog, in live selections.
#include <gtest/gtest.h>

#include <new>
#include <utility>

#include "mesha/catalog/learners.hpp"
#include "mesha/learners/uniform.hpp"
#include "session/session_support.hpp"

namespace mesha::testing {
namespace {

// Pulls every arm once and names the first.
class FirstArm {
 public:
  explicit FirstArm(int arms) {
    for (int i = 0; i < arms; ++i) batch_.push_back({ArmId{i}, 1});
  }

  bool finished() const { return batch_.empty(); }
  const std::vector<Pulls>& plan(Reports /*never read*/) { return batch_; }
  void observe(std::span<const Evidence> /*never read*/) { batch_.clear(); }
  ArmId leader() const { return {}; }
  const Answer& answer() const { return answer_; }

 private:
  std::vector<Pulls> batch_;
  Answer answer_{Identified{ArmId{0}}, {}};
};

TEST(LearnerOfOthers, MustKnowWhatToDoWhenACandidateWithdraws) {
  const auto refused = check_learner("first_arm", AnyLearner(FirstArm(2)));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::unsupported);
  EXPECT_EQ(refused.error().sentence,
            "first_arm cannot decide a live selection: it has no rule for a candidate who "
            "withdraws");
  EXPECT_TRUE(check_learner("uniform", *learner_of(config_for("uniform", 2, 1, 4, 1))));
}

// Pulls an arm by chance, ten times, and names one by chance.
class Gambler {
 public:
  explicit Gambler(int arms) : arms_(arms) {}

  void start(const RunRandom& random) { random_ = random; }
  bool finished() const { return round_ == 10; }
  const std::vector<Pulls>& plan(Reports /*never read*/) {
    batch_ = {{leader(), 1}};
    return batch_;
  }
  void observe(std::span<const Evidence> /*never read*/) {
    ++round_;
    answer_.outcome = Identified{leader()};
  }
  ArmId leader() const {
    const double coin = random_->uniform(Stream::learner_coins, round_, 0);
    return ArmId{static_cast<std::int32_t>(coin * arms_)};
  }
  const Answer& answer() const { return answer_; }
  void withdraw(ArmId /*arm*/) {}
  const std::vector<Departure>& departures() const { return answer_.departures; }

 private:
  int arms_;
  std::uint32_t round_ = 0;
  std::optional<RunRandom> random_;
  std::vector<Pulls> batch_;
  Answer answer_;
};

SessionState of_gambler(std::optional<std::uint64_t> seed) {
  SessionConfig config = config_for("uniform", 5, 1, 10, 1);
  config.seed = seed;
  return {config, AnyLearner(Gambler(5))};
}

// To the decision, and what happened on the way.
std::vector<Event> played(SessionState state) {
  std::vector<Event> log;
  const auto record = [&](EventBody what) {
    log.push_back({1, std::move(what)});
    EXPECT_TRUE(state.check(log.back()));
    state.apply(log.back());
  };
  for (TicketId ticket = 1; state.stage() == SessionState::Stage::open; ++ticket) {
    record(Asked{ticket, state.next_arms(1).front(), state.epoch(), 99, ""});
    record(Told{ticket, 0.5});
    while (auto next = state.due()) record(*std::move(next));
  }
  return log;
}

std::string texts_of(const std::vector<Event>& log) {
  std::string all;
  for (const Event& event : log) all += text_of(event) + "\n";
  return all;
}

TEST(LearnerOfOthers, TossesTheSameCoinsWhenItsLogIsReplayed) {
  const std::vector<Event> log = played(of_gambler(7));
  SessionState replayed = of_gambler(7);
  for (const Event& event : log) {
    ASSERT_TRUE(replayed.check(event)) << text_of(event);
    replayed.apply(event);
  }
  EXPECT_EQ(replayed.stage(), SessionState::Stage::decided);
  EXPECT_EQ(texts_of(played(of_gambler(7))), texts_of(log));
  EXPECT_NE(texts_of(played(of_gambler(8))), texts_of(log));
  EXPECT_EQ(texts_of(played(of_gambler({}))), texts_of(played(of_gambler(0))));
}

// Uniform, which runs out of memory once.
class Fragile : public Uniform {
 public:
  explicit Fragile(const Uniform& sound) : Uniform(sound) {}
  void observe(std::span<const Evidence> batch) {
    if (std::exchange(breaks, false)) throw std::bad_alloc();
    Uniform::observe(batch);
  }
  static inline bool breaks = false;
};

// The score that brought it about is not in the store, so it must not be in memory either: a later
// event would close the epoch by it, and the log would contradict itself.
TEST(LearnerOfOthers, WhoThrowsLeavesTheLogAsItWas) {
  ASSERT_TRUE(register_learner({.name = "fragile",
                                .source = "a test",
                                .make = [](const Setting& s, OptionReader&) -> Result<AnyLearner> {
                                  return AnyLearner(Fragile(
                                      *Uniform::make({.arms = s.arms, .budget = s.budget})));
                                }}));
  const Shelf shelf;
  const auto store = shelf.open();
  auto session = *Session::create(*store, config_for("fragile", 3, 1, 3, 1), 1);
  ASSERT_TRUE(session.ask({.count = 3}, 2));
  const std::vector<Score> scores{{1, .1}, {2, .9}, {3, .2}};
  ASSERT_TRUE(session.tell(std::span(scores).first(2), 3));
  const auto before = log_of(*store, "s");
  Fragile::breaks = true;
  EXPECT_THROW((void)session.tell(std::span(scores).last(1), 4), std::bad_alloc);
  EXPECT_EQ(log_of(*store, "s"), before);

  ASSERT_TRUE(session.report("c0", Report{{.5}}, 5));
  EXPECT_EQ(log_of(*store, "s").size(), before.size() + 1);
  EXPECT_EQ(session.state().stage(), SessionState::Stage::open);
  EXPECT_EQ(*session.tell(std::span(scores).last(1), 6), 1);
  EXPECT_EQ(session.state().winner(), ArmId{1});
  EXPECT_TRUE(verify(*store, "s", session.head())->good);
}

}  // namespace
}  // namespace mesha::testing
