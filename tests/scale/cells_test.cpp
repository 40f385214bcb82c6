#include "mesha/scale/cells.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <mutex>
#include <vector>

#include "support/run_program.hpp"

namespace mesha {
namespace {

// Cell k says "k".
class Ten {
 public:
  Cells cells() {
    return {.count = 10,
            .file_name = [](std::size_t k) { return std::to_string(k) + ".txt"; },
            .what = [](std::size_t k) { return std::to_string(k); },
            .seconds = [](std::size_t k) { return static_cast<double>(k); },
            .compute = [this](std::size_t k) -> Result<std::optional<std::string>> {
              const std::scoped_lock lock(guard_);
              computed.push_back(k);
              if (k == stop_at) stop.request_stop();
              if (k == fail_at) return Error{"no"};
              if (stop.stop_requested()) return std::optional<std::string>();
              return std::optional(std::to_string(k));
            },
            .take =
                [this](std::size_t k, std::string_view text) {
                  if (text != std::to_string(k)) return false;
                  taken.push_back(k);
                  return true;
                }};
  }
  Result<CellsTaken> run(const std::string& folder, int threads = 1) {
    return run_cells(cells(), folder,
                     {.threads = threads,
                      .on_step = [this](const CellStep& step) { last = step; },
                      .stop = stop.get_token()});
  }

  std::vector<std::size_t> computed, taken;
  std::size_t stop_at = 99, fail_at = 99;
  std::stop_source stop;
  CellStep last;

 private:
  std::mutex guard_;
};

TEST(Cells, AreComputedOnceAndThenTakenFromDisk) {
  const testing::TemporaryFolder folder;
  Ten first;
  const auto found = first.run(folder.path(), 2);
  EXPECT_TRUE(found->all);
  EXPECT_EQ(found->from_before, 0);
  EXPECT_EQ(first.computed.size(), 10);
  EXPECT_EQ(first.last.done, first.last.total);
  Ten second;
  EXPECT_EQ(second.run(folder.path())->from_before, 10);
  EXPECT_TRUE(second.computed.empty());
  EXPECT_EQ(second.taken.size(), 10);
}

TEST(Cells, ThatAreDamagedOrMissingAreComputedAnew) {
  const testing::TemporaryFolder folder;
  (void)Ten().run(folder.path());
  std::ofstream(folder.path() + "/3.txt") << "4";
  std::filesystem::remove(folder.path() + "/5.txt");
  Ten again;
  EXPECT_TRUE(again.run(folder.path())->all);
  EXPECT_EQ(again.computed, (std::vector<std::size_t>{3, 5}));
  EXPECT_EQ(again.last.total, 3 + 5);
}

TEST(Cells, GoOnWhereTheyWereStopped) {
  const testing::TemporaryFolder folder;
  Ten first;
  first.stop_at = 4;
  EXPECT_FALSE(first.run(folder.path())->all);
  EXPECT_EQ(first.taken.size(), 4) << "the one under way is lost";
  Ten second;
  const auto found = second.run(folder.path());
  EXPECT_TRUE(found->all);
  EXPECT_EQ(found->from_before, 4);
}

TEST(Cells, SayWhatIsWrong) {
  const testing::TemporaryFolder folder;
  Ten failing;
  failing.fail_at = 2;
  EXPECT_EQ(failing.run(folder.path()).error().sentence, "no");
  EXPECT_FALSE(Ten().run(folder.path() + "/not/there"));
}

}  // namespace
}  // namespace mesha
