#include "cli/session_view.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <variant>

namespace mesha::cli {
namespace {

using Stage = SessionState::Stage;
using Place = Standing::Place;

void show(double mu_hat, const std::optional<TriggerBounds>& bounds, StandingRow& row) {
  row.claimed = mu_hat;
  if (!bounds) return;
  row.rlcb = bounds->rlcb;
  row.aucb = bounds->aucb;
}

std::string judged_out(const Departure& gone, StandingRow& row) {
  if (const auto* caught = std::get_if<ByTrigger>(&gone.why)) {
    show(caught->mu_hat, caught->bounds, row);
    return fmt::format(
        "grim trigger: by its reports it earned at least {:.4g}, by its scores at "
        "most {:.4g}",
        caught->bounds.rlcb, caught->bounds.aucb);
  }
  const auto* said = std::get_if<ByRanking>(&gone.why);
  const ByRanking ranked = said != nullptr ? *said : ByRanking{};
  show(ranked.mu_hat, ranked.bounds, row);
  return fmt::format("ranking: estimate {:.4g}, the last who stayed had {:.4g}", ranked.mu_hat,
                     ranked.cut);
}

StandingRow row_of(const SessionState& state, std::size_t arm) {
  const Standing& one = state.standings()[arm];
  StandingRow row;
  if (one.scores > 0) row.observed = one.score_sum / static_cast<double>(one.scores);
  if (one.judgement) {
    row.state = "out";
    const std::int64_t epoch = one.aside_since > 0 ? one.aside_since : one.left_in;
    row.reason = fmt::format("epoch {}, {}", epoch, judged_out(*one.judgement, row));
  } else if (one.place == Place::withdrew) {
    row.state = "withdrew";
    row.reason = fmt::format("epoch {}, {}", one.left_in, one.reason);
  } else {
    row.state = state.stage() == Stage::decided ? "winner" : "in";
    if (state.stage() == Stage::open && one.aside_since > 0) {
      row.state = "set aside";
      row.reason = fmt::format("since epoch {}; may come back", one.aside_since);
    }
    if (one.last) show(one.last->mu_hat, one.last->bounds, row);
  }
  return row;
}

}  // namespace

std::string moment(std::int64_t ms) {
  const std::time_t seconds = ms / 1000;
  std::tm parts{};
  if (gmtime_r(&seconds, &parts) == nullptr) return std::to_string(ms);
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", parts);
}

std::string_view stage_name(Stage stage) {
  constexpr std::array<std::string_view, 3> names{"open", "decided", "nobody_left"};
  return names[static_cast<std::size_t>(stage)];
}

std::string_view stage_after(const Event& last) {
  const auto* decided = std::get_if<Decided>(&last.what);
  if (decided == nullptr) return stage_name(Stage::open);
  return stage_name(decided->identified ? Stage::decided : Stage::nobody_left);
}

std::string winner_of(const SessionState& state) {
  if (state.stage() != Stage::decided) return "";
  return state.standings()[at(*state.winner())].name;
}

std::vector<PlannedEpoch> planned_epochs(const SessionState& state) {
  std::vector<PlannedEpoch> epochs;
  const auto facts = state.learner().affine();
  if (!facts) return epochs;
  int active = static_cast<int>(state.standings().size());
  for (int epoch = 1; epoch <= facts->epochs; ++epoch) {
    const auto [pulls, keep] = facts->stage(epoch, active);
    // Some learners rank again without a new score; that is no epoch to wait for.
    if (pulls > 0) epochs.push_back({static_cast<int>(epochs.size()) + 1, active, pulls});
    active = std::min(active, keep);
  }
  return epochs;
}

std::vector<StandingRow> standing_rows(const SessionState& state) {
  std::vector<StandingRow> rows;
  rows.reserve(state.standings().size());
  for (std::size_t i = 0; i < state.standings().size(); ++i) rows.push_back(row_of(state, i));
  for (const auto& [arm, judgement] : state.judgements())
    show(judgement.mu_hat, judgement.bounds, rows[at(arm)]);
  return rows;
}

std::vector<TicketId> tickets_out(const SessionState& state) {
  std::vector<TicketId> ids;
  for (std::size_t k = 0; k < state.tickets().size(); ++k) {
    if (state.tickets()[k].state == TicketState::out) ids.push_back(static_cast<TicketId>(k + 1));
  }
  return ids;
}

}  // namespace mesha::cli
