// Four processes ask and tell; again and again one of them is killed.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "session/session_support.hpp"

namespace mesha {
namespace {

using testing::Dice;
using testing::reward_of;
using testing::Shelf;
using Stage = SessionState::Stage;

constexpr int processes = 4;
constexpr int kills = 500;
constexpr std::uint64_t world = 11;  // of the rewards

std::string session_name(int number) { return "s" + std::to_string(number); }

SessionConfig config_number(int number) {
  SessionConfig config = testing::config_for(number % 3 == 2 ? "opt_gtm" : "mesha", 8, 3,
                                             number % 3 == 2 ? 200 : 960, 3);
  config.name = session_name(number);
  return *completed(config, 0.3);
}

// In a process of its own: what it was told is stored, it writes down.
[[noreturn]] void work(const Shelf& shelf, const std::string& session_called, int who,
                       const std::string& acknowledged) {
  const int notes = open(acknowledged.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  auto store = open_store(shelf.address(), Access::write);
  if (!store) _exit(3);
  auto session = Session::open(**store, session_called);
  if (!session) _exit(4);
  while (session->state().stage() == Stage::open) {
    const auto issued =
        session->ask({.count = 2, .worker = "w" + std::to_string(who), .again = true}, 0);
    if (!issued) _exit(5);
    for (const IssuedTicket& one : *issued) {
      const Score score{one.ticket, reward_of(world, one.arm, one.ticket)};
      if (!session->tell({&score, 1}, 0)) _exit(6);
      const std::string note =
          session_called + " " + std::to_string(one.ticket) + " " + text_of(score.reward) + "\n";
      if (write(notes, note.data(), note.size()) < 0) _exit(7);
    }
    if (issued->empty()) usleep(500);
  }
  _exit(0);
}

std::vector<std::string> decisions(Store& store, const std::string& session) {
  std::vector<std::string> lines;
  for (const std::string& line : testing::log_of(store, session)) {
    if (line.starts_with("closed") || line.starts_with("decided")) lines.push_back(line);
  }
  return lines;
}

// The same rewards, one process, nobody killed.
std::vector<std::string> undisturbed(int number) {
  const Shelf shelf;
  const auto store = shelf.open();
  auto session = Session::create(*store, config_number(number), 0);
  while (session->state().stage() == Stage::open) {
    const auto issued = session->ask({.count = 5}, 0);
    for (const IssuedTicket& one : *issued) {
      const Score score{one.ticket, reward_of(world, one.arm, one.ticket)};
      EXPECT_TRUE(session->tell({&score, 1}, 0));
    }
  }
  return decisions(*store, session_name(number));
}

// Every ticket is told at most once, by the log itself.
std::map<TicketId, std::string> told_in(Store& store, const std::string& session) {
  std::map<TicketId, std::string> told;
  for (const std::string& line : testing::log_of(store, session)) {
    const auto event = event_of(line);
    if (const auto* one = std::get_if<Told>(&event->what)) {
      EXPECT_TRUE(told.emplace(one->ticket, text_of(one->reward)).second) << "told twice";
    }
  }
  return told;
}

TEST(KilledSession, LosesNothingThatWasAcknowledged) {
  const Shelf shelf;
  const std::string acknowledged = shelf.folder().path() + "/acknowledged";
  Dice dice(1);
  int killed = 0, sessions = 0;
  while (killed < kills) {
    const std::string name = session_name(sessions);
    ASSERT_TRUE(Session::create(*shelf.open(), config_number(sessions), 0));
    std::vector<pid_t> workers(processes, -1);
    const auto start = [&](int who) {
      const pid_t process = fork();
      if (process == 0) work(shelf, name, who, acknowledged);
      ASSERT_GT(process, 0);  // a signal to -1 would reach everybody
      workers[static_cast<std::size_t>(who)] = process;
    };
    for (int who = 0; who < processes; ++who) start(who);
    for (bool open = true; open;) {
      usleep(static_cast<useconds_t>(dice.uniform(0, 12'000)));
      const int who = dice.integer(0, processes - 1);
      pid_t& victim = workers[static_cast<std::size_t>(who)];
      kill(victim, SIGKILL);
      int state = 0;
      ASSERT_EQ(waitpid(victim, &state, 0), victim);
      if (WIFSIGNALED(state)) {
        ++killed;
      } else {
        ASSERT_EQ(WEXITSTATUS(state), 0);
      }
      {
        const auto store = shelf.open(Access::read);
        const auto found = verify(*store, name, "");
        ASSERT_TRUE(found && found->good) << found->trouble;
        open = Session::open(*store, name)->state().stage() == Stage::open;
      }
      start(who);
    }
    for (const pid_t worker : workers) {
      int state = 0;
      ASSERT_EQ(waitpid(worker, &state, 0), worker);
      ASSERT_TRUE(WIFEXITED(state) && WEXITSTATUS(state) == 0) << state;
    }
    ++sessions;
  }
  const auto store = shelf.open(Access::read);
  std::map<std::string, std::map<TicketId, std::string>> told;
  for (int number = 0; number < sessions; ++number) {
    const std::string name = session_name(number);
    told[name] = told_in(*store, name);
    EXPECT_EQ(decisions(*store, name), undisturbed(number));
    EXPECT_TRUE(verify(*store, name, "")->good);
  }
  std::ifstream notes(acknowledged);
  std::int64_t noted = 0;
  for (std::string line; std::getline(notes, line); ++noted) {
    std::istringstream words(line);
    std::string name, reward;
    TicketId ticket = 0;
    words >> name >> ticket >> reward;
    ASSERT_EQ(told[name][ticket], reward) << "an acknowledged score was lost";
  }
  EXPECT_GT(noted, 2000);
  RecordProperty("sessions", sessions);
  RecordProperty("kills", killed);
}

}  // namespace
}  // namespace mesha
