// The experiments as data: complete, as printed, and made into the instances that the paper
// describes.
#include "mesha/paper/study.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>
#include <string>

#include "mesha/paper/cell.hpp"
#include "mesha/paper/instances.hpp"
#include "mesha/simulate/estimate.hpp"
#include "support/studies.hpp"

namespace mesha::paper {
namespace {

const Reading& reading(const Study& study, std::string_view column, std::string_view name) {
  for (const Column& one : study.columns) {
    for (const Reading& r : one.readings) {
      if (one.name == column && r.name == name) return r;
    }
  }
  throw std::out_of_range("no such reading");
}

std::vector<Report> said(const Game& e) { return first_reports(e.profile, e.instance); }

TEST(Studies, HaveAllNinetySevenPublishedNumbers) {
  std::size_t cells = 0;
  for (const Study& study : studies()) {
    for (const Column& column : study.columns) {
      EXPECT_EQ(column.paper.size(), study.values.size()) << study.id << " " << column.name;
      cells += column.paper.size();
    }
  }
  EXPECT_EQ(cells, 97U);
}

TEST(Studies, HaveCellFilesThatDoNotCollide) {
  std::set<std::string> names;
  const std::vector<Job> jobs = all_jobs(studies(), {});
  for (const Job& job : jobs) names.insert(job.file_name({}));
  EXPECT_EQ(names.size(), jobs.size());
  EXPECT_FALSE(names.contains(jobs[0].file_name({.seed = 1})));
  EXPECT_NE(jobs[0].file_name({.quick = true}), jobs[0].file_name({}));
}

TEST(Studies, RefuseALearnerThatTheCatalogDoesNotHave) {
  std::string text = studies().front().file;
  const auto at = text.find("successive_rejects");
  text.replace(at, 10, "succesive_");
  const auto study = read_study(text, "x.toml");
  ASSERT_FALSE(study);
  EXPECT_NE(study.error().sentence.find("did you mean"), std::string::npos)
      << study.error().sentence;
}

TEST(Studies, RefuseAMisspeltKey) {
  const auto study = read_study("titel = \"x\"\n" + studies().front().file, "x.toml");
  ASSERT_FALSE(study);
  EXPECT_NE(study.error().sentence.find("titel"), std::string::npos) << study.error().sentence;
}

// READINGS: angle 45 degrees times i, norm 1 - 0.4 i/7, arm 0 times 1.85 and arm 2 times 2.2.
TEST(Experiment1, HasThePrintedReportsOfItsGenerator) {
  const Study& study = studies()[0];
  const auto e = game_of(study, reading(study, "MESHA", "table"), 60, 1, 0);
  for (std::size_t i = 0; i < 8; ++i) {
    const auto turn = static_cast<double>(i);
    const double length = (1 - 0.4 * turn / 7) * (i == 0 ? 1.85 : i == 2 ? 2.2 : 1);
    const Report report = said(*e)[i];
    EXPECT_EQ(report.x[0], 0);
    EXPECT_NEAR(report.x[1], length * std::cos(turn * std::numbers::pi / 4), 0.00051) << i;
    EXPECT_NEAR(report.x[2], length * std::sin(turn * std::numbers::pi / 4), 0.00051) << i;
  }
}

TEST(Experiment2, HasThePrintedThetaAndTheDescribedFeatures) {
  const Study& study = studies()[1];
  const auto e = game_of(study, reading(study, "MESHA", "linear"), 6, 7, 3);
  const double printed[] = {.6389, .4518, .3689, .3194, .2857, .2608};
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(e->instance.theta()[k], printed[k], 0.00005);
  ASSERT_EQ(e->instance.arm_count(), 64U);
  EXPECT_NEAR(e->instance.mean(arm_at(0)), 0.62, 1e-12);
  EXPECT_NEAR(e->instance.mean(arm_at(1)), 0.62 - 0.0135, 1e-12);
  EXPECT_NEAR(e->instance.mean(arm_at(63)), 0.12, 1e-12);
  for (std::size_t i = 0; i < 64; ++i) {
    const double mu = e->instance.mean(arm_at(i));
    const Vec& x = e->instance.feature(arm_at(i)).x;
    EXPECT_NEAR(squared_norm(x), mu * mu + 0.411 * 0.411, 1e-12);  // z is a unit vector
    EXPECT_EQ(said(*e)[i].x[0], 0);
    EXPECT_NEAR(norm(said(*e)[i].x), i == 0 ? 0.88 : 1.0, 1e-12);
  }
}

TEST(Experiment2, HasATailThatMayStartATenthLower) {
  const Study& study = studies()[1];
  const auto linear = game_of(study, reading(study, "MESHA", "linear"), 3, 1, 0);
  const auto apart = game_of(study, reading(study, "MESHA", "separated"), 3, 1, 0);
  EXPECT_NEAR(linear->instance.mean(arm_at(2)), 0.605 - 0.485 / 62, 1e-12);
  EXPECT_NEAR(apart->instance.mean(arm_at(2)), 0.505, 1e-12);
  EXPECT_NEAR(apart->instance.mean(arm_at(63)), 0.12, 1e-12);
}

TEST(Experiment3, HasTheGapsOfItsFormula) {
  const Study& study = studies()[2];
  for (std::size_t k = 0; k < study.values.size(); ++k) {
    const auto K = static_cast<double>(study.values[k]);
    const double gap = std::max(0.0022, 0.010 * std::pow(16 / K, 1.48));
    EXPECT_NEAR(study.recipe.gap[k], gap, 0.00005);
  }
}

TEST(Experiment3, IsNestedAlsoInItsDirections) {
  const Study& study = studies()[2];
  const Reading& nested = reading(study, "MESHA", "nested");
  const auto small = game_of(study, nested, 16, 5, 2);
  const auto large = game_of(study, nested, 64, 5, 2);
  for (std::size_t i = 2; i < 16; ++i) {
    const double mu = small->instance.mean(arm_at(i));
    EXPECT_NEAR(large->instance.mean(arm_at(i)), mu, 1e-12);
    for (std::size_t k = 0; k < 6; ++k) {  // z_i = (x_i - mu_i theta) / rho
      const double base = mu * small->instance.theta()[k];
      EXPECT_NEAR((small->instance.feature(arm_at(i)).x[k] - base) / 0.350,
                  (large->instance.feature(arm_at(i)).x[k] - base) / 0.497, 1e-9);
    }
  }
  for (std::size_t i = 16; i < 64; ++i) EXPECT_NEAR(large->instance.mean(arm_at(i)), 0.20, 1e-12);
  const Report report = said(*large)[9];
  EXPECT_EQ(report.x[0], 0);
  EXPECT_NEAR(report.x[3], 1.51 * large->instance.feature(arm_at(9)).x[3], 1e-12);
}

TEST(Instances, AreDrawnAnewForAnotherDrawOrSeedAndOnlyThen) {
  const Study& study = studies()[2];
  const Reading& nested = reading(study, "MESHA", "nested");
  const auto x = [&](std::uint64_t seed, std::int64_t draw) {
    return game_of(study, nested, 16, seed, draw)->instance.feature(arm_at(4)).x;
  };
  EXPECT_EQ(x(1, 0), x(1, 0));
  EXPECT_NE(x(1, 0), x(1, 1));
  EXPECT_NE(x(1, 0), x(2, 0));
}

// Why one draw is enough for MESHA there: it sees nothing of a constant report but its length.
TEST(Experiment2, GivesMeshaTheSameRunsForEveryDraw) {
  const Study& study = studies()[1];
  const Reading& linear = reading(study, "MESHA", "linear");
  const auto failures = [&](std::int64_t draw) {
    return estimate(*game_of(study, linear, 9, 1, draw), {.method = Method::kernel, .trials = 3000})
        ->tally.failures;
  };
  EXPECT_EQ(failures(0), failures(1));
  EXPECT_EQ(failures(0), failures(2));
}

TEST(Cells, SurviveTheirFiles) {
  const Found found{{.tally = {.trials = 1000, .failures = 123, .triggered = 4},
                     .failure = 0.1 + 0.2,
                     .interval = {.low = 1.0 / 3, .high = 2.0 / 3},
                     .method = Method::kernel},
                    {0.1, 1.0 / 7}};
  const auto read = read_found(found_json(found));
  ASSERT_TRUE(read);
  EXPECT_EQ(found_json(*read), found_json(found));
  EXPECT_EQ(read->failure, found.failure);
  EXPECT_EQ(read->draws, found.draws);
}

TEST(Cells, AreNotReadFromWhatIsNone) {
  EXPECT_FALSE(read_found(found_json({{.tally = {.trials = 5, .failures = 6}}})));
  const nlohmann::json whole = found_json({});
  for (const auto& [key, value] : whole.items()) {
    nlohmann::json without = whole;
    without.erase(key);
    EXPECT_FALSE(read_found(without)) << key;
  }
  EXPECT_FALSE(read_found(nlohmann::json::array()));
  EXPECT_FALSE(read_found({{"format", 0}}));
}

}  // namespace
}  // namespace mesha::paper
