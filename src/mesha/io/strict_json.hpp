// JSON from strangers: no repeated keys, no deep nesting, no text behind the document.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "mesha/base/result.hpp"

namespace mesha {

Result<nlohmann::json> parse_strictly(std::string_view text, int most_levels = 8);

}  // namespace mesha
