// Bad input is one clear sentence on stderr, nothing on stdout, and exit status 2.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "cli/experiment_text.hpp"

namespace mesha::testing {
namespace {

// What was said on stderr beside notes.
std::vector<std::string> sentences(const std::string& err) {
  std::vector<std::string> lines;
  std::istringstream stream(err);
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with("note: ")) lines.push_back(line);
  }
  return lines;
}

void expect_refused(const std::vector<std::string>& words, const std::string& fragment) {
  const Finished run = mesha(words);
  EXPECT_EQ(run.status, 2) << run.err;
  EXPECT_EQ(run.out, "");
  const auto said = sentences(run.err);
  ASSERT_EQ(said.size(), 1U) << run.err;
  EXPECT_TRUE(said[0].starts_with("mesha: ")) << said[0];
  EXPECT_NE(said[0].find(fragment), std::string::npos)
      << said[0] << "\ndoes not contain: " << fragment;
  EXPECT_EQ(said[0].find("nan"), std::string::npos) << said[0];
  EXPECT_LT(said[0].size(), 400U) << said[0];
}

struct Case {
  std::string name;
  std::string text;
  std::string says;

  friend void PrintTo(const Case& bad, std::ostream* out) { *out << bad.name; }
};

template <class T>
std::string case_name(const ::testing::TestParamInfo<T>& info) {
  return info.param.name;
}

class BadFile : public ::testing::TestWithParam<Case> {};

TEST_P(BadFile, IsRefusedWithOneSentence) {
  const TemporaryFolder folder;
  const std::string path = folder.file("bad.toml", GetParam().text);
  expect_refused({"simulate", path}, GetParam().says);
  expect_refused({"simulate", path, "--json"}, "bad.toml");  // and names the file
}

const Case toml_cases[] = {
    {"empty_file", "", "[instance] is missing"},
    {"only_a_comment", "# nothing\n", "[instance] is missing"},
    {"bytes_that_are_no_text", std::string("\xff\xfe\0\x01", 4), "line 1, column"},
    {"line_without_value", "trials = 5\nbudgets =\n", "line 2, column"},
    {"list_never_closed", "trials = 5\nbudgets = [60, 100\n", "line 2, column"},
    {"text_never_closed", "draw = \"sums\n", "line 1, column"},
    {"key_given_twice", "trials = 1\ntrials = 2\n", "line 2, column"},
    {"number_with_two_points", with("sd = 0.2", "sd = 0.2.1"), "line 8, column"},
    {"header_without_a_key", "[[=\n", "line 1, column 3"},
    {"header_of_three_brackets", "[[[a]]]\n", "line 1, column 3"},
    {"letter_instead_of_a_number", "trials = \u00e9\n", "line 1, column 10"},
    {"letter_in_a_key", "tr\u00efals = 5\n", "line 1, column 3"},
    {"nested_too_deeply", "a = " + std::string(5000, '[') + std::string(5000, ']'), "line 1"},
    {"a_line_break_in_a_key", "\"tri\\nals\" = 5\n", "did you mean `trials`?"},
};

const Case key_cases[] = {
    {"unknown_key_at_the_top", with("trials ", "trails "),
     "line 1, column 1: unknown key `trails`: did you mean `trials`?"},
    {"unknown_key_unlike_any", "colour = 1\n" + good_text, "unknown key `colour`; known are "},
    {"unknown_key_of_the_instance", with("theta ", "thetta "), "did you mean `theta`?"},
    {"unknown_key_of_the_noise", with("sd =", "std ="), "unknown key `std`: did you mean `sd`?"},
    {"key_of_another_noise", with("sd =", "half_width ="), "unknown key `half_width`"},
    {"unknown_key_of_the_reports", with_reports("strategy = \"scaled\"\nfacto = 2"),
     "line 12, column 1: unknown key `facto`: did you mean `factor`?"},
    {"misspelt_deviations", with("[[l", "[[reports.deviatons]]\narms = [0]\n[[l"),
     "unknown key `deviatons`: did you mean `deviations`?"},
    {"unknown_key_of_a_deviation",
     with("[[l", "[[reports.deviations]]\narms=[0]\nstrategy=\"scaled\"\nnrm=2\n[[l"),
     "unknown key `nrm`: did you mean `norm`?"},
    {"deviations_within_deviations",
     with("[[l",
          "[[reports.deviations]]\narms=[0]\nstrategy=\"truthful\"\n"
          "[[reports.deviations.deviations]]\narms=[1]\n[[l"),
     "unknown key `deviations`"},
    {"unknown_option_of_a_learner", with("lambda =", "lamda ="),
     "line 15, column 1: unknown key `lamda`: did you mean `lambda`?"},
    {"option_of_another_learner", with_learner("name = \"uniform\"\nkeep_samples = true"),
     "unknown key `keep_samples`"},
    {"unknown_learner", with("\"mesha\"", "\"mehsa\""),
     "unknown learner `mehsa`: did you mean `mesha`?"},
    {"learner_in_capitals", with("\"mesha\"", "\"MESHA\""), "did you mean `mesha`?"},
    {"unknown_learner_unlike_any", with("\"mesha\"", "\"oracle\""),
     "unknown learner `oracle`; known are mesha, sequential_halving"},
    {"learner_without_letters", with("\"mesha\"", "\"\""), "unknown learner ``"},
    {"unknown_strategy", with_reports("strategy = \"truthfull\""), "did you mean `truthful`?"},
    {"unknown_noise", with("gaussian", "gausian"), "did you mean `gaussian`?"},
    {"unknown_slack", with("zeta   = 0.1", "slack = \"lemma\""), "algorithm, definition, proof"},
    {"unknown_beta", with("zeta   = 0.1", "beta = \"two\""), "one, sqrt_lambda"},
    {"unknown_draw", with("\"sums\"", "\"all\""), "`draw` must be \"sums\" or \"pulls\""},
};

const Case missing_cases[] = {
    {"no_instance", "trials = 1\nbudgets = [9]\n", "[instance] is missing"},
    {"instance_is_a_number", "instance = 3\n", "`instance` must be a table"},
    {"no_theta", with("theta      = [1.0, 0.0]\n", ""), "needs `theta`"},
    {"no_features", with("features   = [[0.5, 0.1], [0.3, 0.2], [0.1, 0.0]]\n", ""),
     "needs `features`"},
    {"no_noise", with("noise      = { kind = \"gaussian\", sd = 0.2 }\n", ""), "needs `noise`"},
    {"noise_is_a_text", with("{ kind = \"gaussian\", sd = 0.2 }", "\"gaussian\""),
     "must be a table such as"},
    {"no_sd", with(", sd = 0.2", ""), "gaussian noise needs `sd`"},
    {"no_half_width", with("\"gaussian\", sd = 0.2", "\"uniform\""), "needs `half_width`"},
    {"no_budgets", with("budgets = [40]\n", ""), "`budgets` must list at least one budget"},
    {"budgets_without_brackets", with("[40]", "40"), "`budgets` is a list"},
    {"empty_budgets", with("[40]", "[]"), "`budgets` must list at least one budget"},
    {"no_strategy", with_reports("factor = 2"), "need a `strategy`"},
    {"one_bracket_for_learners", with("[[learners]]", "[learners]"), "two brackets each"},
    {"no_learners", good_text.substr(0, good_text.find("[[learners]]")), "at least one learner"},
    {"learner_without_a_name", with("name   = \"mesha\"\n", ""), "needs `name`"},
    {"learners_as_names", "learners = [\"mesha\"]\n" + good_text.substr(0, good_text.find("[[l")),
     "at least one learner"},
    {"fixed_without_features", with_reports("strategy = \"fixed\""), "`features` is missing"},
};

const Case number_cases[] = {
    {"theta_has_nan", with("[1.0, 0.0]", "[nan, 0.0]"), "`theta` must be a finite number"},
    {"theta_has_inf", with("[1.0, 0.0]", "[1.0, -inf]"), "`theta` must be a finite number"},
    {"features_have_nan", with("[0.3, 0.2]", "[0.3, nan]"), "`features` must be a finite number"},
    {"reports_have_inf", with("[0.1, 0.4]", "[0.1, inf]"), "`features` must be a finite number"},
    {"lambda_is_nan", with("= 1.0\nzeta", "= nan\nzeta"), "`lambda` must be a finite number"},
    {"zeta_is_inf", with("= 0.1\n", "= inf\n"), "`zeta` must be a finite number"},
    {"sd_is_nan", with("sd = 0.2", "sd = nan"), "`sd` must be a finite number"},
    {"sd_is_inf", with("sd = 0.2", "sd = inf"), "`sd` must be a finite number"},
    {"half_width_is_nan", with("\"gaussian\", sd = 0.2", "\"uniform\", half_width = nan"),
     "`half_width` must be a finite number"},
    {"norm_bound_is_nan", with("bound = 1.0", "bound = nan"), "`norm_bound` must be a finite"},
    {"norm_bound_is_zero", with("bound = 1.0", "bound = 0"), "`norm_bound` must be above 0"},
    {"a_number_beyond_doubles", with("[1.0, 0.0]", "[1e999, 0.0]"), "line 6, column"},
    {"theta_so_large_that_means_overflow", with("[1.0, 0.0]", "[1e308, 0.0]"), "1e60"},
    {"reports_whose_squares_overflow", with("[0.1, 0.4]", "[1e200, 0.4]"), "1e60"},
    {"reports_whose_squares_vanish", with("[0.1, 0.4]", "[1e-200, 0.4]"), "write 0 instead"},
    {"sd_so_large_that_sums_overflow", with("sd = 0.2", "sd = 1e308"), "1e60"},
    {"zeta_whose_square_overflows", with("= 0.1\n", "= 1e200\n"), "1e60"},
    {"theta_is_a_text", with("[1.0, 0.0]", "\"one\""), "`theta` must be a list of numbers"},
    {"theta_has_a_text", with("[1.0, 0.0]", "[1.0, \"0\"]"), "`theta` must be a number"},
    {"lambda_is_a_text", with("= 1.0\nzeta", "= \"1\"\nzeta"), "`lambda` must be a finite number"},
    {"lambda_is_a_date", with("= 1.0\nzeta", "= 2026-01-01\nzeta"), "not used here"},
    {"keep_samples_is_a_number", with_learner("name = \"sequential_halving\"\nkeep_samples = 1"),
     "must be true or false"},
};

const Case shape_cases[] = {
    {"no_arms", with("[[0.5, 0.1], [0.3, 0.2], [0.1, 0.0]]", "[]"), "at least one arm"},
    {"ragged_features", with("[0.3, 0.2]", "[0.3]"),
     "`features` is ragged: this vector has 1 numbers, the first one 2"},
    {"an_empty_feature", with("[0.5, 0.1]", "[]"), "`features` has an empty vector"},
    {"features_of_numbers", with("[[0.5, 0.1], [0.3, 0.2], [0.1, 0.0]]", "[0.5, 0.3]"),
     "`features` must be a list of numbers"},
    {"theta_is_empty", with("[1.0, 0.0]", "[]"), "theta is empty"},
    {"theta_longer_than_features", with("[1.0, 0.0]", "[1.0, 0.0, 0.0]"),
     "the feature of arm 0 has 2 numbers, but theta has 3"},
    {"theta_of_5000_numbers",
     with(
         "[1.0, 0.0]", "[1" +
                           [] {
                             std::string rest;
                             for (int k = 0; k < 5000; ++k) rest += ",1";
                             return rest;
                           }() +
                           "]"),
     "more than 4096 numbers"},
    {"reports_of_another_dimension", with("[[0.5, 0.2], [0.3, 0.3], [0.1, 0.4]]", "[[1],[2],[3]]"),
     "the report of arm 0 has 1 numbers, but theta has 2"},
    {"ragged_reports", with("[0.3, 0.3]", "[0.3]"), "`features` is ragged"},
    {"too_few_reports", with(", [0.1, 0.4]]", "]"), "has 2 vectors, but there are 3 arms"},
    {"too_many_reports", with("[0.1, 0.4]]", "[0.1, 0.4], [1, 1]]"),
     "has 4 vectors, but there are 3 arms"},
    {"no_reports_at_all", with("[[0.5, 0.2], [0.3, 0.3], [0.1, 0.4]]", "[]"),
     "has 0 vectors, but there are 3 arms"},
    {"two_best_arms", with("[0.3, 0.2]", "[0.5, 0.2]"),
     "arms 0 and 1 share the largest mean, so there is no single best arm and the failure "
     "probability is undefined"},
    {"two_best_arms_up_to_rounding",
     with("[1.0, 0.0]", "[1, 1, 1]",
          with("[[0.5, 0.1], [0.3, 0.2], [0.1, 0.0]]", "[[0.1, 0.2, 0.3], [0.3, 0.2, 0.1]]")),
     "the failure probability is undefined"},
    {"two_best_arms_because_theta_is_zero", with("[1.0, 0.0]", "[0, 0]"), "is undefined"},
};

const Case range_cases[] = {
    {"sd_below_zero", with("sd = 0.2", "sd = -0.2"), "line 8, column 40: `sd` must not be below 0"},
    {"half_width_below_zero", with("\"gaussian\", sd = 0.2", "\"uniform\", half_width = -1"),
     "`half_width` must not be below 0"},
    {"bernoulli_mean_above_one",
     with("[0.5, 0.1]", "[1.5, 0.1]", with("\"gaussian\", sd = 0.2", "\"bernoulli\"")),
     "to lie in [0, 1]"},
    {"bernoulli_mean_below_zero",
     with("[0.1, 0.0]", "[-0.1, 0.0]", with("\"gaussian\", sd = 0.2", "\"bernoulli\"")),
     "to lie in [0, 1]"},
    {"lambda_zero", with("= 1.0\nzeta", "= 0\nzeta"), "lambda must be a finite number above 0"},
    {"lambda_below_zero", with("= 1.0\nzeta", "= -1.35\nzeta"), "lambda must be a finite number"},
    {"lambda_lost_to_rounding",
     with("= 1.0\nzeta", "= 1e-15\nzeta",
          with("sd", "sd", with_reports("strategy = \"random_signs\""))),
     "`lambda` must be at least"},
    {"zeta_zero", with("= 0.1\n", "= 0\n"), "`zeta` must be above 0"},
    {"zeta_below_zero", with("= 0.1\n", "= -0.1\n"), "`zeta` must be above 0"},
    {"zeta_below_zero_though_not_used", with("= 0.1\n", "= -0.1\ndelta = 0.1\n"),
     "`zeta` must be above 0"},
    {"xi_zero", with("zeta   =", "xi = 0\nzeta ="), "xi must be a finite number above 0"},
    {"xi_below_zero", with("zeta   =", "xi = -1\nzeta ="), "xi must be a finite number above 0"},
    {"delta_zero", with("zeta   =", "delta = 0\nzeta ="), "delta must lie strictly between"},
    {"delta_one", with("zeta   =", "delta = 1\nzeta ="), "delta must lie strictly between"},
    {"delta_below_zero", with("zeta   =", "delta = -1\nzeta ="), "delta must lie strictly between"},
    {"delta_two", with("zeta   =", "delta = 2\nzeta ="), "delta must lie strictly between"},
    {"trials_zero", with("= 200", "= 0"), "`trials` must lie between 1 and"},
    {"trials_below_zero", with("= 200", "= -5"), "`trials` must lie between 1 and"},
    {"trials_with_a_point", with("= 200", "= 200.0"), "`trials` must be a whole number"},
    {"trials_of_two_to_the_63", with("= 200", "= 9223372036854775808"), "line 1, column"},
    {"trials_just_below_it", with("= 200", "= 9223372036854775807"), "must lie between 1 and"},
    {"seed_below_zero", with("= 1\n", "= -1\n"), "`seed` must lie between 0 and"},
    {"seed_is_a_text", with("= 1\n", "= \"one\"\n"), "`seed` must be a whole number"},
    {"T_zero", with("[40]", "[0]"), "`budgets` must lie between 1 and"},
    {"T_below_zero", with("[40]", "[40, -1]"), "`budgets` must lie between 1 and"},
    {"T_with_a_point", with("[40]", "[40.5]"), "`budgets` must be a whole number"},
    {"T_beyond_the_counter", with("[40]", "[10_000_000_001]"), "and 10000000000"},
    {"T_beyond_memory_for_changing_reports",
     with("[40]", "[1_000_000_000]", with_reports("strategy = \"noise_chasing\"")),
     "a budget may be at most 5208333"},
    {"T_too_small_for_mesha", with("[40]", "[40, 5]"), "T = 5 is too small for 3 arms"},
    {"T_too_small_for_mesha_names_the_smallest", with("[40]", "[5]"), "works is T = 6"},
    {"T_too_small_for_halving", with_learner("name = \"sequential_halving\"", with("[40]", "[5]")),
     "works is T = 6"},
    {"T_too_small_for_rejects", with_learner("name = \"successive_rejects\"", with("[40]", "[3]")),
     "works is T = 4"},
    {"T_too_small_for_uniform", with_learner("name = \"uniform\"", with("[40]", "[2]")),
     "works is T = 3"},
};

const std::string deviation = "\n[[reports.deviations]]\n";

const Case report_cases[] = {
    {"reports_are_a_text",
     "reports = \"truthful\"\n" +
         with_reports("").replace(with_reports("").find("[reports]\n"), 10, ""),
     "`reports` must be a table"},
    {"strategy_is_a_number", with_reports("strategy = 3"), "`strategy` must be a text in quotes"},
    {"factor_is_a_text", with_reports("strategy = \"scaled\"\nfactor = \"2\""),
     "`factor` must be a finite number"},
    {"factor_and_norm", with_reports("strategy = \"scaled\"\nfactor = 2\nnorm = 1"),
     "`factor` and `norm` contradict each other"},
    {"an_arm_deviates_twice",
     with_reports("strategy = \"truthful\"\n[[reports.deviations]]\narms = [0]\nstrategy = "
                  "\"zeroed\"\n[[reports.deviations]]\narms = [1, 0]\nstrategy = \"zeroed\""),
     "arm 0 deviates twice"},
    {"norm_below_zero", with_reports("strategy = \"scaled\"\nnorm = -1"), "must not be negative"},
    {"axis_norm_zero", with_reports("strategy = \"basis_cycling\"\nnorm = 0"), "must be above 0"},
    {"coordinate_beyond_d", with_reports("strategy = \"zeroed\"\ncoordinate = 2"),
     "between 0 and d - 1"},
    {"coordinate_below_zero", with_reports("strategy = \"zeroed\"\ncoordinate = -1"),
     "between 0 and d - 1"},
    {"starving_nobody", with_reports("strategy = \"starvation\"\ntarget = 3"),
     "`target` must be the number of an arm"},
    {"starving_with_one_colluder",
     with(", [0.1, 0.0]]", "]", with_reports("strategy = \"starvation\"")),
     "at least two colluders"},
    {"starving_in_one_dimension",
     with("[1.0, 0.0]", "[1]",
          with("[[0.5, 0.1], [0.3, 0.2], [0.1, 0.0]]", "[[0.5], [0.3], [0.1]]",
               with_reports("strategy = \"starvation\""))),
     "dimension 2 or more"},
    {"starving_a_zero_report", with_reports("strategy = \"starvation\"\nreport = [0, 0]"),
     "reports zero"},
    {"starving_a_longer_report", with_reports("strategy = \"starvation\"\nreport = [3, 0]"),
     "raise `norm`"},
    {"starving_in_another_dimension", with_reports("strategy = \"starvation\"\nreport = [0.3]"),
     "`report` must have as many numbers as theta"},
    {"arms_outside_a_deviation", with_reports("strategy = \"truthful\"\narms = [0]"),
     "`arms` belongs into [[reports.deviations]]"},
    {"deviations_as_a_number", with_reports("strategy = \"truthful\"\ndeviations = 3"),
     "write deviations as [[reports.deviations]]"},
    {"deviation_without_arms",
     with_reports("strategy = \"truthful\"" + deviation + "strategy = \"scaled\""),
     "a deviation needs `arms`"},
    {"deviation_of_nobody",
     with_reports("strategy = \"truthful\"" + deviation + "arms = []\nstrategy = \"scaled\""),
     "a deviation needs `arms`"},
    {"deviation_without_strategy",
     with_reports("strategy = \"truthful\"" + deviation + "arms = [0]"), "need a `strategy`"},
    {"deviation_of_an_arm_beyond_K",
     with_reports("strategy = \"truthful\"" + deviation + "arms = [3]\nstrategy = \"scaled\""),
     "`arms` must lie between 0 and 2"},
    {"deviation_of_an_arm_below_zero",
     with_reports("strategy = \"truthful\"" + deviation + "arms = [-1]\nstrategy = \"scaled\""),
     "`arms` must lie between 0 and 2"},
    {"deviation_of_half_an_arm",
     with_reports("strategy = \"truthful\"" + deviation + "arms = [0.5]\nstrategy = \"scaled\""),
     "`arms` must be a whole number"},
};

INSTANTIATE_TEST_SUITE_P(Toml, BadFile, ::testing::ValuesIn(toml_cases), case_name<Case>);
INSTANTIATE_TEST_SUITE_P(Keys, BadFile, ::testing::ValuesIn(key_cases), case_name<Case>);
INSTANTIATE_TEST_SUITE_P(Missing, BadFile, ::testing::ValuesIn(missing_cases), case_name<Case>);
INSTANTIATE_TEST_SUITE_P(Numbers, BadFile, ::testing::ValuesIn(number_cases), case_name<Case>);
INSTANTIATE_TEST_SUITE_P(Shapes, BadFile, ::testing::ValuesIn(shape_cases), case_name<Case>);
INSTANTIATE_TEST_SUITE_P(Ranges, BadFile, ::testing::ValuesIn(range_cases), case_name<Case>);
INSTANTIATE_TEST_SUITE_P(Reports, BadFile, ::testing::ValuesIn(report_cases), case_name<Case>);

// FILE stands for a file that is right, FOLDER for the folder it is in.
struct Words {
  std::string name;
  std::vector<std::string> words;
  std::string says;

  friend void PrintTo(const Words& bad, std::ostream* out) { *out << bad.name; }
};

class BadWords : public ::testing::TestWithParam<Words> {};

TEST_P(BadWords, AreRefusedWithOneSentence) {
  const TemporaryFolder folder;
  const std::string path = folder.file("good.toml", good_text);
  std::vector<std::string> words = GetParam().words;
  std::ranges::replace(words, std::string("FILE"), path);
  for (std::string& word : words) {
    if (word.starts_with("FOLDER")) word.replace(0, 6, folder.path());
  }
  expect_refused(words, GetParam().says);
}

const Words word_cases[] = {
    {"no_verb", {}, "name a verb first: reproduce, simulate, design"},
    {"unknown_verb", {"simulte", "FILE"}, "unknown verb `simulte`: did you mean `simulate`?"},
    {"unknown_verb_unlike_any",
     {"frobnicate"},
     "unknown verb `frobnicate`; known are reproduce, simulate"},
    {"empty_verb", {""}, "unknown verb ``"},
    {"flag_without_a_verb", {"--trials", "5"}, "name a verb first"},
    {"unknown_flag", {"simulate", "FILE", "--trails", "5"}, "did you mean `--trials`?"},
    {"unknown_short_flag", {"simulate", "FILE", "-x"}, "-x"},
    {"unknown_flag_of_a_catalog", {"learners", "--trials", "5"}, "unknown flag `--trials`"},
    {"a_word_too_many", {"learners", "mesha"}, "mesha"},
    {"two_files", {"simulate", "FILE", "FILE"}, "not expected"},
    {"no_file", {"simulate"}, "FILE.toml is required"},
    {"file_without_a_name", {"simulate", ""}, "cannot read ``"},
    {"missing_file", {"simulate", "FOLDER/none.toml"}, "is it there, and a file?"},
    {"a_folder_as_file", {"simulate", "FOLDER"}, "is it there, and a file?"},
    {"a_file_without_end", {"simulate", "/dev/zero"}, "larger than 64 MB"},
    {"trials_zero", {"simulate", "FILE", "--trials", "0"}, "--trials: must be a whole number"},
    {"trials_below_zero", {"simulate", "FILE", "--trials", "-3"}, "--trials"},
    {"trials_as_a_power", {"simulate", "FILE", "--trials", "1e6"}, "not `1e6`"},
    {"trials_above_2_to_the_63",
     {"simulate", "FILE", "--trials", "9223372036854775808"},
     "between"},
    {"trials_of_many_digits", {"simulate", "FILE", "--trials", std::string(500, '9')}, "between"},
    {"trials_empty", {"simulate", "FILE", "--trials", ""}, "whole number"},
    {"trials_without_a_number", {"simulate", "FILE", "--trials"}, "--trials"},
    {"trials_twice", {"simulate", "FILE", "--trials", "5", "--trials", "6"}, "--trials"},
    {"seed_below_zero", {"simulate", "FILE", "--seed", "-1"}, "--seed"},
    {"seed_no_number", {"simulate", "FILE", "--seed", "abc"}, "--seed: must be a whole number"},
    {"threads_zero", {"simulate", "FILE", "--threads", "0"}, "between 1 and 4096"},
    {"threads_half", {"simulate", "FILE", "--threads", "1.5"}, "between 1 and 4096"},
    {"threads_too_many", {"simulate", "FILE", "--threads", "100000"}, "between 1 and 4096"},
    {"unknown_method", {"simulate", "FILE", "--method", "magic"}, "magic"},
    {"empty_method", {"simulate", "FILE", "--method", ""}, "--method"},
    {"half_width_zero", {"simulate", "FILE", "--half-width", "0"}, "above 0 and below 1"},
    {"half_width_one", {"simulate", "FILE", "--half-width", "1"}, "above 0 and below 1"},
    {"half_width_no_number", {"simulate", "FILE", "--half-width", "much"}, "above 0 and below 1"},
    {"half_width_empty", {"simulate", "FILE", "--half-width", ""}, "above 0 and below 1"},
    {"relative_error_below_zero", {"simulate", "FILE", "--relative-error", "-0.1"}, "above 0 and"},
    {"relative_error_infinite", {"simulate", "FILE", "--relative-error", "inf"}, "above 0 and"},
    {"plot_nowhere", {"simulate", "FILE", "--plot", ""}, "--plot: must not be empty"},
    {"plot_of_another_kind", {"simulate", "FILE", "--plot", "FOLDER/x.png"}, "the plot is an SVG"},
    {"plot_in_no_folder", {"simulate", "FILE", "--plot", "FOLDER/no/x.svg"}, "cannot write"},
    {"keep_nowhere", {"simulate", "FILE", "--keep", ""}, "--keep: must not be empty"},
    {"keep_in_a_file", {"simulate", "FILE", "--keep", "FILE"}, "cannot make the folder"},
    {"shard_empty", {"simulate", "FILE", "--shard", "", "--out", "FOLDER/p"}, "must not be empty"},
    {"shard_nowhere", {"simulate", "FILE", "--shard", "1/2", "--out", ""}, "must not be empty"},
    {"shard_and_keep",
     {"simulate", "FILE", "--shard", "1/2", "--out", "FOLDER/p", "--keep", "FOLDER/k"},
     "--keep is for a whole simulation"},
    {"attack_evaluations_zero", {"attack", "FILE", "--evaluations", "0"}, "--evaluations: must be"},
    {"attack_evaluations_no_number", {"attack", "FILE", "--evaluations", "many"}, "not `many`"},
    {"attack_bound_zero", {"attack", "FILE", "--norm-bound", "0"}, "--norm-bound must be"},
    {"attack_bound_below_zero", {"attack", "FILE", "--norm-bound=-1"}, "--norm-bound must be"},
    {"attack_bound_infinite", {"attack", "FILE", "--norm-bound", "inf"}, "--norm-bound must be"},
    {"attack_bound_no_number", {"attack", "FILE", "--norm-bound", "wide"}, "or none, not `wide`"},
    {"attack_bound_too_short",
     {"attack", "FILE", "--norm-bound", ".2"},
     "arm 0 cannot be truthful"},
    {"attack_unknown_learner", {"attack", "FILE", "--learner", "mehsa"}, "did you mean `mesha`?"},
    {"attack_by_the_best", {"attack", "FILE", "--liars", "0"}, "arm 0 is a right answer"},
    {"attack_by_nobody", {"attack", "FILE", "--liars", "7"}, "there is no arm 7"},
    {"attack_by_one_twice", {"attack", "FILE", "--liars", "1,1"}, "arm 1 is named twice"},
    {"attack_by_words", {"attack", "FILE", "--liars", "ana"}, "--liars"},
    {"attack_with_a_small_budget", {"attack", "FILE", "--budget", "2"}, "mesha:"},
    {"attack_by_whom", {"attack", "FILE", "--who", "everybody"}, "--who"},
    {"attack_plot_of_another_kind", {"attack", "FILE", "--plot", "FOLDER/x.png"}, "SVG or a PDF"},
    {"attack_save_in_no_folder", {"attack", "FILE", "--save", "FOLDER/no/x.toml"}, "cannot write"},
    {"attack_table_in_no_folder", {"attack", "FILE", "--csv", "FOLDER/no/x.csv"}, "cannot write"},
    {"reproduce_into_no_folder", {"reproduce", "--out", ""}, "--out: must not be empty"},
    {"a_line_break_in_a_word", {"simulate", "FILE", "--seed", "1\n2"}, "--seed"},
};

INSTANTIATE_TEST_SUITE_P(CommandLine, BadWords, ::testing::ValuesIn(word_cases), case_name<Words>);

}  // namespace
}  // namespace mesha::testing
