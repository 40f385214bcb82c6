// Runs a program as a person or a script would, and keeps all it says.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace mesha::testing {

struct Finished {
  int status = -1;  // 128 + signal if one ended it; -1 if it had to be ended after a minute
  std::string out;
  std::string err;  // stays empty under a terminal: there both are one
};

struct Circumstances {
  bool terminal = false;         // stdout and stderr are a pseudo-terminal instead of two pipes
  bool interrupt = false;        // Ctrl-C, as soon as the program has asked for it
  double worked = 0;             // ... and then used so many seconds of processor time
  int signal = SIGINT;           // ... or another one
  bool twice = false;            // ... and again a moment later, as launchers do
  unsigned short columns = 120;  // of the terminal
};

namespace run_detail {

struct Channel {
  int read_end = -1;
  int write_end = -1;
};

inline Channel open_channel(bool terminal, unsigned short columns = 120) {
  std::array<int, 2> ends{-1, -1};
  if (terminal) {
    winsize size{.ws_row = 40, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
    openpty(&ends[0], &ends[1], nullptr, nullptr, &size);
  } else {
    [[maybe_unused]] const int status = pipe(ends.data());
  }
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return {ends[0], ends[1]};
}

// False once nobody will write any more (a terminal says so by an error).
inline bool drain(int from, std::string& into) {
  std::array<char, 4096> chunk{};
  const ssize_t got = read(from, chunk.data(), chunk.size());
  if (got > 0) into.append(chunk.data(), static_cast<std::size_t>(got));
  return got > 0;
}

// Has the process a handler of its own for SIGINT?
// Of all its threads: on a busy machine time passes in which nothing is done.
inline double processor_seconds(pid_t process) {
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

inline bool catches_ctrl_c(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("SigCgt:"))
      return (std::stoull(line.substr(7), nullptr, 16) >> (SIGINT - 1) & 1U) != 0;
  }
  return false;
}

inline pid_t start(const std::string& program, const std::vector<std::string>& words, int out,
                   int err) {
  std::vector<char*> arguments{const_cast<char*>(program.c_str())};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions{};
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  pid_t process = -1;
  const int trouble =
      posix_spawn(&process, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  // Nobody may go on with process number -1: to a signal that means everybody.
  if (trouble != 0) throw std::system_error(trouble, std::generic_category(), program);
  return process;
}

}  // namespace run_detail

inline Finished run_program(const std::string& program, const std::vector<std::string>& words,
                            Circumstances how = {}) {
  using Clock = std::chrono::steady_clock;
  const auto out = run_detail::open_channel(how.terminal, how.columns);
  const auto err = how.terminal ? out : run_detail::open_channel(false);
  const pid_t process = run_detail::start(program, words, out.write_end, err.write_end);
  close(out.write_end);
  if (!how.terminal) close(err.write_end);

  Finished result;
  bool killed = false;
  std::optional<double> caught;  // what it had used when it asked for Ctrl-C
  std::array<pollfd, 2> open{pollfd{out.read_end, POLLIN, 0},
                             pollfd{how.terminal ? -1 : err.read_end, POLLIN, 0}};
  const auto deadline = Clock::now() + std::chrono::minutes(1);
  while (open[0].fd >= 0 || open[1].fd >= 0) {
    if (poll(open.data(), open.size(), 20) > 0) {
      if (open[0].revents != 0 && !run_detail::drain(open[0].fd, result.out)) open[0].fd = -1;
      if (open[1].revents != 0 && !run_detail::drain(open[1].fd, result.err)) open[1].fd = -1;
    }
    if (how.interrupt && !caught && run_detail::catches_ctrl_c(process))
      caught = run_detail::processor_seconds(process);
    if (how.interrupt && caught && run_detail::processor_seconds(process) >= *caught + how.worked) {
      how.interrupt = false;
      kill(process, how.signal);
      if (how.twice) {
        usleep(5000);
        kill(process, how.signal);
      }
    }
    if (!killed && Clock::now() > deadline) killed = kill(process, SIGKILL) == 0;
  }
  close(out.read_end);
  if (!how.terminal) close(err.read_end);
  int state = 0;
  waitpid(process, &state, 0);
  result.status = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
  if (killed) result.status = -1;
  return result;
}

// A folder that is gone with the object.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(
      const std::filesystem::path& parent = std::filesystem::temp_directory_path())
      : path_(parent / ("mesha-test-" + std::to_string(getpid()) + "-" + std::to_string(next()))) {
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }
  std::string path() const { return path_.string(); }

 private:
  static int next() {
    static std::atomic<int> count = 0;
    return count++;
  }

  std::filesystem::path path_;
};

}  // namespace mesha::testing
