// A hash chain: every event carries a hash of itself and of the one before it. One of these hashes,
// kept elsewhere, shows later whether any event up to there was changed.
//   hash = BLAKE2b-256(hash of the event before, line feed, text of the event), in hexadecimal
// which is what `printf '%s\n%s' "$before" "$text" | b2sum -l 256` prints.
#pragma once

#include <string>
#include <string_view>

namespace mesha {

// Before the first event.
inline constexpr std::string_view chain_start =
    "0000000000000000000000000000000000000000000000000000000000000000";

std::string blake2b_256(std::string_view text);

std::string next_hash(std::string_view before, std::string_view event);

}  // namespace mesha
