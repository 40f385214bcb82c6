// JSON in a file that tells whether it is as it was written: it carries a checksum of the rest.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "mesha/base/result.hpp"

namespace mesha {

// FNV-1a in 16 hexadecimal digits, for noticing accidents.
std::string checksum(std::string_view text);

// The text of an object with its checksum; an `indent` below 0 means one line.
std::string sealed(nlohmann::json document, int indent = -1);

// Takes the checksum out of a document that was sealed with this indent. False if there is none,
// or another one.
bool unseal(nlohmann::json& document, int indent = -1);

// From a text on one line.
Result<nlohmann::json> read_sealed(std::string_view text);

}  // namespace mesha
