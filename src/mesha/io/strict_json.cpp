#include "mesha/io/strict_json.hpp"

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace mesha {
namespace {

using nlohmann::json;

// Watches the parser; what it refuses is not even built.
class Guard {
 public:
  explicit Guard(int most_levels) : most_levels_(most_levels) {}

  bool operator()(int level, json::parse_event_t event, json& value) {
    using Event = json::parse_event_t;
    if (level >= most_levels_ && event != Event::value) return refuse("it is nested too deeply");
    if (event == Event::object_start) keys_.emplace_back();
    if (event == Event::object_end && !keys_.empty()) keys_.pop_back();
    if (event == Event::key && !keys_.back().insert(value.get<std::string>()).second)
      return refuse("it has the same key twice");
    return true;
  }

  const std::string& complaint() const { return complaint_; }

 private:
  bool refuse(const char* why) {
    if (complaint_.empty()) complaint_ = why;
    return false;
  }

  int most_levels_;
  std::vector<std::set<std::string>> keys_;  // of the objects that are open
  std::string complaint_;
};

}  // namespace

Result<json> parse_strictly(std::string_view text, int most_levels) {
  Guard guard(most_levels);
  const auto watch = [&guard](int level, json::parse_event_t event, json& value) {
    return guard(level, event, value);
  };
  json document = json::parse(text, watch, /*allow_exceptions=*/false);
  if (!guard.complaint().empty()) return Error{guard.complaint()};
  if (document.is_discarded()) return Error{"it is not JSON"};
  return document;
}

}  // namespace mesha
