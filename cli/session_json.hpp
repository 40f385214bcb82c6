// The JSON documents of `mesha session`.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "cli/session_view.hpp"
#include "mesha/session/certainty.hpp"
#include "mesha/session/session.hpp"

namespace mesha::cli {

nlohmann::json state_json(const Session& session);
nlohmann::json new_json(const Session& session);
nlohmann::json tickets_json(const Session& session, const std::vector<IssuedTicket>& issued);
nlohmann::json told_json(const Session& session, std::int64_t fresh, std::int64_t known_before);
nlohmann::json status_json(const Session& session, const Certainty& sure, std::int64_t now);
nlohmann::json list_json(const std::vector<Listed>& rows);
Status print_log(Store& store, const Session& session);  // too long for one document in memory

}  // namespace mesha::cli
