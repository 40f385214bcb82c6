// What does it cost that a score is kept for good? Durable tells against bare SQLite commits of
// rows of the same size, in turns in the same run; many tells at once; the state of a long session.
// The answer is checked first: the log must verify and hold every score.
//   bench_session [--check-only] [FOLDER]     FOLDER: on the disk to be measured (default: .)
#include "mesha/session/session.hpp"

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mesha/session/verify.hpp"

namespace {

using namespace mesha;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void check(bool right, const std::string& what) {
  if (right) return;
  fmt::print(stderr, "bench_session: {}\n", what);
  std::exit(1);
}

template <class T>
T value_of(Result<T> result) {
  check(static_cast<bool>(result), result ? "" : result.error().sentence);
  return *std::move(result);
}

SessionConfig config(const std::string& name, std::int64_t budget) {
  SessionConfig options{.name = name, .learner = "uniform", .budget = budget};
  for (int i = 0; i < 8; ++i)
    options.candidates.push_back({"candidate " + std::to_string(i), Report{{0.5, 0.1 * i}}});
  return value_of(completed(options, 0.2));
}

// One transaction per row, as safe as ours.
class Bare {
 public:
  explicit Bare(const std::string& file) {
    sqlite3_open(file.c_str(), &db_);
    run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        "CREATE TABLE rows(seq INTEGER PRIMARY KEY, text TEXT, hash TEXT)");
    sqlite3_prepare_v2(db_, "INSERT INTO rows(text, hash) VALUES(?, ?)", -1, &insert_, nullptr);
  }
  Bare(const Bare&) = delete;
  Bare& operator=(const Bare&) = delete;
  ~Bare() {
    sqlite3_finalize(insert_);
    sqlite3_close(db_);
  }

  void commit(const std::string& text, const std::string& hash) {
    run("BEGIN IMMEDIATE");
    sqlite3_bind_text(insert_, 1, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
    sqlite3_bind_text(insert_, 2, hash.data(), static_cast<int>(hash.size()), SQLITE_STATIC);
    check(sqlite3_step(insert_) == SQLITE_DONE, "bare SQLite could not insert");
    sqlite3_reset(insert_);
    run("COMMIT");
  }

 private:
  void run(const char* sql) {
    check(sqlite3_exec(db_, sql, nullptr, nullptr, nullptr) == SQLITE_OK, sqlite3_errmsg(db_));
  }

  sqlite3* db_ = nullptr;
  sqlite3_stmt* insert_ = nullptr;
};

class Folder {
 public:
  explicit Folder(const std::string& where)
      : path_(where + "/mesha-bench-" + std::to_string(getpid())) {
    std::filesystem::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

void one_by_one(const Folder& folder, int rounds, int per_round) {
  auto store = value_of(open_store("sqlite:" + folder.file("tells.db"), Access::create));
  Session session = value_of(Session::create(*store, config("s", 8L * rounds * per_round), 0));
  Bare bare(folder.file("bare.db"));
  const auto issued = value_of(session.ask({.count = std::int64_t{rounds} * per_round}, 0));
  std::vector<double> ratios;
  double ours = 0, theirs = 0;
  std::size_t next = 0;
  for (int round = 0; round < rounds; ++round) {
    auto start = Clock::now();
    for (int k = 0; k < per_round; ++k) {
      const Score score{issued[next].ticket, 0.001 * static_cast<double>(next % 1000)};
      check(value_of(session.tell({&score, 1}, 1'700'000'000'000)) == 1, "a tell was not new");
      ++next;
    }
    const double with_log = seconds_since(start);
    start = Clock::now();
    for (int k = 0; k < per_round; ++k) {
      const Event told{1'700'000'000'000, Told{issued[next - 1].ticket, 0.123}};
      bare.commit(text_of(told), session.head());
    }
    const double without = seconds_since(start);
    ours += with_log, theirs += without;
    ratios.push_back(without / with_log);
  }
  std::ranges::sort(ratios);
  const Verification good = value_of(verify(*store, "s", session.head()));
  check(good.good, good.trouble);
  check(session.state().spent() == static_cast<std::int64_t>(next), "a score is missing");
  const double count = rounds * per_round;
  fmt::print("one tell per commit    {:>9.0f} /s\n", count / ours);
  fmt::print("bare SQLite commits    {:>9.0f} /s\n", count / theirs);
  fmt::print("tells over bare        {:>9.2f}    ({:.2f} to {:.2f} in {} rounds)\n",
             ratios[ratios.size() / 2], ratios.front(), ratios.back(), rounds);
}

void many_at_once(const Folder& folder, std::int64_t tells) {
  const std::string address = "sqlite:" + folder.file("many.db");
  double took = 0;
  {
    auto store = value_of(open_store(address, Access::create));
    Session session = value_of(Session::create(*store, config("s", 2 * tells), 0));
    std::vector<Score> scores;
    for (const IssuedTicket& one : value_of(session.ask({.count = tells}, 0)))
      scores.push_back({one.ticket, 1e-6 * static_cast<double>(one.ticket)});
    const auto start = Clock::now();
    check(value_of(session.tell(scores, 1)) == tells, "a tell was not new");
    took = seconds_since(start);
  }
  fmt::print("tells in one file      {:>9.0f} /s  ({} of them)\n",
             static_cast<double>(tells) / took, tells);
  double best = HUGE_VAL;
  for (int k = 0; k < 5; ++k) {
    const auto start = Clock::now();
    auto store = value_of(open_store(address, Access::read));
    const Session session = value_of(Session::open(*store, "s", Session::Chain::believed));
    check(session.state().spent() == tells, "a score is missing");
    check(session.events() == 2 * tells + 1, "an event is missing");
    best = std::min(best, seconds_since(start));
  }
  fmt::print("state of {} events: {:.2f} s, from opening the file to the last event\n",
             2 * tells + 1, best);
  auto store = value_of(open_store(address, Access::read));
  const auto start = Clock::now();
  const Verification good = value_of(verify(*store, "s", ""));
  check(good.good, good.trouble);
  fmt::print("verify, all of it:     {:.2f} s\n", seconds_since(start));
}

}  // namespace

int main(int argc, char** argv) {
  bool quick = false;
  std::string where = ".";
  for (int k = 1; k < argc; ++k) {
    if (std::string_view(argv[k]) == "--check-only") {
      quick = true;
    } else {
      where = argv[k];
    }
  }
  const Folder folder(where);
  one_by_one(folder, quick ? 2 : 15, quick ? 20 : 200);
  many_at_once(folder, quick ? 1000 : 500'000);
}
