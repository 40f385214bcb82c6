#include "mesha/plot/chart.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

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
