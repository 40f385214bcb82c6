#include "mesha/frontier/documents.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "frontier/made_up.hpp"
#include "support/count.hpp"
#include "support/json_schema.hpp"
#include "support/paths.hpp"

namespace mesha::testing {
namespace {

using frontier::Cell;
using nlohmann::json;

const json& row_of(const json& document, const std::string& instance, const std::string& learner) {
  for (const json& row : document["rows"]) {
    if (row["instance"] == instance && row["learner"] == learner) return row;
  }
  throw std::logic_error("there is no row of " + learner);
}

json document_of(const MadeUp& made) { return json::parse(frontier::json(made.all)); }

json schema() {
  std::ifstream file(in_checkout("docs/frontier.schema.json"));
  return json::parse(file);
}

// The lines of a text that begin like this.
std::vector<std::string> lines_from(const std::string& text, const std::string& start) {
  std::vector<std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(start)) found.push_back(line);
  }
  return found;
}

TEST(FrontierJson, FollowsItsSchema) {
  const json document = document_of(one_of_everything());
  EXPECT_EQ(schema_error(schema(), document, "frontier.json"), "");
  json broken = document;
  broken["rows"][1]["E"].erase("low");
  EXPECT_NE(schema_error(schema(), broken, "frontier.json"), "");
  broken = document;
  broken["rows"][0]["mark"] = 1;
  EXPECT_NE(schema_error(schema(), broken, "frontier.json"), "");
}

TEST(FrontierJson, HasWhatWasIntegratedAndWhatWasCounted) {
  const json document = document_of(one_of_everything());
  const json& blind = row_of(document, "near 100", "blind_rule");
  EXPECT_TRUE(blind["truth"]["exact"].get<bool>());
  EXPECT_EQ(blind["truth"], blind["worst"]);
  EXPECT_TRUE(blind["attack"].is_null());
  EXPECT_EQ(blind["attacks"], json::array());
  EXPECT_EQ(blind["certificate"], .2);
  EXPECT_NEAR(blind["z_star"].get<double>(), 1, 1e-12);
  const json& careful = row_of(document, "near 100", "careful_rule");
  EXPECT_FALSE(careful["truth"]["exact"].get<bool>());
  EXPECT_LT(careful["truth"]["low"], .15);
  EXPECT_GT(careful["truth"]["high"], .15);
  EXPECT_EQ(careful["worst"]["failure"], .19);
  EXPECT_EQ(careful["attack"], "means exchanged");
  EXPECT_EQ(careful["attacks"].size(), 2U);
  EXPECT_EQ(careful["sat"]["failure"], .26);
  EXPECT_EQ(careful["options"]["alpha"], .75);
  EXPECT_GT(careful["E"]["high"], careful["E"]["value"]);
  EXPECT_GT(careful["E"]["value"], careful["E"]["low"]);
}

TEST(FrontierJson, SaysWhyThereIsNoE) {
  const json document = document_of(one_of_everything());
  const auto why = [&](const std::string& instance, const std::string& learner) {
    const json& row = row_of(document, instance, learner);
    EXPECT_TRUE(row["E"].is_null());
    return row["why_no_E"];
  };
  EXPECT_EQ(why("near 100", "believer"), "its interval is wider than 1");
  EXPECT_EQ(why("same", "blind_rule"), "two arms share the largest mean");
  EXPECT_EQ(why("still", "blind_rule"), "there is no noise");
  EXPECT_TRUE(why("near 100", "big_budget").is_null());  // it did not play
  EXPECT_TRUE(row_of(document, "near 100", "blind_rule")["why_no_E"].is_null());
}

TEST(FrontierJson, LeavesEverythingNullWhereALearnerCannotPlay) {
  const json document = document_of(one_of_everything());
  const json& row = row_of(document, "near 100", "big_budget");
  EXPECT_EQ(row["refused"], "T = 100 is too small, \"| big\"");
  for (const char* key : {"truth", "worst", "attack", "certificate", "sat", "E"})
    EXPECT_TRUE(row[key].is_null()) << key;
}

TEST(FrontierJson, NamesNoAttackThatDoesNoHarm) {
  const json document = document_of(one_of_everything());
  const json& row = row_of(document, "same", "believer");
  EXPECT_TRUE(row["attack"].is_null());
  EXPECT_EQ(row["attacks"].size(), 1U);
  EXPECT_EQ(row["worst"], row["truth"]);
}

TEST(FrontierJson, SaysIfItWasInterrupted) {
  MadeUp made = one_of_everything();
  EXPECT_FALSE(document_of(made)["interrupted"].get<bool>());
  made.all.interrupted = true;
  made.all.rows.clear();
  const json document = document_of(made);
  EXPECT_TRUE(document["interrupted"].get<bool>());
  EXPECT_EQ(schema_error(schema(), document, "frontier.json"), "");
}

// Only of what was computed: not of how many cells an earlier call had finished.
TEST(FrontierDocuments, DoNotSayWhatWasThereBefore) {
  MadeUp made = one_of_everything();
  const auto all = [&] {
    return frontier::json(made.all) + frontier::csv(made.all) + frontier::markdown(made.all) +
           frontier::table(made.all) + to_svg(frontier::draw(made.all));
  };
  const std::string before = all();
  made.all.from_before = 5;
  EXPECT_EQ(all(), before);
}

TEST(FrontierCsv, IsRectangular) {
  std::istringstream lines(frontier::csv(one_of_everything().all));
  std::set<int> widths;
  int rows = 0;
  for (std::string line; std::getline(lines, line); ++rows) {
    bool inside = false;
    int commas = 0;
    for (const char c : line) {
      if (c == '"') inside = !inside;
      if (c == ',' && !inside) ++commas;
    }
    widths.insert(commas);
  }
  EXPECT_EQ(rows, 8);
  EXPECT_EQ(widths.size(), 1U);
}

TEST(FrontierCsv, PutsTheReasonWhereItBelongs) {
  const std::string csv = frontier::csv(one_of_everything().all);
  EXPECT_NE(csv.find(",\"T = 100 is too small, \"\"| big\"\"\"\n"), std::string::npos) << csv;
  EXPECT_NE(csv.find(",\"there is no noise\",\n"), std::string::npos) << csv;
}

TEST(FrontierMarkdown, SortsByEAndPutsThoseWithoutOneLast) {
  const std::string md = frontier::markdown(one_of_everything().all);
  const auto careful = md.find("| `careful_rule alpha=0.75");
  const auto blind = md.find("| `blind_rule`");
  const auto believer = md.find("| `believer`");
  EXPECT_LT(careful, blind) << md;
  EXPECT_LT(blind, believer);
  EXPECT_NE(md.find("| – (its interval is wider than 1) |"), std::string::npos);
}

TEST(FrontierMarkdown, WritesSmallNumbersWithAPowerOfTen) {
  const std::string md = frontier::markdown(one_of_everything().all);
  EXPECT_NE(md.find("| 1.2e-05 | 1.2e-05 | reads no report |"), std::string::npos) << md;
  EXPECT_NE(md.find("| 0.1500 | 0.1900 | means exchanged | 0.6004 | 0.2600 | 0."),
            std::string::npos);
  EXPECT_NE(md.find("| none does harm |"), std::string::npos);
}

TEST(FrontierMarkdown, TellsOfEveryContestWhatItIs) {
  const std::string md = frontier::markdown(one_of_everything().all);
  EXPECT_NE(md.find("## near 100\n\nThree arms, made up. K = 3, d = 2, T = 100, sd = 0.5, "
                    "gap = 0.1, z* = 1."),
            std::string::npos)
      << md;
  EXPECT_NE(md.find("fail at least 0.1587 of the time"), std::string::npos);
  EXPECT_NE(md.find("* `big_budget` does not play: T = 100 is too small, \"\\| big\"\n"),
            std::string::npos);
}

TEST(FrontierMarkdown, EndsWithEOnEveryContest) {
  const std::string md = frontier::markdown(one_of_everything().all);
  const std::string overview = md.substr(md.find("## E on every contest"));
  EXPECT_EQ(lines_from(overview, "| learner | mean | of | near 100 | same | still |").size(), 1U);
  EXPECT_EQ(lines_from(overview, "| `").size(), 4U);  // one for each learner
  EXPECT_EQ(lines_from(overview, "| `blind_rule` | 0.95 | 1/3 | 0.95 | – | – |").size(), 1U)
      << overview;
  EXPECT_EQ(lines_from(overview, "| `believer` | – | 0/2 | – | – | – |").size(), 1U) << overview;
}

// Whoever is lost under some lie must not be ranked by the contests where it is not.
TEST(FrontierMarkdown, CountsWhereALearnerIsLostAtWhatItIsClearlyBelow) {
  MadeUp made = one_of_everything();
  const auto* another = made.contest("another", .1, .5, 100);
  made.add(another, &made.learners.front(), Cell{.truth = integrated(.2), .attacks = {}});
  made.add(another, &made.learners[1],
           Cell{.truth = counted(1500), .attacks = {{"decoys", counted(10'000)}}});
  const std::string md = frontier::markdown(made.all);
  EXPECT_EQ(lines_from(md, "| `blind_rule` | 0.90 | 2/4 | 0.95 | – | – | 0.84 |").size(), 1U) << md;
  EXPECT_EQ(lines_from(md, "| `careful_rule alpha=0.75 clip=0.25 keep_every_sample` | <").size(),
            1U)
      << md;
  EXPECT_LT(md.rfind("| `blind_rule`"), md.rfind("| `careful_rule"));
}

// Every row of a table has as many cells as its heading.
TEST(FrontierMarkdown, HasTablesThatAreRectangular) {
  std::istringstream lines(frontier::markdown(one_of_everything().all));
  std::size_t width = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('|')) {
      width = 0;
      continue;
    }
    const std::size_t cells = count(line, "|") - count(line, "\\|");
    if (width > 0) {
      EXPECT_EQ(cells, width) << line;
    }
    width = cells;
  }
}

TEST(FrontierTable, FitsIntoEightyColumns) {
  MadeUp made = one_of_everything();
  for (int k = 0; k < 12; ++k) {  // an overview in two parts
    const auto* contest =
        made.contest("another one of a very long name " + std::to_string(k), .1, .5, 100 + k);
    for (const LearnerChoice& learner : made.learners)
      made.add(contest, &learner, Cell{.truth = counted(3), .attacks = {}});
  }
  std::istringstream lines(frontier::table(made.all));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 80U) << line;
    EXPECT_FALSE(line.ends_with(' ')) << line;
  }
}

TEST(FrontierTable, HasARowPerLearnerAndBreaksLongNames) {
  const std::string text = frontier::table(one_of_everything().all);
  EXPECT_NE(text.find("\nblind_rule                0.1700   0.1700   0.95  reads no report\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\ncareful_rule alpha=0.75   0.1500   0.1900   0.96  means exchanged\n"
                      "  clip=0.25\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("does not play: big_budget: T = 100"), std::string::npos);
}

TEST(FrontierTable, SaysWhatIsMissing) {
  MadeUp made = one_of_everything();
  EXPECT_EQ(frontier::table(made.all).find("Interrupted"), std::string::npos);
  made.all.interrupted = true;
  made.all.effort.quick = true;
  EXPECT_NE(frontier::table(made.all).find("Interrupted: rows are missing."), std::string::npos);
  EXPECT_NE(frontier::table(made.all).find("A quick look"), std::string::npos);
  EXPECT_NE(frontier::markdown(made.all).find("Interrupted: rows are missing."), std::string::npos);
}

TEST(FrontierTable, SaysNothingOfContestsWhereNothingIsFinished) {
  frontier::Frontier nothing;
  nothing.interrupted = true;
  EXPECT_EQ(frontier::table(nothing).find("E on every contest"), std::string::npos);
  EXPECT_EQ(frontier::markdown(nothing).find("## "), std::string::npos);
}

// Less is impossible on "near 100": both half of Phi(-z*), and a certificate that is broken.
MadeUp impossible() {
  MadeUp made;
  const auto* near = made.contest("near 100", .1, .5, 100);
  made.add(near, made.learner("too_good"),
           Cell{.truth = counted(40'000, 1'000'000),
                .attacks = {{"decoys", counted(50'000, 1'000'000)}}});
  made.add(near, made.learner("not_as_good"),
           Cell{.truth = counted(300'000, 1'000'000), .attacks = {}, .certificate = .2});
  return made;
}

TEST(FrontierDocuments, TellContradictions) {
  const MadeUp made = impossible();
  const auto sentences = made.all.contradictions();
  ASSERT_EQ(sentences.size(), 2U);
  const json document = document_of(made);
  EXPECT_EQ(document["contradictions"], json(sentences));
  EXPECT_EQ(count(frontier::table(made.all), "CONTRADICTION: "), 2U);
  for (const std::string& sentence : sentences)
    EXPECT_NE(frontier::markdown(made.all).find("* " + sentence + "\n"), std::string::npos);
}

}  // namespace
}  // namespace mesha::testing
