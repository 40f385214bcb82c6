// What `mesha session` prints, for people or as JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cli/session_view.hpp"
#include "mesha/session/session.hpp"

namespace mesha::cli {

void print_new(const Session& session, bool json);
void print_tickets(const Session& session, const std::vector<IssuedTicket>& issued, bool json);
void print_told(const Session& session, std::int64_t fresh, std::size_t all, bool json);
void print_state(const Session& session, bool json);  // one line, after a change
void print_status(const Session& session, std::int64_t now, bool json);
void print_list(const std::vector<Listed>& rows, bool json);
void print_tickets_csv(const SessionState& state);

}  // namespace mesha::cli
