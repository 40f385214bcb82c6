// A small experiment, and its parts.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "support/paths.hpp"
#include "support/run_program.hpp"

namespace mesha::testing {

// Rows that add up (mesha, and successive rejects which has no exact value) and, where a flag asks
// for it, rows that are not additive.
inline const std::string small_experiment = R"(trials  = 20011
seed    = 7
budgets = [40, 90]
[instance]
theta    = [1.0, 0.0]
features = [[0.5, 0.1], [0.3, 0.2], [0.1, 0.0]]
noise    = { kind = "gaussian", sd = 0.4 }
[reports]
strategy = "fixed"
features = [[0.5, 0.2], [0.3, 0.3], [0.1, 0.4]]
[[learners]]
name = "mesha"
zeta = 0.1
[[learners]]
name = "successive_rejects"
)";

inline Finished mesha(const std::vector<std::string>& words) {
  return run_program(mesha_program, words);
}

inline std::vector<std::string> joined(std::vector<std::string> words,
                                       const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

inline std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The parts 0/n ... (n-1)/n of `file`, in order.
inline std::vector<std::string> write_parts(const TemporaryFolder& folder, const std::string& file,
                                            int count, const std::vector<std::string>& flags = {}) {
  std::vector<std::string> parts;
  for (int i = 0; i < count; ++i) {
    const std::string shard = std::to_string(i) + "/" + std::to_string(count);
    parts.push_back(folder.path() + "/" + std::to_string(i) + "-of-" + std::to_string(count));
    const Finished run =
        mesha(joined({"simulate", file, "--shard", shard, "--out", parts.back()}, flags));
    EXPECT_EQ(run.status, 0) << run.err;
  }
  return parts;
}

inline void expect_refused(const std::vector<std::string>& words, const std::string& fragment) {
  const Finished run = mesha(words);
  EXPECT_EQ(run.status, 2) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(run.err.starts_with("mesha: ")) << run.err;
  EXPECT_EQ(run.err.find('\n'), run.err.size() - 1) << run.err;
  EXPECT_NE(run.err.find(fragment), std::string::npos) << run.err;
}

}  // namespace mesha::testing
