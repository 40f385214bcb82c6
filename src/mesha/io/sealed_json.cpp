#include "mesha/io/sealed_json.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>

#include "mesha/io/json.hpp"
#include "mesha/io/strict_json.hpp"

namespace mesha {
namespace {

constexpr const char* key = "checksum";

}  // namespace

std::string checksum(std::string_view text) {
  std::uint64_t state = 0xcbf29ce484222325U;
  for (const char c : text) {
    state ^= static_cast<unsigned char>(c);
    state *= 0x100000001b3U;
  }
  return fmt::format("{:016x}", state);
}

std::string sealed(nlohmann::json document, int indent) {
  document = nlohmann::json::parse(json_text(document, indent));  // as a reader will see it
  document[key] = checksum(json_text(document, indent));
  return json_text(document, indent) + "\n";
}

bool unseal(nlohmann::json& document, int indent) {
  if (!document.is_object() || !document.contains(key)) return false;
  const nlohmann::json said = document[key];
  document.erase(key);
  return said == checksum(json_text(document, indent));
}

Result<nlohmann::json> read_sealed(std::string_view text) {
  auto document = parse_strictly(text);
  if (document && !unseal(*document))
    return Error{"it has been damaged or changed", ErrorKind::corrupt};
  return document;
}

}  // namespace mesha
