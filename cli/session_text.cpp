// What `mesha session` prints, for people or as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "cli/session_view.hpp"
#include "mesha/frontier/sections.hpp"
#include "mesha/io/json.hpp"

namespace mesha::cli {
namespace {

using Stage = SessionState::Stage;

void print(const nlohmann::json& document) { fmt::print("{}\n", json_text(document)); }

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
    if (const auto all = planned_epochs(state); !all.empty())
      text += fmt::format(" of {}", all.size());
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
  const std::vector<PlannedEpoch> epochs = planned_epochs(state);
  constexpr std::size_t shown = 12;
  for (std::size_t k = 0; k < std::min(epochs.size(), shown); ++k) {
    const PlannedEpoch& epoch = epochs[k];
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

// Of a chance; the words do not say 100% where a failure is possible.
std::string percent(double p) {
  for (const int digits : {0, 1, 2, 3}) {
    std::string text = fmt::format("{:.{}f}", 100 * p, digits);
    if (!text.starts_with("100") && !text.starts_with("0%")) return text + "%";
  }
  return "over 99.999%";
}

// One sentence, in lines of 80 columns.
void print_outlook(const SessionConfig& c, const Outlook& outlook) {
  const std::string wished = percent(1 - outlook.wished);
  std::string sure = percent(1 - outlook.now.failure);
  if (sure == wished) sure = "about " + sure;
  std::string text = fmt::format(
      "{} evaluations find the best of {} with {} if it leads all others by {:.4g}{} and scores "
      "stray by {:.4g}",
      c.budget, c.candidates.size(), sure, outlook.gap,
      outlook.gap == c.noise / 2 ? " (half the noise; --gap says otherwise)" : "", c.noise);
  if (!outlook.needed.budget) {
    text += fmt::format("; {} is out of reach", wished);
  } else if (*outlook.needed.budget > c.budget) {
    text += fmt::format("; for {} take about {}", wished, *outlook.needed.budget);
  } else {
    text += fmt::format("; for {} about {} would do", wished, *outlook.needed.budget);
  }
  fmt::print("\n");
  for (const std::string& line : frontier::wrapped(text + " (`--plan` shows more).", 80))
    fmt::print("{}\n", line);
}

// What each setting means for this selection.
std::vector<std::pair<std::string, std::string>> settings_of(const SessionState& state) {
  const SessionConfig& c = state.config();
  std::vector<std::pair<std::string, std::string>> words{
      {"noise " + text_of(c.noise),
       "how far a score strays from the truth; too small trusts luck, too large catches no liar"},
      {"norm bound " + text_of(c.norm_bound), "no report may be longer"}};
  if (c.seed)
    words.emplace_back(fmt::format("seed {}", *c.seed), "of the coins that the learner tosses");
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

constexpr std::size_t most_shown = 100;

std::string number(const std::optional<double>& x) { return x ? fmt::format("{:.4g}", *x) : "-"; }

void print_ladder(const SessionState& state, const std::vector<StandingRow>& rows) {
  std::vector<std::size_t> order(rows.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto height = [&](std::size_t i) {  // the winner on top, then by epochs survived
    const Standing& one = state.standings()[i];
    const std::int64_t stayed = one.left_in == 0 ? state.epoch() + 1 : one.left_in;
    return std::pair(stayed, rows[i].observed.value_or(-1e300));
  };
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return height(a) > height(b); });
  std::size_t width = 9;
  for (const std::size_t i : order) width = std::max(width, width_of(state.standings()[i].name));
  width = std::min<std::size_t>(width, 40);
  fmt::print("\n  {}  {:<9}  {:>6}  {:>9}  {:>9}  {:>9}  {:>9}\n", padded("candidate", width),
             "state", "scores", "observed", "claimed", "RLCB", "AUCB");
  for (std::size_t k = 0; k < std::min(order.size(), most_shown); ++k) {
    const Standing& one = state.standings()[order[k]];
    const StandingRow& row = rows[order[k]];
    fmt::print("  {}  {:<9}  {:>6}  {:>9}  {:>9}  {:>9}  {:>9}\n", padded(one.name, width),
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

void print_new(const Session& session, const std::optional<Outlook>& outlook, bool json) {
  const SessionState& state = session.state();
  const SessionConfig& c = state.config();
  if (json) {
    auto document = new_json(session);
    document["outlook"] = outlook ? outlook_json(*outlook) : nlohmann::json();
    return print(document);
  }
  const std::size_t d = c.candidates.front().report.x.size();
  fmt::print("{}: {} with {}, {}, decided by {}\n", c.name,
             counted(static_cast<std::int64_t>(c.candidates.size()), "candidate"),
             counted(static_cast<std::int64_t>(d), "feature"), counted(c.budget, "evaluation"),
             c.learner);
  constexpr std::size_t named = 10;
  for (std::size_t i = 0; i < std::min(named, c.candidates.size()); ++i)
    fmt::print("{} {}", i == 0 ? "  " : ",", quoted(c.candidates[i].name));
  fmt::print("{}\n\n", c.candidates.size() > named ? ", ..." : "");
  print_schedule(state);
  if (outlook) print_outlook(c, *outlook);
  fmt::print("\nWhat matters here (set by --noise, --norm-bound, --option):\n");
  for (const auto& [setting, meaning] : settings_of(state))
    fmt::print("  {:<15} {}\n", setting, meaning);
  fmt::print("\n");
  if (state.stage() == Stage::open) fmt::print("Next: mesha session ask {}\n", quoted_word(c.name));
  print_state(session, false);
}

void print_tickets(const Session& session, const std::vector<IssuedTicket>& issued, bool json) {
  if (json) return print(tickets_json(session, issued));
  for (const IssuedTicket& one : issued) {
    fmt::print("ticket {}: evaluate {} (epoch {}), reported features {} [{}], by {}\n", one.ticket,
               one.name, one.epoch, text_of(one.report.x), one.report_hash.substr(0, 12),
               moment(one.due));
  }
  if (issued.empty() && session.state().stage() == Stage::open)
    fmt::print("Nothing to hand out: all evaluations of this epoch are with somebody.\n");
  print_state(session, false);
}

void print_told(const Session& session, std::int64_t fresh, std::size_t all, bool json) {
  const std::int64_t known = static_cast<std::int64_t>(all) - fresh;
  if (json) return print(told_json(session, fresh, known));
  if (known > 0) fmt::print("{} of {} were known before.\n", known, all);
  print_state(session, false);
}

void print_state(const Session& session, bool json) {
  if (json) return print(state_json(session));
  fmt::print("{}\n", state_line(session));
  print_head(session);
}

void print_status(const Session& session, std::int64_t now, bool json) {
  const SessionState& state = session.state();
  const Certainty sure = certainty(state);
  if (json) return print(status_json(session, sure, now));
  fmt::print("{}\n", state_line(session));
  print_ladder(state, standing_rows(state));
  const std::vector<TicketId> out = tickets_out(state);
  if (!out.empty()) fmt::print("\n  tickets out\n");
  for (std::size_t k = 0; k < std::min<std::size_t>(out.size(), 20); ++k) {
    const Ticket& one = *state.ticket(out[k]);
    fmt::print("  {:>6}  {}{}, until {}{}\n", out[k], state.standings()[at(one.arm)].name,
               one.worker.empty() ? "" : ", with " + one.worker, moment(one.due),
               one.due <= now ? " (overdue)" : "");
  }
  if (state.out() > 20) fmt::print("  ... and {} more\n", state.out() - 20);
  print_certainty(sure);
  fmt::print("\n");
  print_head(session);
}

void print_list(const std::vector<Listed>& rows, bool json) {
  if (json) return print(list_json(rows));
  std::size_t width = 7;
  for (const Listed& row : rows) width = std::max(width, width_of(row.name));
  fmt::print("{}  {:<11}  {:>8}  last event\n", padded("session", width), "state", "events");
  for (const Listed& row : rows) {
    const auto last = event_of(row.last.text);
    fmt::print("{}  {:<11}  {:>8}  {}\n", padded(row.name, width), last ? stage_after(*last) : "?",
               row.last.seq, last ? moment(last->at) : "?");
  }
}

void print_tickets_csv(const SessionState& state) {
  constexpr std::array<std::string_view, 4> states{"out", "told", "expired", "void"};
  fmt::print(
      "ticket,candidate,epoch,state,score,before_correction,worker,asked,due,report,reason\n");
  for (std::size_t k = 0; k < state.tickets().size(); ++k) {
    const Ticket& one = state.tickets()[k];
    const bool told = one.state == TicketState::told;
    fmt::print("{},{},{},{},{},{},{},{},{},\"{}\",{}\n", k + 1,
               quoted(state.standings()[at(one.arm)].name), one.epoch,
               states[static_cast<std::size_t>(one.state)], told ? text_of(one.reward) : "",
               told && one.first != one.reward ? text_of(one.first) : "", quoted(one.worker),
               moment(one.asked), moment(one.due), text_of(state.report_of(one).x),
               quoted(std::string(state.why_corrected(static_cast<TicketId>(k + 1)))));
  }
}

}  // namespace mesha::cli
