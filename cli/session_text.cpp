#include "cli/session_text.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "mesha/session/certainty.hpp"

namespace mesha::cli {
namespace {

using nlohmann::json;
using Stage = SessionState::Stage;
using Place = Standing::Place;

void print(const json& document) {
  fmt::print("{}\n", document.dump(2, ' ', false, json::error_handler_t::replace));
}

template <class T>
json or_null(const std::optional<T>& maybe) {
  return maybe ? json(*maybe) : json(nullptr);
}

std::string moment(std::int64_t ms) {
  const std::time_t seconds = ms / 1000;
  std::tm parts{};
  if (gmtime_r(&seconds, &parts) == nullptr) return std::to_string(ms);
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", parts);
}

// Letters, not bytes: columns stay straight.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
}
std::string padded(std::string text, std::size_t width) {
  text.append(width - std::min(width, width_of(text)), ' ');
  return text;
}

std::string counted(std::int64_t n, std::string_view thing) {
  return fmt::format("{} {}{}", n, thing, n == 1 ? "" : "s");
}

// For a shell.
std::string quoted_word(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string_view stage_name(Stage stage) {
  constexpr std::array<std::string_view, 3> names{"open", "decided", "nobody_left"};
  return names[static_cast<std::size_t>(stage)];
}

std::string winner_of(const SessionState& state) {
  if (state.stage() != Stage::decided) return "";
  return state.standings()[at(*state.winner())].name;
}

// For learners whose schedule is known before the first score.
std::optional<AffineFacts> schedule_of(const SessionState& state) {
  return state.learner().affine();
}

struct Epoch {
  int number = 0;
  int candidates = 0;
  std::int64_t each = 0;
};

// As it is while nobody is caught by the trigger and nobody withdraws.
std::vector<Epoch> epochs_of(const SessionState& state) {
  std::vector<Epoch> epochs;
  const auto facts = schedule_of(state);
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

std::string state_line(const Session& session) {
  const SessionState& state = session.state();
  std::string text = fmt::format("{}: ", state.config().name);
  if (state.stage() == Stage::decided) {
    text += fmt::format("decided, the winner is {}", winner_of(state));
  } else if (state.stage() == Stage::nobody_left) {
    text += "ended, nobody is left";
    if (state.winner())
      text += fmt::format(" (the best of the last was {})",
                          state.standings()[at(*state.winner())].name);
  } else {
    text += fmt::format("epoch {}", state.epoch());
    if (const auto all = epochs_of(state); !all.empty()) text += fmt::format(" of {}", all.size());
    text += fmt::format(", {} to come in it", counted(state.owed(), "score"));
  }
  text += fmt::format("; {} of {} evaluations", state.spent(), state.config().budget);
  if (state.saved() > 0) text += fmt::format(", {} saved by withdrawals", state.saved());
  if (state.out() > 0) text += fmt::format(", {} out", counted(state.out(), "ticket"));
  return text;
}

void print_head(const Session& session) {
  fmt::print("head {} after {}\n", session.head(), counted(session.events(), "event"));
}

void print_schedule(const SessionState& state) {
  const std::vector<Epoch> epochs = epochs_of(state);
  constexpr std::size_t shown = 12;
  for (std::size_t k = 0; k < std::min(epochs.size(), shown); ++k) {
    const Epoch& epoch = epochs[k];
    fmt::print("  epoch {:<3} {:>5} candidate{}  {:>6} evaluation{} each {:>8} in all\n",
               epoch.number, epoch.candidates, epoch.candidates == 1 ? " " : "s", epoch.each,
               epoch.each == 1 ? " " : "s", epoch.each * epoch.candidates);
  }
  if (epochs.size() > shown) fmt::print("  ... and {} more epochs\n", epochs.size() - shown);
  if (!epochs.empty() || state.stage() != Stage::open) return;
  fmt::print(
      "  {} evaluations in the first epoch; whom the next ones are for depends on the "
      "scores\n",
      state.owed());
}

// What each setting means for this selection.
std::vector<std::pair<std::string, std::string>> settings_of(const SessionState& state) {
  const SessionConfig& c = state.config();
  std::vector<std::pair<std::string, std::string>> words{
      {"noise " + text_of(c.noise),
       "how far a score strays from the truth; too small trusts luck, too large catches no liar"},
      {"norm bound " + text_of(c.norm_bound), "no report may be longer"}};
  for (const auto& [key, value] : c.options) {
    if (key == "lambda") {
      words.emplace_back("lambda " + value,
                         "pulls estimates towards 0, most for short reports: a longer report helps "
                         "to rank high");
    } else if (key == "zeta") {
      const auto zeta = number_of(value);
      words.emplace_back("zeta " + (zeta ? fmt::format("{:.4g}", *zeta) : value),
                         "the smallest difference that matters; a larger one slows the trigger");
    } else if (key != "xi" || value != text_of(c.noise)) {
      words.emplace_back(fmt::format("{} {}", key, value), "see `mesha learners`");
    }
  }
  return words;
}

json schedule_json(const SessionState& state) {
  auto list = json::array();
  for (const Epoch& epoch : epochs_of(state)) {
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
                {"candidates", c.candidates.size()},
                {"features", c.candidates.front().report.x.size()}};
  if (c.range) document["reward_range"] = {c.range->low, c.range->high};
  return document;
}

json ticket_json(const Given& one) {
  return {{"ticket", std::to_string(one.ticket)},
          {"arm", one.arm.index},
          {"name", one.name},
          {"epoch", one.epoch},
          {"report", std::vector<double>(one.report.x.begin(), one.report.x.end())},
          {"report_hash", one.report_hash},
          {"worker", one.worker},
          {"due", moment(one.due)}};
}

// What a report claims and what the scores say, in the epoch that is open or that ended it.
struct Row {
  std::string state;
  std::string reason;
  std::optional<double> claimed, observed, rlcb, aucb;
};

std::string reason_of(const Leaver& why) {
  if (why.by_trigger) {
    return fmt::format(
        "grim trigger: by its reports it earned at least {:.4g}, by its scores at "
        "most {:.4g}",
        *why.rlcb, *why.aucb);
  }
  return fmt::format("ranking: estimate {:.4g}, the last who stayed had {:.4g}", why.mu_hat,
                     why.cut.value_or(why.mu_hat));
}

Row row_of(const SessionState& state, std::size_t arm) {
  const Standing& one = state.standings()[arm];
  Row row;
  if (one.scores > 0) row.observed = one.score_sum / static_cast<double>(one.scores);
  if (one.judgement) {
    row.state = "out";
    row.reason = fmt::format("epoch {}, {}", one.left_in, reason_of(*one.judgement));
    row.claimed = one.judgement->mu_hat;
    row.rlcb = one.judgement->rlcb;
    row.aucb = one.judgement->aucb;
  } else if (one.place == Place::withdrew) {
    row.state = "withdrew";
    row.reason = fmt::format("epoch {}, {}", one.left_in, one.reason);
  } else {
    row.state = state.stage() == Stage::decided ? "winner" : "in";
    if (one.last) {
      row.claimed = one.last->mu_hat;
      row.rlcb = one.last->bounds.rlcb;
      row.aucb = one.last->bounds.aucb;
    }
  }
  return row;
}

// For who is in: the trigger's two numbers as they would be if the epoch ended now, or as they were
// at the end of the last one.
std::vector<Row> rows_of(const SessionState& state) {
  std::vector<Row> rows;
  rows.reserve(state.standings().size());
  for (std::size_t i = 0; i < state.standings().size(); ++i) rows.push_back(row_of(state, i));
  const SessionConfig& c = state.config();
  auto trigger = epoch_trigger(c.learner, setting_of(c), options_of(c));
  if (!trigger) return rows;
  const std::vector<Evidence> evidence = state.evidence();
  ByArm by_arm;
  by_arm(evidence, [&](ArmId arm, Groups groups) {
    const auto [mu_hat, bounds] = trigger->judge(groups);
    rows[at(arm)].claimed = mu_hat;
    rows[at(arm)].rlcb = bounds.rlcb;
    rows[at(arm)].aucb = bounds.aucb;
  });
  return rows;
}

json arm_json(const Standing& one, const Row& row) {
  const Vec& x = one.said[static_cast<std::size_t>(one.report)].x;
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
          {"report", std::vector<double>(x.begin(), x.end())},
          {"reports_made", one.said.size()}};
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

constexpr std::size_t most_shown = 100;

std::vector<TicketId> tickets_out(const SessionState& state) {
  std::vector<TicketId> ids;
  for (std::size_t k = 0; k < state.tickets().size(); ++k) {
    if (state.tickets()[k].state == TicketState::out) ids.push_back(static_cast<TicketId>(k + 1));
  }
  return ids;
}

json out_json(const SessionState& state, TicketId id, std::int64_t now) {
  const Ticket& one = *state.ticket(id);
  return {{"ticket", std::to_string(id)},
          {"name", state.standings()[at(one.arm)].name},
          {"worker", state.workers()[static_cast<std::size_t>(one.worker)]},
          {"asked", moment(one.asked)},
          {"due", moment(one.due)},
          {"overdue", one.due <= now}};
}

std::string number(const std::optional<double>& x) { return x ? fmt::format("{:.4g}", *x) : "-"; }

void print_ladder(const SessionState& state, const std::vector<Row>& rows) {
  std::vector<std::size_t> order(rows.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto height = [&](std::size_t i) {  // the winner on top, then who stayed longest
    const Standing& one = state.standings()[i];
    const std::int64_t stayed = one.left_in == 0 ? state.epoch() + 1 : one.left_in;
    return std::pair(stayed, rows[i].observed.value_or(-1e300));
  };
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return height(a) > height(b); });
  std::size_t width = 9;
  for (const std::size_t i : order) width = std::max(width, width_of(state.standings()[i].name));
  width = std::min<std::size_t>(width, 40);
  fmt::print("\n  {}  {:<8}  {:>6}  {:>9}  {:>9}  {:>9}  {:>9}\n", padded("candidate", width),
             "state", "scores", "observed", "claimed", "RLCB", "AUCB");
  for (std::size_t k = 0; k < std::min(order.size(), most_shown); ++k) {
    const Standing& one = state.standings()[order[k]];
    const Row& row = rows[order[k]];
    fmt::print("  {}  {:<8}  {:>6}  {:>9}  {:>9}  {:>9}  {:>9}\n", padded(one.name, width),
               row.state, one.scores, number(row.observed), number(row.claimed), number(row.rlcb),
               number(row.aucb));
    if (!row.reason.empty()) fmt::print("  {}    {}\n", padded("", width), row.reason);
  }
  if (order.size() > most_shown)
    fmt::print("  ... and {} more; --json lists all\n", order.size() - most_shown);
}

void print_certainty(const Certainty& sure) {
  if (sure.best)
    fmt::print("\nProbability that the winner is the best, given all scores: {:.4g}\n", *sure.best);
  if (!sure.why_not.empty()) fmt::print("\nHow sure this is cannot be said: {}.\n", sure.why_not);
  if (!sure.failure) return;
  const Estimate& again = *sure.failure;
  fmt::print("On candidates with these means the procedure misses the best with probability {:.4g}",
             again.failure);
  if (again.has_trials())
    fmt::print(" ({:.4g} to {:.4g})", again.interval.low, again.interval.high);
  fmt::print("\n");
}

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + '"';
}

}  // namespace

void print_new(const Session& session, bool json) {
  const SessionState& state = session.state();
  const SessionConfig& c = state.config();
  if (json) {
    auto document = state_json(session);
    document["schedule"] = schedule_json(state);
    document["settings"] = settings_json(c);
    return print(document);
  }
  const std::size_t d = c.candidates.front().report.x.size();
  fmt::print("{}: {} with {}, {}, decided by {}\n", c.name,
             counted(static_cast<std::int64_t>(c.candidates.size()), "candidate"),
             counted(static_cast<std::int64_t>(d), "feature"), counted(c.budget, "evaluation"),
             c.learner);
  constexpr std::size_t named = 10;
  for (std::size_t i = 0; i < std::min(named, c.candidates.size()); ++i)
    fmt::print("{} {}", i == 0 ? "  " : ",", c.candidates[i].name);
  fmt::print("{}\n\n", c.candidates.size() > named ? ", ..." : "");
  print_schedule(state);
  fmt::print("\nWhat matters here (set by --noise, --norm-bound, --option):\n");
  for (const auto& [setting, meaning] : settings_of(state))
    fmt::print("  {:<15} {}\n", setting, meaning);
  fmt::print("\n");
  if (state.stage() == Stage::open) fmt::print("Next: mesha session ask {}\n", quoted_word(c.name));
  print_state(session, false);
}

void print_tickets(const Session& session, const std::vector<Given>& given, bool json) {
  if (json) {
    auto document = state_json(session);
    document["tickets"] = nlohmann::json::array();
    for (const Given& one : given) document["tickets"].push_back(ticket_json(one));
    return print(document);
  }
  for (const Given& one : given) {
    fmt::print("ticket {}: evaluate {} (epoch {}), who says {} [{}], by {}\n", one.ticket, one.name,
               one.epoch, text_of(one.report.x), one.report_hash.substr(0, 12), moment(one.due));
  }
  if (given.empty() && session.state().stage() == Stage::open)
    fmt::print("Nothing to hand out: all evaluations of this epoch are with somebody.\n");
  print_state(session, false);
}

void print_told(const Session& session, std::int64_t fresh, std::size_t all, bool json) {
  if (json) {
    auto document = state_json(session);
    document["told"] = fresh;
    document["known_before"] = static_cast<std::int64_t>(all) - fresh;
    return print(document);
  }
  if (fresh < static_cast<std::int64_t>(all))
    fmt::print("{} of {} were known before.\n", static_cast<std::int64_t>(all) - fresh, all);
  print_state(session, false);
}

void print_state(const Session& session, bool json) {
  if (json) return print(state_json(session));
  fmt::print("{}\n", state_line(session));
  print_head(session);
}

void print_status(const Session& session, std::int64_t now, bool json) {
  const SessionState& state = session.state();
  const std::vector<Row> rows = rows_of(state);
  const std::vector<TicketId> out = tickets_out(state);
  const Certainty sure = certainty(state);
  if (json) {
    auto document = state_json(session);
    document["settings"] = settings_json(state.config());
    document["schedule"] = schedule_json(state);
    document["arms"] = nlohmann::json::array();
    for (std::size_t i = 0; i < rows.size(); ++i)
      document["arms"].push_back(arm_json(state.standings()[i], rows[i]));
    document["tickets"] = nlohmann::json::array();
    for (const TicketId id : out) document["tickets"].push_back(out_json(state, id, now));
    document["certainty"] = certainty_json(sure);
    return print(document);
  }
  fmt::print("{}\n", state_line(session));
  print_ladder(state, rows);
  if (!out.empty()) fmt::print("\n  tickets out\n");
  for (std::size_t k = 0; k < std::min<std::size_t>(out.size(), 20); ++k) {
    const Ticket& one = *state.ticket(out[k]);
    const std::string& worker = state.workers()[static_cast<std::size_t>(one.worker)];
    fmt::print("  {:>6}  {}{}, until {}{}\n", out[k], state.standings()[at(one.arm)].name,
               worker.empty() ? "" : ", with " + worker, moment(one.due),
               one.due <= now ? " (overdue)" : "");
  }
  if (state.out() > 20) fmt::print("  ... and {} more\n", state.out() - 20);
  print_certainty(sure);
  fmt::print("\n");
  print_head(session);
}

void print_list(const std::vector<Listed>& rows, bool json) {
  if (json) {
    auto list = nlohmann::json::array();
    for (const Listed& row : rows) {
      const auto last = event_of(row.last.text);
      const auto* decided = last ? std::get_if<Decided>(&last->what) : nullptr;
      list.push_back({{"name", row.name},
                      {"state", decided == nullptr    ? "open"
                                : decided->identified ? "decided"
                                                      : "nobody_left"},
                      {"events", row.last.seq},
                      {"head", row.last.hash},
                      {"last_event", last ? nlohmann::json(moment(last->at)) : nlohmann::json()}});
    }
    return print({{"sessions", list}});
  }
  std::size_t width = 7;
  for (const Listed& row : rows) width = std::max(width, width_of(row.name));
  fmt::print("{}  {:<11}  {:>8}  last event\n", padded("session", width), "state", "events");
  for (const Listed& row : rows) {
    const auto last = event_of(row.last.text);
    const auto* decided = last ? std::get_if<Decided>(&last->what) : nullptr;
    fmt::print("{}  {:<11}  {:>8}  {}\n", padded(row.name, width),
               decided == nullptr    ? "open"
               : decided->identified ? "decided"
                                     : "nobody_left",
               row.last.seq, last ? moment(last->at) : "?");
  }
}

void print_tickets_csv(const SessionState& state) {
  constexpr std::array<std::string_view, 4> states{"out", "told", "expired", "void"};
  fmt::print("ticket,candidate,epoch,state,score,before_correction,worker,asked,due,report\n");
  for (std::size_t k = 0; k < state.tickets().size(); ++k) {
    const Ticket& one = state.tickets()[k];
    const bool told = one.state == TicketState::told;
    fmt::print("{},{},{},{},{},{},{},{},{},\"{}\"\n", k + 1,
               quoted(state.standings()[at(one.arm)].name), one.epoch,
               states[static_cast<std::size_t>(one.state)], told ? text_of(one.reward) : "",
               told && one.first != one.reward ? text_of(one.first) : "",
               quoted(state.workers()[static_cast<std::size_t>(one.worker)]), moment(one.asked),
               moment(one.due), text_of(state.report_of(one).x));
  }
}

// Event by event: a long log need not fit into memory twice.
Verdict print_log(Store& store, const Session& session) {
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
                           fmt::print("{}\n  {}", seq == 1 ? "" : ",",
                                      one.dump(-1, ' ', false, json::error_handler_t::replace));
                           return seq < session.events();
                         });
  fmt::print("\n], {}: {}}}\n", json("head").dump(), json(session.head()).dump());
  return read;
}

}  // namespace mesha::cli
