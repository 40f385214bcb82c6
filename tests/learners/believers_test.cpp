// Learners that believe the reports, on instances with known answers: the paper's Examples 1 and 2,
// and Experiment 1 with the figures of an independent program.
#include <gtest/gtest.h>

#include <boost/math/distributions/hypergeometric.hpp>
#include <cmath>

#include "support/estimated.hpp"
#include "support/experiment_1.hpp"
#include "support/paths.hpp"
#include "support/random_games.hpp"
#include "support/repetitions.hpp"

namespace mesha {
namespace {

constexpr const char* on_designs[] = {"od_linbai",         "od_linbai_strong",    "od_linbai_paper",
                                      "od_linbai_gtc",     "od_linbai_gtc_paper", "gse",
                                      "linear_exploration"};

const std::string examples = testing::in_checkout("examples/");

Tally runs_of(Experiment e, const LearnerChoice& choice, std::int64_t T, std::int64_t trials) {
  e.precision.trials = trials;
  return testing::estimated(e, choice, T, Method::general).tally;
}

double failure(const Experiment& e, const LearnerChoice& choice, std::int64_t T) {
  return testing::estimated(e, choice, T).failure;
}

TEST(Example1, OfTheTwoOrdersOfTheArmsExactlyOneFails) {
  const auto text = [](const char* features) {
    return std::string("budgets = [20, 200]\n[instance]\ntheta = [1.0, 0.0]\nfeatures = ") +
           features +
           "\nnoise = { kind = \"uniform\", half_width = 0.05 }\n"
           "[reports]\nstrategy = \"fixed\"\nfeatures = [[1.0, 0.0], [1.0, 0.0]]\n"
           "[[learners]]\nname = \"od_linbai\"\n";
  };
  const auto best_first = read_experiment(text("[[0.9, 0.0], [0.1, 0.0]]"), "best first");
  const auto best_last = read_experiment(text("[[0.1, 0.0], [0.9, 0.0]]"), "best last");
  ASSERT_TRUE(best_first && best_last);
  for (const std::int64_t T : {20, 200}) {
    for (const char* name : {"od_linbai", "od_linbai_strong", "od_linbai_paper", "gse"}) {
      EXPECT_EQ(runs_of(*best_first, {name, {}}, T, 500).failures, 0) << name;
      EXPECT_EQ(runs_of(*best_last, {name, {}}, T, 500).failures, 500) << name;
    }
  }
}

TEST(Example1, ShipsInTheOrderThatFails) {
  const auto e = load_experiment(examples + "example1.toml");
  ASSERT_TRUE(e) << e.error().sentence;
  EXPECT_EQ(failure(*e, {"od_linbai", {}}, 100), 1);
  EXPECT_EQ(failure(*e, {"od_linbai", {}, true}, 100), 0);
  EXPECT_EQ(failure(*e, {"mesha", {}}, 100), 0);
}

// At T = 800 the best arm survives its first epoch with a probability below 1e-7 in both.
TEST(Example2, DesignsStarveTheBestArmWhateverTheBudgetAndUniformPullsDoNot) {
  const auto e = load_experiment(examples + "example2.toml");
  ASSERT_TRUE(e) << e.error().sentence;
  for (const char* name : {"od_linbai", "od_linbai_gtc"}) {
    double last = 0;
    for (const std::int64_t T : {50, 100, 200}) {
      const Tally tally = runs_of(*e, {name, {}}, T, 20'000);
      EXPECT_EQ(tally.triggered, 0);
      const double now = static_cast<double>(tally.failures) / 20'000;
      EXPECT_GT(now, last) << name << ", T = " << T;
      last = now;
    }
    EXPECT_GT(last, 0.997);
    EXPECT_EQ(runs_of(*e, {name, {}}, 800, 20'000).failures, 20'000) << name;
  }
  for (const char* name : {"mesha", "sequential_halving"}) {
    EXPECT_LT(failure(*e, {name, {}}, 1600), 0.001) << name;
  }
}

// Fisher's exact test, two-sided: do both samples have one probability?
double p_value(std::int64_t a, std::int64_t n, std::int64_t b, std::int64_t m) {
  const boost::math::hypergeometric_distribution<> law(
      static_cast<unsigned>(a + b), static_cast<unsigned>(m), static_cast<unsigned>(n + m));
  const auto [low, high] = support(law);
  const auto seen = static_cast<unsigned>(b);
  const double below = cdf(law, seen);
  const double above = seen > low ? cdf(complement(law, seen - 1)) : 1;
  return std::min(1.0, 2 * std::min(below, above));
}

struct Column {
  const char* what;
  LearnerChoice learner;
  std::array<double, 5> figures;  // 1,500 runs of an independent program, three digits
};

// 20 cells at p > 1e-4: a false alarm once in 500 seeds.
TEST(Experiment1, AgreesWithAnIndependentProgram) {
  const Experiment e = testing::experiment_1();
  const Column columns[] = {
      {"inferred", {"od_linbai_paper", {}}, {.761, .812, .887, .961, .993}},
      {"inferred, true features", {"od_linbai_paper", {}, true}, {.039, .046, .057, .024, .012}},
      {"faithful", {"od_linbai", {}}, {.023, .005, .001, .000, .000}},
      {"faithful, true features", {"od_linbai", {}, true}, {.253, .255, .177, .091, .027}},
  };
  const std::array<std::int64_t, 5> budgets{60, 100, 200, 400, 800};
  for (const Column& column : columns) {
    for (std::size_t k = 0; k < budgets.size(); ++k) {
      const Tally ours = runs_of(e, column.learner, budgets[k], 20'000);
      const std::int64_t theirs = std::llround(column.figures[k] * 1500);
      EXPECT_GT(p_value(ours.failures, ours.trials, theirs, 1500), 1e-4)
          << column.what << ", T = " << budgets[k] << ": " << ours.failures << " of 20,000";
      EXPECT_LE(ours.pulls.most(), budgets[k]);
    }
  }
}

// The reports span a plane of the three dimensions. With d = 2 there is one epoch, and far fewer
// failures than the figure above, .023, at T = 60. Arms 0 and 2 alone are pulled, 29 times each:
// P(N(0.12, 2 * 0.155^2 / 29) < 0) = 0.0016. |z| < 4.5: a false alarm once in 150,000 seeds.
TEST(Experiment1, TheRankAsDimensionIsAnotherReading) {
  const Experiment e = testing::experiment_1();
  const Tally tally = runs_of(e, {"od_linbai", {{"d", std::string("rank")}}}, 60, 20'000);
  const double p = std::erfc(0.12 / (0.155 * std::sqrt(2.0 / 29)) / std::sqrt(2.0)) / 2;
  EXPECT_LT(std::abs(binomial_z(tally.failures, tally.trials, p)), 4.5);
}

// A solver's support may have more than d(d+1)/2 = 21 arms here, and then ceil() overspends.
TEST(LargeSupport, NobodySpendsMoreThanTheBudget) {
  testing::Dice dice(7);
  std::vector<TrueFeature> arms;
  for (int i = 0; i < 64; ++i) {
    const Vec x = dice.normals(6);
    arms.push_back({scaled(x, 1 / norm(x))});
  }
  const auto instance = Instance::make(arms, {0.5, 0.4, 0.3, 0.2, 0.1, 0.05}, GaussianNoise{0.3});
  Experiment e{.instance = *instance, .best = *instance->best_arm()};
  e.profile = *make_profile("truthful", *instance, {});
  for (const char* name : on_designs) {
    const auto refused = e.make({name, {}}, 1);
    ASSERT_FALSE(refused);
    const std::string& sentence = refused.error().sentence;
    const std::int64_t smallest = std::stoll(sentence.substr(sentence.rfind("T = ") + 4));
    for (const std::int64_t T : {smallest, smallest + 1, smallest + 37, std::int64_t{1500}}) {
      const std::int64_t trials = std::string_view(name) == "linear_exploration" ? 3 : 50;
      const Tally tally = runs_of(e, {name, {}}, T, trials);
      EXPECT_LE(tally.pulls.most(), T) << name;
      EXPECT_GE(tally.pulls.most(), T / 4) << name;
    }
  }
}

// Zeros, copies, and coordinates over a hundred orders of magnitude.
std::vector<Vec> wild_reports(testing::Dice& dice, int arms, std::size_t d) {
  std::vector<Vec> said;
  for (int i = 0; i < arms; ++i) {
    Vec x(d);
    for (double& one : x) {
      const int kind = dice.integer(-1, 2);
      one = kind < 2 ? kind : dice.normal() * std::pow(10, dice.integer(-50, 50));
    }
    const bool copy = i > 0 && dice.uniform(0, 1) < 0.2;
    said.push_back(copy ? said.front() : x);
  }
  return said;
}

TEST(WildReports, LeaveEveryNumberFiniteAndTheBudgetKept) {
  for (std::uint64_t number = 0; number < testing::repetitions(std::uint64_t{150}); ++number) {
    testing::Dice dice(number);
    const auto d = static_cast<std::size_t>(dice.integer(1, 5));
    const int K = dice.integer(2, 12);
    const Instance instance = testing::random_instance(dice, K, d, 0.3, false);
    const Options said{{"features", wild_reports(dice, K, d)}};
    const Profile profile = *make_profile("fixed", instance, said);
    for (const char* name : on_designs) {
      const std::int64_t T = dice.integer(40, 500);
      const auto learner = make_learner(
          name, {.arms = K, .dimension = static_cast<int>(d), .budget = T, .smallest_gap = 0.1},
          {});
      if (!learner) continue;
      Runner<AnyLearner, AnyStrategy> table(*learner, instance, profile);
      for (const Departure& gone : table.play({1, number}).departures) {
        ASSERT_TRUE(std::isfinite(mu_hat(gone).value())) << name << ", game " << number;
      }
      ASSERT_LE(table.spent(), T) << name << ", game " << number;
    }
  }
}

}  // namespace
}  // namespace mesha
