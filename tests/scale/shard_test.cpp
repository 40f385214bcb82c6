// Shards of a simulation, joined, print what the whole would have printed.
#include "mesha/simulate/shard.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>

#include "scale/scale_support.hpp"

namespace mesha::testing {
namespace {

TEST(Shard, CutsTheRunsIntoNeighboursThatLeaveNothingOut) {
  const std::int64_t huge = 9'000'000'000'000'000'000;
  for (const std::int64_t trials : {std::int64_t{1}, std::int64_t{10}, std::int64_t{20011}, huge}) {
    for (const std::int64_t count : {std::int64_t{1}, std::int64_t{3}, std::int64_t{1024}}) {
      std::uint64_t next = 0;
      for (std::int64_t i = 0; i < count; ++i) {
        const RunRange runs = Shard{i, count}.runs(5, trials);
        EXPECT_EQ(runs.first, next);
        EXPECT_LE(runs.count, trials / count + 1);
        next += static_cast<std::uint64_t>(runs.count);
      }
      EXPECT_EQ(next, static_cast<std::uint64_t>(trials));
    }
  }
}

struct Words {
  std::string name;
  std::vector<std::string> flags;

  friend void PrintTo(const Words& words, std::ostream* out) { *out << words.name; }
};

class Shards : public ::testing::TestWithParam<Words> {};

TEST_P(Shards, MergedPrintWhatSimulatePrints) {
  const TemporaryFolder folder;
  const std::string file = folder.file("small.toml", small_experiment);
  const std::vector<std::string>& flags = GetParam().flags;
  const Finished table = mesha(joined({"simulate", file}, flags));
  const Finished json = mesha(joined({"simulate", file, "--json"}, flags));
  ASSERT_EQ(table.status, 0) << table.err;
  for (const int count : {1, 3, 5}) {
    auto parts = write_parts(folder, file, count, flags);
    std::ranges::reverse(parts);
    EXPECT_EQ(mesha(joined({"merge"}, parts)).out, table.out);
    EXPECT_EQ(mesha(joined({"merge", "--json"}, parts)).out, json.out);
  }
}

const Words all_words[] = {{"automatic", {}},
                           {"general", {"--method", "general"}},
                           {"trials_by_hand", {"--trials", "4001", "--seed", "3"}},
                           {"every_pull", {"--trials", "900", "--every-pull"}},
                           {"half_width", {"--half-width", "0.01"}},
                           {"kernel", {"--method", "kernel"}},
                           {"rare", {"--method", "rare", "--trials", "4000"}}};
INSTANTIATE_TEST_SUITE_P(All, Shards, ::testing::ValuesIn(all_words),
                         [](const auto& options) { return options.param.name; });

TEST(Shard, CountsFromZeroOrFromOne) {
  const TemporaryFolder folder;
  const std::string file = folder.file("small.toml", small_experiment);
  const std::string out = folder.path() + "/last";
  const auto parts = write_parts(folder, file, 3);
  ASSERT_EQ(mesha({"simulate", file, "--shard", "3/3", "--out", out}).status, 0);
  EXPECT_EQ(text_of(out), text_of(parts[0]));
}

TEST(Shard, DoesNotDependOnThreads) {
  const TemporaryFolder folder;
  const std::string file = folder.file("small.toml", small_experiment);
  const auto one = text_of(write_parts(folder, file, 2, {"--threads", "1"})[1]);
  const auto three = text_of(write_parts(folder, file, 2, {"--threads", "3"})[1]);
  EXPECT_EQ(one, three);
}

TEST(Shard, MayHaveFewerRunsThanShards) {
  const TemporaryFolder folder;
  const std::string file = folder.file("small.toml", small_experiment);
  const std::vector<std::string> flags{"--trials", "2"};
  const auto parts = write_parts(folder, file, 5, flags);
  EXPECT_EQ(mesha(joined({"merge"}, parts)).out, mesha(joined({"simulate", file}, flags)).out);
}

TEST(Shard, IsRefusedWhenItsWordsMakeNoSense) {
  const TemporaryFolder folder;
  const std::string file = folder.file("small.toml", small_experiment);
  const std::string out = folder.path() + "/part";
  for (const char* shard : {"4/3", "-1/3", "1", "1/0", "a/b", "1/2/3", "1/9999999999", "1.5/3"})
    expect_refused({"simulate", file, "--shard", shard, "--out", out}, "--shard must be I/N");
  expect_refused({"simulate", file, "--shard", "1/3"}, "--out");
  expect_refused({"simulate", file, "--out", out}, "--shard");
  expect_refused({"simulate", file, "--shard", "1/3", "--out", out, "--plot", "x.svg"}, "merge");
  expect_refused({"simulate", file, "--shard", "1/3", "--out", folder.path() + "/no/part"},
                 "cannot write");
}

TEST(Shard, ReplacesOnlyOrdinaryFiles) {
  const TemporaryFolder folder;
  const std::string file = folder.file("small.toml", small_experiment);
  const std::string pipe = folder.path() + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  expect_refused({"simulate", file, "--shard", "1/3", "--out", pipe}, "not an ordinary file");
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  const std::string real = folder.file("real.part", "old");
  const std::string link = folder.path() + "/link.part";
  std::filesystem::create_symlink(real, link);
  EXPECT_EQ(mesha({"simulate", file, "--shard", "1/3", "--out", link}).status, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_GT(std::filesystem::file_size(real), 100U);
}

TEST(Keep, PlaysADamagedShardAgain) {
  const TemporaryFolder folder;
  const std::string file = folder.file("small.toml", small_experiment);
  const std::string keep = folder.path() + "/keep";
  const std::vector<std::string> words{"simulate", file, "--method", "general", "--keep", keep};
  const Finished whole = mesha(words);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(keep)) {
    if (entry.path().filename().string().starts_with("0-of-"))
      std::ofstream(entry.path()) << "half a fi";
  }
  const Finished again = mesha(words);
  EXPECT_EQ(again.status, 0);
  EXPECT_EQ(again.out, whole.out);
  EXPECT_NE(again.err.find("3 of 4 shards were finished earlier"), std::string::npos) << again.err;
}

TEST(Keep, PrintsTheSameAndGoesOnWithWhatIsThere) {
  const TemporaryFolder folder;
  const std::string file = folder.file("small.toml", small_experiment);
  const std::string keep = folder.path() + "/keep";
  const Finished whole = mesha({"simulate", file, "--method", "general"});
  const std::vector<std::string> words{"simulate", file, "--method", "general", "--keep", keep};
  const Finished first = mesha(words);
  EXPECT_EQ(first.out, whole.out);
  EXPECT_EQ(first.err, "");
  const Finished second = mesha(words);
  EXPECT_EQ(second.out, whole.out);
  EXPECT_NE(second.err.find("4 of 4 shards were finished earlier"), std::string::npos)
      << second.err;
  EXPECT_EQ(mesha(joined(words, {"--seed", "8"})).err, "");  // another campaign
}

}  // namespace
}  // namespace mesha::testing
