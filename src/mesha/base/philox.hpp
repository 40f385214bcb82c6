// Philox4x32-10: Salmon, Moraes, Dror & Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011).
// A block of four words is a pure function of (key, counter): any draw of any run can be made at
// any time, by any thread or machine, in any order. Tests compare it with Random123's.
#pragma once

#include <array>
#include <cstdint>

namespace mesha {

using Block = std::array<std::uint32_t, 4>;

namespace philox {

inline constexpr std::uint32_t multiplier_0 = 0xD2511F53, multiplier_1 = 0xCD9E8D57;
inline constexpr std::uint32_t weyl_0 = 0x9E3779B9, weyl_1 = 0xBB67AE85;
inline constexpr int rounds = 10;

}  // namespace philox

constexpr Block philox4x32(std::uint64_t key, Block counter) {
  auto key_0 = static_cast<std::uint32_t>(key);
  auto key_1 = static_cast<std::uint32_t>(key >> 32U);
  for (int round = 0; round < philox::rounds; ++round) {
    const std::uint64_t left = std::uint64_t{philox::multiplier_0} * counter[0];
    const std::uint64_t right = std::uint64_t{philox::multiplier_1} * counter[2];
    counter = {static_cast<std::uint32_t>(right >> 32U) ^ counter[1] ^ key_0,
               static_cast<std::uint32_t>(right),
               static_cast<std::uint32_t>(left >> 32U) ^ counter[3] ^ key_1,
               static_cast<std::uint32_t>(left)};
    key_0 += philox::weyl_0;
    key_1 += philox::weyl_1;
  }
  return counter;
}

}  // namespace mesha
