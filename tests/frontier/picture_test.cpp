// What the picture shows, by its marks' tips: "1 name: truth, worst (attack)".
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <variant>
#include <vector>

#include "frontier/made_up.hpp"
#include "mesha/frontier/documents.hpp"
#include "support/count.hpp"

namespace mesha::testing {
namespace {

using frontier::Cell;

struct Tipped {
  Place at;
  bool hollow = false;
  bool diamond = false;
};

// The mark whose tip begins like this.
Tipped mark_of(const Drawing& drawing, const std::string& tip) {
  for (const Shape& shape : drawing.shapes) {
    if (const auto* disc = std::get_if<Disc>(&shape); disc != nullptr && disc->tip.starts_with(tip))
      return {disc->centre, disc->hollow, false};
    if (const auto* area = std::get_if<Area>(&shape); area != nullptr && area->tip.starts_with(tip))
      return {{area->corners[1].x, area->corners[0].y}, false, true};
  }
  throw std::logic_error("there is no mark " + tip);
}

std::vector<Stroke> thick_strokes(const Drawing& drawing) {
  std::vector<Stroke> found;
  for (const Shape& shape : drawing.shapes) {
    if (const auto* stroke = std::get_if<Stroke>(&shape); stroke != nullptr && stroke->width > 1.5)
      found.push_back(*stroke);
  }
  return found;
}

TEST(FrontierPicture, HasAMarkForEveryRowThatWasPlayedAndAPanelForEveryContest) {
  const Drawing drawing = frontier::draw(one_of_everything().all);
  const std::string svg = to_svg(drawing);
  EXPECT_EQ(count(svg, "<title>") - count(svg, "no learner gets here"), 6U);
  for (const char* name : {"near 100", "same", "still"})
    EXPECT_EQ(count(svg, std::string(">") + name + "<"), 1U) << name;
  for (const char* learner : {"blind_rule", "careful_rule alpha=0.75", "believer"})
    EXPECT_GE(count(svg, std::string(">") + learner), 1U) << learner;
  EXPECT_EQ(count(svg, "big_budget"), 0U);  // it plays nowhere
  for (const char* nonsense : {"nan", "inf\"", "inf,"}) EXPECT_EQ(count(svg, nonsense), 0U);
}

TEST(FrontierPicture, TellsByTheShapeWhatAReportCanDo) {
  const Drawing drawing = frontier::draw(one_of_everything().all);
  EXPECT_TRUE(mark_of(drawing, "1 careful_rule").diamond);
  EXPECT_TRUE(mark_of(drawing, "2 blind_rule: 0.1700, worst 0.1700").hollow);
  const Tipped believer = mark_of(drawing, "3 believer");
  EXPECT_FALSE(believer.hollow || believer.diamond);
}

// Two learners that reach it, one above the other on its ends: a straight line in z.
TEST(FrontierPicture, PutsWhoReachesTheLimitOnTheLine) {
  MadeUp made;
  const auto* near = made.contest("near", .1, .5, 100);  // z* = 1
  const double truth[] = {.1586552539314571, .0227501319481792, .0668072012688581};
  const double worst[] = {.1586552539314571, .5, .3085375387259869};
  for (int k = 0; k < 3; ++k)
    made.add(near, made.learner("rule_" + std::to_string(k)),
             Cell{.truth = integrated(truth[k]), .attacks = {{"decoys", integrated(worst[k])}}});
  const Drawing drawing = frontier::draw(made.all);
  const auto limit = thick_strokes(drawing);
  ASSERT_EQ(limit.size(), 1U);
  const Place a = limit[0].places[0];
  const Place b = limit[0].places[1];
  for (const char* tip : {"1 ", "2 ", "3 "}) {
    const Place m = mark_of(drawing, tip).at;
    EXPECT_NEAR((m.x - a.x) * (b.y - a.y), (m.y - a.y) * (b.x - a.x), 1) << tip;
  }
}

TEST(FrontierPicture, KeepsZeroAndOneInsideWithAnArrow) {
  MadeUp made;
  const auto* near = made.contest("near", .1, .5, 100);
  made.add(near, made.learner("plain"), Cell{.truth = counted(2000), .attacks = {}});
  const auto areas = [&] {
    std::size_t found = 0;
    for (const Shape& shape : frontier::draw(made.all).shapes)
      found += std::holds_alternative<Area>(shape) ? 1U : 0U;
    return found;
  };
  const std::size_t before = areas();
  made.add(near, made.learner("all_or_nothing"),
           Cell{.truth = counted(0), .attacks = {{"decoys", counted(10'000)}}});
  EXPECT_EQ(areas(), before + 2);
  const Drawing drawing = frontier::draw(made.all);
  const Place plain = mark_of(drawing, "1 plain").at;
  const Place other = mark_of(drawing, "2 all_or_nothing").at;
  EXPECT_LT(other.x, plain.x);
  EXPECT_LT(other.y, plain.y);
  EXPECT_GT(other.x, 0);
  EXPECT_GT(other.y, 0);
}

TEST(FrontierPicture, IsDrawnForAnyNumberOfContests) {
  MadeUp made;
  const auto* rule = made.learner("rule");
  EXPECT_GT(frontier::draw(made.all).height, 0);
  for (int k = 1; k <= 13; ++k) {
    made.add(made.contest("number " + std::to_string(k), .1, .5, 10 * k), rule,
             Cell{.truth = counted(1000 + k), .attacks = {}});
    const Drawing drawing = frontier::draw(made.all);
    for (const Shape& shape : drawing.shapes) {
      if (const auto* label = std::get_if<Label>(&shape)) {
        EXPECT_LT(label->at.x, drawing.width) << k;
        EXPECT_LT(label->at.y, drawing.height) << k;
      }
    }
    EXPECT_EQ(count(to_pdf(drawing), "(number "), static_cast<std::size_t>(k));
  }
}

}  // namespace
}  // namespace mesha::testing
