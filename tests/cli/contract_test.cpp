// What the command line promises to people, and to programs that read its JSON.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "cli/experiment_text.hpp"
#include "mesha/catalog/learners.hpp"
#include "mesha/catalog/strategies.hpp"
#include "mesha/version.hpp"
#include "support/paths.hpp"

namespace mesha::testing {
namespace {

using nlohmann::json;

const std::string four_learners = with_learner(R"(name = "mesha"
lambda = 1.35
[[learners]]
name = "sequential_halving"
[[learners]]
name = "successive_rejects"
[[learners]]
name = "uniform")",
                                               with("[40]", "[40, 90]"));

// A run that nobody waits for.
const std::string endless = with("= 200", "= 9_000_000_000_000_000_000");

json simulated(const std::string& text, std::vector<std::string> words = {}) {
  const TemporaryFolder folder;
  words.insert(words.begin(), {"simulate", folder.file("experiment.toml", text), "--json"});
  const Finished run = mesha(words);
  EXPECT_EQ(run.status, 0) << run.err;
  return json::parse(run.out);
}

void expect_sound(const json& row) {
  const auto trials = row.at("trials").get<std::int64_t>();
  const auto failures = row.at("failures").get<std::int64_t>();
  const auto named = row.at("named").get<std::vector<std::int64_t>>();
  const double failure = row.at("failure").get<double>();  // null, were it not a number
  EXPECT_GT(trials, 0);
  EXPECT_NEAR(failure, static_cast<double>(failures) / static_cast<double>(trials), 1e-12);
  EXPECT_LE(0, row.at("low").get<double>());
  EXPECT_LE(row.at("low").get<double>(), failure);
  EXPECT_LE(failure, row.at("high").get<double>());
  EXPECT_LE(row.at("high").get<double>(), 1);
  EXPECT_EQ(std::accumulate(named.begin(), named.end(), row.at("nobody_left").get<std::int64_t>()),
            trials);
  EXPECT_TRUE(row.at("method") == "general" || row.at("method") == "kernel") << row;
}

TEST(Simulate, PrintsOneJsonDocumentWithARowPerLearnerAndBudget) {
  const json document = simulated(four_learners, {"--method", "general"});
  ASSERT_EQ(document.at("rows").size(), 8U);
  std::size_t k = 0;
  for (const char* learner : {"mesha", "sequential_halving", "successive_rejects", "uniform"}) {
    for (const int T : {40, 90}) {
      const json& row = document["rows"][k++];
      EXPECT_EQ(row.at("learner"), learner);
      EXPECT_EQ(row.at("T"), T);
      EXPECT_EQ(row.at("trials"), 200);
      expect_sound(row);
    }
  }
  EXPECT_EQ(document["rows"][0].at("options").at("lambda"), 1.35);
  EXPECT_EQ(document.at("interrupted"), false);
}

TEST(Simulate, TellsTheSettingsItUsed) {
  const json settings =
      simulated(good_text, {"--trials", "50", "--seed", "9", "--every-pull"}).at("settings");
  EXPECT_EQ(settings.at("trials"), 50);
  EXPECT_EQ(settings.at("seed"), 9);
  EXPECT_EQ(settings.at("arms"), 3);
  EXPECT_EQ(settings.at("dimension"), 2);
  EXPECT_EQ(settings.at("best"), 0);
  EXPECT_EQ(settings.at("strategy"), "fixed");
  EXPECT_EQ(settings.at("draw"), "pulls");
  EXPECT_EQ(settings.at("version"), version);
  EXPECT_FALSE(settings.at("revision").get<std::string>().empty());
}

TEST(Simulate, ReadsNumbersInDecimalOnly) {
  EXPECT_EQ(simulated(good_text, {"--trials", "010"}).at("settings").at("trials"), 10);
}

TEST(Simulate, GivesTheSameAnswerForAnyNumberOfThreads) {
  const json one = simulated(four_learners, {"--trials", "5000", "--threads", "1"}).at("rows");
  for (const char* threads : {"2", "7"}) {
    EXPECT_EQ(simulated(four_learners, {"--trials", "5000", "--threads", threads}).at("rows"), one)
        << threads << " threads";
  }
}

TEST(Simulate, GivesTheSameAnswerForTheSameSeedAndAnotherForAnother) {
  const std::vector<std::string> seven{"--seed", "7", "--trials", "5000"};
  const json rows = simulated(four_learners, seven).at("rows");
  EXPECT_EQ(simulated(four_learners, seven).at("rows"), rows);
  EXPECT_NE(simulated(four_learners, {"--seed", "8", "--trials", "5000"}).at("rows"), rows);
}

TEST(Simulate, TakesJsonBeforeOrAfterTheVerb) {
  const TemporaryFolder folder;
  const std::string file = folder.file("experiment.toml", good_text);
  EXPECT_EQ(mesha({"--json", "simulate", file}).out, mesha({"simulate", "--json", file}).out);
}

TEST(Simulate, NotesReportsBeyondTheNormBoundButRuns) {
  const json document = simulated(with("[0.1, 0.4]", "[3, 4]"));
  ASSERT_EQ(document.at("notes").size(), 1U);
  EXPECT_EQ(document["notes"][0], "reports longer than the norm bound 1: arms 2");
}

TEST(Simulate, CopesWithAFileNameThatIsNotUtf8) {
  const TemporaryFolder folder;
  const Finished run = mesha({"simulate", folder.file("\xff.toml", good_text), "--json"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(json::accept(run.out));
}

struct Extreme {
  std::string name;
  std::string text;

  friend void PrintTo(const Extreme& extreme, std::ostream* out) { *out << extreme.name; }
};

class ExtremeInput : public ::testing::TestWithParam<Extreme> {};

TEST_P(ExtremeInput, IsSimulatedWithoutANumberThatIsNone) {
  const json sampled = simulated(GetParam().text, {"--method", "general"});
  for (const json& row : sampled.at("rows")) expect_sound(row);
  const TemporaryFolder folder;
  const Finished table = mesha({"simulate", folder.file("experiment.toml", GetParam().text)});
  EXPECT_EQ(table.status, 0) << table.err;
  for (const char* word : {"nan", "inf"}) EXPECT_EQ(table.out.find(word), std::string::npos);
}

const std::string signs = with_reports("strategy = \"random_signs\"");
const std::string one_arm = with("[[0.5, 0.1], [0.3, 0.2], [0.1, 0.0]]", "[[0.5, 0.1]]",
                                 with_reports("strategy = \"truthful\""));
const Extreme extremes[] = {
    {"one_arm", one_arm},
    {"one_arm_and_one_pull", with("[40]", "[1]", one_arm)},
    {"one_arm_for_every_learner",
     with_learner("name=\"uniform\"\n[[learners]]\nname=\"successive_rejects\"\n[[learners]]\n"
                  "name=\"sequential_halving\"",
                  one_arm)},
    {"no_noise", with("sd = 0.2", "sd = 0")},
    {"no_uniform_noise", with("\"gaussian\", sd = 0.2", "\"uniform\", half_width = 0")},
    {"bernoulli_of_zero_and_one", with("[0.5, 0.1], [0.3, 0.2]", "[1, 0], [0, 0]",
                                       with("\"gaussian\", sd = 0.2", "\"bernoulli\""))},
    {"zero_reports", with("[[0.5, 0.2], [0.3, 0.3], [0.1, 0.4]]", "[[0,0],[0,0],[0,0]]")},
    {"the_same_budget_twice", with("[40]", "[40, 40]")},
    {"the_largest_budget", with("[40, 90]", "[10_000_000_000]", four_learners)},
    {"the_smallest_budget", with("[40]", "[6]")},
    {"one_trial", with("= 200", "= 1")},
    {"largest_theta", with("[1.0, 0.0]", "[1e60, -1e60]")},
    {"largest_everything",
     with("[1.0, 0.0]", "[1e60, 0]",
          with("[0.5, 0.1]", "[1e60, 0]", with_reports("strategy = \"scaled\"\nfactor = 1e60")))},
    {"largest_reports", with("[0.1, 0.4]", "[1e60, -1e60]")},
    {"smallest_reports", with("[0.1, 0.4]", "[1e-60, 0]")},
    {"largest_sd", with("sd = 0.2", "sd = 1e60")},
    {"largest_lambda", with("= 1.0\nzeta", "= 1e60\nzeta")},
    {"smallest_lambda", with("= 1.0\nzeta", "= 1e-320\nzeta")},
    {"largest_zeta", with("= 0.1\n", "= 1e60\n")},
    {"smallest_zeta", with("= 0.1\n", "= 1e-320\n")},
    {"smallest_delta", with("zeta   = 0.1", "delta = 1e-320")},
    {"largest_xi", with("zeta   = 0.1", "xi = 1e60")},
    {"smallest_xi", with("zeta   = 0.1", "xi = 1e-320")},
    {"changing_reports_with_the_least_lambda", with("= 1.0\nzeta", "= 1.1e-11\nzeta", signs)},
    {"changing_reports_of_no_length",
     with("= 1.0\nzeta", "= 1e-320\nzeta",
          with_reports("strategy = \"random_signs\"\nfactor = 0"))},
    {"changing_reports_of_hardly_any_length",
     with("= 1.0\nzeta", "= 1e-320\nzeta",
          with_reports("strategy = \"random_signs\"\nfactor = 1e-160"))},
};

INSTANTIATE_TEST_SUITE_P(Simulate, ExtremeInput, ::testing::ValuesIn(extremes),
                         [](const auto& extreme) { return extreme.param.name; });

std::set<std::string> names(const json& list) {
  std::set<std::string> found;
  for (const json& entry : list) found.insert(entry.at("name").get<std::string>());
  return found;
}

TEST(Catalogs, ListEveryLearnerWithItsOptions) {
  const Finished plain = mesha({"learners"});
  const Finished run = mesha({"learners", "--json"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "");
  const json list = json::parse(run.out).at("learners");
  EXPECT_EQ(list.size(), all_learners().size());
  for (const LearnerEntry& entry : all_learners()) {
    EXPECT_TRUE(names(list).contains(std::string(entry.name)));
    EXPECT_NE(plain.out.find(entry.name), std::string::npos);
  }
  EXPECT_TRUE(names(list[0].at("options")).contains("lambda"));
}

TEST(Catalogs, ListTheTraitsOfEveryLearner) {
  const std::string plain = mesha({"learners"}).out;
  EXPECT_NE(plain.find("  reads reports, only their length, has a trigger\n"), std::string::npos);
  EXPECT_NE(plain.find("  reads no report\n"), std::string::npos);
  const json list = json::parse(mesha({"learners", "--json"}).out).at("learners");
  for (const json& learner : list) {
    const Traits& traits = find_learner(learner.at("name").get<std::string>())->traits;
    EXPECT_EQ(learner.at("traits").size(), std::size(all_traits));
    for (const TraitName& trait : all_traits)
      EXPECT_EQ(learner.at("traits").at(std::string(trait.name)), traits.*trait.holds);
  }
}

TEST(Catalogs, ListEveryStrategyWithItsOptions) {
  const Finished plain = mesha({"strategies"});
  const Finished run = mesha({"strategies", "--json"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "");
  const json list = json::parse(run.out).at("strategies");
  EXPECT_EQ(list.size(), all_strategies().size());
  for (const StrategyEntry& entry : all_strategies()) {
    EXPECT_TRUE(names(list).contains(std::string(entry.name)));
    EXPECT_NE(plain.out.find(entry.name), std::string::npos);
  }
}

TEST(Help, OfTheProgramNamesEveryVerb) {
  for (const char* flag : {"--help", "-h"}) {
    const Finished run = mesha({flag});
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.err, "");
    for (const char* verb : {"reproduce", "simulate", "learners", "strategies"})
      EXPECT_NE(run.out.find(verb), std::string::npos) << verb;
  }
}

TEST(Help, OfEveryVerbExplainsItsFlags) {
  for (const char* verb : {"reproduce", "simulate", "learners", "strategies"}) {
    const Finished run = mesha({verb, "--help"});
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.err, "");
    EXPECT_NE(run.out.find("--json"), std::string::npos) << verb;
  }
  const std::string simulate = mesha({"simulate", "--help"}).out;
  for (const char* flag : {"--trials", "--seed", "--threads", "--method", "Example:", "FILE.toml"})
    EXPECT_NE(simulate.find(flag), std::string::npos) << flag;
}

TEST(Help, TellsTheVersion) {
  const Finished run = mesha({"--version"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out, std::string(version) + "\n");
}

TEST(Output, ThatCannotBeWrittenIsNotASuccess) {
  const Finished run =
      run_program("/bin/sh", {"-c", std::string("\"") + mesha_program + "\" learners >/dev/full"});
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("cannot write the output"), std::string::npos) << run.err;
}

TEST(Output, IntoAPipeShowsNoProgressBarAndNoEscapeCodes) {
  const TemporaryFolder folder;
  const Finished run = mesha({"simulate", folder.file("experiment.toml", good_text), "--trials",
                              "300000", "--method", "general"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.out.find_first_of("\x1b\r"), std::string::npos);
  EXPECT_NE(run.out.find("mesha lambda=1 zeta=0.1"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("300,000"), std::string::npos) << run.out;
}

TEST(Output, OnATerminalShowsAProgressBarWithRateAndRemainingTimeUnlessItIsJson) {
  const TemporaryFolder folder;
  std::vector<std::string> words{"simulate", folder.file("experiment.toml", good_text),
                                 "--trials", "300000",
                                 "--method", "general"};
  const Finished run = mesha(words, {.terminal = true});
  EXPECT_EQ(run.status, 0);
  for (const char* part : {"\r\033[K", "%", "trials/s", " left", "mesha T=40", "300,000"})
    EXPECT_NE(run.out.find(part), std::string::npos) << part << " is not in\n" << run.out;
  words.emplace_back("--json");  // the same runs, long enough for a bar
  const Finished quiet = mesha(words, {.terminal = true});
  EXPECT_EQ(quiet.status, 0);
  EXPECT_EQ(quiet.out.find("\033"), std::string::npos) << quiet.out;
  EXPECT_TRUE(json::accept(quiet.out)) << quiet.out;
}

TEST(Output, FitsIntoANarrowTerminal) {
  const TemporaryFolder folder;
  const std::string file = folder.file("experiment.toml", good_text);
  const Finished run = mesha({"simulate", file, "--trials", "300000", "--method", "general"},
                             {.terminal = true, .columns = 30});
  EXPECT_EQ(run.status, 0);
  int lines = 0;
  const std::string start = "\r\033[K";
  for (std::size_t at = run.out.find(start); at != std::string::npos; ++lines) {
    const std::size_t next = run.out.find(start, at + 1);
    if (next == std::string::npos) break;  // what clears the bar; then comes the table
    const std::string line = run.out.substr(at + start.size(), next - at - start.size());
    const auto letters = std::ranges::count_if(
        line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; });
    EXPECT_LT(letters, 30) << line;
    at = next;
  }
  EXPECT_GT(lines, 0);
}

TEST(Simulate, SaysWhichRowsAreNotAsPreciseAsWished) {
  const TemporaryFolder folder;
  const std::string file = folder.file("experiment.toml", good_text);
  const Finished table =
      mesha({"simulate", file, "--half-width", "0.0001", "--trials", "2000", "--method", "kernel"});
  EXPECT_EQ(table.status, 0);
  EXPECT_NE(table.out.find("short of what was asked for"), std::string::npos) << table.out;
  const json short_of = json::parse(
      mesha({"simulate", file, "--half-width", "0.0001", "--trials", "2000", "--json"}).out);
  EXPECT_EQ(short_of.at("rows").at(0).at("complete"), false);
  EXPECT_EQ(short_of.at("settings").at("half_width"), 0.0001);
  EXPECT_EQ(short_of.at("settings").at("trials"), 2000);
  const json open_end = simulated(good_text, {"--half-width", "0.05", "--method", "kernel"});
  EXPECT_TRUE(open_end.at("settings").at("trials").is_null());  // the file's number plays no part
  const json all = json::parse(mesha({"simulate", file, "--half-width", "0.05", "--json"}).out);
  for (const json& row : all.at("rows")) EXPECT_EQ(row.at("complete"), true);
}

constexpr double worked = 0.3;  // seconds of processor time: some runs are finished by then

TEST(CtrlC, EndsALongRunWithTheRowsSoFar) {
  const TemporaryFolder folder;
  const std::string file = folder.file("experiment.toml", endless);
  for (const char* method : {"general", "kernel"}) {
    const Finished run =
        mesha({"simulate", file, "--method", method}, {.interrupt = true, .worked = worked});
    EXPECT_EQ(run.status, 130);
    EXPECT_NE(run.out.find("mesha lambda=1"), std::string::npos) << run.out;
    EXPECT_NE(run.err.find("interrupted"), std::string::npos) << run.err;
  }
}

// The time limit of a cluster, and a terminal that is closed.
TEST(CtrlC, IsNotTheOnlySignalThatLosesNothing) {
  const TemporaryFolder folder;
  const std::string file = folder.file("experiment.toml", endless);
  for (const int signal : {SIGTERM, SIGHUP}) {
    const Finished run = mesha({"simulate", file, "--method", "kernel"},
                               {.interrupt = true, .worked = worked, .signal = signal});
    EXPECT_EQ(run.status, 130);
    EXPECT_NE(run.out.find("short of what was asked for"), std::string::npos) << run.out;
  }
}

TEST(CtrlC, SaidTwiceInOneBreathIsOneWish) {
  const TemporaryFolder folder;
  const std::string file = folder.file("experiment.toml", endless);
  for (int k = 0; k < 5; ++k) {
    const Finished run = mesha({"simulate", file, "--method", "general"},
                               {.interrupt = true, .worked = worked, .twice = true});
    EXPECT_EQ(run.status, 130);
    EXPECT_NE(run.out.find("mesha lambda=1"), std::string::npos) << run.out;
  }
}

TEST(CtrlC, IsHeardInTheMiddleOfAShardThatIsKept) {
  const TemporaryFolder folder;
  const std::string file = folder.file("experiment.toml", endless);
  const Finished run =
      mesha({"simulate", file, "--method", "general", "--keep", folder.path() + "/k"},
            {.interrupt = true});
  EXPECT_EQ(run.status, 130);
  EXPECT_NE(run.err.find("the same command goes on"), std::string::npos) << run.err;
}

TEST(CtrlC, LeavesAWholeJsonDocumentThatSaysSo) {
  const TemporaryFolder folder;
  const std::string file = folder.file("experiment.toml", endless);
  const Finished run = mesha({"simulate", file, "--json", "--method", "kernel"},
                             {.interrupt = true, .worked = worked});
  EXPECT_EQ(run.status, 130);
  const json document = json::parse(run.out);
  EXPECT_EQ(document.at("interrupted"), true);
  ASSERT_EQ(document.at("rows").size(), 1U);
  expect_sound(document["rows"][0]);
}

TEST(CtrlC, IsHeardUnderTheProgressBar) {
  const TemporaryFolder folder;
  const std::string file = folder.file("experiment.toml", endless);
  const Finished run = mesha({"simulate", file, "--method", "general"},
                             {.terminal = true, .interrupt = true, .worked = worked});
  EXPECT_EQ(run.status, 130);
  EXPECT_NE(run.out.find("1000 years left"), std::string::npos) << run.out;
}

}  // namespace
}  // namespace mesha::testing
