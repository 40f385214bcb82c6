// What `mesha reproduce` promises. The runs are few: exact cells are what they are all the same,
// and everything else is checked for being there, not for its value.
#include "support/reproduce.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "support/json_schema.hpp"
#include "support/paths.hpp"

namespace mesha::testing {
namespace {

using nlohmann::json;

// Run once, by whichever test comes first in this process.
struct Reference {
  TemporaryFolder folder;
  std::string out = folder.path() + "/reference";
  double seconds = 0;
  Finished run;
  std::map<std::string, std::string> documents;
  json results;

  Reference() {
    const auto start = std::chrono::steady_clock::now();
    run = reproduce(out);
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    documents = documents_in(out);
    results = json::parse(documents["results.json"]);
  }
};

Reference& reference() {
  static Reference once;
  return once;
}

std::string fresh(const std::string& name) { return reference().folder.path() + "/" + name; }

TEST(Reproduce, WritesResultsThatFollowTheirSchema) {
  const json schema = json::parse(whole_file(in_checkout("docs/results.schema.json")));
  EXPECT_EQ(schema_error(schema, reference().results, "results.json"), "");
  json broken = reference().results;
  broken["cells"][3].erase("verdict");
  EXPECT_NE(schema_error(schema, broken, "results.json"), "");
}

TEST(Reproduce, HasEveryPublishedCellOnce) {
  std::set<std::string> seen;
  for (const json& cell : reference().results["cells"]) {
    seen.insert(cell["experiment"].get<std::string>() + cell["column"].get<std::string>() +
                std::to_string(cell["value"].get<int>()));
  }
  EXPECT_EQ(reference().results["cells"].size(), 97U);
  EXPECT_EQ(seen.size(), 97U);
}

TEST(Reproduce, AgreesWithMeshaInAllTenCellsOfExperiment1) {
  int cells = 0;
  for (const json& cell : reference().results["cells"]) {
    if (cell["experiment"] != "vary-T" || cell["column"] != "MESHA") continue;
    ++cells;
    EXPECT_EQ(cell["verdict"], "agrees") << cell;
    EXPECT_EQ(cell["method"], "exact");
  }
  EXPECT_EQ(cells, 10);
}

TEST(Reproduce, AgreesWithSequentialHalvingToo) {
  for (const json& cell : reference().results["cells"]) {
    if (cell["experiment"] != "vary-T" || cell["column"] != "SH") continue;
    EXPECT_EQ(cell["verdict"], "agrees") << cell;
  }
}

TEST(Reproduce, CountsItsOwnVerdicts) {
  std::map<std::string, int> count;
  for (const json& cell : reference().results["cells"]) ++count[cell["verdict"]];
  const json& told = reference().results["verdicts"];
  for (const char* verdict : {"agrees", "agrees under an inferred reading", "differs"})
    EXPECT_EQ(told[verdict], count[verdict]);
  EXPECT_NE(reference().run.out.find("97 published numbers: "), std::string::npos);
  EXPECT_EQ(reference().run.status, told["differs, not known before"] == 0 ? 0 : 1)
      << reference().run.err;
}

TEST(Reproduce, ShowsWhatTheMechanismAdds) {
  std::map<std::string, double> at_60;
  for (const json& one : reference().results["additional"]) {
    if (one["experiment"] == "vary-T" && one["value"] == 60) at_60[one["column"]] = one["ours"];
  }
  EXPECT_NEAR(at_60["MESHA, all norms equal"], .343588, 1e-6);  // Sequential Halving's
  EXPECT_NEAR(at_60["MESHA, best arm truthful"], .989318, 1e-6);
  EXPECT_TRUE(at_60.contains("MESHA, lambda 1"));
  EXPECT_TRUE(at_60.contains("SH that keeps its samples"));
}

TEST(Reproduce, ChecksTheSentencesOfThePaper) {
  std::set<std::string> checked;
  for (const json& claim : reference().results["claims"]) checked.insert(claim["id"]);
  for (const char* id :
       {"decay-in-T", "eleven-points", "slower-than-linear-in-K", "OD-LinBAI-to-one",
        "OD-LinBAI*-near-zero", "crossing-in-d", "H2-example", "theorem-applies"})
    EXPECT_TRUE(checked.contains(id)) << id;
}

TEST(Reproduce, SetsRemarksApartFromClaims) {
  ASSERT_EQ(reference().results["remarks"].size(), 1U);
  const json& remark = reference().results["remarks"][0];
  EXPECT_EQ(remark["id"], "table-I");
  EXPECT_FALSE(remark.contains("verdict"));
  const std::string& found = remark["found"].get_ref<const std::string&>();
  EXPECT_NE(found.find("2.6e-04 for MESHA and 0.12 for SH"), std::string::npos) << found;
  EXPECT_NE(reference().documents["report.html"].find("<section id=\"remarks\">"),
            std::string::npos);
  EXPECT_NE(reference().documents["report.md"].find("## Remarks"), std::string::npos);
}

TEST(Reproduce, WritesEveryPromisedFile) {
  for (const char* name :
       {"report.html", "report.md", "results.json", "vary-T.csv", "vary-d.csv", "vary-K.csv",
        "vary-T.svg", "vary-d.svg", "vary-K.svg", "vary-T.pdf", "vary-d.pdf", "vary-K.pdf",
        "mechanism.svg", "pipeline.svg", "pipeline.pdf"})
    EXPECT_TRUE(reference().documents.contains(name)) << name;
  const json told = json::parse(whole_file(reference().out + "/provenance.json"));
  for (const char* key : {"version", "revision", "seed", "compiler", "cpu", "command", "seconds"})
    EXPECT_TRUE(told.contains(key)) << key;
}

TEST(Reproduce, WritesTablesThatAreRectangular) {
  for (const char* name : {"vary-T.csv", "vary-d.csv", "vary-K.csv"}) {
    std::istringstream csv(reference().documents[name]);
    std::set<std::ptrdiff_t> widths;
    for (std::string line; std::getline(csv, line);) {
      bool inside = false;
      std::ptrdiff_t commas = 0;
      for (const char c : line) {
        if (c == '"') inside = !inside;
        if (c == ',' && !inside) ++commas;
      }
      widths.insert(commas);
    }
    EXPECT_EQ(widths.size(), 1U) << name;
  }
}

TEST(Reproduce, WritesAReportThatNeedsNoNetwork) {
  const std::string& html = reference().documents["report.html"];
  for (const char* word : {"src=", "@import", "url(", "<link rel=\"stylesheet\""})
    EXPECT_EQ(html.find(word), std::string::npos) << word;
  EXPECT_NE(html.find("What the numbers say"), std::string::npos);
}

TEST(Reproduce, GivesTheSameBytesForAnyNumberOfThreads) {
  const std::string out = fresh("threads");
  reproduce(out, {"--threads", "7"});
  EXPECT_EQ(documents_in(out), reference().documents);
}

TEST(Reproduce, UsesWhatIsFinishedAndSaysSo) {
  const std::string out = fresh("again");
  std::filesystem::copy(reference().out, out, std::filesystem::copy_options::recursive);
  reproduce(out);
  EXPECT_EQ(documents_in(out), reference().documents);
  const json told = json::parse(whole_file(out + "/provenance.json"));
  EXPECT_GT(told["cells_from_an_earlier_call"], 97);
}

TEST(Reproduce, DoesNotTrustADamagedCell) {
  const std::string out = fresh("damaged");
  std::filesystem::copy(reference().out, out, std::filesystem::copy_options::recursive);
  for (const auto& cell : std::filesystem::directory_iterator(out + "/cells"))
    std::filesystem::resize_file(cell.path(), 20);
  reproduce(out);
  EXPECT_EQ(documents_in(out), reference().documents);
}

pid_t process_that_has_ended() {
  const pid_t process = fork();
  if (process == 0) _exit(0);
  waitpid(process, nullptr, 0);
  return process;
}

TEST(Reproduce, RemovesItsOwnLeftoversAndNothingElse) {
  const std::string out = fresh("leftovers");
  std::filesystem::copy(reference().out, out, std::filesystem::copy_options::recursive);
  const pid_t dead = process_that_has_ended();
  const std::vector<std::string> ours = {fmt::format("report.html.writing-{}-0", dead),
                                         fmt::format("cells/x.json.writing-{}-12", dead)};
  const std::vector<std::string> theirs = {"report.html.backup", "results.json.writing-it",
                                           "cells/notes"};
  for (const auto* names : {&ours, &theirs}) {
    for (const std::string& name : *names) std::ofstream(out + "/" + name) << "mine";
  }
  reproduce(out);
  for (const std::string& name : ours) EXPECT_FALSE(std::filesystem::exists(out + "/" + name));
  for (const std::string& name : theirs) EXPECT_EQ(whole_file(out + "/" + name), "mine") << name;
}

TEST(Reproduce, GoesOnAfterBeingKilled) {
  for (const double share : {0.2, 0.5, 0.8}) {
    const std::string out = fresh("killed" + std::to_string(share));
    reproduce_and_kill(out, share * reference().seconds);
    reproduce(out);
    EXPECT_EQ(documents_in(out), reference().documents) << share;
  }
}

TEST(Reproduce, GoesOnAfterCtrlC) {
  const std::string out = fresh("interrupted");
  const Finished run = reproduce(out, {}, {.interrupt = true});
  EXPECT_EQ(run.status, 130) << run.err;
  EXPECT_NE(run.err.find("goes on where this one stopped"), std::string::npos) << run.err;
  reproduce(out);
  EXPECT_EQ(documents_in(out), reference().documents);
}

TEST(Reproduce, RunsSomeOfTheExperiments) {
  const Finished run = reproduce(fresh("only"), {"--only", "vary-K,vary-T", "--json"});
  const json results = json::parse(run.out);
  EXPECT_EQ(results["cells"].size(), 82U);
  EXPECT_EQ(results["cells"][0]["experiment"], "vary-T");
}

TEST(Reproduce, ShowsAProgressBarOnlyToPeople) {
  EXPECT_EQ(reference().run.out.find('\r'), std::string::npos);
  EXPECT_EQ(reference().run.err, "");
  const Finished person = reproduce(fresh("person"), {"--only", "vary-T"}, {.terminal = true});
  EXPECT_NE(person.out.find("left"), std::string::npos);
}

TEST(Reproduce, RefusesBadWordsInOneSentence) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"--only", "vary-Q"}, {"--trials", "0"}, {"--seed", "x"}, {"--quik"}}) {
    const Finished run = reproduce(fresh("bad"), words);
    EXPECT_EQ(run.status, 2) << words.front();
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  }
  EXPECT_EQ(run_program(mesha_program, {"reproduce", "--out", "/dev/null/x"}).status, 2);
}

}  // namespace
}  // namespace mesha::testing
