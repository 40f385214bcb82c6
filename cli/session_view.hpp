// What `mesha session` shows of a selection, before it is put into words or JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesha/session/event.hpp"
#include "mesha/session/state.hpp"
#include "mesha/session/store.hpp"

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

}  // namespace mesha::cli
