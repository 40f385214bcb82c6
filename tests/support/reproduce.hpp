// Runs `mesha reproduce` on few runs, whole or until it is killed, and reads what it wrote.
#pragma once

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "support/paths.hpp"
#include "support/run_program.hpp"

namespace mesha::testing {

inline std::vector<std::string> reproduce_words(const std::string& out,
                                                std::vector<std::string> more = {}) {
  std::vector<std::string> words{"reproduce", "--trials", "20", "--out", out};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

inline Finished reproduce(const std::string& out, const std::vector<std::string>& more = {},
                          Circumstances how = {}) {
  return run_program(mesha_program, reproduce_words(out, more), how);
}

// Ends it by SIGKILL after so many seconds, unless it was faster.
inline void reproduce_and_kill(const std::string& out, double seconds) {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  const pid_t process = run_detail::start(mesha_program, reproduce_words(out), nowhere, nowhere);
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  kill(process, SIGKILL);
  waitpid(process, nullptr, 0);
  close(nowhere);
}

inline std::string whole_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Everything but cells and provenance, which tells the time.
inline std::map<std::string, std::string> documents_in(const std::string& out) {
  std::map<std::string, std::string> documents;
  for (const auto& entry : std::filesystem::directory_iterator(out)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_regular_file() && name != "provenance.json")
      documents[name] = whole_file(entry.path());
  }
  return documents;
}

}  // namespace mesha::testing
