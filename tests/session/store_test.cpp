// The file: formats old and new, damage, a full disk, a read-only place, several at once.
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

#include "session/session_support.hpp"
#include "support/paths.hpp"

namespace mesha {
namespace {

using testing::config_for;
using testing::Dice;
using testing::reward_of;
using testing::Shelf;

// A session with some of everything in it.
void fill(Store& store, const std::string& name, int rounds) {
  SessionConfig config = config_for("mesha", 6, 3, 180, 1);
  config.name = name;
  auto session = Session::create(store, *completed(config, 0.3), 1000);
  ASSERT_TRUE(session) << session.error().sentence;
  for (int k = 0; k < rounds && session->state().stage() == SessionState::Stage::open; ++k) {
    const auto issued = session->ask({.count = 4, .worker = "kim"}, 1000 + k);
    ASSERT_TRUE(issued);
    for (const IssuedTicket& one : *issued) {
      const Score score{one.ticket, reward_of(1, one.arm, one.ticket)};
      ASSERT_TRUE(session->tell({&score, 1}, 1000 + k));
    }
    if (k == 3) {
      ASSERT_TRUE(session->report("c2", Report{{0.1, 0.2, 0.3}}, 1000 + k));
    }
    if (k == 5) {
      ASSERT_TRUE(session->withdraw("c1", "another offer", 1000 + k));
    }
  }
}

std::string bytes_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_bytes(const std::string& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

TEST(Store, KeepsSessionsApart) {
  const Shelf shelf;
  const auto store = shelf.open();
  const std::string names[] = {"a", "A", "a'; DROP TABLE events; --", "\xC3\xA4"};
  for (const std::string& name : names) fill(*store, name, 3);
  EXPECT_EQ(store->names()->size(), 4U);
  for (const std::string& name : names) {
    EXPECT_TRUE(verify(*store, name, "")->good);
    EXPECT_EQ(Session::open(*store, name)->state().config().name, name);
  }
  EXPECT_EQ(Session::open(*store, "b").error().kind, ErrorKind::not_found);
  EXPECT_EQ(verify(*store, "b", "").error().kind, ErrorKind::not_found);
  const auto again = Session::create(*store, *completed(config_for("mesha", 2, 2, 8, 1), 1), 0);
  EXPECT_TRUE(again);
  const auto twice = Session::create(*store, *completed(config_for("mesha", 2, 2, 8, 1), 1), 0);
  EXPECT_EQ(twice.error().kind, ErrorKind::conflict);
}

TEST(Store, RefusesToOverwriteWhatSomebodyElseWasFasterToWrite) {
  const Shelf shelf;
  const auto store = shelf.open();
  const StoredEvent events[] = {{1, "x", "h"}, {2, "y", "i"}};
  ASSERT_TRUE(store->append("n", events));
  EXPECT_EQ(store->append("n", std::vector<StoredEvent>{{2, "z", "j"}}).error().kind,
            ErrorKind::conflict);
  EXPECT_FALSE(store->append("n", std::vector<StoredEvent>{{4, "z", "j"}}));
  EXPECT_FALSE(store->append("n", std::vector<StoredEvent>{{1, "z", "j"}}));
  EXPECT_TRUE(store->append("n", std::vector<StoredEvent>{{3, "z", "j"}}));
  EXPECT_EQ(testing::log_of(*store, "n"), (std::vector<std::string>{"x", "y", "z"}));
}

TEST(Store, KeepsNothingOfWhatFailsHalfWay) {
  const Shelf shelf;
  const auto store = shelf.open();
  const auto failed = store->exclusively([&]() -> Status {
    EXPECT_TRUE(store->append("n", std::vector<StoredEvent>{{1, "x", "h"}}));
    return Error{"no"};
  });
  EXPECT_FALSE(failed);
  EXPECT_TRUE(testing::log_of(*store, "n").empty());
}

// Every byte of every event's text and hash is covered.
TEST(Store, AFlippedByteInTheEventsIsFound) {
  const Shelf shelf;
  {
    const auto store = shelf.open();
    fill(*store, "s", 100);
    ASSERT_TRUE(verify(*store, "s", "")->good);
  }
  const std::string good = bytes_of(shelf.path());
  std::vector<std::pair<std::size_t, std::size_t>> places;  // begin, length
  {
    const auto store = shelf.open();
    ASSERT_TRUE(store->read("s", 0, [&](auto, std::string_view text, std::string_view hash) {
      const std::string row = std::string(text) + std::string(hash);  // neighbours in the file
      const auto place = good.find(row);
      EXPECT_NE(place, std::string::npos);
      places.emplace_back(place, row.size());
      return true;
    }));
  }
  ASSERT_GT(places.size(), 300U);
  for (std::uint64_t number = 0; number < 1000; ++number) {
    Dice dice(number);
    const auto [begin, length] =
        places[static_cast<std::size_t>(dice.integer(0, static_cast<int>(places.size()) - 1))];
    const std::size_t place =
        begin + static_cast<std::size_t>(dice.integer(0, static_cast<int>(length) - 1));
    std::string bad = good;
    bad[place] = static_cast<char>(bad[place] ^ (1 << dice.integer(0, 7)));
    write_bytes(shelf.path(), bad);
    const auto store = open_store(shelf.address(), Access::read);
    ASSERT_TRUE(store);
    const auto found = verify(**store, "s", "");
    ASSERT_TRUE(found);
    ASSERT_FALSE(found->good) << "flip " << number << " at " << place;
    ASSERT_FALSE(found->trouble.empty());
  }
  write_bytes(shelf.path(), good);
  EXPECT_TRUE(verify(*shelf.open(Access::read), "s", "")->good);
}

// Also who knows SQL and leaves every row well-formed is found out.
TEST(Store, ARewrittenHistoryIsFound) {
  const std::string tricks[] = {
      "DELETE FROM events WHERE seq = 7",
      "DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)",
      "UPDATE events SET seq = seq + 1 WHERE seq = (SELECT max(seq) FROM events)",
      "UPDATE events SET text = replace(text, 'kim', 'lee') WHERE seq = 5",
      "UPDATE sessions SET head = 'x'",
      "UPDATE sessions SET name = 't'",
      "INSERT INTO events SELECT session, seq + 1, text, hash FROM events ORDER BY seq DESC LIMIT "
      "1",
  };
  for (const std::string& trick : tricks) {
    const Shelf shelf;
    fill(*shelf.open(), "s", 8);
    shelf.tamper(trick);
    const auto store = shelf.open(Access::read);
    const auto found = verify(*store, store->names()->front(), "");
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->good) << trick;
  }
}

// Who rewrites the log and all its hashes gets past the chain, not past a head kept elsewhere.
TEST(Store, ANewHistoryWithRightHashesIsFoundByAnOldHead) {
  const Shelf shelf, other, rewritten;
  fill(*shelf.open(), "s", 8);
  fill(*other.open(), "s", 9);
  const std::string head = Session::open(*shelf.open(), "s")->head();
  EXPECT_TRUE(verify(*shelf.open(), "s", head)->good);
  EXPECT_TRUE(verify(*other.open(), "s", head)->good) << "the same beginning, a longer log";
  {
    const auto store = rewritten.open();
    std::vector<StoredEvent> events;
    std::string before(chain_start);
    for (std::string line : testing::log_of(*shelf.open(), "s")) {
      if (const auto kim = line.find("kim"); kim != std::string::npos) line.replace(kim, 3, "lee");
      before = next_hash(before, line);
      events.push_back({static_cast<std::int64_t>(events.size()) + 1, line, before});
    }
    ASSERT_TRUE(store->append("s", events));
    EXPECT_TRUE(verify(*store, "s", "")->good) << "the chain alone cannot tell";
    EXPECT_FALSE(verify(*store, "s", head)->good);
    EXPECT_FALSE(verify(*store, "s", "not a hash"));
  }
}

// A decision that the rules do not make, in a log whose hashes are all right.
TEST(Store, AForgedDecisionIsFound) {
  const Shelf shelf, forged;
  fill(*shelf.open(), "s", 100);
  const auto store = forged.open();
  std::vector<StoredEvent> events;
  std::string before(chain_start);
  for (std::string line : testing::log_of(*shelf.open(), "s")) {
    if (line.starts_with("decided")) line.back() = line.back() == '0' ? '1' : '0';
    before = next_hash(before, line);
    events.push_back({static_cast<std::int64_t>(events.size()) + 1, line, before});
  }
  ASSERT_TRUE(store->append("s", events));
  const auto found = verify(*store, "s", "");
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->good);
  EXPECT_NE(found->trouble.find("by the rules"), std::string::npos) << found->trouble;
  EXPECT_FALSE(Session::open(*store, "s"));
}

// A worker does not go on with a log that was changed.
TEST(Store, AChangedLogIsNotContinued) {
  const Shelf shelf;
  fill(*shelf.open(), "s", 4);
  shelf.tamper("UPDATE events SET text = replace(text, 'kim', 'lee') WHERE seq = 2");
  const auto store = shelf.open(Access::write);
  EXPECT_FALSE(Session::open(*store, "s"));
  EXPECT_TRUE(Session::open(*store, "s", Session::Chain::believed)) << "for looking at";
  const Shelf cut;
  fill(*cut.open(), "s", 4);
  cut.tamper("DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)");
  const auto shorter = Session::open(*cut.open(Access::write), "s");
  ASSERT_FALSE(shorter);
  EXPECT_NE(shorter.error().sentence.find("ends after event"), std::string::npos);
}

// tests/session/journal_v1.db was written by format 1 and must open for ever.
TEST(Store, MigratesAFileOfFormatOne) {
  const Shelf shelf;
  write_bytes(shelf.path(), bytes_of(testing::in_checkout("tests/session/journal_v1.db")));
  {
    const std::string before = bytes_of(shelf.path());
    EXPECT_TRUE(verify(*shelf.open(Access::read), "hiring", "")->good);
    EXPECT_EQ(bytes_of(shelf.path()), before) << "who reads changes nothing";
  }
  const auto store = shelf.open(Access::write);
  const auto found = verify(*store, "hiring", "");
  ASSERT_TRUE(found) << found.error().sentence;
  EXPECT_TRUE(found->good) << found->trouble;
  auto session = Session::open(*store, "hiring");
  ASSERT_TRUE(session) << session.error().sentence;
  EXPECT_EQ(session->events(), 75);
  EXPECT_EQ(session->state().spent(), 33);
  EXPECT_TRUE(session->ask({}, 2000));
  EXPECT_TRUE(verify(*store, "hiring", found->head)->good);
}

TEST(Store, RefusesANewerFormatAndOtherPeoplesFiles) {
  const Shelf shelf;
  fill(*shelf.open(), "s", 1);
  shelf.tamper("PRAGMA user_version = 99");
  auto refused = open_store(shelf.address(), Access::write);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().sentence.find("newer mesha"), std::string::npos);
  shelf.tamper("PRAGMA user_version = 2; PRAGMA application_id = 5");
  const std::string before = bytes_of(shelf.path());
  EXPECT_FALSE(open_store(shelf.address(), Access::write));
  EXPECT_EQ(bytes_of(shelf.path()), before);
  EXPECT_FALSE(open_store("sqlite:" + shelf.folder().file("empty.db", ""), Access::read));
  EXPECT_EQ(bytes_of(shelf.folder().path() + "/empty.db"), "");
  write_bytes(shelf.path(), "this is a text, and a long one, so that it is no empty database");
  EXPECT_FALSE(open_store(shelf.address(), Access::create));
  EXPECT_FALSE(open_store("sqlite:", Access::create));
  EXPECT_FALSE(open_store("mesha.db", Access::create));
  EXPECT_FALSE(open_store("sqlite:" + shelf.folder().path(), Access::create));
  EXPECT_FALSE(open_store("sqlite:" + shelf.folder().path() + "/none.db", Access::write));
  EXPECT_FALSE(std::filesystem::exists(shelf.folder().path() + "/none.db"));
}

// Asks and tells until nothing more can be stored; then makes room and goes on.
void fills_up_and_goes_on(const std::string& file, const std::function<void()>& make_room) {
  std::int64_t told = 0;
  SessionConfig config = config_for("uniform", 4, 2, 100'000, 1);
  std::string head;
  {
    auto store = *open_store("sqlite:" + file, Access::create);
    auto session = *Session::create(*store, *completed(config, 0.3), 0);
    std::string trouble;
    while (trouble.empty()) {
      const auto issued = session.ask({.count = 50}, 0);
      if (!issued) {
        trouble = issued.error().sentence;
        break;
      }
      std::vector<Score> scores;
      for (const IssuedTicket& one : *issued) scores.push_back({one.ticket, 0.5});
      const auto done = session.tell(scores, 0);
      if (!done) trouble = done.error().sentence;
      if (done) told += *done;
      ASSERT_LT(told, 99'000) << "it never filled up";
    }
    EXPECT_NE(trouble.find("othing"), std::string::npos) << trouble;
    EXPECT_EQ(session.state().spent(), told) << "what is acknowledged is what is known";
    make_room();
    ASSERT_TRUE(session.ask({.count = 1}, 1)) << "goes on when space is back";
    head = session.head();
  }
  auto store = *open_store("sqlite:" + file, Access::read);
  const auto found = verify(*store, "s", head);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->good) << found->trouble;
  EXPECT_EQ(Session::open(*store, "s")->state().spent(), told);
}

TEST(Store, SurvivesAFileThatMayNotGrow) {
  const Shelf shelf;
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  auto* old = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{300'000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  fills_up_and_goes_on(shelf.path(), [&] { setrlimit(RLIMIT_FSIZE, &before); });
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, old);
}

// A disk in memory, where the machine lets us mount one.
class SmallDisk {
 public:
  explicit SmallDisk(const char* size) {
    std::filesystem::create_directories(path());
    mounted_ = mount("tmpfs", path().c_str(), "tmpfs", 0, size) == 0;
  }
  ~SmallDisk() {
    if (mounted_) umount2(path().c_str(), MNT_DETACH);
    chmod(path().c_str(), 0700);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  std::string path() const { return folder_.path() + "/disk"; }
  bool mounted() const { return mounted_; }
  bool remount(unsigned long flags, const char* size) const {
    return mount("tmpfs", path().c_str(), "tmpfs", MS_REMOUNT | flags, size) == 0;
  }

 private:
  const testing::TemporaryFolder folder_;
  bool mounted_ = false;
};

// Without the right to mount, the file that may not grow (above) has to do.
TEST(Store, SurvivesAFullDisk) {
  const SmallDisk disk("size=400k");
  if (!disk.mounted()) GTEST_SKIP() << "mounting a disk is not allowed here";
  fills_up_and_goes_on(disk.path() + "/store.db",
                       [&] { ASSERT_TRUE(disk.remount(0, "size=40m")); });
}

// Reading a log from a place that cannot be written works, writing says why not.
TEST(Store, CanBeReadButNotWrittenOnAReadOnlyDisk) {
  const SmallDisk disk("size=4m");
  const std::string address = "sqlite:" + disk.path() + "/store.db";
  fill(**open_store(address, Access::create), "s", 5);
  if (disk.mounted()) {
    ASSERT_TRUE(disk.remount(MS_RDONLY, "size=4m"));
  } else {
    if (geteuid() == 0) GTEST_SKIP() << "root writes in spite of permissions";
    chmod((disk.path() + "/store.db").c_str(), 0400);
    chmod(disk.path().c_str(), 0500);
  }
  auto reading = open_store(address, Access::read);
  ASSERT_TRUE(reading) << reading.error().sentence;
  EXPECT_TRUE(verify(**reading, "s", "")->good);
  EXPECT_TRUE(Session::open(**reading, "s"));
  const auto writing = open_store(address, Access::write);
  ASSERT_FALSE(writing);
  EXPECT_NE(writing.error().sentence.find("cannot be"), std::string::npos)
      << writing.error().sentence;
}

// Several threads with a store each, as several processes would.
TEST(Store, SeveralWorkersShareASession) {
  const Shelf shelf;
  {
    const auto store = shelf.open();
    ASSERT_TRUE(Session::create(*store, *completed(config_for("mesha", 8, 3, 240, 1), 0.3), 0));
  }
  const auto work = [&](int who) {
    const auto store = open_store(shelf.address(), Access::write);
    ASSERT_TRUE(store) << store.error().sentence;
    auto session = Session::open(**store, "s");
    ASSERT_TRUE(session);
    while (session->state().stage() == SessionState::Stage::open) {
      const auto issued = session->ask({.count = 3, .worker = "w" + std::to_string(who)}, 0);
      ASSERT_TRUE(issued) << issued.error().sentence;
      for (const IssuedTicket& one : *issued) {
        const Score score{one.ticket, reward_of(1, one.arm, one.ticket)};
        ASSERT_TRUE(session->tell({&score, 1}, 0));
      }
      if (issued->empty()) {
        ASSERT_TRUE(session->refresh());
      }
    }
  };
  std::vector<std::jthread> workers;
  for (int who = 0; who < 4; ++who) workers.emplace_back(work, who);
  workers.clear();
  const auto store = shelf.open(Access::read);
  EXPECT_TRUE(verify(*store, "s", "")->good);
  EXPECT_EQ(Session::open(*store, "s")->state().spent(), 240);
}

}  // namespace
}  // namespace mesha
