// Files that are there completely or not at all, and what is left of those who died over one.
#include "mesha/io/durable_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <set>
#include <string>

#include "support/run_program.hpp"

namespace mesha::testing {
namespace {

std::set<std::string> names_in(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.insert(entry.path().filename().string());
  return names;
}

// Another process begins to write `path` and dies before the first half is there.
void die_writing(const std::string& path) {
  const std::string text(1 << 16, 'x');
  const pid_t process = fork();
  if (process == 0) {
    std::signal(SIGXFSZ, SIG_DFL);
    const rlimit half{1 << 15, 1 << 15};
    setrlimit(RLIMIT_FSIZE, &half);  // SIGXFSZ ends who writes more
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    [[maybe_unused]] const auto never = write_durably(path, text);
    _exit(0);
  }
  int state = 0;
  waitpid(process, &state, 0);
  ASSERT_TRUE(WIFSIGNALED(state) && WTERMSIG(state) == SIGXFSZ);
}

TEST(DurableFile, IsAsItWasWhenItsWriterDies) {
  const TemporaryFolder folder;
  const std::string path = folder.file("results.json", "before");
  die_writing(path);
  EXPECT_EQ(*read_whole_file(path, 100), "before");
}

TEST(DurableFile, LeavesNothingBehindOnceTheAbandonedIsRemoved) {
  const TemporaryFolder folder;
  folder.file("results.json", "before");
  die_writing(folder.path() + "/results.json");
  die_writing(folder.path() + "/report.html");
  ASSERT_EQ(names_in(folder.path()).size(), 3U);
  remove_abandoned(folder.path());
  EXPECT_EQ(names_in(folder.path()), std::set<std::string>{"results.json"});
}

TEST(DurableFile, KeepsWhatALivingProcessWritesAndWhatOnlyLooksAlike) {
  const TemporaryFolder folder;
  const std::string parent = std::to_string(getppid());
  const std::set<std::string> names = {
      "a.writing-" + parent + "-0", "a.writing-",         "a.writing-12", "a.writing-12-",
      "a.writing-12-0.bak",         "a.writing-it-today", "writing-99-1", "a.writing--5-0"};
  for (const std::string& name : names) folder.file(name, "mine");
  remove_abandoned(folder.path());
  EXPECT_EQ(names_in(folder.path()), names);
}

TEST(DurableFile, RemovesWhatAnEarlierProcessOfTheSameNumberLeft) {
  const TemporaryFolder folder;
  folder.file("a.writing-" + std::to_string(getpid()) + "-0", "half");
  remove_abandoned(folder.path());
  EXPECT_TRUE(names_in(folder.path()).empty());
}

}  // namespace
}  // namespace mesha::testing
