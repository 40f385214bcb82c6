#include "mesha/session/chain.hpp"

#include <sodium.h>

#include <array>

#include "mesha/base/expects.hpp"

namespace mesha {

std::string blake2b_256(std::string_view text) {
  static const int ready = sodium_init();  // chooses the fastest code for this processor
  expects(ready >= 0, "libsodium could not be started");
  std::array<unsigned char, 32> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(text.data()),
                     text.size(), nullptr, 0);
  std::array<char, 2 * hash.size() + 1> hex{};
  return sodium_bin2hex(hex.data(), hex.size(), hash.data(), hash.size());
}

std::string next_hash(std::string_view before, std::string_view event) {
  return blake2b_256(std::string(before).append("\n").append(event));
}

}  // namespace mesha
