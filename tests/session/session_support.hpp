// Sessions for tests: a store in a folder of its own, and rewards that are a function of the place.
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <memory>
#include <string>
#include <vector>

#include "mesha/session/session.hpp"
#include "mesha/session/verify.hpp"
#include "support/random_games.hpp"
#include "support/run_program.hpp"

namespace mesha::testing {

inline SessionConfig config_for(const std::string& learner, int arms, std::size_t d,
                                std::int64_t budget, std::uint64_t number) {
  Dice dice(number);
  SessionConfig config{.name = "s", .learner = learner, .budget = budget};
  for (int i = 0; i < arms; ++i)
    config.candidates.push_back({"c" + std::to_string(i), Report{dice.in_unit_ball(d)}});
  if (learner == "ggtm") config.options["theta"] = text_of(unit(d, 0));
  return config;
}

// A folder with a store in it; in memory where that can be had, as tests commit by the thousand.
class Shelf {
 public:
  Shelf() : folder_(in_memory()), path_(folder_.path() + "/store.db") {}

  std::string path() const { return path_; }
  std::string address() const { return "sqlite:" + path_; }
  const TemporaryFolder& folder() const { return folder_; }
  // What somebody who knows SQL could do to it.
  void tamper(const std::string& sql) const {
    sqlite3* db = nullptr;
    EXPECT_EQ(sqlite3_open(path_.c_str(), &db), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(db);
    sqlite3_close(db);
  }
  std::unique_ptr<Store> open(Access access = Access::create) const {
    auto store = open_store(address(), access);
    EXPECT_TRUE(store) << store.error().sentence;
    return *std::move(store);
  }

 private:
  static std::filesystem::path in_memory() {
    const std::filesystem::path shared = "/dev/shm";
    return access(shared.c_str(), W_OK) == 0 ? shared : std::filesystem::temp_directory_path();
  }

  TemporaryFolder folder_;
  std::string path_;
};

inline std::vector<std::string> log_of(Store& store, const std::string& session) {
  std::vector<std::string> lines;
  EXPECT_TRUE(store.read(session, 0, [&](auto, std::string_view text, auto) {
    lines.emplace_back(text);
    return true;
  }));
  return lines;
}

// Arms differ by 0.1; an arm's k-th ticket of an epoch brings always the same.
inline double reward_of(std::uint64_t number, ArmId arm, TicketId ticket) {
  Dice dice(number * 7919 + static_cast<std::uint64_t>(ticket) * 31 +
            static_cast<std::uint64_t>(arm.index));
  return 0.1 * arm.index + 0.3 * dice.normal();
}

}  // namespace mesha::testing
