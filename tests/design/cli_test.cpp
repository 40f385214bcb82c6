#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "design/instances.hpp"
#include "mesha/io/csv.hpp"
#include "support/paths.hpp"
#include "support/run_program.hpp"

namespace {

using mesha::testing::checkout;
using mesha::testing::Finished;
using mesha::testing::mesha_program;
using mesha::testing::run_program;
using mesha::testing::TemporaryFolder;

struct Ran {
  std::string out;  // stdout and, unless sent elsewhere, stderr
  int status = 0;
};

// A shell line in which $M is the program.
Ran run(const std::string& line) {
  Ran ran;
  FILE* pipe = popen(
      ("M='" + std::string(mesha_program) + "'; cd '" + checkout + "'; { " + line + "; } 2>&1")
          .c_str(),
      "r");
  std::array<char, 4096> part{};
  for (std::size_t n = 0; (n = fread(part.data(), 1, part.size(), pipe)) > 0;) {
    ran.out.append(part.data(), n);
  }
  ran.status = WEXITSTATUS(pclose(pipe));
  return ran;
}

TEST(DesignVerb, PrintsATableAndTheCertificate) {
  const Ran ran = run("$M design examples/features.csv --pulls 100");
  EXPECT_EQ(ran.status, 0);
  EXPECT_NE(ran.out.find("8 arms with 3 features spanning dimension 3"), std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("pulls"), std::string::npos);
  EXPECT_NE(ran.out.find("Certificate: max_i x_i^T M^-1 x_i = 3"), std::string::npos) << ran.out;
}

TEST(DesignVerb, PrintsTheDocumentOfTheContract) {
  const Ran ran = run("$M design examples/features.csv --json --pulls 57 --tolerance 1e-9");
  ASSERT_EQ(ran.status, 0) << ran.out;
  const auto document = nlohmann::json::parse(ran.out);
  EXPECT_EQ(document["weights"].size(), 8U);
  EXPECT_EQ(document["dimension"], 3);
  EXPECT_LE(document["gap"].get<double>(), 1e-9);
  EXPECT_NEAR(document["worst"].get<double>(), 3, 1e-8);
  EXPECT_GE(document["steps"].get<int>(), 0);
  EXPECT_GE(document["seconds"].get<double>(), 0);
  EXPECT_LE(document["support"].size(), 6U);
  for (const auto& i : document["support"]) EXPECT_GT(document["weights"][i.get<std::size_t>()], 0);
  const auto pulls = document["pulls"].get<std::vector<int>>();
  EXPECT_EQ(std::accumulate(pulls.begin(), pulls.end(), 0), 57);
  EXPECT_EQ(document["names"][0], "ana");
}

TEST(DesignVerb, ReadsStandardInput) {
  const Ran ran = run("printf '1,0\\n0,1\\n0.1,0.1\\n' | $M --json design -");
  ASSERT_EQ(ran.status, 0) << ran.out;
  EXPECT_EQ(nlohmann::json::parse(ran.out)["support"], (std::vector<int>{0, 1}));
}

TEST(DesignVerb, RefusesWithOneSentenceAndStatus2) {
  const std::pair<const char*, const char*> cases[] = {
      {"printf '1,2\\n3,x\\n' | $M design -",
       "mesha: standard input, line 2: column 2 should be a finite number, not `x`\n"},
      {"$M design /nowhere.csv", "mesha: cannot read `/nowhere.csv`: is it there, and a file?\n"},
      {"$M design .", "mesha: . is a directory\n"},
      {"printf '0,0\\n' | $M design -",
       "mesha: all features are 0: there is nothing that a design could estimate\n"},
      {"printf '1,0\\n0,1\\n' | $M design - --pulls 1",
       "mesha: 1 pulls are too few for a design on 2 arms: each of them needs one\n"},
      {"$M design - --tolerance 0 </dev/null",
       "mesha: --tolerance: must be a number between 1e-12 and 1, not `0`; try `mesha design "
       "--help`\n"},
      {"$M design - --pulls many </dev/null",
       "mesha: --pulls: must be a whole number between 1 and 1000000000000000, not `many`; try "
       "`mesha design --help`\n"},
  };
  for (const auto& [line, sentence] : cases) {
    const Ran ran = run(line);
    EXPECT_EQ(ran.status, 2) << line;
    EXPECT_EQ(ran.out, sentence) << line;
  }
}

// Arms on a sphere, rounded to six digits: nearly all are nearly needed, and 1e-12 takes for ever.
std::string many_arms() {
  std::string text;
  mesha::Draws draws(41);
  const mesha::Points arms = mesha::normal_points(2000, 40, draws);
  for (std::size_t i = 0; i < arms.count; ++i) {
    const double norm = mesha::column(arms, i).norm();
    for (std::size_t k = 0; k < arms.dimension; ++k)
      text += (k == 0 ? "" : ",") + std::to_string(arms.row(i)[k] / norm);
    text += '\n';
  }
  return text;
}

TEST(DesignVerb, CtrlCPrintsTheDesignFoundSoFarWithItsCertificate) {
  const TemporaryFolder folder;
  const std::string file = folder.file("arms.csv", many_arms());
  const Finished run = run_program(
      mesha_program, {"design", file, "--tolerance", "1e-12", "--json"}, {.interrupt = true});
  EXPECT_EQ(run.status, 130) << run.err;
  EXPECT_NE(run.err.find("interrupted"), std::string::npos) << run.err;
  const auto document = nlohmann::json::parse(run.out);
  EXPECT_EQ(document["interrupted"], true);
  EXPECT_GT(document["gap"].get<double>(), 1e-12);
  const auto weights = document["weights"].get<std::vector<double>>();
  EXPECT_NEAR(mesha::sum_of(weights), 1, 1e-9);
  std::ifstream in(file);
  const auto table = mesha::read_features(in, file);
  ASSERT_TRUE(table);
  const double worst = document["worst"].get<double>();
  EXPECT_NEAR(mesha::dense_worst(table->points, weights), worst, 1e-6 * worst);
}

TEST(DesignVerb, CtrlCKeepsTheWeightsWhenTheyAreTooManyForThePulls) {
  const TemporaryFolder folder;
  const std::string file = folder.file("arms.csv", many_arms());
  const Finished run = run_program(
      mesha_program, {"design", file, "--tolerance", "1e-12", "--pulls", "3"}, {.interrupt = true});
  EXPECT_EQ(run.status, 130) << run.err;
  EXPECT_NE(run.out.find("Certificate: max_i"), std::string::npos) << run.out;
}

TEST(DesignVerb, ShowsProgressToAPersonWhoWaitsAndToNobodyElse) {
  const TemporaryFolder folder;
  const std::string file = folder.file("arms.csv", many_arms());
  const std::vector<std::string> words{"-s",     "INT", "4",           mesha_program,
                                       "design", file,  "--tolerance", "1e-12"};
  const Finished watched = run_program("/usr/bin/timeout", words, {.terminal = true});
  EXPECT_NE(watched.out.find("arms under work"), std::string::npos) << watched.out;
  EXPECT_NE(watched.out.find("Certificate: max_i"), std::string::npos);
  const Finished alone = run_program("/usr/bin/timeout", words);
  EXPECT_EQ(alone.err.find("arms under work"), std::string::npos) << alone.err;
}

TEST(DesignVerb, RankDeficientArmsAreDesignedInTheirSpan) {
  const Ran ran = run("printf '1,1\\n2,2\\n0,0\\n' | $M design - --json");
  ASSERT_EQ(ran.status, 0) << ran.out;
  const auto document = nlohmann::json::parse(ran.out);
  EXPECT_EQ(document["dimension"], 1);
  EXPECT_EQ(document["support"], std::vector<int>{1});
}

}  // namespace
