// mesha frontier: the documents, the words, Ctrl-C, resumption. On the contest that takes the
// least time; what is found there is tested in tests/frontier/.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "cli/experiment_text.hpp"
#include "mesha/io/sealed_json.hpp"
#include "support/json_schema.hpp"
#include "support/reproduce.hpp"

namespace mesha::testing {
namespace {

using nlohmann::json;

Finished frontier(const std::string& out, const std::vector<std::string>& more = {},
                  Circumstances how = {}) {
  std::vector<std::string> words{"frontier", "--only", "two-arms", "--out", out};
  words.insert(words.end(), more.begin(), more.end());
  return mesha(words, how);
}

// Run once, by whichever test comes first in this process.
struct QuickFrontier {
  TemporaryFolder folder;
  std::string out = folder.path() + "/quick";
  Finished run = frontier(out, {"--quick", "--threads", "1"});
  std::map<std::string, std::string> documents = documents_in(out);
};

const QuickFrontier& quick() {
  static const QuickFrontier once;
  return once;
}

// Its folder once more, without the documents and every n-th cell; how many cells are left.
std::size_t copy_without(const std::string& out, std::size_t every) {
  std::filesystem::copy(quick().out, out, std::filesystem::copy_options::recursive);
  for (const auto& [name, text] : quick().documents) std::filesystem::remove(out + "/" + name);
  std::size_t cells = 0;
  for (const auto& cell : std::filesystem::directory_iterator(out + "/cells")) {
    if (++cells % every == 0) std::filesystem::remove(cell.path());
  }
  return cells - cells / every;
}

TEST(Frontier, WritesEveryPromisedFile) {
  EXPECT_EQ(quick().run.status, 0) << quick().run.err;
  for (const char* name :
       {"frontier.md", "frontier.json", "frontier.csv", "frontier.svg", "frontier.pdf"})
    EXPECT_TRUE(quick().documents.contains(name)) << name;
  EXPECT_EQ(quick().documents.size(), 5U);
  const json told = json::parse(whole_file(quick().out + "/provenance.json"));
  for (const char* key : {"version", "revision", "seed", "compiler", "cpu", "command", "seconds"})
    EXPECT_TRUE(told.contains(key)) << key;
}

TEST(Frontier, WritesAndPrintsJsonThatFollowsItsSchema) {
  const TemporaryFolder folder;
  const std::string out = folder.path() + "/json";
  copy_without(out, 100);
  const Finished run = frontier(out, {"--quick", "--json"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.out, whole_file(out + "/frontier.json"));
  const json document = json::parse(run.out);
  const json schema = json::parse(whole_file(in_checkout("docs/frontier.schema.json")));
  EXPECT_EQ(schema_error(schema, document, "frontier.json"), "");
  EXPECT_EQ(document.at("seed"), 20260323);
  EXPECT_TRUE(document.at("quick").get<bool>());
  EXPECT_FALSE(document.at("interrupted").get<bool>());
  EXPECT_GT(document.at("rows").size(), 10U);
  for (const json& row : document["rows"]) EXPECT_EQ(row.at("instance"), "two-arms");
}

TEST(Frontier, PrintsATableOfEightyColumnsToPeople) {
  std::istringstream lines(quick().run.out);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("Also in ")) {
      EXPECT_LE(line.size(), 80U) << line;
    }
  }
  EXPECT_EQ(quick().run.out.find('\r'), std::string::npos);
  EXPECT_EQ(quick().run.err, "");
}

TEST(Frontier, ShowsAProgressBarOnlyToPeople) {
  const TemporaryFolder folder;
  for (const bool person : {true, false}) {
    const std::string out = folder.path() + (person ? "/person" : "/program");
    copy_without(out, 9);
    const std::vector<std::string> words{"--quick", person ? "--threads=1" : "--json"};
    const Finished run = frontier(out, words, {.terminal = true});
    EXPECT_EQ(run.out.find(" left") != std::string::npos, person) << run.out;
  }
}

TEST(Frontier, GoesOnWhereItStoppedWithTheSameBytes) {
  const TemporaryFolder folder;
  const std::string out = folder.path() + "/part";
  const std::size_t kept = copy_without(out, 7);
  const std::filesystem::directory_iterator damaged(out + "/cells");
  std::filesystem::resize_file(damaged->path(), 20);
  EXPECT_EQ(frontier(out, {"--quick", "--threads", "3"}).status, 0);
  EXPECT_EQ(documents_in(out), quick().documents);
  const json told = json::parse(whole_file(out + "/provenance.json"));
  EXPECT_EQ(told["cells_from_an_earlier_call"], kept - 1);
}

// They are taken, and people are told.
TEST(Frontier, TellsOfCellsThatAnotherBuildComputed) {
  const TemporaryFolder folder;
  const std::string out = folder.path() + "/older";
  copy_without(out, 100);
  const auto path = std::filesystem::directory_iterator(out + "/cells")->path();
  json cell = json::parse(whole_file(path));
  cell.erase("checksum");
  cell["build"] = "0.0.1 deadbeef";
  std::ofstream(path) << sealed(cell);
  const Finished run = frontier(out, {"--quick"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.err.find("(1 by 0.0.1 deadbeef)"), std::string::npos) << run.err;
  const json told = json::parse(whole_file(out + "/provenance.json"));
  EXPECT_EQ(told["cells_of_other_builds"], (json{{"0.0.1 deadbeef", 1}}));
}

// Of frontier and of reproduce.
TEST(WholeRuns, AreNotOverwrittenByQuickOnes) {
  for (const char* verb : {"frontier", "reproduce"}) {
    const TemporaryFolder folder;
    const bool of_paper = std::string(verb) == "reproduce";
    const std::string document = folder.path() + (of_paper ? "/results.json" : "/frontier.json");
    std::ofstream(document) << R"({"quick": false})";
    const Finished run = mesha({verb, "--quick", "--out", folder.path()});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find("name another folder with --out"), std::string::npos) << run.err;
    EXPECT_EQ(whole_file(document), R"({"quick": false})");
  }
}

// Cells are there, and documents are not.
TEST(Frontier, CtrlCPrintsWhatIsFinished) {
  const TemporaryFolder folder;
  const Finished run =
      frontier(folder.path(), {"--json", "--seed", "5"}, {.interrupt = true, .worked = .2});
  EXPECT_EQ(run.status, 130);
  EXPECT_NE(run.err.find("goes on where this one stopped"), std::string::npos) << run.err;
  const json document = json::parse(run.out);
  EXPECT_EQ(document.at("seed"), 5);
  EXPECT_TRUE(document.at("interrupted").get<bool>());
  const std::filesystem::directory_iterator cells(folder.path() + "/cells");
  EXPECT_EQ(std::distance(begin(cells), end(cells)), document["rows"].size());
  EXPECT_TRUE(documents_in(folder.path()).empty());
}

TEST(Frontier, CtrlCLeavesEarlierDocumentsAsTheyWere) {
  const TemporaryFolder folder;
  const std::string out = folder.path() + "/full";
  std::filesystem::copy(quick().out, out, std::filesystem::copy_options::recursive);
  EXPECT_EQ(frontier(out, {}, {.interrupt = true}).status, 130);
  EXPECT_EQ(documents_in(out), quick().documents);
}

TEST(Frontier, RefusesBadWordsInOneSentence) {
  struct Refusal {
    std::vector<std::string> words;
    std::string says;
  };
  const TemporaryFolder folder;
  for (const Refusal& bad : std::vector<Refusal>{
           {{"--only", "tow-arms"}, "did you mean `two-arms`?"},
           {{"--only", "two-arms,nothing_like_it"}, "unknown contest `nothing_like_it`"},
           {{"--only", ""}, "--only: must not be empty"},
           {{"--seed", "x"}, "--seed: must be a whole number"},
           {{"--threads", "0"}, "--threads: must be a whole number"},
           {{"--out", ""}, "--out: must not be empty"},
           {{"--out", "/dev/null/x"}, "cannot make the folder"},
           {{"--quik"}, "did you mean `--quick`?"},
           {{"all"}, "all"}}) {
    std::vector<std::string> words{"frontier"};
    words.insert(words.end(), bad.words.begin(), bad.words.end());
    if (bad.words.front() != "--out") words.insert(words.end(), {"--out", folder.path() + "/bad"});
    const Finished run = mesha(words);
    EXPECT_EQ(run.status, 2) << bad.says;
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
    EXPECT_NE(run.err.find(bad.says), std::string::npos) << run.err;
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Frontier, HelpTeaches) {
  const Finished run = mesha({"frontier", "--help"});
  EXPECT_EQ(run.status, 0);
  for (const char* part : {"Examples:", "mesha frontier --quick", "DIR/cells", "Exit status 1"})
    EXPECT_NE(run.out.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace mesha::testing
