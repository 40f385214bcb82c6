// mesha plan: the words, the documents, bad input, Ctrl-C; and what `session new` says of it. What
// is found is tested in tests/planning/.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/experiment_text.hpp"
#include "support/json_schema.hpp"
#include "support/reproduce.hpp"

namespace mesha::testing {
namespace {

using nlohmann::json;

const std::string halving = "sequential_halving";

Finished plan(std::vector<std::string> words, Circumstances how = {}) {
  words.insert(words.begin(), "plan");
  return mesha(words, how);
}

std::string schema_error_of(const json& document) {
  const json schema = json::parse(whole_file(in_checkout("docs/schemas/plan.schema.json")));
  return schema_error(schema, document, "plan");
}

const json& row_of(const json& document, const std::string& name) {
  const auto& rows = document.at("rows");
  const auto row =
      std::ranges::find_if(rows, [&](const json& one) { return one.at("name") == name; });
  if (row == rows.end()) throw std::logic_error("no row of " + name);
  return *row;
}

void expect_eighty_columns(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
}

// Run once, by whichever test comes first in this process.
const Finished& plan_of_experiment_1() {
  static const Finished once = plan({"--means", ".52,.49,.40,.33,.27,.22,.18,.15", "--sd", ".155",
                                     "--failure", ".1", "--trials", "400", "--json"});
  return once;
}

TEST(Plan, FindsFiveHundredAndTwentyEightForExperimentOne) {
  const json document = json::parse(plan_of_experiment_1().out);
  const json& row = row_of(document, halving);
  EXPECT_EQ(row.at("budget"), 528);
  EXPECT_EQ(row.at("method"), "exact");
  EXPECT_LT(row.at("failure"), .1);
  EXPECT_GE(row.at("theorem"), 528);
  EXPECT_EQ(row.at("under_lies_is"), "certificate");
  EXPECT_TRUE(document.at("rows").front().at("equal_norms").get<bool>());
}

TEST(Plan, PrintsJsonThatFollowsItsSchema) {
  const Finished& run = plan_of_experiment_1();
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.err, "");
  json document = json::parse(run.out);
  EXPECT_EQ(schema_error_of(document), "");
  EXPECT_GT(document.at("curve").size(), 20U);
  EXPECT_FALSE(document.at("interrupted").get<bool>());
  document["rows"][0]["budgets"] = 3;
  EXPECT_NE(schema_error_of(document), "");
}

TEST(Plan, PromisesFollowTheSchemaToo) {
  const Finished run = plan(
      {"--arms", "5", "--evaluations", "40", "--gap", "0.5,1", "--learner", halving, "--json"});
  EXPECT_EQ(run.status, 0) << run.err;
  const json document = json::parse(run.out);
  EXPECT_EQ(schema_error_of(document), "");
  ASSERT_EQ(document.at("rows").size(), 4U);  // both forms, two gaps
  EXPECT_EQ(document["rows"][1].at("gap"), 1);
  EXPECT_FALSE(document.contains("curve"));
}

TEST(Plan, TablesHaveEightyColumns) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"--arms", "6", "--trials", "200"},
           {"--arms", "6", "--gap", "1e-9", "--trials", "200"},
           {"--arms", "6", "--evaluations", "60", "--trials", "200"},
           {"--arms", "6", "--sd", "1e-3", "--trials", "400", "--means-prior", "beta(2,5)"}}) {
    const Finished run = plan(words);
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.err, "");
    expect_eighty_columns(run.out);
  }
}

TEST(Plan, SaysWhatItFilledIn) {
  const Finished run = plan({"--arms", "4", "--learner", "uniform"});
  EXPECT_NE(run.out.find("scores stray by 1"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("leads by 0.5, half of what a score strays"), std::string::npos);
  EXPECT_NE(run.out.find("Take uniform: "), std::string::npos);
}

TEST(Plan, IsNotReachableAndFine) {
  const Finished run = plan({"--arms", "4", "--gap", "1e-6", "--learner", "uniform", "--json"});
  EXPECT_EQ(run.status, 0);
  const json row = json::parse(run.out).at("rows").front();
  EXPECT_TRUE(row.at("budget").is_null());
  EXPECT_TRUE(row.at("failure").is_null());
  EXPECT_EQ(row.at("why_no_budget"), "not reachable with 1,000,000 evaluations");
}

TEST(Plan, ReadsPastScores) {
  const TemporaryFolder folder;
  const std::string past = folder.file("past.csv", "arm,score\na,1\na,2\nb,0\nb,1\nc,.1\nc,.3\n");
  const Finished run = plan({"--scores", past, "--learner", "uniform", "--json"});
  EXPECT_EQ(run.status, 0) << run.err;
  const json question = json::parse(run.out).at("question");
  EXPECT_EQ(question.at("means").front(), 1.5);
  EXPECT_NE(question.at("noise").get<std::string>().find("0.583"), std::string::npos);
}

TEST(Plan, AveragesOverAPrior) {
  const Finished run = plan({"--arms", "4", "--means-prior", "uniform(0,1)", "--sd", ".1",
                             "--draws", "50", "--within", ".1", "--learner", halving, "--json"});
  EXPECT_EQ(run.status, 0) << run.err;
  const json document = json::parse(run.out);
  EXPECT_EQ(schema_error_of(document), "");
  EXPECT_EQ(document.at("question").at("draws"), 50);
  EXPECT_EQ(row_of(document, halving).at("method"), "kernel");
  EXPECT_TRUE(row_of(document, halving).at("theorem").is_null());
}

TEST(Plan, WithFeaturesThoseWhoNeedThemTakePart) {
  const TemporaryFolder folder;
  const std::string features = folder.file("f.csv", ".52,.1\n.40,-.12\n.33,.3\n.22,-.4\n");
  const Finished run = plan({"--features", features, "--means", ".52,.40,.33,.22", "--sd", ".155",
                             "--trials", "300", "--learner", "od_linbai,ggtm", "--json"});
  EXPECT_EQ(run.status, 0) << run.err;
  const json document = json::parse(run.out);
  EXPECT_EQ(document.at("rows").size(), 2U);
  EXPECT_FALSE(row_of(document, "od_linbai").at("equal_norms").get<bool>());
}

TEST(Plan, LiesSayHowLongTheyTakeBeforeTheyStart) {
  const Finished run = plan({"--arms", "3", "--gap", ".1", "--sd", ".2", "--learner", "mesha",
                             "--lies", "--norm-bound", "2", "--json"});
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(run.err.starts_with("searching the worst lies: about ")) << run.err;
  const json row = json::parse(run.out).at("rows").front();
  EXPECT_EQ(row.at("under_lies_is"), "worst found");
  EXPECT_GT(row.at("under_lies"), row.at("failure"));
}

TEST(Plan, WritesATableAndAPicture) {
  const TemporaryFolder folder;
  for (const std::string plot : {"/p.svg", "/p.pdf"}) {
    const Finished run = plan({"--arms", "4", "--learner", "uniform," + halving, "--trials", "200",
                               "--csv", folder.path() + "/t.csv", "--plot", folder.path() + plot});
    EXPECT_EQ(run.status, 0) << run.err;
    const std::string table = whole_file(folder.path() + "/t.csv");
    EXPECT_TRUE(table.starts_with("learner,budget,failure,low,high,method,")) << table;
    EXPECT_EQ(std::ranges::count(table, '\n'), 4);
    const std::string picture = whole_file(folder.path() + plot);
    EXPECT_TRUE(picture.starts_with(plot == "/p.pdf" ? "%PDF" : "<svg"));
  }
  const std::string svg = whole_file(folder.path() + "/p.svg");
  EXPECT_NE(svg.find("wished: 0.05"), std::string::npos);
  EXPECT_NE(svg.find(", budget"), std::string::npos);  // the hollow marks
}

TEST(Plan, RefusesBadWordsInOneSentence) {
  struct Refusal {
    std::vector<std::string> words;
    std::string says;
  };
  const TemporaryFolder folder;
  const std::string empty = folder.file("empty.csv", "");
  const std::string one = folder.file("one.csv", "arm,score\na,1\na,2\n");
  const std::string same = folder.file("same.csv", "arm,score\na,1\nb,2\n");
  for (const Refusal& bad : std::vector<Refusal>{
           {{"--arms", "3", "--failure", "0"}, "--failure: must be a number above 0 and below 1"},
           {{"--arms", "3", "--failure", "1"}, "--failure: must be a number above 0 and below 1"},
           {{"--arms", "3", "--failure", "-1"}, "--failure: must be a number above 0"},
           {{"--arms", "3", "--gap", "0"}, "--gap must be above 0"},
           {{"--arms", "3", "--gap", "-1"}, "--gap must be above 0"},
           {{"--arms", "3", "--gap", "x"}, "`x` is not a number"},
           {{"--arms", "3", "--gap", "1,2"}, "only with --evaluations"},
           {{"--arms", "1"}, "--arms: must be a whole number between 2"},
           {{"--means", "1"}, "at least two candidates"},
           {{"--means", "1,1"}, "share the largest mean"},
           {{}, "how many candidates are there?"},
           {{"--means", "1,0", "--gap", "1"}, "one of --means, --gap, --scores"},
           {{"--means", "1,0", "--arms", "3"}, "there are 2 means"},
           {{"--means", "1,0", "--shape", "linear"}, "need one"},
           {{"--arms", "3", "--last", "1"}, "needs a --shape"},
           {{"--arms", "3", "--shape", "round"}, "--shape"},
           {{"--arms", "3", "--sd", "1", "--noise", "2"}, "two words for one thing"},
           {{"--arms", "3", "--sd", "0"}, "--sd"},
           {{"--arms", "3", "--noise", "cauchy(1)"}, "not `cauchy(1)`"},
           {{"--arms", "3", "--noise", "bernoulli"}, "--best"},
           {{"--arms", "3", "--draws", "50"}, "--draws are of a --means-prior"},
           {{"--arms", "3", "--means-prior", "normal(1)"}, "a prior is"},
           {{"--arms", "3", "--norm-bound", "2"}, "--lies"},
           {{"--means-prior", "normal(0,1)", "--arms", "3", "--lies"}, "draws of a prior"},
           {{"--evaluations", "9", "--means", "1,0"}, "leave --means"},
           {{"--evaluations", "9", "--arms", "3", "--lies"}, "--lies and --max"},
           {{"--evaluations", "2", "--arms", "3"}, "no learner can do with 2"},
           {{"--arms", "3", "--learner", "unifrom"}, "did you mean `uniform`?"},
           {{"--arms", "3", "--learner", "od_linbai"}, "decides by features"},
           {{"--scores", empty}, "no arms in it"},
           {{"--scores", one}, "one candidate"},
           {{"--scores", same}, "say with --sd"},
           {{"--scores", folder.path() + "/none.csv"}, "cannot read"},
           {{"--arms", "3", "--features", same}, "the features of 2 candidates"},
           {{"--arms", "3", "--plot", "plan.gif"}, "an SVG or a PDF"},
           {{"--arms", "3", "--csv", "/dev/null/x"}, "cannot write the table"},
           {{"--armz", "3"}, "did you mean `--arms`?"}}) {
    const Finished run = plan(bad.words);
    EXPECT_EQ(run.status, 2) << bad.says << run.out;
    EXPECT_EQ(run.out, "") << bad.says;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
    EXPECT_NE(run.err.find(bad.says), std::string::npos) << run.err;
  }
}

// The first learner's budget is found at once; the other's would take days.
TEST(Plan, CtrlCPrintsWhatIsKnown) {
  const Finished run = plan({"--arms", "4", "--learner", "uniform,adaptive_halving", "--trials",
                             "1000000000", "--threads", "1", "--json"},
                            {.interrupt = true, .worked = .3});
  EXPECT_EQ(run.status, 130);
  EXPECT_NE(run.err.find("what was known by then (1 of 2 rows)"), std::string::npos) << run.err;
  const json document = json::parse(run.out);
  EXPECT_EQ(schema_error_of(document), "");
  EXPECT_TRUE(document.at("interrupted").get<bool>());
  ASSERT_EQ(document.at("rows").size(), 1U);
  EXPECT_TRUE(document["rows"][0].at("budget").is_number());
}

TEST(Plan, PrintsWhatItsDocumentShows) {
  const Finished run = plan({"--means", ".52,.49,.40,.33,.27", "--sd", ".155", "--failure",
                             ".21024", "--learner", halving});
  EXPECT_FALSE(run.out.empty());
  EXPECT_NE(whole_file(in_checkout("docs/plan.md")).find(run.out), std::string::npos) << run.out;
}

TEST(Plan, HelpTeaches) {
  const Finished run = plan({"--help"});
  EXPECT_EQ(run.status, 0);
  for (const char* part : {"Examples:", "--means-prior", "--evaluations", "docs/plan.md"})
    EXPECT_NE(run.out.find(part), std::string::npos) << part;
}

Finished session_new(const TemporaryFolder& folder, std::vector<std::string> more) {
  std::vector<std::string> words{"session",
                                 "new",
                                 "s",
                                 "--arms",
                                 in_checkout("examples/candidates.csv"),
                                 "--store",
                                 "sqlite:" + folder.path() + "/s.db",
                                 "--budget",
                                 "120"};
  words.insert(words.end(), more.begin(), more.end());
  return mesha(words);
}

TEST(SessionNew, SaysWhatItsEvaluationsPromise) {
  const TemporaryFolder folder;
  const Finished run = session_new(folder, {});
  EXPECT_EQ(run.status, 0) << run.err;
  const std::string text = run.out;
  const auto at = text.find("120 evaluations find the best of 8 with ");
  ASSERT_NE(at, std::string::npos) << text;
  EXPECT_NE(text.find("0.5 (half\nthe noise; --gap says otherwise)", at), std::string::npos)
      << text;
  EXPECT_NE(text.find("for 95% take about", at), std::string::npos) << text;
}

// The failure of `simulate` for eight such candidates, integrated there.
TEST(SessionNew, PromisesWhatPlanDoes) {
  const TemporaryFolder folder;
  const json outlook = json::parse(session_new(folder, {"--gap", "0.7", "--json"}).out)["outlook"];
  const Finished run =
      plan({"--arms", "8", "--gap", "0.7", "--evaluations", "120", "--learner", "mesha", "--json"});
  const json row = json::parse(run.out).at("rows").front();
  EXPECT_NEAR(outlook.at("failure").get<double>(), row.at("failure").get<double>(), 1e-6);
  EXPECT_EQ(outlook.at("gap"), .7);
  EXPECT_GT(outlook.at("budget"), 120);
}

TEST(SessionNew, PlanShowsTheTableAndCreatesNothing) {
  const TemporaryFolder folder;
  const Finished run = session_new(folder, {"--gap", "5", "--plan"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("8 candidates, the best 5 above all others"), std::string::npos);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(SessionNew, SaysNothingWhereFeaturesDecide) {
  const TemporaryFolder folder;
  const Finished run = session_new(folder, {"--learner", "od_linbai", "--json"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(json::parse(run.out).at("outlook").is_null());
}

}  // namespace
}  // namespace mesha::testing
