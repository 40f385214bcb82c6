// mpirun -n N mesha simulate (and reproduce): the answer of the plain program, for any N, also
// after a crash.
#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <sstream>
#include <thread>

#include "scale/scale_support.hpp"
#include "support/paths.hpp"
#include "support/reproduce.hpp"

namespace mesha::testing {
namespace {

namespace fs = std::filesystem;

class Ranks : public ::testing::Test {
 protected:
  void SetUp() override {
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
    setenv("OMPI_MCA_btl_vader_single_copy_mechanism", "none", 1);  // containers forbid the others
  }

  std::vector<std::string> launch(int ranks, const std::vector<std::string>& words) const {
    return joined({"--oversubscribe", "-n", std::to_string(ranks), mesha_program}, words);
  }
  Finished mpirun(int ranks, const std::vector<std::string>& words) const {
    return run_program(mpi_launcher, launch(ranks, words));
  }

  TemporaryFolder folder_;
  std::string file_ = folder_.file("small.toml", small_experiment);
  std::string keep_ = folder_.path() + "/keep";
};

TEST_F(Ranks, PrintThePlainAnswerOnceForAnyNumberOfThem) {
  const std::vector<std::vector<std::string>> flags_of_cases = {
      {},
      {"--method", "general", "--json"},
      {"--half-width", "0.01"},  // rows that are not additive, as are those of rare
      {"--method", "rare"}};
  for (const auto& flags : flags_of_cases) {
    const Finished plain = mesha(joined({"simulate", file_}, flags));
    ASSERT_EQ(plain.status, 0) << plain.err;
    for (const int ranks : {1, 2, 4}) {
      const Finished run = mpirun(
          ranks, joined({"simulate", file_, "--keep", keep_ + std::to_string(ranks)}, flags));
      EXPECT_EQ(run.status, 0) << run.err;
      EXPECT_EQ(run.out, plain.out) << ranks << " ranks " << ::testing::PrintToString(flags);
    }
  }
}

// What was printed, wherever it was written.
std::string without(std::string text, const std::string& folder) {
  for (auto place = text.find(folder); place != std::string::npos; place = text.find(folder))
    text.erase(place, folder.size());
  return text;
}

TEST_F(Ranks, ReproduceThePaperTogether) {
  const std::string alone = folder_.path() + "/alone";
  const Finished plain = reproduce(alone, {"--only", "vary-K"});
  const auto expected = documents_in(alone);
  ASSERT_FALSE(expected.empty()) << plain.err;
  for (const int ranks : {1, 2, 3, 4}) {
    const std::string shared = folder_.path() + "/shared" + std::to_string(ranks);
    const Finished run =
        mpirun(ranks, reproduce_words(shared, {"--only", "vary-K", "--threads", "1"}));
    EXPECT_EQ(run.status, plain.status) << run.err;
    EXPECT_EQ(documents_in(shared), expected) << ranks << " ranks";
    EXPECT_EQ(without(run.out, shared), without(plain.out, alone)) << ranks << " ranks";
  }
}

TEST_F(Ranks, DoNotWaitForOneWhoWasToldNonsense) {
  auto words = launch(1, reproduce_words(folder_.path() + "/out", {"--only", "vary-K"}));
  words = joined(words, {":", "-n", "1", mesha_program});
  const Finished run = run_program(
      mpi_launcher, joined(words, reproduce_words(folder_.path() + "/out", {"--only", "vary-Q"})));
  EXPECT_EQ(run.status, 2) << run.err;
  EXPECT_NE(run.err.find("rank 1: unknown experiment"), std::string::npos) << run.err;
}

TEST_F(Ranks, CleanUpUnlessToldToKeep) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());
  const Finished run = mpirun(2, {"simulate", file_, "--method", "general"});
  fs::current_path(before);
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_FALSE(fs::exists(folder_.path() + "/.mesha-parts"));
}

TEST_F(Ranks, RefuseBadInputWithOneSentence) {
  const Finished run = mpirun(2, {"simulate", folder_.path() + "/nowhere.toml"});
  EXPECT_EQ(run.status, 2) << run.err;
  EXPECT_EQ(run.out, "");
  const auto first = run.err.find("cannot read");
  EXPECT_NE(first, std::string::npos) << run.err;
  EXPECT_EQ(run.err.find("cannot read", first + 1), std::string::npos) << run.err;
}

std::vector<std::string> files_in(const std::string& folder, const std::string& ending) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
    if (entry.path().extension() == ending) files.push_back(entry.path().string());
  }
  return files;
}

std::vector<pid_t> children_of(pid_t process) {
  const std::string name = std::to_string(process);
  std::istringstream list(text_of("/proc/" + name + "/task/" + name + "/children"));
  std::vector<pid_t> children;
  for (pid_t child = 0; list >> child;) children.push_back(child);
  return children;
}

// Starts two ranks, waits for their first files, kills one of them, and waits for the end of all.
// False: they were done before.
bool start_and_kill_one(const std::vector<std::string>& words, const std::string& keep,
                        const std::string& ending) {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  const pid_t process = run_detail::start(mpi_launcher, words, nowhere, nowhere);
  close(nowhere);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (files_in(keep, ending).size() < 3 && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const auto ranks = children_of(process);
  if (ranks.size() == 2) kill(ranks.back(), SIGKILL);
  int state = 0;
  waitpid(process, &state, 0);
  return ranks.size() == 2 && state != 0;
}

TEST_F(Ranks, GoOnAfterOneWasKilledAndUseWhatWasFinished) {
  const std::vector<std::string> words{"simulate", file_,     "--method",  "general",
                                       "--trials", "2000003", "--threads", "1"};
  const auto kept = joined(words, {"--keep", keep_});
  ASSERT_TRUE(start_and_kill_one(launch(2, kept), keep_, ".part"));
  const auto finished = files_in(keep_, ".part");
  ASSERT_GE(finished.size(), 3U);
  ASSERT_LT(finished.size(), 64U) << "killed too late to prove anything";
  std::vector<fs::file_time_type> written;
  for (const std::string& part : finished) written.push_back(fs::last_write_time(part));

  const Finished again = mpirun(2, kept);
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(again.out, mesha(words).out);
  EXPECT_NE(again.err.find(std::to_string(finished.size()) + " of 64 shards were finished"),
            std::string::npos)
      << again.err;
  for (std::size_t k = 0; k < finished.size(); ++k)
    EXPECT_EQ(fs::last_write_time(finished[k]), written[k]) << finished[k];
}

// They may still have got to the end, or not: the next call does in either case.
TEST_F(Ranks, ReproduceOnAfterOneWasKilled) {
  const std::string alone = folder_.path() + "/alone";
  const Finished plain = reproduce(alone, {"--only", "vary-K"});
  const std::string shared = folder_.path() + "/shared";
  const auto words = reproduce_words(shared, {"--only", "vary-K", "--threads", "1"});
  start_and_kill_one(launch(2, words), shared, ".json");
  const Finished again = mpirun(2, words);
  EXPECT_EQ(documents_in(shared), documents_in(alone)) << again.err;
  EXPECT_EQ(without(again.out, shared), without(plain.out, alone));
}

TEST_F(Ranks, SayWhichOfThemCannotGoOn) {
  auto words = launch(1, reproduce_words(folder_.path() + "/out"));
  words = joined(words, {":", "-n", "1", mesha_program});
  const Finished run = run_program(mpi_launcher, joined(words, reproduce_words("/dev/null/out")));
  EXPECT_EQ(run.status, 2) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_NE(run.err.find("mesha: rank 1: cannot make the folder"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace mesha::testing
