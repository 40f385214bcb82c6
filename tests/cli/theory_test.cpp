// mesha theory: the values, the documents, the words. The formulas are tested in tests/theory/.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cli/experiment_text.hpp"
#include "support/json_schema.hpp"
#include "support/reproduce.hpp"

namespace mesha::testing {
namespace {

using nlohmann::json;

const std::string experiment_file = in_checkout("examples/vary_T.toml");

json theory_of(const std::string& file, const std::string& budgets = "") {
  std::vector<std::string> words{"theory", file, "--json"};
  if (!budgets.empty()) words.insert(words.end(), {"--budget", budgets});
  const Finished run = mesha(words);
  EXPECT_EQ(run.status, 0) << run.err;
  json document = json::parse(run.out);
  const json schema = json::parse(whole_file(in_checkout("docs/schemas/theory.schema.json")));
  EXPECT_EQ(schema_error(schema, document, "theory"), "");
  return document;
}

json theory_of_text(const std::string& text) {
  const TemporaryFolder folder;
  return theory_of(folder.file("experiment.toml", text));
}

const json& experiment_1_at_800() {
  static const json once = theory_of(experiment_file, "800");
  return once;
}

// Of the first epoch, where it is of one.
json one(const json& document, const std::string& name, std::optional<int> T = {}) {
  for (const json& value : document.at("values")) {
    const bool here = value["name"] == name && (!T || value["T"] == *T);
    if (here && (value["epoch"].is_null() || value["epoch"] == 1)) return value;
  }
  ADD_FAILURE() << "no value " << name;
  return {};
}

double number(const json& document, const std::string& name) {
  return one(document, name).at("value").get<double>();
}

TEST(Theory, HasEveryFormulaOfThePaperAtEveryBudget) {
  const json all = theory_of(experiment_file, "60,800");
  for (const char* name : {"H_2", "H_2_apart", "complexity", "H_2_lin", "rounds",
                           "rounds_largest_gap", "rounds_any_gap"})
    EXPECT_TRUE(one(all, name).at("T").is_null()) << name;
  for (const int T : {60, 800}) {
    for (const char* name : {"delta",
                             "pulls",
                             "beta",
                             "beta_proof",
                             "beta_sqrt_lambda",
                             "rlcb_radius",
                             "aucb_radius",
                             "aucb_radius_definition",
                             "aucb_radius_proof",
                             "omega",
                             "omega_proof",
                             "omega_steps",
                             "omega_trace",
                             "deviation",
                             "deviation_proof",
                             "first_factor",
                             "second_factor",
                             "both_factors",
                             "squared_widths_most",
                             "squared_widths_cycled",
                             "squared_widths_here",
                             "squared_widths_lemma",
                             "noise_miss",
                             "noise_miss_scaled",
                             "estimate_miss",
                             "ellipsoid_remark",
                             "ellipsoid_proof",
                             "least_zeta",
                             "failure_bound",
                             "failure_bound_proof",
                             "rate_mesha",
                             "rate_halving",
                             "rate_od_linbai",
                             "karnin",
                             "karnin_scaled",
                             "certificate",
                             "od_linbai",
                             "od_linbai_scaled"}) {
      const json value = one(all, name, T);
      EXPECT_TRUE(value.at("value").is_number()) << name;
      EXPECT_NE(value.at("equation"), "") << name;
    }
  }
  EXPECT_TRUE(one(all, "least_zeta_proof").at("value").is_null()) << "the proof needs longer runs";
}

// K = 8, d = 3, R = 3, T = 800, zeta = .015, by hand: N = 266.67, log(1 + N) = 5.589669;
// T zeta^2 / (18 K d^2 31.24440) = 4.445e-6, and 9 / 800 in front of it.
TEST(Theory, HasTheNumbersOfExperiment1) {
  const json& all = experiment_1_at_800();
  const double n = 33;  // floor(800 / 24)
  const double delta = 9.0 / 800 * std::exp(-800 * .000225 / (18 * 8 * 9 * 31.24440));
  EXPECT_NEAR(number(all, "delta"), delta, 1e-9);
  EXPECT_NEAR(number(all, "least_zeta"), 41.688903, 1e-6);
  EXPECT_EQ(number(all, "pulls"), n);
  EXPECT_NEAR(number(all, "beta"), std::sqrt(3 * std::log(34 * 24 / delta)) + 1, 1e-7);
  EXPECT_NEAR(number(all, "aucb_radius"), std::sqrt(66 * std::log(96 / delta)), 1e-6);
  EXPECT_NEAR(number(all, "squared_widths_most"), 3 - 1.35 * 3 / (1.35 + 11), 1e-9);
  const double q = 1.949 * 1.949;
  EXPECT_NEAR(number(all, "squared_widths_here"), n * q / (1.35 + n * q), 1e-9);
  EXPECT_NEAR(number(all, "H_2"), 2 / .0009, 1e-6);
  EXPECT_NEAR(number(all, "complexity"), 8 / .000225 * 9, 1e-6);
  EXPECT_NEAR(number(all, "karnin_scaled"), 9 * std::exp(-.31217482), 1e-6);
}

TEST(Theory, MeasuresBesideTheBounds) {
  const json& all = experiment_1_at_800();
  ASSERT_EQ(all.at("measured").size(), 3U);
  EXPECT_NEAR(all["measured"][0].at("failure").get<double>(), .035813, 1e-6);
  EXPECT_EQ(all["measured"][0].at("method"), "exact");
  EXPECT_NEAR(all["measured"][1].at("failure").get<double>(), .057223, 1e-6);
  EXPECT_EQ(all["measured"][2].at("learner"), "od_linbai*");
  for (const char* name : {"failure_bound", "failure_bound_proof"})
    EXPECT_EQ(one(all, name).at("measured"), all["measured"][0]["failure"]) << name;
  for (const char* name : {"karnin", "karnin_scaled", "certificate"})
    EXPECT_EQ(one(all, name).at("measured"), all["measured"][1]["failure"]) << name;
  EXPECT_EQ(one(all, "od_linbai").at("measured"), all["measured"][2]["failure"]);
  EXPECT_TRUE(one(all, "omega").at("measured").is_null());
}

TEST(Theory, SaysThatTheMainTheoremNeedsMillionsOfRounds) {
  const json& all = experiment_1_at_800();
  EXPECT_EQ(one(all, "failure_bound").at("holds"), false);
  EXPECT_NE(one(all, "failure_bound").at("condition").get<std::string>().find("zeta is at least"),
            std::string::npos);
  EXPECT_GT(number(all, "rounds_any_gap"), 1e6);
  EXPECT_GT(number(all, "rounds_largest_gap"), number(all, "rounds_any_gap"));
  EXPECT_GT(number(all, "rounds"), 8e10);
  const Finished run = mesha({"theory", experiment_file, "--budget", "800"});
  EXPECT_NE(run.out.find("Theorem 6 speaks"), std::string::npos) << run.out;
}

// Short reports, lambda = 1, zeta as large as the gap of the worst arm, and T from there
// on.
TEST(Theory, SaysWhereTheMainTheoremHolds) {
  const std::string text = with("zeta   = 0.1", "zeta   = 0.4");
  const json first = theory_of_text(text);
  const auto rounds = static_cast<std::int64_t>(number(first, "rounds"));
  const auto at = [&](std::int64_t T) {
    return theory_of_text(with("[40]", "[" + std::to_string(T) + "]", text));
  };
  EXPECT_EQ(one(at(rounds - 1), "failure_bound").at("holds"), false);
  const json there = at(rounds);
  const json bound = one(there, "failure_bound");
  EXPECT_EQ(bound.at("holds"), true) << bound;
  EXPECT_LE(bound.at("measured"), bound.at("value"));
  EXPECT_EQ(there.at("measured")[0].at("right").size(), 2U) << "the third is wrong by .4";
}

TEST(Theory, PrintsATableOfEightyColumnsWithEveryBudget) {
  const Finished run = mesha({"theory", experiment_file});
  EXPECT_EQ(run.status, 0);
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
  for (const char* budget : {" 60 ", " 100 ", " 140 ", " 700 ", " 800"})
    EXPECT_NE(run.out.find(budget), std::string::npos) << budget;
  EXPECT_EQ(run.out.find("nan"), std::string::npos);
  EXPECT_EQ(run.out.find("inf"), std::string::npos);
}

TEST(Theory, WritesATableWithALinePerValue) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/values.csv";
  const Finished run = mesha({"theory", experiment_file, "--budget", "800", "--csv", path});
  EXPECT_EQ(run.status, 0) << run.err;
  const std::string text = whole_file(path);
  EXPECT_EQ(std::ranges::count(text, '\n'),
            static_cast<std::int64_t>(experiment_1_at_800().at("values").size()) + 1);
  EXPECT_NE(text.find("main_theorem,least_zeta,\"Theorem 6\",800,,41.68890"), std::string::npos);
}

TEST(Theory, TakesTheDefaultsOfAlgorithm1WhereTheFileHasNone) {
  const TemporaryFolder folder;
  const std::string file = folder.file("plain.toml", with_learner("name = \"uniform\""));
  const Finished run = mesha({"theory", file, "--json"});
  EXPECT_NE(run.err.find("has no learner `mesha`"), std::string::npos) << run.err;
  const json all = json::parse(run.out);
  EXPECT_FALSE(all.at("settings").at("in_file").get<bool>());
  EXPECT_NEAR(all["settings"].at("zeta").get<double>(), .1, 1e-12);  // half of .2
}

TEST(Theory, CopesWithInstancesAtTheEdge) {
  const std::string signs = with_reports("strategy = \"random_signs\"");
  const std::string bernoulli =
      with("{ kind = \"gaussian\", sd = 0.2 }", "{ kind = \"bernoulli\" }");
  const std::string uniform =
      with("{ kind = \"gaussian\", sd = 0.2 }", "{ kind = \"uniform\", half_width = 0.2 }");
  std::string line = with("[1.0, 0.0]", "[1.0]");
  line = with("[[0.5, 0.1], [0.3, 0.2], [0.1, 0.0]]", "[[0.5], [0.3], [0.1]]", line);
  line = with("[[0.5, 0.2], [0.3, 0.3], [0.1, 0.4]]", "[[0.0], [0.0], [0.0]]", line);
  for (const std::string& text :
       {signs, bernoulli, uniform, line, with("sd = 0.2", "sd = 0"), with("0.1\n", "9.5\n"),
        with("lambda = 1.0", "delta = 0.2"), with("[40]", "[6, 7, 1_000_000_000]")}) {
    const TemporaryFolder folder;
    const std::string file = folder.file("edge.toml", text);
    const Finished table = mesha({"theory", file});
    EXPECT_EQ(table.status, 0) << table.err << text;
    for (const char* word : {"nan", "inf"}) {
      EXPECT_EQ(table.out.find(word), std::string::npos) << table.out;
    }
    const json all = theory_of(file);
    EXPECT_FALSE(all.at("measured").empty());
  }
  EXPECT_TRUE(one(theory_of_text(bernoulli), "karnin").at("holds").get<bool>());
  EXPECT_TRUE(one(theory_of_text(signs), "squared_widths_here").at("value").is_null());
  EXPECT_TRUE(one(theory_of_text(line), "rate_od_linbai").at("value").is_null()) << "d = 1";
}

TEST(Theory, CtrlCPrintsWhatIsKnown) {
  const TemporaryFolder folder;
  const std::string file = folder.file(
      "endless.toml",
      with("= 200", "= 9_000_000_000_000_000_000", with_reports("strategy = \"random_signs\"")));
  const Finished run = mesha({"theory", file, "--json"}, {.interrupt = true, .worked = .2});
  EXPECT_EQ(run.status, 130);
  EXPECT_NE(run.err.find("interrupted"), std::string::npos) << run.err;
  const json all = json::parse(run.out);
  EXPECT_TRUE(all.at("interrupted").get<bool>());
  EXPECT_NEAR(number(all, "pulls"), 6, 1e-12);
}

TEST(Theory, RefusesBadInputInOneSentence) {
  const TemporaryFolder folder;
  const std::string file = folder.file("good.toml", good_text);
  const std::string one_arm =
      folder.file("one.toml", with("[[0.5, 0.1], [0.3, 0.2], [0.1, 0.0]]", "[[0.5, 0.1]]",
                                   with_reports("strategy = \"truthful\"")));
  const std::string tied =
      folder.file("tied.toml", "accept = \"best\"\n" + with("[0.3, 0.2]", "[0.5, 0.2]"));
  struct Refusal {
    std::vector<std::string> words;
    std::string says;
  };
  for (const Refusal& bad : std::vector<Refusal>{
           {{}, "FILE.toml"},
           {{folder.path() + "/none.toml"}, "none.toml"},
           {{folder.file("bad.toml", "budgets = 3")}, "bad.toml"},
           {{one_arm}, "at least two"},
           {{tied}, "a single best arm"},
           {{file, "--budget", "3"}, "T = 3"},
           {{file, "--budget", "0"}, "--budget: must be a whole number"},
           {{file, "--budget", "x"}, "--budget: must be a whole number"},
           {{file, "--trials", "0"}, "--trials: must be a whole number"},
           {{file, "--csv", ""}, "--csv: must not be empty"},
           {{file, "--csv", folder.path() + "/none/x.csv"}, "cannot write the table"},
           {{file, "--budgets", "40"}, "did you mean `--budget`?"}}) {
    std::vector<std::string> words{"theory"};
    words.insert(words.end(), bad.words.begin(), bad.words.end());
    const Finished run = mesha(words);
    EXPECT_EQ(run.status, 2) << bad.says;
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
    EXPECT_NE(run.err.find(bad.says), std::string::npos) << run.err;
  }
}

TEST(Theory, HelpTeaches) {
  const Finished run = mesha({"theory", "--help"});
  EXPECT_EQ(run.status, 0);
  for (const char* part : {"Examples:", "mesha theory examples/vary_T.toml", "schema", "Ctrl-C"})
    EXPECT_NE(run.out.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace mesha::testing
