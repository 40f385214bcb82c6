// What a program can tell apart without reading English: the kinds of errors.
#include <gtest/gtest.h>

#include "mesha/catalog/experiment.hpp"
#include "session/session_support.hpp"

namespace mesha::testing {
namespace {

using Kind = ErrorKind;

template <class T>
Kind kind_of(const Result<T>& result) {
  return result.error().kind;
}

Status tell(Session& session, TicketId ticket, double reward, std::int64_t now) {
  const Score score{ticket, reward};
  const auto told = session.tell({&score, 1}, now);
  return told ? ok() : Status(told.error());
}

TEST(ErrorKind, OfAStoreAndItsSessions) {
  const Shelf shelf;
  EXPECT_EQ(kind_of(open_store(shelf.address(), Access::read)), Kind::not_found);
  EXPECT_EQ(kind_of(open_store("mysql:x", Access::read)), Kind::invalid);
  const auto store = shelf.open();
  SessionConfig config = config_for("mesha", 4, 2, 64, 1);
  config.range = RewardRange{0, 1};
  auto session = Session::create(*store, *completed(config, 1), 1);
  ASSERT_TRUE(session) << session.error().sentence;
  ASSERT_TRUE(session->ask({.count = 2, .lease_ms = 10}, 1));
  EXPECT_EQ(kind_of(tell(*session, 77, 0.5, 2)), Kind::not_found);
  EXPECT_EQ(kind_of(tell(*session, 1, 7, 2)), Kind::invalid);
  ASSERT_TRUE(tell(*session, 1, 0.5, 2));
  EXPECT_EQ(kind_of(tell(*session, 1, 0.6, 3)), Kind::conflict);
  EXPECT_EQ(kind_of(session->withdraw("nobody", "why", 3)), Kind::not_found);
  ASSERT_TRUE(session->withdraw("c1", "another offer", 3));
  EXPECT_EQ(kind_of(session->withdraw("c1", "twice", 3)), Kind::conflict);
}

TEST(ErrorKind, OfALogThatIsDamagedOrNewer) {
  const Shelf shelf;
  const auto store = shelf.open();
  ASSERT_TRUE(Session::create(*store, *completed(config_for("mesha", 4, 2, 64, 1), 1), 1));
  shelf.tamper("UPDATE events SET text = replace(text, 'c1', 'c7')");
  EXPECT_EQ(kind_of(Session::open(*store, "s", Session::Chain::checked)), Kind::corrupt);
  EXPECT_EQ(kind_of(event_of("created\t1\t999\ts")), Kind::unsupported);
  EXPECT_EQ(kind_of(event_of("invented 1")), Kind::corrupt);
  shelf.tamper("PRAGMA user_version = 99");
  EXPECT_EQ(kind_of(open_store(shelf.address(), Access::read)), Kind::unsupported);
}

// Somebody else's program has registered it: the log is as good as before, but nobody here can say.
TEST(ErrorKind, OfALogWithALearnerThatThisProgramDoesNotHave) {
  const Shelf shelf;
  const auto store = shelf.open();
  ASSERT_TRUE(Session::create(*store, *completed(config_for("uniform", 2, 1, 8, 1), 1), 1));
  std::string text;
  ASSERT_TRUE(store->read("s", 0, [&](auto, auto line, auto) {
    text = line;
    return false;
  }));
  const auto place = text.find("uniform");
  ASSERT_NE(place, std::string::npos) << text;
  text.replace(place, 7, "foreign");
  const std::string hash = next_hash(chain_start, text);
  shelf.tamper("UPDATE events SET text = replace(text, 'uniform', 'foreign'), hash = '" + hash +
               "'");
  const std::string sentence =
      "the log of s cannot be judged here: this program has no learner called foreign, use the one "
      "that wrote the log";
  const auto opened = Session::open(*store, "s", Session::Chain::checked);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().sentence, sentence);
  EXPECT_EQ(kind_of(opened), Kind::unsupported);
  const auto verified = verify(*store, "s", "");
  ASSERT_FALSE(verified);
  EXPECT_EQ(verified.error().sentence, sentence);
  EXPECT_EQ(kind_of(verified), Kind::unsupported);
}

TEST(ErrorKind, OfNamesAndFiles) {
  EXPECT_EQ(kind_of(make_learner("mehsa", {.arms = 4, .dimension = 2, .budget = 64}, {})),
            Kind::not_found);
  EXPECT_EQ(kind_of(make_learner("mesha", {.arms = 4, .dimension = 2, .budget = 1}, {})),
            Kind::invalid);
  EXPECT_EQ(kind_of(load_experiment("/there/is/no/such.toml")), Kind::not_found);
  EXPECT_EQ(kind_of(read_experiment("budgets = 3", "text")), Kind::invalid);
}

}  // namespace
}  // namespace mesha::testing
