// Which method is chosen, what is refused, and what the command line prints.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "mesha/catalog/experiment.hpp"
#include "mesha/simulate/estimate.hpp"
#include "support/paths.hpp"

namespace mesha {
namespace {

std::string text(int arms, const std::string& learner, const std::string& strategy = "truthful",
                 const std::string& noise = R"({ kind = "gaussian", sd = 0.5 })") {
  std::string features;
  for (int i = 0; i < arms; ++i) features += "[" + std::to_string(1 - .05 * i) + "],";
  const std::string budget = std::to_string(std::max(2000, 20 * arms));
  return "trials = 2000\nbudgets = [" + budget + "]\n[instance]\ntheta = [1.0]\nfeatures = [" +
         features + "]\nnoise = " + noise + "\n[reports]\nstrategy = \"" + strategy +
         "\"\n[[learners]]\n" + learner + "\n";
}

Result<Method> chosen(const std::string& toml, Precision precision = {.trials = 2000}) {
  const auto experiment = read_experiment(toml, "test");
  EXPECT_TRUE(experiment) << (experiment ? "" : experiment.error().sentence);
  if (!precision.by_number) precision.trials = experiment->precision.trials;
  const auto ready =
      experiment->prepare(experiment->learners.front(), experiment->budgets.front(), precision);
  if (!ready) return ready.error();
  return ready->method;
}

const std::string halving = "name = \"sequential_halving\"";
const std::string rejects = "name = \"successive_rejects\"";

TEST(Method, AutoTakesTheExactValueOfASmallCase) {
  EXPECT_EQ(*chosen(text(8, halving)), Method::exact);
  EXPECT_EQ(*chosen(text(8, "name = \"mesha\"")), Method::exact);
}

TEST(Method, AutoSamplesWhenRunsAreAskedForByNumber) {
  EXPECT_EQ(*chosen(text(8, halving), {.trials = 1000, .by_number = true}), Method::kernel);
}

TEST(Method, AutoSamplesWhatCannotBeIntegrated) {
  EXPECT_EQ(*chosen(text(8, rejects)), Method::kernel);
  EXPECT_EQ(*chosen(text(20, halving)), Method::kernel);
  EXPECT_EQ(*chosen(text(8, halving, "random_signs")), Method::general);
  EXPECT_EQ(*chosen(text(8, halving, "truthful", R"({ kind = "uniform", half_width = 0.5 })")),
            Method::general);
}

TEST(Method, AutoLeavesToGeneralWhatWouldFillTheMemory) {
  const std::string many = text(12'000, rejects);  // a table of 12,000 arms for 11,999 epochs
  EXPECT_EQ(*chosen(many), Method::general);
  EXPECT_EQ(*chosen(text(12'000, halving)), Method::kernel);
  const auto refused = chosen(many, {.method = Method::kernel});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().sentence.find("1.2 GB"), std::string::npos) << refused.error().sentence;
}

TEST(Method, AutoSamplesWhereThatIsFasterThanSixteenArmsExactly) {
  EXPECT_EQ(*chosen(text(16, halving)), Method::kernel);
  EXPECT_EQ(*chosen(text(16, halving), {.half_width = 1e-5}), Method::exact);
}

TEST(Method, AutoTakesRareForARelativeErrorThatExactCannotGive) {
  EXPECT_EQ(*chosen(text(8, rejects), {.relative_error = .01}), Method::rare);
}

// One arm reports zero, and the trigger may take it: not for rare, whether asked for or not.
TEST(Method, RareLeavesToExactWhatItMightOverlook) {
  const std::string silent =
      "budgets = [420]\n[instance]\ntheta = [1.0]\n"
      "features = [[-0.16], [-0.26], [-0.22]]\n"
      "noise = { kind = \"gaussian\", sd = 0.28 }\n[reports]\n"
      "strategy = \"fixed\"\nfeatures = [[0.96], [0.0], [0.9]]\n"
      "[[learners]]\nname = \"mesha\"\nxi = 0.2\ndelta = 0.13\n";
  EXPECT_EQ(*chosen(silent, {.relative_error = .01}), Method::exact);
  const auto refused = chosen(silent, {.method = Method::rare});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().sentence.find("an arm reports zero"), std::string::npos)
      << refused.error().sentence;
}

TEST(Method, OneRunOfTheKernelIsEnoughWhereAllAreAlike) {
  const auto experiment =
      *read_experiment(text(1, halving, "truthful", R"({ kind = "gaussian", sd = 0.5 })"), "test");
  const auto found = *estimate(*experiment.game(experiment.learners.front(), 2000),
                               {.method = Method::kernel, .relative_error = .01});
  EXPECT_EQ(found.failure, 0);
  EXPECT_EQ(found.interval.high, 0);
  EXPECT_EQ(found.tally.trials, 1);
}

TEST(Method, RefusesWithTheReason) {
  const auto reason = [](const std::string& toml, Method method) {
    const auto refused = chosen(toml, {.method = method});
    return refused ? std::string() : refused.error().sentence;
  };
  EXPECT_NE(reason(text(8, rejects), Method::exact).find("earlier epochs"), std::string::npos);
  EXPECT_NE(reason(text(20, halving), Method::exact).find("20 arms"), std::string::npos);
  EXPECT_NE(reason(text(8, halving, "random_signs"), Method::exact).find("reports change"),
            std::string::npos);
  EXPECT_NE(reason(text(8, halving, "truthful", R"({ kind = "bernoulli" })"), Method::rare)
                .find("not Gaussian"),
            std::string::npos);
}

TEST(Method, AllWaysLeadToTheSameNumber) {
  const auto experiment = *read_experiment(text(8, halving), "test");
  const auto by = [&](Method method, std::optional<std::int64_t> trials) {
    return *estimate(
        *experiment.game(experiment.learners.front(), 2000),
        {.method = method, .trials = trials.value_or(2000), .by_number = trials.has_value()});
  };
  const Estimate exact = by(Method::exact, {});
  const Estimate rare = by(Method::rare, 20'000);
  const Estimate general = by(Method::general, 50'000);
  EXPECT_LT(exact.interval.high - exact.interval.low, 1e-9);
  EXPECT_EQ(rare.tally.trials, 20'000);
  EXPECT_EQ(general.tally.trials, 50'000);
  for (const Estimate& sampled : {rare, general}) {  // 2.3 half-widths: |z| < 4.5
    const double half = (sampled.interval.high - sampled.interval.low) / 2;
    EXPECT_NEAR(sampled.failure, exact.failure, 2.3 * half);
  }
}

struct Finished {
  int status = 0;
  std::string out;
};

Finished mesha(const std::string& words, const std::string& talk) {
  const std::string command =
      std::string(testing::mesha_program) + " " + words + " </dev/null 2>" + talk;
  FILE* pipe = popen(command.c_str(), "r");
  Finished run;
  char part[4096];
  while (const std::size_t n = std::fread(part, 1, sizeof part, pipe)) run.out.append(part, n);
  run.status = WEXITSTATUS(pclose(pipe));
  return run;
}

const std::string example = testing::in_checkout("examples/vary_T.toml");

TEST(Simulate, PrintsNoTrialsForAnExactValue) {
  const Finished run =
      mesha("simulate " + example + " --json --trials 100 --method auto", "/dev/null");
  EXPECT_EQ(nlohmann::json::parse(run.out)["rows"][0]["method"], "kernel");
  const Finished wished =
      mesha("simulate " + example + " --json --relative-error 0.3", "/dev/null");
  const auto rows = nlohmann::json::parse(wished.out)["rows"];
  EXPECT_EQ(rows[0]["method"], "exact");
  EXPECT_TRUE(rows[0]["trials"].is_null());
  EXPECT_TRUE(rows[0]["failures"].is_null());
  EXPECT_NEAR(rows[0]["failure"].get<double>(), .118292, 1e-6);
  EXPECT_LE(rows[0]["low"].get<double>(), rows[0]["failure"].get<double>());
  EXPECT_LT(rows[0]["high"].get<double>() - rows[0]["low"].get<double>(), 1e-9);
}

TEST(Simulate, RareRunsUntilTheRelativeErrorIsOnePerCent) {
  const Finished run =
      mesha("simulate " + example + " --json --method rare --relative-error 0.01", "/dev/null");
  const auto document = nlohmann::json::parse(run.out);
  int rows = 0;
  for (const auto& row : document["rows"]) {
    const double half = (row["high"].get<double>() - row["low"].get<double>()) / 2;
    EXPECT_LE(half, .01 * row["failure"].get<double>() * (1 + 1e-9)) << row;
    EXPECT_TRUE(row["complete"].get<bool>());
    rows += row["method"] == "rare" ? 1 : 0;
  }
  EXPECT_EQ(rows, 50);  // five learners, ten budgets
}

TEST(Simulate, RefusesInOneSentenceWithStatus2) {
  for (const char* words : {"--method exact", "--method guess", "--half-width 0", "--half-width x",
                            "--relative-error 7"}) {
    const Finished run = mesha("simulate " + example + " " + words, "&1");
    EXPECT_EQ(run.status, 2) << words;
    EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 1) << run.out;
  }
}

}  // namespace
}  // namespace mesha
