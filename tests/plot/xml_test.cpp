#include "mesha/plot/xml.hpp"

#include <gtest/gtest.h>

#include "mesha/plot/drawing.hpp"

namespace mesha {
namespace {

TEST(Xml, KeepsTextFromBecomingMarkup) {
  EXPECT_EQ(xml_escaped("a < b & \"c\" > d"), "a &lt; b &amp; &quot;c&quot; &gt; d");
  EXPECT_EQ(xml_escaped("&amp;"), "&amp;amp;");
  EXPECT_EQ(xml_escaped("θ ≤ 1 ✓"), "θ ≤ 1 ✓");
}

TEST(Xml, LeavesOutWhatXmlForbidsAndKeepsWhiteSpace) {
  EXPECT_EQ(xml_escaped(std::string("a\0b\x01\x1f", 5)), "ab");
  EXPECT_EQ(xml_escaped("a\tb\nc\r"), "a\tb\nc\r");
}

TEST(Xml, IsWhatLabelsTitlesAndTipsGoThrough) {
  Drawing drawing{.width = 10, .height = 10, .title = "\"T\""};
  drawing.add(Label{.at = {}, .text = "<x>"});
  drawing.add(Disc{.centre = {}, .paint = {}, .tip = "a & b"});
  const std::string svg = to_svg(drawing);
  for (const char* part : {"aria-label=\"&quot;T&quot;\"", "&lt;x&gt;", "<title>a &amp; b</title>"})
    EXPECT_NE(svg.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace mesha
