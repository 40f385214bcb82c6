#include "mesha/session/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "mesha/session/log_fold.hpp"
#include "mesha/session/session.hpp"

namespace mesha {
namespace {

Status examine(const std::string& session, std::int64_t seq, std::string_view text,
               std::string_view hash, LogFold& log) {
  if (seq != log.events() + 1) return Error{fmt::format("event {} is missing", log.events() + 1)};
  if (const std::string right = next_hash(log.head(), text); right != hash)
    return Error{fmt::format("its hash should be {}, and is {}", right, hash.substr(0, 64))};
  const auto event = event_of(text);
  if (!event) return event.error();
  if (text_of(*event) != text) return Error{"its text is not in the form in which it is written"};
  if (auto fits = log.take(*event, hash); !fits) return fits;
  if (const std::string& name = log.state().config().name; name != session)
    return Error{fmt::format("it is the log of {}", name)};
  return ok();
}

// What a log that is good as far as it goes lacks.
std::string missing_of(const Verification& found, const StoredEvent& last, const std::string& head,
                       const LogFold& log) {
  if (last.seq != found.events || last.hash != found.head) {
    return fmt::format(
        "the log ends after event {}, but the store had {} events, the last with hash {}",
        found.events, last.seq, last.hash);
  }
  if (!head.empty() && found.found == 0)
    return fmt::format("no event has the hash {}: this is another history", head);
  if (log.begun() && log.state().due())
    return fmt::format("a decision is missing after event {}", found.events);
  return "";
}

bool is_hash(const std::string& text) {
  return text.size() >= 16 && text.size() <= 64 &&
         text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

Result<Verification> verify(Store& store, const std::string& session, const std::string& head) {
  if (!head.empty() && !is_hash(head))
    return Error{
        "a head is a hash as ask, tell and status print it: 16 to 64 of the digits 0-9a-f"};
  const auto names = store.names();
  if (!names) return names.error();
  if (std::ranges::find(*names, session) == names->end()) return no_session(store, session);
  LogFold log;
  Verification found{.head = std::string(chain_start)};
  StoredEvent last;
  std::optional<Error> foreign;
  const auto read = store.snapshot([&]() -> Status {
    auto read_events = store.read(session, 0, [&](auto seq, auto text, auto hash) {
      if (auto good = examine(session, seq, text, hash, log); !good) {
        if (good.error().kind == ErrorKind::unsupported)
          foreign = cannot_judge(session, good.error());
        found.trouble = fmt::format("event {}: {}", seq, good.error().sentence);
        return false;
      }
      found.events = seq;
      found.head = hash;
      if (!head.empty() && hash.starts_with(head)) found.found = seq;
      return true;
    });
    if (!read_events) return read_events;
    auto end = store.last(session);
    if (!end) return end.error();
    last = *std::move(end);
    return ok();
  });
  if (foreign) return *std::move(foreign);
  if (found.trouble.empty())
    found.trouble = read ? missing_of(found, last, head, log)
                         : fmt::format("event {}: {}", found.events + 1, read.error().sentence);
  found.good = found.trouble.empty();
  return found;
}

}  // namespace mesha
