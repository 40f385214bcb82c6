#include "mesha/io/strict_json.hpp"

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace mesha {

Result<nlohmann::json> parse_strictly(std::string_view text, int most_levels) {
  using nlohmann::json;
  using Event = json::parse_event_t;
  std::vector<std::set<std::string>> keys;  // of the objects that are open
  std::string complaint;
  const auto refuse = [&](const char* why) {
    if (complaint.empty()) complaint = why;
    return false;
  };
  // Watches the parser; what it refuses is not even built.
  const auto watch = [&](int level, Event event, json& value) {
    if (level >= most_levels && event != Event::value) return refuse("it is nested too deeply");
    if (event == Event::object_start) keys.emplace_back();
    if (event == Event::object_end && !keys.empty()) keys.pop_back();
    if (event == Event::key && !keys.back().insert(value.get<std::string>()).second)
      return refuse("it has the same key twice");
    return true;
  };
  json document = json::parse(text, watch, /*allow_exceptions=*/false);
  if (!complaint.empty()) return Error{complaint};
  if (document.is_discarded()) return Error{"it is not JSON"};
  return document;
}

}  // namespace mesha
