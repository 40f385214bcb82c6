#include "mesha/scale/cells.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <vector>

#include "mesha/io/sealed_json.hpp"
#include "support/reproduce.hpp"

namespace mesha {
namespace {

// Cell k says "k".
class Ten {
 public:
  Cells cells() {
    return {.count = 10,
            .file_name = [](std::size_t k) { return std::to_string(k) + ".json"; },
            .what = [](std::size_t k) { return std::to_string(k); },
            .seconds = [](std::size_t k) { return static_cast<double>(k); },
            .compute = [this](std::size_t k) -> Result<std::optional<nlohmann::json>> {
              const std::scoped_lock lock(guard_);
              computed.push_back(k);
              if (k == stop_at) stop.request_stop();
              if (k == fail_at) return Error{"no"};
              if (stop.stop_requested()) return std::optional<nlohmann::json>();
              return std::optional(nlohmann::json{{"k", k}});
            },
            .take =
                [this](std::size_t k, const nlohmann::json& cell) {
                  if (cell.value("k", 99U) != k) return false;
                  taken.push_back(k);
                  return true;
                }};
  }
  Result<CellsTaken> run(const std::string& folder, int threads = 1) {
    return run_cells(cells(), folder,
                     {.threads = threads,
                      .build = build,
                      .on_step = [this](const CellStep& step) { last = step; },
                      .stop = stop.get_token()});
  }

  std::vector<std::size_t> computed, taken;
  std::size_t stop_at = 99, fail_at = 99;
  std::string build = "this one";
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
  std::filesystem::copy_file(folder.path() + "/4.json", folder.path() + "/3.json",
                             std::filesystem::copy_options::overwrite_existing);
  std::filesystem::remove(folder.path() + "/5.json");
  Ten again;
  EXPECT_TRUE(again.run(folder.path())->all);
  EXPECT_EQ(again.computed, (std::vector<std::size_t>{3, 5}));
  EXPECT_EQ(again.last.total, 3 + 5);
}

TEST(Cells, AreNotTakenFromAFileThatIsCutOrChanged) {
  const testing::TemporaryFolder folder;
  (void)Ten().run(folder.path());
  const std::string path = folder.path() + "/7.json";
  const std::string text = testing::whole_file(path);
  const auto computed_with = [&](const std::string& other) {
    std::ofstream(path) << other;
    Ten again;
    (void)again.run(folder.path());
    return again.computed.size();
  };
  EXPECT_EQ(computed_with(text), 0);
  for (std::size_t k = 0; k + 1 < text.size(); k += 3) {
    std::string changed = text;
    changed[k] = changed[k] == '7' ? '8' : '7';
    EXPECT_EQ(computed_with(changed), 1) << changed;
    EXPECT_EQ(computed_with(text.substr(0, k)), 1) << k;
  }
}

// They are taken, but not in silence.
TEST(Cells, OfAnotherBuildAreCounted) {
  const testing::TemporaryFolder folder;
  Ten older;
  older.stop_at = 3;
  older.build = "older";
  (void)older.run(folder.path());
  std::ofstream(folder.path() + "/9.json") << sealed({{"k", 9}});  // before builds had names
  Ten here;
  const auto found = here.run(folder.path());
  EXPECT_EQ(found->from_before, 4);
  EXPECT_EQ(found->other_builds, (OtherBuilds{{"older", 3}, {"unknown", 1}}));
  EXPECT_EQ(Ten().run(folder.path())->other_builds, found->other_builds);
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
