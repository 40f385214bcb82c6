// A log read or written event by event: what live use, replay and verify() have in common. Whoever
// reads one checks numbers and hashes; the rules are checked here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mesha/base/expects.hpp"
#include "mesha/base/result.hpp"
#include "mesha/session/chain.hpp"
#include "mesha/session/event.hpp"
#include "mesha/session/state.hpp"
#include "mesha/session/store.hpp"

namespace mesha {

class LogFold {
 public:
  // An event that was stored with this hash. Nothing changes if the event breaks a rule.
  Status take(const Event& event, std::string_view hash) {
    if (!state_) {
      auto begun = SessionState::begin(event);
      if (!begun) return begun.error();
      state_ = *std::move(begun);
    } else {
      if (auto fits = state_->check(event); !fits) return fits;
      state_->apply(event);
    }
    ++events_;
    head_ = hash;
    return ok();
  }

  // A new event; returns what is to be stored.
  Result<StoredEvent> add(const Event& event) {
    const std::string text = text_of(event);
    if (auto fits = take(event, next_hash(head_, text)); !fits) return fits.error();
    return StoredEvent{events_, text, head_};
  }

  bool begun() const { return state_.has_value(); }
  const SessionState& state() const {
    expects(begun(), "the log could not be read");
    return *state_;
  }
  std::int64_t events() const { return events_; }
  const std::string& head() const { return head_; }  // the hash of the last event

 private:
  std::optional<SessionState> state_;
  std::int64_t events_ = 0;
  std::string head_{chain_start};
};

}  // namespace mesha
