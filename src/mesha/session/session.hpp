// A selection at work: the log in a store, and its fold. Every change is checked, written, and
// acknowledged only then; several processes may work on one session.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/session/event.hpp"
#include "mesha/session/log_fold.hpp"
#include "mesha/session/state.hpp"
#include "mesha/session/store.hpp"

namespace mesha {

// An evaluation handed out, with the report in force.
struct IssuedTicket {
  TicketId ticket = 0;
  ArmId arm;
  std::string name;
  std::int64_t epoch = 0;
  Report report;
  std::string report_hash;  // blake2b_256(text_of(report.x))
  std::int64_t due = 0;     // milliseconds since 1970
  std::string worker;
};

struct AskOptions {
  static constexpr std::int64_t a_day = 86'400'000;

  std::int64_t count = 1;
  std::string worker = {};        // may be empty
  std::int64_t lease_ms = a_day;  // after it the ticket may be issued anew
  bool again = false;             // first those that this worker has already
};

using Score = Told;

// This program lacks what the log needs.
Error cannot_judge(const std::string& session, const Error& why);
Error no_session(Store& store, const std::string& name);  // with the name that may be meant

class Session {
 public:
  // `now`: milliseconds since 1970. The store must outlive the session.
  static Result<Session> create(Store& store, const SessionConfig& config, std::int64_t now);
  // `believed`: the hashes are not recomputed, for looking at a long log; verify() does that.
  enum class Chain { checked, believed };
  static Result<Session> open(Store& store, const std::string& name, Chain chain = Chain::checked);

  // Fewer than asked for, or none, when the rest is out or the selection is decided.
  Result<std::vector<IssuedTicket>> ask(const AskOptions& options, std::int64_t now);
  // All or nothing; a score that was told before is passed over. Returns how many were new. If one
  // cannot be taken, `refused` is its place.
  Result<std::int64_t> tell(std::span<const Score> scores, std::int64_t now,
                            std::optional<std::size_t>* refused = nullptr);
  // To say again what stands already changes nothing.
  Status correct(const Score& score, const std::string& reason, std::int64_t now);
  Status report(const std::string& name, const Report& report, std::int64_t now);
  Status withdraw(const std::string& name, const std::string& reason, std::int64_t now);

  Status refresh();  // what others have done
  const SessionState& state() const { return log_.state(); }
  std::int64_t events() const { return log_.events(); }
  const std::string& head() const { return log_.head(); }  // the hash of the last event

 private:
  Session(Store& store, std::string name, Chain chain)
      : store_(&store), name_(std::move(name)), chain_(chain) {}

  Status change(const std::function<Status()>& decide);
  Status record(std::int64_t now, EventBody what);  // and what follows from it by itself
  template <class Work>
  Status or_forget(const Work& work);
  Status catch_up();
  Status check_end();
  bool repeats(const Score& score) const;
  Status fold(std::int64_t seq, std::string_view text, std::string_view hash);
  Result<ArmId> candidate(const std::string& name) const;
  IssuedTicket issued(TicketId id) const;

  Store* store_;
  std::string name_;
  Chain chain_;
  LogFold log_;
  std::vector<StoredEvent> pending_;  // applied, and not yet stored
};

}  // namespace mesha
