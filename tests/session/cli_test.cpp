// mesha session ... as people and scripts use it.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "session/session_support.hpp"
#include "support/paths.hpp"

namespace mesha::testing {
namespace {

using nlohmann::json;

const std::string four =
    "name,skill,experience\nana,0.8,0.3\n\"ben, the elder\",0.6,0.5\ncarla,0.9,0.1\ndora,0.1,0.1\n";

class SessionWords : public ::testing::Test {
 protected:
  Finished said(std::vector<std::string> words) const {
    words.insert(words.begin(), "session");
    words.insert(words.end(), {"--store", shelf_.address()});
    return run_program(mesha_program, words);
  }
  json asked(std::vector<std::string> words) const {
    words.emplace_back("--json");
    const Finished run = said(words);
    EXPECT_EQ(run.status, 0) << run.err;
    return json::parse(run.out, nullptr, false);
  }
  void refused(const std::vector<std::string>& words, const std::string& fragment) const {
    const Finished run = said(words);
    EXPECT_EQ(run.status, 2) << run.out << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_TRUE(run.err.starts_with("mesha: ")) << run.err;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
    EXPECT_LT(run.err.size(), 500U) << run.err;
    EXPECT_NE(run.err.find(fragment), std::string::npos) << run.err << " lacks: " << fragment;
  }
  std::string arms(const std::string& text = four) const {
    return shelf_.folder().file("arms.csv", text);
  }
  json begun(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"new", "hiring", "--arms", arms(), "--budget", "48"});
    return asked(more);
  }
  std::string log() const {
    const auto store = shelf_.open(Access::read);
    std::string all;
    for (const std::string& line : log_of(*store, "hiring")) all += line + "\n";
    return all;
  }

  const Shelf shelf_;
};

TEST_F(SessionWords, RunFromTheFirstTicketToTheWinner) {
  const json made = begun({"--reward-range", "0,1", "--noise", "0.1", "--option", "lambda=1.35"});
  EXPECT_EQ(made["state"], "open");
  ASSERT_EQ(made["schedule"].size(), 2U);
  EXPECT_EQ(made["schedule"][0]["evaluations_each"], 6);
  EXPECT_EQ(made["settings"]["options"]["lambda"], "1.35");
  std::set<std::string> tickets;
  json told;
  for (int guard = 0; guard < 100; ++guard) {
    const json given = asked({"ask", "hiring", "--count", "7", "--worker", "kim", "--lease", "2h"});
    if (given["tickets"].empty()) break;
    std::string lines = "ticket,score\n";
    for (const json& one : given["tickets"]) {
      EXPECT_TRUE(tickets.insert(one["ticket"]).second);
      EXPECT_EQ(one["report"].size(), 2U);
      EXPECT_EQ(one["report_hash"].get<std::string>().size(), 64U);
      const int arm = one["arm"];
      lines += one["ticket"].get<std::string>() + "," +
               std::to_string(0.2 + 0.2 * (arm == 2) + 0.01 * arm) + "\n";
    }
    told = asked({"tell", "hiring", "--csv", shelf_.folder().file("scores.csv", lines)});
    EXPECT_EQ(told["told"], given["tickets"].size());
  }
  EXPECT_EQ(told["state"], "decided");
  EXPECT_EQ(told["winner"], "carla");
  const json status = asked({"status", "hiring"});
  EXPECT_EQ(status["state"], "decided");
  EXPECT_EQ(status["winner"], "carla");
  EXPECT_EQ(status["spent"], 48);
  EXPECT_EQ(status["budget"], 48);
  EXPECT_EQ(status["arms"].size(), 4U);
  EXPECT_GT(status["certainty"]["probability_best"].get<double>(), 0.99);
  EXPECT_LT(status["certainty"]["procedure"]["failure"].get<double>(), 0.1);
  for (const json& arm : status["arms"]) {
    for (const char* key : {"name", "state", "reason", "claimed", "observed"})
      EXPECT_TRUE(arm.contains(key)) << key;
    EXPECT_EQ(arm["state"], arm["name"] == "carla" ? "winner" : "out");
  }
  const Finished seen = said({"status", "hiring"});
  EXPECT_NE(seen.out.find("the winner is carla"), std::string::npos) << seen.out;
  EXPECT_NE(seen.out.find("ben, the elder"), std::string::npos);
  EXPECT_NE(seen.out.find("ranking: estimate"), std::string::npos);
  EXPECT_EQ(asked({"verify", "hiring", "--head", made["head"]})["head_found_at"], 1);
  EXPECT_EQ(said({"verify", "hiring", "--head", std::string(64, 'a')}).status, 1);
  EXPECT_EQ(asked({"list"})["sessions"][0]["state"], "decided");
}

TEST_F(SessionWords, SayWhoIsSetAsideAndSinceWhen) {
  const json made = begun({"--learner", "adaptive_halving"});
  EXPECT_EQ(made["settings"]["options"]["alpha"], "0.75");
  EXPECT_EQ(made["settings"]["options"]["ahead"], "8");
  std::map<std::string, std::string> since;
  for (int guard = 0; guard < 100; ++guard) {
    const json given = asked({"ask", "hiring", "--count", "7"});
    if (given["tickets"].empty()) break;
    std::string lines = "ticket,score\n";
    for (const json& one : given["tickets"])
      lines += one["ticket"].get<std::string>() + "," +
               std::to_string(0.1 * one["arm"].get<int>()) + "\n";
    asked({"tell", "hiring", "--csv", shelf_.folder().file("scores.csv", lines)});
    const json status = asked({"status", "hiring"});
    if (status["state"] != "open") break;
    for (const json& arm : status["arms"]) {
      EXPECT_TRUE(arm["state"] == "in" || arm["state"] == "set aside") << arm["state"];
      if (arm["state"] == "set aside") since[arm["name"]] = arm["reason"];
    }
  }
  EXPECT_EQ(since.size(), 2U);
  const json end = asked({"status", "hiring"});
  for (const json& arm : end["arms"]) {
    const std::string name = arm["name"];
    const std::string reason = arm["reason"].is_null() ? "" : arm["reason"];
    EXPECT_EQ(arm["state"], name == "dora" ? "winner" : "out");
    if (!since.contains(name)) continue;
    const std::string epoch = since[name].substr(6, since[name].find(';') - 6);
    EXPECT_EQ(since[name], "since " + epoch + "; may come back");
    EXPECT_TRUE(reason.starts_with(epoch + ", ranking: estimate")) << reason;
  }
}

TEST_F(SessionWords, KeepTheSeedInTheLogOnlyWhereThereIsOne) {
  EXPECT_EQ(begun()["settings"]["seed"], nullptr);
  EXPECT_EQ(log().find("seed"), std::string::npos);
  const json other = asked({"new", "other", "--arms", arms(), "--budget", "48", "--seed", "7"});
  EXPECT_EQ(other["settings"]["seed"], 7);
  EXPECT_EQ(said({"verify", "other"}).status, 0);
  refused({"new", "third", "--arms", arms(), "--budget", "48", "--seed", "-1"}, "between 0 and");
}

TEST_F(SessionWords, ExportTheLogAndTheTickets) {
  begun();
  asked({"ask", "hiring", "--count", "2", "--worker", "kim, of HR"});
  asked({"tell", "hiring", "2", "-0.5"});
  const json log = asked({"export", "hiring"});
  ASSERT_EQ(log["events"].size(), 4U);
  EXPECT_EQ(log["events"][3]["kind"], "told");
  EXPECT_EQ(log["head"], log["events"][3]["hash"]);
  const std::string table = said({"export", "hiring", "--csv"}).out;
  EXPECT_NE(table.find("2,\"ben, the elder\",1,told,-0.5,,\"kim, of HR\","), std::string::npos)
      << table;
}

TEST_F(SessionWords, ToSayTheSameAgainChangesNothing) {
  begun();
  asked({"ask", "hiring", "--count", "3"});
  EXPECT_EQ(asked({"tell", "hiring", "1", "0.5"})["told"], 1);
  EXPECT_EQ(asked({"tell", "hiring", "1", "0.50"})["told"], 0);
  const std::string before = log();
  refused({"tell", "hiring", "1", "0.6"}, "was told 0.5 before");
  refused({"tell", "hiring", "--csv", shelf_.folder().file("s.csv", "2,0.1\n1,0.7\n")},
          "line 2: ticket 1 was told 0.5 before");
  refused({"correct", "hiring", "2", "0.6", "--reason", "x"}, "has no score yet");
  refused({"correct", "hiring", "1", "0.6"}, "--reason");
  EXPECT_EQ(log(), before);
  asked({"correct", "hiring", "1", "0.6", "--reason", "read from the wrong line"});
  const std::string corrected = log();
  EXPECT_NE(corrected.find("corrected"), std::string::npos);
  asked({"correct", "hiring", "1", "0.6", "--reason", "read from the wrong line"});
  EXPECT_EQ(log(), corrected);
  EXPECT_NE(said({"export", "hiring", "--csv"}).out.find(",read from the wrong line\n"),
            std::string::npos);
}

TEST_F(SessionWords, SuggestTheNameThatMayBeMeant) {
  begun();
  refused({"status", "hirng"}, "there is no session called hirng: did you mean `hiring`?");
  refused({"verify", "hirng"}, "there is no session called hirng: did you mean `hiring`?");
  refused({"withdraw", "hiring", "anna", "--reason", "x"},
          "there is no candidate called anna in hiring: did you mean `ana`?");
}

TEST_F(SessionWords, WithdrawAndReport) {
  begun();
  asked({"report", "hiring", "ana", "-0.5,0.25"});
  const json given = asked({"ask", "hiring"});
  EXPECT_EQ(given["tickets"][0]["report"], (json{-0.5, 0.25}));
  const json left = asked({"withdraw", "hiring", "ana", "--reason", "another offer"});
  EXPECT_EQ(left["saved"], 6);
  EXPECT_EQ(asked({"status", "hiring"})["arms"][0]["state"], "withdrew");
  refused({"tell", "hiring", "1", "0.5"}, "ana withdrew");
  refused({"withdraw", "hiring", "zoe", "--reason", "x"}, "no candidate called zoe");
}

// Refused, and nothing is stored.
TEST_F(SessionWords, RefuseHostileValues) {
  begun({"--reward-range", "-1,1"});
  asked({"ask", "hiring", "--count", "3"});
  const std::string before = log();
  for (const char* bad : {"nan", "inf", "-inf", "1e308", "1e309", "-0", "-0.0", "0x10", "", "abc",
                          "1.5", "1e-300", "1,5", "1 "}) {
    refused({"tell", "hiring", "1", bad}, "");
  }
  for (const char* bad : {"0", "-1", "99", "1x", "", "99999999999999999999999"})
    refused({"tell", "hiring", bad, "0.5"}, "");
  for (const char* bad : {"nan,0", "inf,0", "0.1", "0.1,0.2,0.3", "0.9,0.9", "1e308,0", "-0,0.5",
                          "", ",", "0.1,", "a,b"}) {
    refused({"report", "hiring", "ana", bad}, "");
  }
  refused({"withdraw", "hiring", "ana", "--reason", "a\nb"}, "control character");
  refused({"withdraw", "hiring", "ana", "--reason", std::string(5000, 'x')}, "200 at most");
  refused({"ask", "hiring", "--worker", "a\tb"}, "control character");
  refused({"ask", "hiring", "--worker", "\xff"}, "not UTF-8");
  refused({"ask", "hiring", "--lease", "2"}, "such as 90s");
  refused({"ask", "hiring", "--lease", "-2h"}, "such as 90s");
  refused({"ask", "hiring", "--lease", "999999999d"}, "such as 90s");
  refused({"ask", "hiring", "--count", "0"}, "between 1 and");
  refused({"ask", "hiring", "--again"}, "--worker");
  refused({"tell", "hiring"}, "a ticket and its score");
  refused({"tell", "hiring", "--csv", "/nowhere/at/all"}, "is it there, and a file?");
  refused({"tell", "hiring", "--csv", shelf_.folder().file("empty.csv", "")}, "no scores");
  refused({"tell", "hiring", "--csv", shelf_.folder().file("odd.csv", "1;0.5\n")}, "line 1");
  refused({"tell", "hiring", "--csv", shelf_.folder().file("head.csv", "ticket1,0.5\n2,0.5\n")},
          "line 1");
  refused({"ask", "x'; DROP TABLE events; --"}, "there is no session called");
  refused({"verify", "hiring", "--head", "xyz"}, "a head is a hash");
  EXPECT_EQ(log(), before);
}

TEST_F(SessionWords, RefuseToBeginWhatCannotWork) {
  const auto tried = [&](const std::string& text, const std::string& fragment,
                         std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"new", "hiring", "--arms", arms(text), "--budget", "48"});
    refused(more, fragment);
  };
  tried("", "no arms in it");
  tried("name,a\n", "no arms in it");
  tried("name,a\nana,0.1\nana,0.2\n", "two candidates are called");
  tried("name,a\nana,5\n", "--norm-bound");
  tried("name,a\nana,nan\n", "finite number");
  tried("name,a\nana,-0\n", "write 0");
  tried("name,a\nana,0.1,0.2\n", "columns");
  tried("name,a\n" + std::string(10'000'000, 'x') + ",0.1\n", "200 at most");
  tried("name,a\na\x1b[31mb,0.1\n", "control character");
  tried(four, "did you mean `mesha`", {"--learner", "mesa"});
  tried(four, "must not be empty", {"--learner", ""});
  tried(four, "did you mean `lambda`", {"--option", "lamda=1"});
  tried(four, "KEY=VALUE", {"--option", "lambda"});
  tried(four, "given twice", {"--option", "lambda=1", "--option", "lambda=2"});
  tried(four, "two numbers", {"--reward-range", "1"});
  tried(four, "from a lower", {"--reward-range", "1,0"});
  tried(four, "must be a number between", {"--noise", "nan"});
  tried(four, "must be a number between", {"--noise", "-1"});
  tried("ana\nben\n",
        "none: mesha, sequential_halving, successive_rejects, adaptive_halving, opt_gtm and "
        "uniform do without",
        {"--learner", "od_linbai"});
  refused({"new", "hiring", "--arms", arms(), "--budget", "3"}, "smallest that works is T = 8");
  refused({"new", " ", "--arms", arms(), "--budget", "48"}, "the name of a session");
  EXPECT_FALSE(std::filesystem::exists(shelf_.path())) << "not even a file";
  begun();
  tried(four, "already");
}

TEST_F(SessionWords, AMisspeltNumberIsNoHeader) {
  refused({"new", "hiring", "--arms", arms("ana,O.8\nben,0.5\n"), "--budget", "8"},
          "line 1: column 2 should be a finite number");
  asked({"new", "h", "--option", "lambda=2", "--arms", arms("Name,a\nana,0.8\nben,0.5\n"),
         "--budget", "8"});
  EXPECT_EQ(asked({"status", "h"})["arms"].size(), 2U);
}

TEST_F(SessionWords, OddNumbersAreUnderstood) {
  begun();
  asked({"ask", "hiring", "--count", "3"});
  EXPECT_EQ(asked({"tell", "hiring", "1", "-.25"})["told"], 1);
  asked({"report", "hiring", "ana", "-.5,.25"});
  EXPECT_EQ(asked({"tell", "hiring", "2", "0"})["told"], 1);
  refused({"tell", "hiring", "2", "-0"}, "write 0");
  asked({"new", "g", "--arms", arms("ana,0.8\nben,0.5\n"), "--budget", "8", "--learner", "ggtm",
         "--option", "theta=0.5"});
  refused({"new", "g2", "--arms", arms("ana,0.8\nben,0.5\n"), "--budget", "8", "--learner", "ggtm",
           "--option", "theta=1e308"},
          "option theta");
  refused({"status", std::string(100'000, 'x')}, "there is no session called");
}

TEST_F(SessionWords, NamesAloneAreEnough) {
  asked({"new", "plain", "--arms", arms("ana\nben\n"), "--budget", "8"});
  const json given = asked({"ask", "plain", "--count", "9"});
  EXPECT_EQ(given["tickets"].size(), 8U);
  EXPECT_EQ(given["tickets"][1]["name"], "ben");
  asked({"new", "header", "--arms", arms("candidate\nana\n007\n"), "--budget", "8"});
  EXPECT_EQ(asked({"status", "header"})["arms"][1]["name"], "007");
}

TEST_F(SessionWords, SequentialLearnersHaveOneTicketOut) {
  begun({"--learner", "opt_gtm"});
  EXPECT_EQ(asked({"ask", "hiring", "--count", "5"})["tickets"].size(), 1U);
  EXPECT_EQ(asked({"ask", "hiring", "--count", "5"})["tickets"].size(), 0U);
  asked({"tell", "hiring", "1", "0.5"});
  EXPECT_EQ(asked({"ask", "hiring", "--count", "5"})["tickets"].size(), 1U);
}

TEST_F(SessionWords, VerifySaysWhereALogIsDamaged) {
  begun();
  asked({"ask", "hiring", "--count", "3"});
  shelf_.tamper("UPDATE events SET text = replace(text, 'ana', 'anna') WHERE seq = 1");
  const Finished found = said({"verify", "hiring"});
  EXPECT_EQ(found.status, 1);
  EXPECT_NE(found.out.find("event 1: its hash should be"), std::string::npos) << found.out;
  const Finished as_json = said({"verify", "hiring", "--json"});
  EXPECT_EQ(as_json.status, 1);
  EXPECT_EQ(json::parse(as_json.out)["verified"], false);
}

TEST_F(SessionWords, StoreComesFromTheEnvironment) {
  begun();
  setenv("MESHA_STORE", shelf_.address().c_str(), 1);
  const Finished found = run_program(mesha_program, {"session", "list"});
  unsetenv("MESHA_STORE");
  EXPECT_EQ(found.status, 0) << found.err;
  EXPECT_NE(found.out.find("hiring"), std::string::npos);
}

}  // namespace
}  // namespace mesha::testing
