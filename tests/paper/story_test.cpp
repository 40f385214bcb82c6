#include "mesha/paper/story.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace mesha::paper {
namespace {

// A column of five cells whose published numbers lie so many standard deviations from ours.
class Together : public ::testing::Test {
 protected:
  std::string said(const std::vector<double>& deviations, std::size_t draws = 0,
                   std::int64_t our_trials = 0) {
    Findings all;
    for (const double z : deviations) {
      constexpr double p = 0.2;
      constexpr int trials = 1000;
      Cell cell{.study = &study_, .column = &column_, .value = 3, .printed = ".2"};
      cell.paper = {.value = p + z * std::sqrt(p * (1 - p) / trials), .trials = trials};
      cell.judged = {.reading = &reading_, .ours = {}, .p = 0.1, .agreement = Agreement::agrees};
      cell.judged.ours.failure = p;
      cell.judged.ours.draws.assign(draws, p);
      cell.judged.ours.tally.trials = our_trials;
      all.cells.push_back(cell);
    }
    for (const Passage& passage : what_the_numbers_say(all)) {
      if (passage.title == "Columns as a whole") return passage.paragraphs.front();
    }
    return "nothing";
  }

  Reading reading_{.name = "literal"};
  Column column_{.name = "MESHA"};
  Study study_{.id = "vary-x", .title = "Experiment X", .parameter = "x"};
};

TEST_F(Together, NamesAColumnWhoseCellsAllLieOnOneSide) {
  const std::string text = said({-2, -2, -2, -2, -2});
  EXPECT_NE(text.find("Experiment X, MESHA"), std::string::npos) << text;
  EXPECT_NE(text.find("below ours: z = -4.5, p = 7.7e-06"), std::string::npos) << text;
}

TEST_F(Together, SaysNothingAgainstCellsOnBothSidesOrNear) {
  EXPECT_EQ(said({-2, 2, -2, 2, -2}).find("z ="), std::string::npos);
  EXPECT_EQ(said({-1, -1, -1, -1, -1}).find("z ="), std::string::npos);
}

TEST_F(Together, LeavesOutColumnsThatShareAnUnpublishedDraw) {
  EXPECT_EQ(said({-2, -2, -2, -2, -2}, 7).find("z ="), std::string::npos);
}

// Our cells share random numbers. With as many runs as the paper's, the five deviations may be one
// and the same error of ours: -2 * 5 / sqrt(5 + 25) = -1.8, where independent cells would give
// -3.2.
TEST_F(Together, DoesNotTakeOneErrorOfOursForFive) {
  EXPECT_EQ(said({-2, -2, -2, -2, -2}, 0, 1000).find("z ="), std::string::npos);
  const std::string text = said({-2, -2, -2, -2, -2}, 0, 1'000'000);
  EXPECT_NE(text.find("z = -4.5"), std::string::npos) << text;
}

}  // namespace
}  // namespace mesha::paper
