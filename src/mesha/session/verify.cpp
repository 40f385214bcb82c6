#include "mesha/session/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "mesha/session/chain.hpp"
#include "mesha/session/event.hpp"
#include "mesha/session/session.hpp"
#include "mesha/session/state.hpp"

namespace mesha {
namespace {

class Verifier {
 public:
  Verifier(std::string session, std::string head)
      : session_(std::move(session)), wanted_(std::move(head)) {}

  // False: do not go on.
  bool take(std::int64_t seq, std::string_view text, std::string_view hash) {
    if (auto good = examine(seq, text, hash); !good) {
      trouble_ = fmt::format("event {}: {}", seq, good.error().sentence);
      return false;
    }
    ++events_;
    head_ = hash;
    if (!wanted_.empty() && hash.starts_with(wanted_)) found_ = seq;
    return true;
  }

  Verification verdict(const StoredEvent& last) {
    if (trouble_.empty() && (last.seq != events_ || last.hash != head_)) {
      trouble_ = fmt::format(
          "the log ends after event {}, but the store had {} events, the last "
          "with hash {}",
          events_, last.seq, last.hash);
    }
    if (trouble_.empty() && !wanted_.empty() && found_ == 0)
      trouble_ = fmt::format("no event has the hash {}: this is another history", wanted_);
    if (trouble_.empty() && state_ && state_->due())
      trouble_ = fmt::format("a decision is missing after event {}", events_);
    return {trouble_.empty(), events_, head_, found_, trouble_};
  }
  void broken(const std::string& why) {
    if (trouble_.empty()) trouble_ = fmt::format("event {}: {}", events_ + 1, why);
  }

 private:
  Status examine(std::int64_t seq, std::string_view text, std::string_view hash) {
    if (seq != events_ + 1) return Error{fmt::format("event {} is missing", events_ + 1)};
    if (const std::string right = next_hash(head_, text); right != hash)
      return Error{fmt::format("its hash should be {}, and is {}", right, hash.substr(0, 64))};
    const auto event = event_of(text);
    if (!event) return event.error();
    if (text_of(*event) != text) return Error{"its text is not in the form in which it is written"};
    if (state_) {
      if (auto fits = state_->check(*event); !fits) return fits;
      state_->apply(*event);
      return ok();
    }
    auto begun = SessionState::begin(*event);
    if (!begun) return begun.error();
    state_ = *std::move(begun);
    if (state_->config().name != session_)
      return Error{fmt::format("it is the log of {}", state_->config().name)};
    return ok();
  }

  std::string session_;
  std::string wanted_;
  std::optional<SessionState> state_;
  std::int64_t events_ = 0;
  std::string head_{chain_start};
  std::int64_t found_ = 0;
  std::string trouble_;
};

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
  Verifier verifier(session, head);
  StoredEvent last;
  const auto read = store.snapshot([&]() -> Status {
    auto read_events = store.read(
        session, 0, [&](auto seq, auto text, auto hash) { return verifier.take(seq, text, hash); });
    if (!read_events) return read_events;
    auto end = store.last(session);
    if (!end) return end.error();
    last = *std::move(end);
    return ok();
  });
  if (!read) verifier.broken(read.error().sentence);
  return verifier.verdict(last);
}

}  // namespace mesha
