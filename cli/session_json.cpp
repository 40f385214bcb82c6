// The JSON documents of `mesha session`.
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "cli/session_view.hpp"
#include "mesha/io/json.hpp"

namespace mesha::cli {
namespace {

using nlohmann::json;

json schedule_json(const SessionState& state) {
  auto list = json::array();
  for (const PlannedEpoch& epoch : planned_epochs(state)) {
    list.push_back({{"epoch", epoch.number},
                    {"candidates", epoch.candidates},
                    {"evaluations_each", epoch.each}});
  }
  return list;
}

json settings_json(const SessionConfig& c) {
  json document{{"learner", c.learner},
                {"options", c.options},
                {"norm_bound", c.norm_bound},
                {"noise", c.noise},
                {"reward_range", nullptr},
                {"seed", or_null(c.seed)},
                {"candidates", c.candidates.size()},
                {"features", c.candidates.front().report.x.size()}};
  if (c.range) document["reward_range"] = {c.range->low, c.range->high};
  return document;
}

json ticket_json(const IssuedTicket& one) {
  return {{"ticket", std::to_string(one.ticket)},
          {"arm", one.arm.index},
          {"name", one.name},
          {"epoch", one.epoch},
          {"report", one.report.x},
          {"report_hash", one.report_hash},
          {"worker", one.worker},
          {"due", moment(one.due)}};
}

json arm_json(const Standing& one, const StandingRow& row) {
  return {{"name", one.name},
          {"state", row.state},
          {"reason", row.reason.empty() ? json(nullptr) : json(row.reason)},
          {"left_in_epoch", one.left_in == 0 ? json(nullptr) : json(one.left_in)},
          {"claimed", or_null(row.claimed)},
          {"observed", or_null(row.observed)},
          {"rlcb", or_null(row.rlcb)},
          {"aucb", or_null(row.aucb)},
          {"scores", one.scores},
          {"planned_in_epoch", one.planned},
          {"told_in_epoch", one.told},
          {"report", one.reports[static_cast<std::size_t>(one.report)].x},
          {"reports_made", one.reports.size()}};
}

json certainty_json(const Certainty& sure) {
  json failure = nullptr;
  if (sure.failure) {
    failure = {{"failure", sure.failure->failure},
               {"low", sure.failure->interval.low},
               {"high", sure.failure->interval.high},
               {"method", name(sure.failure->method)}};
  }
  return {{"probability_best", or_null(sure.best)},
          {"procedure", failure},
          {"why_not", sure.why_not.empty() ? json(nullptr) : json(sure.why_not)}};
}

json out_json(const SessionState& state, TicketId id, std::int64_t now) {
  const Ticket& one = *state.ticket(id);
  return {{"ticket", std::to_string(id)}, {"name", state.standings()[at(one.arm)].name},
          {"worker", one.worker},         {"asked", moment(one.asked)},
          {"due", moment(one.due)},       {"overdue", one.due <= now}};
}

}  // namespace

json state_json(const Session& session) {
  const SessionState& state = session.state();
  const std::string winner = winner_of(state);
  return {{"session", state.config().name},
          {"state", stage_name(state.stage())},
          {"winner", winner.empty() ? json(nullptr) : json(winner)},
          {"epoch", state.epoch()},
          {"spent", state.spent()},
          {"budget", state.config().budget},
          {"saved", state.saved()},
          {"tickets_out", state.out()},
          {"still_to_tell", state.owed()},
          {"events", session.events()},
          {"head", session.head()}};
}

json new_json(const Session& session) {
  auto document = state_json(session);
  document["schedule"] = schedule_json(session.state());
  document["settings"] = settings_json(session.state().config());
  return document;
}

json outlook_json(const Outlook& outlook) {
  const planning::Point& now = outlook.now;
  return {{"gap", outlook.gap},
          {"failure", now.failure},
          {"low", now.interval.low},
          {"high", now.interval.high},
          {"method", name(now.method)},
          {"wished", outlook.wished},
          {"budget", or_null(outlook.needed.budget)}};
}

json tickets_json(const Session& session, const std::vector<IssuedTicket>& issued) {
  auto document = state_json(session);
  auto& tickets = document["tickets"] = json::array();
  for (const IssuedTicket& one : issued) tickets.push_back(ticket_json(one));
  return document;
}

json told_json(const Session& session, std::int64_t fresh, std::int64_t known_before) {
  auto document = state_json(session);
  document["told"] = fresh;
  document["known_before"] = known_before;
  return document;
}

json status_json(const Session& session, const Certainty& sure, std::int64_t now) {
  const SessionState& state = session.state();
  auto document = new_json(session);
  auto& arms = document["arms"] = json::array();
  const std::vector<StandingRow> rows = standing_rows(state);
  for (std::size_t i = 0; i < rows.size(); ++i)
    arms.push_back(arm_json(state.standings()[i], rows[i]));
  auto& tickets = document["tickets"] = json::array();
  for (const TicketId id : tickets_out(state)) tickets.push_back(out_json(state, id, now));
  document["certainty"] = certainty_json(sure);
  return document;
}

json list_json(const std::vector<Listed>& rows) {
  auto list = json::array();
  for (const Listed& row : rows) {
    const auto last = event_of(row.last.text);
    list.push_back({{"name", row.name},
                    {"state", last ? json(stage_after(*last)) : json()},
                    {"events", row.last.seq},
                    {"head", row.last.hash},
                    {"last_event", last ? json(moment(last->at)) : json()}});
  }
  return {{"sessions", list}};
}

Status print_log(Store& store, const Session& session) {
  fmt::print(R"({{"session": {}, "format": {}, "events": [)",
             json(session.state().config().name).dump(), journal_version);
  auto read = store.read(session.state().config().name, 0,
                         [&](std::int64_t seq, std::string_view text, std::string_view hash) {
                           const auto event = event_of(text);
                           const json one{{"seq", seq},
                                          {"kind", event ? kind_of(*event) : "?"},
                                          {"at", event ? moment(event->at) : "?"},
                                          {"text", text},
                                          {"hash", hash}};
                           fmt::print("{}\n  {}", seq == 1 ? "" : ",", json_text(one, -1));
                           return seq < session.events();
                         });
  fmt::print("\n], {}: {}}}\n", json("head").dump(), json(session.head()).dump());
  return read;
}

}  // namespace mesha::cli
