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

}  // namespace

Status SessionState::check_ticket(TicketId id) const {
  if (ticket(id) == nullptr)
    return Error{fmt::format("there is no ticket {}", id), ErrorKind::not_found};
  const Ticket& one = *ticket(id);
  if (one.state == TicketState::expired) {
    return conflict("ticket {} expired, and its evaluation was given to somebody else", id);
  }
  if (one.state == TicketState::dropped) {
    return conflict("ticket {} is void: {} withdrew", id, standings_[at(one.arm)].name);
  }
  return ok();
}

Status SessionState::check(const Reported& e) const {
  if (at(e.arm) >= standings_.size()) return Error{"a report of a candidate who does not exist"};
  const Standing& one = standings_[at(e.arm)];
  if (one.place == Standing::Place::withdrew) return conflict("{} has withdrawn", one.name);
  return check_report(config_, one.name, e.report);
}

Status SessionState::check(const Asked& e, std::int64_t at_time) const {
  if (e.ticket != static_cast<TicketId>(tickets_.size()) + 1)
    return Error{fmt::format("ticket {} is out of order", e.ticket)};
  if (at(e.arm) >= standings_.size()) return Error{"a ticket for a candidate who does not exist"};
  const Standing& one = standings_[at(e.arm)];
  if (e.epoch != epoch_ || one.issued >= one.planned)
    return Error{fmt::format("ticket {} is for an evaluation that nobody planned", e.ticket)};
  if (e.due <= at_time) return Error{fmt::format("ticket {} is due before it is issued", e.ticket)};
  return e.worker.empty() ? ok() : check_text("the name of a worker", e.worker);
}

Status SessionState::check(const Told& e) const {
  if (auto fits = check_reward(config_, e.reward); !fits) return fits;
  if (auto fits = check_ticket(e.ticket); !fits) return fits;
  if (const Ticket& one = *ticket(e.ticket); one.state == TicketState::told) {
    return conflict(
        "ticket {} was told {} before; another score is a correction: see "
        "`mesha session correct --help`",
        e.ticket, text_of(one.reward));
  }
  return ok();
}

Status SessionState::check(const Corrected& e) const {
  if (auto fits = check_ticket(e.ticket); !fits) return fits;
  const Ticket& one = *ticket(e.ticket);
  if (one.state != TicketState::told)
    return conflict("ticket {} has no score yet that could be corrected", e.ticket);
  if (one.epoch != epoch_) {
    return conflict(
        "epoch {} is closed, and what was decided in it stands: the score of "
        "ticket {} cannot be corrected any more",
        one.epoch, e.ticket);
  }
  if (const Standing& who = standings_[at(one.arm)]; who.place == Standing::Place::withdrew)
    return conflict("{} has withdrawn: the score of ticket {} does not count", who.name, e.ticket);
  if (auto fits = check_text("the reason", e.reason); !fits) return fits;
  return check_reward(config_, e.reward);
}

Status SessionState::check(const Expired& e, std::int64_t at_time) const {
  if (auto fits = check_ticket(e.ticket); !fits) return fits;
  if (ticket(e.ticket)->state != TicketState::out)
    return Error{fmt::format("ticket {} has its score and cannot expire", e.ticket)};
  if (at_time < ticket(e.ticket)->due)
    return Error{fmt::format("ticket {} is not overdue yet", e.ticket)};
  return ok();
}

Status SessionState::check(const Withdrawn& e) const {
  if (at(e.arm) >= standings_.size()) return Error{"a candidate who does not exist withdraws"};
  const Standing& one = standings_[at(e.arm)];
  if (one.place == Standing::Place::withdrew) return conflict("{} has withdrawn already", one.name);
  if (one.place == Standing::Place::left && one.planned == 0)
    return conflict("{} is out since epoch {}", one.name, one.left_in);
  return check_text("the reason", e.reason);
}

Status SessionState::check(const Event& event) const {
  if (event.at < 0) return Error{"a time before 1970"};
  if (stage_ != Stage::open)
    return conflict("the selection is decided: nothing can be changed any more");
  if (std::holds_alternative<Created>(event.what))
    return Error{"the event `created` comes first, and once"};
  const bool by_itself =
      std::holds_alternative<Closed>(event.what) || std::holds_alternative<Decided>(event.what);
  if (by_itself || over_ || owed_ == 0) {
    const auto next = due();
    if (!next) return Error{"a decision that is not due"};
    const std::string rules = text_of(Event{event.at, *next});
    if (text_of(event) == rules) return ok();
    return Error{fmt::format("by the rules this event reads `{}`", rules)};
  }
  return std::visit(Cases{[](const Created&) { return ok(); }, [](const Closed&) { return ok(); },
                          [](const Decided&) { return ok(); },
                          [this, &event](const Asked& what) { return check(what, event.at); },
                          [this, &event](const Expired& what) { return check(what, event.at); },
                          [this](const auto& what) { return check(what); }},
                    event.what);
}

}  // namespace mesha
