#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "mesha/plot/chart.hpp"
#include "support/count.hpp"

namespace mesha {
namespace {

using testing::count;

const Chart chart{.title = "a (b) \\ c",
                  .x_label = "T",
                  .y_label = "failure",
                  .lines = {{"one", {{1, .2, .1, .3}, {2, .1}}, {{1, .21, .2, .22}}}}};

TEST(Pdf, HasATableOfContentsThatPointsAtItsObjects) {
  const std::string pdf = to_pdf(draw(chart));
  ASSERT_TRUE(pdf.starts_with("%PDF-1.4\n"));
  ASSERT_TRUE(pdf.ends_with("%%EOF\n"));
  const auto table = std::strtoul(pdf.c_str() + pdf.rfind("startxref") + 10, nullptr, 10);
  ASSERT_EQ(pdf.compare(table, 5, "xref\n"), 0);
  const std::size_t first = pdf.find("0000000000 65535 f \n", table) + 20;
  for (int object = 1; object <= 7; ++object) {
    const auto at = std::strtoul(pdf.c_str() + first + 20 * (object - 1), nullptr, 10);
    EXPECT_EQ(pdf.compare(at, 8, std::to_string(object) + " 0 obj\n"), 0) << object;
  }
}

TEST(Pdf, SaysTheTrueLengthOfItsContent) {
  const std::string pdf = to_pdf(draw(chart));
  const auto length = std::strtoul(pdf.c_str() + pdf.find("/Length ") + 8, nullptr, 10);
  const std::size_t start = pdf.find("stream\n") + 7;
  EXPECT_EQ(pdf.compare(start + length, 9, "endstream"), 0);
}

TEST(Pdf, EscapesWhatWouldEndAString) {
  EXPECT_EQ(count(to_pdf(draw(chart)), "(a \\(b\\) \\\\ c)"), 2U);  // as a label and as the title
}

TEST(Pdf, DrawsWhatTheSvgDraws) {
  const Drawing drawing = draw(chart);
  const std::string pdf = to_pdf(drawing);
  EXPECT_EQ(count(pdf, " Tj ET"), count(to_svg(drawing), "<text"));
  EXPECT_EQ(count(pdf, " c b"), 1U);  // one hollow mark
}

TEST(NarrowChart, PutsTheNamesBelow) {
  Chart narrow = chart;
  narrow.narrow = true;
  const Drawing drawing = draw(narrow);
  EXPECT_LT(drawing.width, 390);
  EXPECT_EQ(count(to_svg(drawing), "class=\"name\""), 1U);
}

}  // namespace
}  // namespace mesha
