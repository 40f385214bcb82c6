// What a launcher of many processes leaves in the environment, for a program without MPI beside it.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "scale/scale_support.hpp"
#include "support/paths.hpp"

namespace mesha::testing {
namespace {

namespace fs = std::filesystem;

class Launcher : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::copy_file(mesha_program, alone_);
    forget();
  }
  void TearDown() override { forget(); }

  static void forget() {  // also what this test was started with
    for (const char* name : names) unsetenv(name);
  }

  Finished simulate(const std::vector<std::string>& flags = {}) const {
    return run_program(alone_, joined({"simulate", file_}, flags));
  }

  static constexpr const char* names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMI_RANK",
                                          "PMIX_RANK", "SLURM_STEP_NUM_TASKS"};
  TemporaryFolder folder_;
  std::string alone_ = folder_.path() + "/mesha";
  std::string file_ = folder_.file("small.toml", small_experiment);
};

TEST_F(Launcher, AProgramOfManyRanksIsRefusedInOneSentence) {
  const std::pair<const char*, const char*> launchers[] = {
      {"OMPI_COMM_WORLD_SIZE", "4"}, {"PMI_SIZE", "4"}, {"PMIX_RANK", "0"}};
  for (const auto& [name, value] : launchers) {
    setenv(name, value, 1);
    const Finished run = simulate();
    unsetenv(name);
    EXPECT_EQ(run.status, 2) << name;
    EXPECT_NE(run.err.find("where MPI is installed"), std::string::npos) << run.err;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  }
  setenv("PMIX_RANK", "3", 1);  // the first rank has said it for all
  EXPECT_EQ(simulate().status, 2);
  EXPECT_EQ(simulate().err, "");
  unsetenv("PMIX_RANK");
}

TEST_F(Launcher, AShardIsPlayedAloneWhoeverStartedIt) {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"}) {
    setenv(name, "4", 1);
    const std::string part = folder_.path() + "/" + name;
    EXPECT_EQ(simulate({"--shard", "1/2", "--out", part}).status, 0) << name;
    EXPECT_EQ(simulate({"--shard=0/2", "--out", part + "0"}).status, 0) << name;
    unsetenv(name);
    EXPECT_TRUE(fs::exists(part) && fs::exists(part + "0")) << name;
  }
}

TEST_F(Launcher, OnlyVerbsThatSplitRunsNeedTheOthers) {
  const std::string part = folder_.path() + "/simulate_0.part";
  EXPECT_EQ(simulate({"--shard", "0/1", "--out", part}).status, 0);
  setenv("PMI_SIZE", "4", 1);
  const Finished merged = run_program(alone_, {"merge", part});
  EXPECT_EQ(merged.status, 0) << merged.err;
}

TEST_F(Launcher, AVerbThatCannotBeSharedIsRefusedInOneSentence) {
  setenv("PMI_SIZE", "4", 1);
  const Finished run = run_program(alone_, {"--json", "frontier"});
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("without the MPI launcher"), std::string::npos) << run.err;
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  setenv("PMI_RANK", "3", 1);
  EXPECT_EQ(run_program(alone_, {"frontier"}).err, "");
}

TEST_F(Launcher, OneRankIsAnOrdinaryProgram) {
  const Finished plain = simulate();
  ASSERT_EQ(plain.status, 0) << plain.err;
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    setenv(name, "1", 1);
    EXPECT_EQ(simulate().out, plain.out) << name;
    unsetenv(name);
  }
  setenv("PMIX_RANK", "0", 1);  // as srun does, also for one task
  setenv("SLURM_STEP_NUM_TASKS", "1", 1);
  EXPECT_EQ(simulate().out, plain.out);
  unsetenv("SLURM_STEP_NUM_TASKS");
  setenv("OMPI_COMM_WORLD_SIZE", "1", 1);  // as mpirun -n 1 does
  EXPECT_EQ(simulate().out, plain.out);
}

TEST_F(Launcher, TheOrdinaryProgramNeedsNoMpi) {
  EXPECT_EQ(text_of(mesha_program).find("libmpi"), std::string::npos);
}

}  // namespace
}  // namespace mesha::testing
