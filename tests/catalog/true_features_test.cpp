// `features = "true"`: a learner is shown the truth instead of the reports.
#include <gtest/gtest.h>

#include <string>

#include "support/estimated.hpp"
#include "support/experiment_1.hpp"

namespace mesha {
namespace {

const std::string instance = R"(
trials  = 2000
budgets = [60]
[instance]
theta    = [1.0, 0.0]
features = [[0.5, 0.1], [0.3, 0.4], [0.2, -0.3], [0.1, 0.9]]
noise    = { kind = "gaussian", sd = 0.3 }
)";
const std::string lies = "[reports]\nstrategy = \"zeroed\"\n";

Experiment read(const std::string& reports, const std::string& learner) {
  auto read = read_experiment(instance + reports + "[[learners]]\n" + learner, "test");
  EXPECT_TRUE(read) << (read ? "" : read.error().sentence);
  return *std::move(read);
}

Estimate only_row(const Experiment& e, Method method) {
  return testing::estimated(e, e.learners.front(), 60, method);
}

TEST(TrueFeatures, MakeALearnerPlayAsIfEverybodyWereTruthful) {
  for (const LearnerEntry& entry : all_learners()) {
    const std::string name = "name = \"" + std::string(entry.name) + "\"\n";
    const Experiment fed = read(lies, name + "features = \"true\"\n");
    const Experiment honest = read("", name);
    EXPECT_EQ(only_row(fed, Method::general).tally, only_row(honest, Method::general).tally)
        << entry.name;
  }
}

TEST(TrueFeatures, GoWithTheOtherMethodsToo) {
  for (const Method method : {Method::kernel, Method::exact, Method::automatic}) {
    const Estimate fed = only_row(read(lies, "name = \"mesha\"\nfeatures = \"true\"\n"), method);
    const Estimate honest = only_row(read("", "name = \"mesha\"\n"), method);
    EXPECT_EQ(fed.failure, honest.failure);
    EXPECT_EQ(fed.method, honest.method);
    EXPECT_NE(fed.failure, only_row(read(lies, "name = \"mesha\"\n"), method).failure);
  }
}

TEST(TrueFeatures, DoNotChangeThoughTheReportsDo) {
  const std::string changing = "[reports]\nstrategy = \"random_signs\"\n";
  const Experiment e = read(changing, "name = \"mesha\"\nfeatures = \"true\"\n");
  EXPECT_EQ(only_row(e, Method::automatic).method, Method::exact);
}

TEST(TrueFeatures, ShowAsAStar) {
  const Experiment e = read(lies, "name = \"od_linbai\"\nfeatures = \"true\"\nd = \"rank\"\n");
  EXPECT_EQ(shown_name(e.learners.front()), "od_linbai*");
  EXPECT_EQ(label(e.learners.front()), "od_linbai* d=rank");
}

TEST(TrueFeatures, AreOffByDefaultAndWhenReportedAreAskedFor) {
  EXPECT_FALSE(read(lies, "name = \"gse\"\n").learners.front().true_features);
  EXPECT_FALSE(
      read(lies, "name = \"gse\"\nfeatures = \"reported\"\n").learners.front().true_features);
}

TEST(TrueFeatures, RefuseAnyOtherWord) {
  for (const char* word : {"\"yes\"", "true", "[[1.0]]"}) {
    const auto refused = read_experiment(
        instance + "[[learners]]\nname = \"mesha\"\nfeatures = " + word + "\n", "test");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().sentence.find("\"reported\" or \"true\""), std::string::npos);
  }
}

}  // namespace
}  // namespace mesha
