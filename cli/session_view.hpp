// What `mesha session` shows: of a selection, and then in words or as JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesha/session/certainty.hpp"
#include "mesha/session/outlook.hpp"
#include "mesha/session/session.hpp"

namespace mesha::cli {

struct Listed {
  std::string name;
  StoredEvent last;
};

std::string moment(std::int64_t ms);  // 2026-03-23T12:00:00Z

std::string_view stage_name(SessionState::Stage stage);
std::string_view stage_after(const Event& last);   // of a log that ends so
std::string winner_of(const SessionState& state);  // empty while there is none

struct PlannedEpoch {
  int number = 0;
  int candidates = 0;
  std::int64_t each = 0;
};

// The schedule if no arm triggers or withdraws; none for adaptive learners.
std::vector<PlannedEpoch> planned_epochs(const SessionState& state);

// What a report claims and what the scores say, in the epoch that is open or that ended it.
struct StandingRow {
  std::string state;
  std::string reason;
  std::optional<double> claimed, observed, rlcb, aucb;
};

// If active: the trigger's two numbers as they would be if the epoch ended now, or as they were
// at the end of the last one.
std::vector<StandingRow> standing_rows(const SessionState& state);

std::vector<TicketId> tickets_out(const SessionState& state);

// session_json.cpp
nlohmann::json state_json(const Session& session);
nlohmann::json new_json(const Session& session);
nlohmann::json outlook_json(const Outlook& outlook);
nlohmann::json tickets_json(const Session& session, const std::vector<IssuedTicket>& issued);
nlohmann::json told_json(const Session& session, std::int64_t fresh, std::int64_t known_before);
nlohmann::json status_json(const Session& session, const Certainty& sure, std::int64_t now);
nlohmann::json list_json(const std::vector<Listed>& rows);
Status print_log(Store& store, const Session& session);  // too long for one document in memory

// session_text.cpp: for people, or as JSON
void print_new(const Session& session, const std::optional<Outlook>& outlook, bool json);
void print_tickets(const Session& session, const std::vector<IssuedTicket>& issued, bool json);
void print_told(const Session& session, std::int64_t fresh, std::size_t all, bool json);
void print_state(const Session& session, bool json);  // one line, after a change
void print_status(const Session& session, std::int64_t now, bool json);
void print_list(const std::vector<Listed>& rows, bool json);
void print_tickets_csv(const SessionState& state);

}  // namespace mesha::cli
