// mesha attack: the table, the document, the files, Ctrl-C.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "cli/experiment_text.hpp"
#include "mesha/catalog/learners.hpp"

namespace mesha::testing {
namespace {

using nlohmann::json;

// Exact throughout, and quick: MESHA reads lengths alone.
const std::string three_arms = R"(budgets = [24]
[instance]
theta    = [1.0, 0.0]
features = [[0.5, 0.0], [0.4, 0.2], [0.2, 0.1]]
noise    = { kind = "gaussian", sd = 0.2 }
[[learners]]
name = "mesha"
)";

json attacked(const std::string& text, std::vector<std::string> words = {}) {
  const TemporaryFolder folder;
  words.insert(words.begin(),
               {"attack", folder.file("experiment.toml", text), "--quick", "--json"});
  const Finished run = mesha(words);
  EXPECT_EQ(run.status, 0) << run.err;
  return json::parse(run.out);
}

TEST(Attack, PrintsOneJsonDocument) {
  const json document = attacked(three_arms);
  EXPECT_FALSE(document.at("interrupted").get<bool>());
  ASSERT_EQ(document.at("rows").size(), 1U);
  const json& row = document["rows"][0];
  EXPECT_EQ(row.at("learner"), "mesha");
  EXPECT_EQ(row.at("T"), 24);
  for (const char* part : {"truthful", "single_liar", "coalition", "equilibrium"}) {
    const json& one = row.at(part);
    EXPECT_LE(one.at("low").get<double>(), one.at("failure").get<double>()) << part;
    EXPECT_GE(one.at("high").get<double>(), one.at("failure").get<double>()) << part;
  }
  const json& liar = row["single_liar"];
  EXPECT_EQ(liar.at("arm"), 1);
  EXPECT_GT(liar.at("gain").get<double>(), .1);
  EXPECT_NEAR(std::hypot(liar.at("report")[0].get<double>(), liar["report"][1].get<double>()), 1,
              1e-6);
  EXPECT_GE(row["coalition"].at("failure"), liar.at("failure"));
  EXPECT_EQ(row["coalition"].at("arms"), json({1, 2}));
  EXPECT_TRUE(row["equilibrium"].at("found").get<bool>());
  EXPECT_LT(row["equilibrium"].at("certificate").get<double>(), 1e-6);
  EXPECT_EQ(row["equilibrium"].at("reports").size(), 3U);
}

// gap .1, sd .2, T = 24: z* = .1 sqrt(24) / .4; with three arms at least Phi(-z*).
TEST(Attack, TellsTheLimitOfAllLearners) {
  const json limit = attacked(three_arms).at("limit");
  ASSERT_EQ(limit.size(), 1U);
  EXPECT_EQ(limit[0].at("T"), 24);
  EXPECT_NEAR(limit[0].at("z_star"), 1.2247449, 1e-6);
  EXPECT_GE(limit[0].at("blind").get<double>(), .1103);
  EXPECT_LT(limit[0].at("blind").get<double>(), .13);
  const std::string noise = R"({ kind = "gaussian", sd = 0.2 })";
  std::string coins = three_arms;
  coins.replace(coins.find(noise), noise.size(), R"({ kind = "bernoulli" })");
  EXPECT_TRUE(attacked(coins, {"--who", "best-response"}).at("limit").is_null());
}

TEST(Attack, DoesOnlyWhatIsAsked) {
  const json row = attacked(three_arms, {"--who", "coalition", "--liars", "2"})["rows"][0];
  EXPECT_TRUE(row.at("single_liar").is_null());
  EXPECT_TRUE(row.at("equilibrium").is_null());
  EXPECT_EQ(row.at("coalition").at("arms"), json::array({2}));
}

TEST(Attack, IsTheSameOnAnyNumberOfThreads) {
  const auto once = [](const char* threads) {
    return attacked(three_arms,
                    {"--learner", "od_linbai", "--evaluations", "40", "--threads", threads});
  };
  EXPECT_EQ(once("1")["rows"], once("3")["rows"]);
}

TEST(Attack, SkipsWhatCannotBeAttackedWithAReason) {
  const TemporaryFolder folder;
  const std::string file = folder.file("experiment.toml", three_arms);
  const Finished some = mesha({"attack", file, "--quick", "--learner", "ggtm,uniform"});
  EXPECT_EQ(some.status, 0);
  EXPECT_EQ(some.err, "note: skipped: ggtm is told theta, which no selection knows\n");
  EXPECT_NE(some.out.find("reads no report: no lie can change anything"), std::string::npos);
  const Finished none = mesha({"attack", file, "--quick", "--learner", "ggtm"});
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.err.find("no learner is left to attack"), std::string::npos);
}

TEST(Attack, TakesTheWholeCatalog) {
  const json document = attacked(three_arms, {"--learner", "all", "--budget", "30", "--who",
                                              "coalition", "--evaluations", "8"});
  std::size_t told = 0;
  for (const LearnerEntry& entry : all_learners()) told += entry.traits.needs_theta ? 1U : 0U;
  EXPECT_EQ(document.at("rows").size() + told, all_learners().size());
  EXPECT_EQ(document.at("skipped").size(), told);
}

TEST(Attack, SavesALieThatSimulatePlaysWithTheSameResult) {
  const TemporaryFolder folder;
  const std::string saved = folder.path() + "/attack.toml";
  const std::string text = with("[0.2, 0.1]", "[-0.2, 0.1]", three_arms);  // an exotic number
  const json row = attacked(text, {"--save", saved})["rows"][0];
  const Finished run = mesha({"simulate", saved, "--json"});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const json played = json::parse(run.out)["rows"][0];
  EXPECT_EQ(played.at("learner"), "mesha");
  EXPECT_NEAR(played.at("failure"), row.at("worst"), .02);
  const Finished again = mesha({"attack", saved, "--quick", "--json"});  // it is an experiment, too
  EXPECT_EQ(again.status, 0) << again.err;
}

TEST(Attack, ALieOfAnotherFieldIsRefused) {
  const TemporaryFolder folder;
  const std::string saved = folder.path() + "/attack.toml";
  attacked(three_arms, {"--save", saved});
  std::ifstream in(saved);
  std::stringstream text;
  text << in.rdbuf();
  std::string four = text.str();
  const auto place = four.find("features = [\n");
  four.insert(place + 13, "  [0.1, 0.1],\n");
  const Finished run = mesha({"simulate", folder.file("four.toml", four)});
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("3 vectors, but there are 4 arms"), std::string::npos) << run.err;
}

TEST(Attack, SavesReportsThatChange) {
  const TemporaryFolder folder;
  const std::string saved = folder.path() + "/attack.toml";
  const std::string text =
      with("[0.2, 0.1]", "[-0.5, 0.1]",
           with("[0.4, 0.2]", "[-0.4, 0.2]", with("[0.5, 0.0]", "[-0.1, 0.3]", three_arms)));
  const json row =
      attacked(text, {"--save", saved, "--learner", "opt_gtm", "--budget", "40"})["rows"][0];
  const Finished run = mesha({"simulate", saved, "--json"});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NEAR(json::parse(run.out)["rows"][0].at("failure"), row.at("worst"), .03);
}

TEST(Attack, WritesATableAndPictures) {
  const TemporaryFolder folder;
  attacked(three_arms, {"--csv", folder.path() + "/a.csv", "--plot", folder.path() + "/a.svg"});
  std::ifstream in(folder.path() + "/a.csv");
  std::string header;
  std::string line;
  std::getline(in, header);
  std::getline(in, line);
  EXPECT_TRUE(header.starts_with("learner,T,truthful"));
  EXPECT_EQ(std::ranges::count(header, ','), std::ranges::count(line, ','));
  EXPECT_TRUE(std::filesystem::file_size(folder.path() + "/a.svg") > 1000);
  EXPECT_TRUE(std::filesystem::file_size(folder.path() + "/a-reports.svg") > 1000);
  attacked(three_arms, {"--plot", folder.path() + "/b.pdf"});
  EXPECT_TRUE(std::filesystem::file_size(folder.path() + "/b.pdf") > 1000);
}

TEST(Attack, FitsIntoEightyColumns) {
  const TemporaryFolder folder;
  const Finished run =
      mesha({"attack",
             folder.file("experiment.toml", std::string(three_arms) +
                                                "[[learners]]\nname = \"sequential_halving\"\n"
                                                "keep_samples = true\n"),
             "--quick"});
  EXPECT_EQ(run.status, 0) << run.err;
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
}

// Everybody is right: there is nobody to collude.
TEST(Attack, TakesSeveralRightAnswers) {
  const json all =
      attacked("accept = { within = 10 }\n" + with("\"mesha\"", "\"od_linbai\"", three_arms));
  EXPECT_EQ(all["rows"][0]["truthful"]["failure"], 0);
  EXPECT_TRUE(all["rows"][0]["coalition"].is_null());
  const TemporaryFolder folder;
  const std::string file = folder.file("two.toml", "accept = { within = 0.15 }\n" + three_arms);
  const Finished right = mesha({"attack", file, "--quick", "--liars", "1"});
  EXPECT_EQ(right.status, 2);
  EXPECT_NE(right.err.find("arm 1 is a right answer"), std::string::npos) << right.err;
}

// What is saved, drawn and called the worst is one thing: no lie that helps the learner.
TEST(Attack, DoesNotCallALieTheWorstThatDoesNoHarm) {
  const TemporaryFolder folder;
  const std::string saved = folder.path() + "/attack.toml";
  const json row =
      attacked(three_arms, {"--save", saved, "--who", "coalition", "--liars", "2"})["rows"][0];
  EXPECT_EQ(std::filesystem::exists(saved),
            row.at("worst").get<double>() > row.at("truthful").at("failure").get<double>());
}

// Reports that change are left out where simulate would refuse them.
TEST(Attack, LeavesOutReportsThatChangeWhereALearnerCannotTakeThem) {
  const json row = attacked(with("name = \"mesha\"", "name = \"mesha\"\nlambda = 1e-6", three_arms),
                            {"--norm-bound", "none", "--who", "best-response"})["rows"][0];
  EXPECT_NE(row.at("note").get<std::string>().find("were not searched: `lambda` must be at least"),
            std::string::npos)
      << row.at("note");
}

TEST(Attack, RefusesALoneArm) {
  const TemporaryFolder folder;
  const std::string alone = R"(budgets = [5]
[instance]
theta = [1.0]
features = [[0.5]]
noise = { kind = "gaussian", sd = 0.2 }
[[learners]]
name = "uniform"
)";
  const Finished run = mesha({"attack", folder.file("one.toml", alone)});
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("with one arm there is nobody to lie against"), std::string::npos);
}

TEST(Attack, CtrlCPrintsWhatItHas) {
  const TemporaryFolder folder;
  const Finished run = mesha({"attack", folder.file("experiment.toml", three_arms), "--learner",
                              "mesha,od_linbai", "--evaluations", "100000000", "--json"},
                             {.interrupt = true, .worked = 1});
  EXPECT_EQ(run.status, 130);
  const json document = json::parse(run.out);
  EXPECT_TRUE(document.at("interrupted").get<bool>());
  ASSERT_GE(document.at("rows").size(), 1U);
  EXPECT_FALSE(document["rows"][0].at("truthful").at("failure").is_null());
  const json& responses = document["rows"][0].at("best_responses");
  bool shown = false;  // what was found by then
  for (const json& one : responses) shown = shown || !one.is_null();
  EXPECT_TRUE(shown) << document["rows"][0];
}

}  // namespace
}  // namespace mesha::testing
