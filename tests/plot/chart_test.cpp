#include "mesha/plot/chart.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "support/count.hpp"

namespace mesha {
namespace {

using testing::count;

TEST(Chart, DrawsEveryPointAndNamesEveryLine) {
  const std::string svg = to_svg(
      {.title = "t", .lines = {{"one", {{1, .2, .1, .3}, {2, .1, .1, .1}}}, {"two", {{1, .4}}}}});
  EXPECT_EQ(count(svg, "<title>"), 3U);  // a mark with a tooltip for each point
  EXPECT_EQ(count(svg, "class=\"name\""), 2U);
  EXPECT_EQ(count(svg, "V"), 1U);  // one error bar
}

TEST(Chart, LeavesOutWhatALogarithmCannotShow) {
  const std::string svg = to_svg({.lines = {{"a", {{1, 0.5}, {2, 0}, {3, NAN}}}}, .log_y = true});
  EXPECT_EQ(count(svg, "<title>"), 1U);
  EXPECT_EQ(count(svg, "nan"), 0U);
  EXPECT_EQ(count(svg, "inf"), 0U);
}

TEST(Chart, AnArrowHangsFromTheMostThatANoughtMayBe) {
  const std::string svg = to_svg({.lines = {{"a", {{1, 0.5}, {2, 0, 0, 0.01}}}}, .log_y = true});
  const std::string without = to_svg({.lines = {{"a", {{1, 0.5}, {2, 0}}}}, .log_y = true});
  EXPECT_EQ(count(svg, "<path"), count(without, "<path") + 2);  // the arrow's shaft and its head
  EXPECT_EQ(count(svg, "<title>"), 1U);
  EXPECT_NE(svg.find(">0.01<"), std::string::npos);  // the axis reaches down to it
}

TEST(Chart, ALineDoesNotRiseToTheMostThatANoughtMayBe) {
  const std::string svg =
      to_svg({.lines = {{"a", {{1, .5}, {2, .001}, {3, 0, 0, .2}, {4, 0, 0, .2}}}}, .log_y = true});
  const std::string line = svg.substr(svg.find("d=\"M"), 60);
  EXPECT_EQ(count(line.substr(0, line.find('"', 3)), "L"), 1U) << line;
}

// 10, 100 and 1000 are as far apart as each other.
TEST(Chart, PlacesPowersOfTenEvenlyOnALogarithmicAxis) {
  const std::string svg =
      to_svg({.lines = {{"a", {{10, .5}, {100, .5}, {1000, .5}}}}, .log_x = true});
  const auto first = svg.find("d=\"M") + 4;
  double x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0;
  ASSERT_EQ(
      std::sscanf(svg.c_str() + first, "%lf %lfL%lf %lfL%lf %lf", &x1, &y1, &x2, &y2, &x3, &y3), 6);
  EXPECT_NEAR(x3 - x2, x2 - x1, .2);
  EXPECT_NE(svg.find(">200<"), std::string::npos);  // a tick
}

TEST(Chart, LeavesOutWhatALogarithmicAxisCannotShow) {
  for (const std::vector<ChartPoint>& points :
       {std::vector<ChartPoint>{{0, .5}, {-1, .5}, {10, .5}}, {{7, .5}}, {}}) {
    const std::string svg = to_svg({.lines = {{"a", points}}, .log_y = true, .log_x = true});
    EXPECT_EQ(count(svg, "<title>"), points.empty() ? 0U : 1U);
    EXPECT_EQ(count(svg, "nan"), 0U);
    EXPECT_EQ(count(svg, "inf"), 0U);
  }
}

TEST(Chart, DrawsALevelAcrossAndNamesIt) {
  const std::string svg =
      to_svg({.lines = {{"a", {{1, .5}, {2, .4}}}}, .log_y = true, .levels = {{.01, "wished"}}});
  EXPECT_NE(svg.find(">wished<"), std::string::npos);
  EXPECT_NE(svg.find(">0.01<"), std::string::npos);  // the axis reaches down to it
  EXPECT_GE(count(svg, "dash"), 1U);
}

TEST(Chart, ALongNameMakesThePictureWider) {
  const auto width = [](std::size_t letters) {
    return draw({.lines = {{std::string(letters, 'x'), {{1, .5}}}}}).width;
  };
  EXPECT_EQ(width(5), width(34));
  EXPECT_EQ(width(60), width(34) + 7 * 26);
}

TEST(Chart, EscapesNames) {
  const std::string svg = to_svg({.title = "a<b & c", .lines = {{"<script>", {{0, 1}}}}});
  EXPECT_EQ(count(svg, "<script>"), 0U);
  EXPECT_EQ(count(svg, "a&lt;b &amp; c"), 2U);
}

TEST(Chart, DrawsAnEmptyFrameWithoutLines) {
  const std::string svg = to_svg(Chart{.title = "nothing"});
  EXPECT_EQ(count(svg, "nan"), 0U);
  EXPECT_EQ(count(svg, "</svg>"), 1U);
}

TEST(Chart, PlacesLargerValuesHigherOnBothScales) {
  for (const bool log_y : {false, true}) {
    const std::string svg = to_svg({.lines = {{"a", {{1, 0.9}, {2, 0.001}}}}, .log_y = log_y});
    const auto first = svg.find("d=\"M") + 4;
    double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
    ASSERT_EQ(std::sscanf(svg.c_str() + first, "%lf %lfL%lf %lf", &x1, &y1, &x2, &y2), 4);
    EXPECT_LT(x1, x2);
    EXPECT_LT(y1, y2);
  }
}

}  // namespace
}  // namespace mesha
