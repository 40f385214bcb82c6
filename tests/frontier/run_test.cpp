#include "mesha/frontier/run.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/run_program.hpp"

namespace mesha::frontier {
namespace {

// Two contests that take no time.
const Suite& small_suite() {
  static const Suite small = [] {
    Suite whole = *whole_suite();
    std::erase_if(whole.contests, [](const Contest& contest) {
      return contest.name != "two-arms" && contest.name != "negative";
    });
    whole.learners = {{"uniform", {}}, {"mesha", {}}, {"od_linbai", {}}};
    return whole;
  }();
  return small;
}

std::vector<std::string> texts(const Frontier& all) {
  std::vector<std::string> found;
  for (const Row& row : all.rows)
    found.push_back(row.contest->name + label(*row.learner) + cell_json(row.cell).dump());
  return found;
}

TEST(Frontier, IsTheSameForAnyNumberOfThreadsAndFromDisk) {
  const testing::TemporaryFolder one, two;
  const auto alone = *play(small_suite(), {}, {.quick = true}, one.path(), {.threads = 1});
  const auto together = *play(small_suite(), {}, {.quick = true}, two.path(), {.threads = 2});
  const auto again = *play(small_suite(), {}, {.quick = true}, two.path(), {.threads = 1});
  EXPECT_EQ(alone.rows.size(), 6);
  EXPECT_EQ(texts(alone), texts(together));
  EXPECT_EQ(texts(alone), texts(again));
  EXPECT_EQ(alone.from_before, 0);
  EXPECT_EQ(again.from_before, 6);
  EXPECT_FALSE(alone.interrupted);
  EXPECT_TRUE(alone.contradictions().empty());
}

TEST(Frontier, PlaysTheContestsThatAreNamed) {
  const testing::TemporaryFolder folder;
  const auto found = *play(small_suite(), {"negative"}, {.quick = true}, folder.path(), {});
  ASSERT_EQ(found.rows.size(), 3);
  for (const Row& row : found.rows) EXPECT_EQ(row.contest->name, "negative");
  const auto unknown = play(small_suite(), {"two-arm"}, {}, folder.path(), {});
  EXPECT_EQ(unknown.error().kind, ErrorKind::not_found);
  EXPECT_NE(unknown.error().sentence.find("did you mean `two-arms`?"), std::string::npos);
}

TEST(Frontier, ShowsWhatWasFinishedWhenItIsStopped) {
  const testing::TemporaryFolder folder;
  std::stop_source stop;
  const auto found =
      *play(small_suite(), {}, {.quick = true}, folder.path(),
            {.on_step = [&](const CellStep&) { stop.request_stop(); }, .stop = stop.get_token()});
  EXPECT_TRUE(found.interrupted);
  EXPECT_GE(found.rows.size(), 1);
  EXPECT_LT(found.rows.size(), 6);
}

Frontier one_row(Cell cell) {
  return {
      .rows = {{&small_suite().contests.front(), small_suite().learners.data(), std::move(cell)}}};
}

TEST(Frontier, SaysWhereTheTheoryIsContradicted) {
  const Failure often{.probability = .2, .failures = 2000, .trials = 10000};
  const Failure never{.probability = 0, .failures = 0, .trials = 1000000};
  EXPECT_TRUE(one_row({.truth = often, .certificate = .21}).contradictions().empty());
  EXPECT_EQ(one_row({.truth = often, .certificate = .15}).contradictions().size(), 1);
  EXPECT_EQ(one_row({.truth = often, .attacks = {{"x", often}}, .certificate = .15})
                .contradictions()
                .size(),
            1);
  EXPECT_EQ(one_row({.truth = never, .attacks = {{"x", never}}}).contradictions().size(), 1)
      << "E of nothing that failed has no interval, but a lower end";
  EXPECT_EQ(
      one_row({.truth = often, .saturated = often, .certificate = .15}).contradictions().size(), 1);
  const Failure rarely{.probability = 1e-4, .failures = 1000, .trials = 10000000};
  const auto crossed = one_row({.truth = rarely}).contradictions();
  ASSERT_EQ(crossed.size(), 1);
  EXPECT_NE(crossed.front().find("above the limit 1"), std::string::npos) << crossed.front();
}

}  // namespace
}  // namespace mesha::frontier
