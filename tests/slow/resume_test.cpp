// A reproduction killed at twenty moments ends with the same tables as one left alone.
#include <gtest/gtest.h>

#include "mesha/base/random.hpp"
#include "support/reproduce.hpp"

namespace mesha::testing {
namespace {

TEST(Resume, AfterSigkillAtTwentyRandomMomentsEndsWithTheSameTables) {
  const TemporaryFolder folder;
  const auto start = std::chrono::steady_clock::now();
  reproduce(folder.path() + "/whole");
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const auto whole = documents_in(folder.path() + "/whole");
  ASSERT_TRUE(whole.contains("results.json"));
  for (int k = 0; k < 20; ++k) {
    const std::string out = folder.path() + "/" + std::to_string(k);
    const double share = RunRandom{20, 0}.uniform(Stream::coins, 0, static_cast<std::uint64_t>(k));
    reproduce_and_kill(out, share * seconds);
    reproduce(out);
    EXPECT_EQ(documents_in(out), whole) << "killed after " << share * seconds << " s";
  }
}

}  // namespace
}  // namespace mesha::testing
