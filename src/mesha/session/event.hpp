// What can happen in a selection. The log is a list of these, one line of text each;
// docs/journal_format.md has the format, and a version of it that only ever grows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mesha/base/ids.hpp"
#include "mesha/base/result.hpp"
#include "mesha/model/answer.hpp"
#include "mesha/session/config.hpp"

namespace mesha {

inline constexpr int journal_version = 1;

using TicketId = std::int64_t;  // 1, 2, ... in the order in which they were issued

struct Created {
  SessionConfig config;
};
struct Reported {  // from now on
  ArmId arm;
  Report report;
};
struct Asked {  // one evaluation is handed out, under the report in force
  TicketId ticket = 0;
  ArmId arm;
  std::int64_t epoch = 0;
  std::int64_t due = 0;  // when the ticket may be issued anew
  std::string worker;    // may be empty
};
struct Told {
  TicketId ticket = 0;
  double reward = 0;
};
struct Corrected {
  TicketId ticket = 0;
  double reward = 0;
  std::string reason;
};
struct Expired {
  TicketId ticket = 0;
};
struct Withdrawn {
  ArmId arm;
  std::string reason;
};
struct Closed {
  std::int64_t epoch = 0;
  std::vector<Departure> leavers;  // by trigger or ranking; Departure::epoch is not written
};
struct Decided {
  bool identified = false;   // false: no arm is left
  std::optional<ArmId> arm;  // the winner, or the fallback of NobodyLeft
};

using EventBody =
    std::variant<Created, Reported, Asked, Told, Corrected, Expired, Withdrawn, Closed, Decided>;

struct Event {
  std::int64_t at = 0;  // milliseconds since 1970, UTC: time is data, nothing else reads a clock
  EventBody what;
};

std::string_view kind_of(const Event& event);

std::string text_of(const Event& event);
// Accepts what text_of writes, and at most other spellings of its numbers.
Result<Event> event_of(std::string_view line);

}  // namespace mesha
