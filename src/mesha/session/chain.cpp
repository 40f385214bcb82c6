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
  constexpr std::string_view digits = "0123456789abcdef";
  std::string hex;
  hex.reserve(2 * hash.size());
  for (const unsigned char byte : hash) {
    hex += digits[byte >> 4U];
    hex += digits[byte & 15U];
  }
  return hex;
}

std::string next_hash(std::string_view before, std::string_view event) {
  std::string text;
  text.reserve(before.size() + 1 + event.size());
  text.append(before).append("\n").append(event);
  return blake2b_256(text);
}

}  // namespace mesha
