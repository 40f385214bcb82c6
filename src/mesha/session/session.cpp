#include "mesha/session/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "mesha/io/options.hpp"

namespace mesha {
namespace {

constexpr std::int64_t longest_lease = 3'155'760'000'000;  // a hundred years

std::string perhaps(const std::string& name, const std::vector<std::string_view>& known) {
  const auto nearest = nearest_name(name, known);
  return nearest ? fmt::format(": did you mean `{}`?", *nearest) : "";
}

}  // namespace

Error no_session(Store& store, const std::string& name) {
  const auto names = store.names();
  return {fmt::format("there is no session called {}{}", name.substr(0, longest_text),
                      names ? perhaps(name, {names->begin(), names->end()}) : ""),
          ErrorKind::not_found};
}

Error cannot_judge(const std::string& session, const Error& why) {
  return why.with(fmt::format("the log of {} cannot be judged here: {}", session, why.sentence));
}

Status Session::fold(std::int64_t seq, std::string_view text, std::string_view hash) {
  const auto damaged = [&](const Error& why) {
    if (why.kind == ErrorKind::unsupported) return cannot_judge(name_, why);
    return Error{fmt::format("the log of {} is damaged at event {}: {}; `mesha session verify` "
                             "tells more",
                             name_, seq, why.sentence),
                 ErrorKind::corrupt};
  };
  if (seq != events() + 1) return damaged({"the events before it are missing"});
  if (chain_ == Chain::checked && next_hash(head(), text) != hash)
    return damaged({"it was changed after it was written"});
  const auto event = event_of(text);
  if (!event) return damaged(event.error());
  if (auto fits = log_.take(*event, hash); !fits) return damaged(fits.error());
  return ok();
}

// A learner may throw in the middle of an event: what was folded by then is no state of the log.
template <class Work>
Status Session::or_forget(const Work& work) {
  try {
    return work();
  } catch (...) {
    log_ = {};
    pending_.clear();
    throw;
  }
}

Status Session::catch_up() {
  Status folded = ok();
  const bool from_start = events() == 0;
  auto done = store_->read(name_, events(), [&](auto seq, auto text, auto hash) {
    folded = fold(seq, text, hash);
    return static_cast<bool>(folded);
  });
  if (done && !folded) done = folded;
  if (done && !log_.begun()) done = no_session(*store_, name_);
  if (done && from_start) done = check_end();
  if (!done) log_ = {};  // the next call replays the log from its beginning
  return done;
}

// A log that lost its end looks like a shorter one.
Status Session::check_end() {
  const auto last = store_->last(name_);
  if (!last) return last.error();
  if (last->seq == events() && last->hash == head()) return ok();
  return Error{fmt::format("the log of {} ends after event {}, and had {}: `mesha session verify` "
                           "tells more",
                           name_, events(), last->seq),
               ErrorKind::corrupt};
}

Status Session::refresh() {
  return store_->snapshot([this] { return or_forget([this] { return catch_up(); }); });
}

Status Session::record(std::int64_t now, EventBody what) {
  for (std::optional next(std::move(what)); next; next = state().due()) {
    auto written = log_.add({now, *std::move(next)});
    if (!written) return written.error();
    pending_.push_back(*std::move(written));
  }
  return ok();
}

// The fold runs ahead of the store only while the lock is held; if storing fails it is thrown away.
Status Session::change(const std::function<Status()>& decide) {
  pending_.clear();
  auto done = store_->exclusively([&] {
    return or_forget([&]() -> Status {
      if (auto current = catch_up(); !current) return current;
      if (auto fits = decide(); !fits) return fits;
      return store_->append(name_, pending_);
    });
  });
  if (!done && !pending_.empty()) log_ = {};
  if (!done && !log_.begun()) (void)refresh();
  pending_.clear();
  return done;
}

Result<Session> Session::create(Store& store, const SessionConfig& config, std::int64_t now) {
  Session session(store, config.name, Chain::checked);
  if (auto fits = session.record(now, Created{config}); !fits) return fits.error();
  if (auto stored = store.append(config.name, session.pending_); !stored) return stored.error();
  session.pending_.clear();
  return session;
}

Result<Session> Session::open(Store& store, const std::string& name, Chain chain) {
  Session session(store, name, chain);
  if (auto read = session.refresh(); !read) return read.error();
  return session;
}

IssuedTicket Session::issued(TicketId id) const {
  const Ticket& ticket = *state().ticket(id);
  const Report& report = state().report_of(ticket);
  return {.ticket = id,
          .arm = ticket.arm,
          .name = state().standings()[at(ticket.arm)].name,
          .epoch = ticket.epoch,
          .report = report,
          .report_hash = blake2b_256(text_of(report.x)),
          .due = ticket.due,
          .worker = ticket.worker};
}

Result<std::vector<IssuedTicket>> Session::ask(const AskOptions& options, std::int64_t now) {
  if (options.count < 1) return Error{"ask for at least one ticket"};
  if (options.lease_ms < 1 || options.lease_ms > longest_lease)
    return Error{"a lease lasts between a millisecond and a hundred years"};
  std::vector<TicketId> ids;
  const auto wanted = [&] { return options.count - static_cast<std::int64_t>(ids.size()); };
  const auto issue = [&](ArmId arm) {
    const auto ticket = static_cast<TicketId>(state().tickets().size()) + 1;
    ids.push_back(ticket);
    return record(now, Asked{ticket, arm, state().epoch(), now + options.lease_ms, options.worker});
  };
  auto done = change([&]() -> Status {
    for (TicketId id = 1; options.again && wanted() > 0 && state().ticket(id) != nullptr; ++id) {
      const Ticket& one = *state().ticket(id);
      if (one.state == TicketState::out && one.worker == options.worker) ids.push_back(id);
    }
    if (state().stage() != SessionState::Stage::open) return ok();
    for (const ArmId arm : state().next_arms(wanted())) {
      if (auto fits = issue(arm); !fits) return fits;
    }
    if (wanted() == 0) return ok();
    for (const TicketId late : state().overdue(now)) {
      if (wanted() == 0) break;
      if (std::ranges::find(ids, late) != ids.end()) continue;  // this worker is at it
      const ArmId arm = state().ticket(late)->arm;
      if (auto fits = record(now, Expired{late}); !fits) return fits;
      if (auto fits = issue(arm); !fits) return fits;
    }
    return ok();
  });
  if (!done) return done.error();
  std::vector<IssuedTicket> tickets;
  tickets.reserve(ids.size());
  for (const TicketId id : ids) tickets.push_back(issued(id));
  return tickets;
}

// What was told first, or what stands there now.
bool Session::repeats(const Score& score) const {
  const Ticket* ticket = state().ticket(score.ticket);
  return ticket != nullptr && ticket->state == TicketState::told &&
         (ticket->first == score.reward || ticket->reward == score.reward) &&
         check_reward(state().config(), score.reward);  // -0 is not 0
}

Result<std::int64_t> Session::tell(std::span<const Score> scores, std::int64_t now,
                                   std::optional<std::size_t>* refused) {
  std::int64_t fresh = 0;
  auto done = change([&]() -> Status {
    for (std::size_t k = 0; k < scores.size(); ++k) {
      if (repeats(scores[k])) continue;
      if (auto fits = record(now, scores[k]); !fits) {
        if (refused != nullptr) *refused = k;
        return fits;
      }
      ++fresh;
    }
    return ok();
  });
  if (!done) return done.error();
  return fresh;
}

Status Session::correct(const Score& score, const std::string& reason, std::int64_t now) {
  return change([&]() -> Status {
    const bool stands = repeats(score) && state().ticket(score.ticket)->reward == score.reward;
    if (stands) return check_text("the reason", reason);
    return record(now, Corrected{score.ticket, score.reward, reason});
  });
}

Result<ArmId> Session::candidate(const std::string& name) const {
  if (const auto arm = state().arm_named(name)) return *arm;
  std::vector<std::string_view> known;
  known.reserve(state().standings().size());
  for (const Standing& one : state().standings()) known.push_back(one.name);
  return Error{fmt::format("there is no candidate called {} in {}{}", name.substr(0, 200), name_,
                           perhaps(name, known)),
               ErrorKind::not_found};
}

Status Session::report(const std::string& name, const Report& report, std::int64_t now) {
  return change([&]() -> Status {
    const auto arm = candidate(name);
    if (!arm) return arm.error();
    return record(now, Reported{*arm, report});
  });
}

Status Session::withdraw(const std::string& name, const std::string& reason, std::int64_t now) {
  return change([&]() -> Status {
    const auto arm = candidate(name);
    if (!arm) return arm.error();
    return record(now, Withdrawn{*arm, reason});
  });
}

}  // namespace mesha
