// The rules of a selection: which event may come next.
#include <fmt/format.h>

#include <string>
#include <utility>
#include <variant>

#include "mesha/base/cases.hpp"
#include "mesha/session/state.hpp"

namespace mesha {
namespace {

template <class... Args>
Error conflict(fmt::format_string<Args...> text, Args&&... args) {
  return {fmt::format(text, std::forward<Args>(args)...), ErrorKind::conflict};
}

Status check_ticket(const SessionState& state, TicketId id) {
  if (state.ticket(id) == nullptr)
    return Error{
        fmt::format(
            "there is no ticket {}: `ask` issues them, and `status` lists those that are out", id),
        ErrorKind::not_found};
  const Ticket& one = *state.ticket(id);
  if (one.state == TicketState::expired) {
    return conflict("ticket {} expired, and its evaluation was given to somebody else", id);
  }
  if (one.state == TicketState::dropped) {
    return conflict("ticket {} is void: {} withdrew", id, state.standings()[at(one.arm)].name);
  }
  return ok();
}

Status check(const SessionState& state, const Reported& e) {
  if (at(e.arm) >= state.standings().size())
    return Error{"a report of a candidate who does not exist"};
  const Standing& one = state.standings()[at(e.arm)];
  if (one.place == Standing::Place::withdrew) return conflict("{} has withdrawn", one.name);
  return check_report(state.config(), one.name, e.report);
}

Status check(const SessionState& state, const Asked& e, std::int64_t at_time) {
  if (e.ticket != static_cast<TicketId>(state.tickets().size()) + 1)
    return Error{fmt::format("ticket {} is out of order", e.ticket)};
  if (at(e.arm) >= state.standings().size())
    return Error{"a ticket for a candidate who does not exist"};
  const Standing& one = state.standings()[at(e.arm)];
  if (e.epoch != state.epoch() || one.issued >= one.planned)
    return Error{fmt::format("ticket {} is for an evaluation that nobody planned", e.ticket)};
  if (e.due <= at_time) return Error{fmt::format("ticket {} is due before it is issued", e.ticket)};
  return e.worker.empty() ? ok() : check_text("the name of a worker", e.worker);
}

Status check(const SessionState& state, const Told& e) {
  if (auto fits = check_reward(state.config(), e.reward); !fits) return fits;
  if (auto fits = check_ticket(state, e.ticket); !fits) return fits;
  if (const Ticket& one = *state.ticket(e.ticket); one.state == TicketState::told) {
    return conflict(
        "ticket {} was told {} before; another score is a correction: see "
        "`mesha session correct --help`",
        e.ticket, text_of(one.reward));
  }
  return ok();
}

Status check(const SessionState& state, const Corrected& e) {
  if (auto fits = check_ticket(state, e.ticket); !fits) return fits;
  const Ticket& one = *state.ticket(e.ticket);
  if (one.state != TicketState::told)
    return conflict("ticket {} has no score yet that could be corrected", e.ticket);
  if (one.epoch != state.epoch()) {
    return conflict(
        "epoch {} is closed, and what was decided in it stands: the score of "
        "ticket {} cannot be corrected any more",
        one.epoch, e.ticket);
  }
  if (const Standing& who = state.standings()[at(one.arm)]; who.place == Standing::Place::withdrew)
    return conflict("{} has withdrawn: the score of ticket {} does not count", who.name, e.ticket);
  if (auto fits = check_text("the reason", e.reason); !fits) return fits;
  return check_reward(state.config(), e.reward);
}

Status check(const SessionState& state, const Expired& e, std::int64_t at_time) {
  if (auto fits = check_ticket(state, e.ticket); !fits) return fits;
  if (state.ticket(e.ticket)->state != TicketState::out)
    return Error{fmt::format("ticket {} has its score and cannot expire", e.ticket)};
  if (at_time < state.ticket(e.ticket)->due)
    return Error{fmt::format("ticket {} is not overdue yet", e.ticket)};
  return ok();
}

Status check(const SessionState& state, const Withdrawn& e) {
  if (at(e.arm) >= state.standings().size())
    return Error{"a candidate who does not exist withdraws"};
  const Standing& one = state.standings()[at(e.arm)];
  if (one.place == Standing::Place::withdrew) return conflict("{} has withdrawn already", one.name);
  if (one.place == Standing::Place::left && one.planned == 0)
    return conflict("{} is out since epoch {}", one.name, one.left_in);
  return check_text("the reason", e.reason);
}

}  // namespace

Status SessionState::check(const Event& event) const {
  if (event.at < 0) return Error{"a time before 1970"};
  if (stage_ != Stage::open)
    return conflict("the selection is decided: nothing can be changed any more");
  if (std::holds_alternative<Created>(event.what))
    return Error{"the event `created` comes first, and once"};
  const bool by_itself =
      std::holds_alternative<Closed>(event.what) || std::holds_alternative<Decided>(event.what);
  if (by_itself || due_) {
    if (!due_) return Error{"a decision that is not due"};
    const std::string rules = text_of(Event{event.at, *due_});
    if (text_of(event) == rules) return ok();
    return Error{fmt::format("by the rules this event reads `{}`", rules)};
  }
  return std::visit(
      Cases{[](const Created&) { return ok(); }, [](const Closed&) { return ok(); },
            [](const Decided&) { return ok(); },
            [this, &event](const Asked& what) { return mesha::check(*this, what, event.at); },
            [this, &event](const Expired& what) { return mesha::check(*this, what, event.at); },
            [this](const auto& what) { return mesha::check(*this, what); }},
      event.what);
}

}  // namespace mesha
