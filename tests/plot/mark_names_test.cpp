#include "mesha/plot/mark_names.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "support/count.hpp"

namespace mesha {
namespace {

constexpr double side = 200;

std::vector<Label> labels_of(const Drawing& drawing) {
  std::vector<Label> found;
  for (const Shape& shape : drawing.shapes) {
    if (const auto* label = std::get_if<Label>(&shape)) found.push_back(*label);
  }
  return found;
}

Drawing drawn(const MarkNames& names) {
  Drawing drawing;
  names.draw(drawing);
  return drawing;
}

// Numbers of one or two digits are about as wide as that, and as high.
bool overlap(const Label& a, const Label& b) {
  return std::abs(a.at.x - b.at.x) < 7 && std::abs(a.at.y - b.at.y) < 9;
}

bool covers(const Label& text, Place mark) {
  return std::abs(text.at.x - mark.x) < 6 && std::abs(text.at.y - 4 - mark.y) < 7;
}

TEST(MarkNames, StandBesideTheirMarksWithoutALeaderWhereThereIsRoom) {
  MarkNames names({0, 0}, side, side);
  names.add({50, 50}, "1");
  names.add({150, 150}, "2");
  const Drawing drawing = drawn(names);
  ASSERT_EQ(drawing.shapes.size(), 2U);
  const auto labels = labels_of(drawing);
  EXPECT_EQ(labels[0].text, "1");
  EXPECT_LT(std::hypot(labels[0].at.x - 50, labels[0].at.y - 4 - 50), 16);
}

TEST(MarkNames, CoverNeitherMarksNorEachOtherInACrowd) {
  MarkNames names({0, 0}, side, side);
  std::vector<Place> marks;
  for (int k = 0; k < 18; ++k) {
    const double angle = 2.4 * k;
    marks.push_back({100 + 1.5 * k * std::cos(angle), 100 + 1.5 * k * std::sin(angle)});
    names.add(marks.back(), std::to_string(k + 1));
  }
  const auto labels = labels_of(drawn(names));
  ASSERT_EQ(labels.size(), 18U);
  for (std::size_t k = 0; k < labels.size(); ++k) {
    for (std::size_t other = 0; other < k; ++other)
      EXPECT_FALSE(overlap(labels[k], labels[other])) << k + 1 << " and " << other + 1;
    for (const Place mark : marks) EXPECT_FALSE(covers(labels[k], mark)) << k + 1;
  }
}

TEST(MarkNames, MoveAwayWithALeaderWhereMarksAreOne) {
  MarkNames names({0, 0}, side, side);
  for (int k = 0; k < 12; ++k) names.add({100, 100}, std::to_string(k));
  const Drawing drawing = drawn(names);
  EXPECT_EQ(labels_of(drawing).size(), 12U);
  EXPECT_GT(drawing.shapes.size(), 12U);
}

TEST(MarkNames, StayInside) {
  MarkNames names({10, 20}, side, side);
  for (const double x : {10.0, 110.0, 210.0}) {
    for (const double y : {20.0, 120.0, 220.0}) names.add({x, y}, "10");
  }
  for (const Label& one : labels_of(drawn(names))) {
    EXPECT_GE(one.at.x - 7, 10);
    EXPECT_LE(one.at.x + 7, 210);
    EXPECT_GE(one.at.y - 9, 20);
    EXPECT_LE(one.at.y, 220);
  }
}

TEST(MarkNames, AvoidMarksWithoutATextAndLines) {
  MarkNames names({0, 0}, side, side);
  names.add({100, 100}, "1");
  names.avoid({110, 100});
  names.avoid({0, 88}, {200, 88});  // just above
  const auto labels = labels_of(drawn(names));
  ASSERT_EQ(labels.size(), 1U);
  EXPECT_FALSE(covers(labels[0], {110, 100}));
  EXPECT_TRUE(labels[0].at.y - 4 > 93 || labels[0].at.y - 4 < 83) << labels[0].at.y;
}

TEST(MarkNames, StandOnALineRatherThanFarAway) {
  MarkNames names({0, 0}, side, side);
  names.add({100, 100}, "1");
  for (int y = 0; y < 200; y += 5)
    names.avoid({0, static_cast<double>(y)}, {200, static_cast<double>(y)});
  const auto labels = labels_of(drawn(names));
  ASSERT_EQ(labels.size(), 1U);
  EXPECT_LT(std::hypot(labels[0].at.x - 100, labels[0].at.y - 4 - 100), 16);
}

TEST(MarkNames, AreAllThereEvenIfThereIsNoRoom) {
  MarkNames names({0, 0}, 20, 20);
  for (int k = 0; k < 30; ++k) names.add({10, 10}, std::to_string(k));
  EXPECT_EQ(labels_of(drawn(names)).size(), 30U);
}

TEST(Area, IsAPolygonInBothFormats) {
  Drawing drawing{.width = 10, .height = 10};
  drawing.add(Area{{{1, 1}, {9, 1}, {5, 9}}, fixed("#ff0000"), .5, "a & b"});
  drawing.add(Area{{{1, 1}, {9, 1}, {5, 9}}, {Ink::grid, {}}});
  const std::string svg = to_svg(drawing);
  EXPECT_NE(svg.find("<polygon points=\"1.0,1.0 9.0,1.0 5.0,9.0\" fill=\"#ff0000\" "
                     "opacity=\"0.5\"><title>a &amp; b</title></polygon>"),
            std::string::npos)
      << svg;
  EXPECT_NE(svg.find("class=\"grid\"/>"), std::string::npos);
  const std::string pdf = to_pdf(drawing);
  EXPECT_NE(pdf.find("1.000 0.500 0.500 rg 1.00 9.00 m 9.00 9.00 l 5.00 1.00 l f"),
            std::string::npos);
  EXPECT_EQ(testing::count(pdf, " l f\n"), 2U);
}

}  // namespace
}  // namespace mesha
