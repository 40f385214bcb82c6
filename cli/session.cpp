// mesha session ...: a real selection, one command at a time.
#include "mesha/session/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/ranks.hpp"
#include "cli/session_view.hpp"
#include "cli/verbs.hpp"
#include "mesha/catalog/learners.hpp"
#include "mesha/io/csv.hpp"
#include "mesha/io/json.hpp"
#include "mesha/io/numbers.hpp"
#include "mesha/session/verify.hpp"

namespace mesha::cli {
namespace {

std::int64_t now() {
  const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(since_1970).count();
}

Result<std::unique_ptr<Store>> store_of(const SessionOptions& options, Access access) {
  if (!options.store.empty()) return open_store(options.store, access);
  const char* address = std::getenv("MESHA_STORE");  // NOLINT(concurrency-mt-unsafe)
  return open_store(address != nullptr && *address != '\0' ? address : "sqlite:mesha.db", access);
}

// The store and the session in it, for as long as a verb needs them.
struct Desk {
  std::unique_ptr<Store> store;
  Session session;
};

Result<Desk> desk_of(const SessionOptions& options, Access access) {
  auto store = store_of(options, access);
  if (!store) return store.error();
  // Read-only verbs skip the hashes of a long log: `verify` computes them.
  auto session =
      Session::open(**store, options.name,
                    access == Access::read ? Session::Chain::believed : Session::Chain::checked);
  if (!session) return session.error();
  return Desk{*std::move(store), *std::move(session)};
}

// "90s", "30m", "2h", "7d", "500ms"
Result<std::int64_t> milliseconds_of(const std::string& text) {
  const auto wrong = Error{
      fmt::format("--lease wants a time such as 90s, 30m, 2h or 7d, not `{}`", text.substr(0, 40))};
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto count = whole_text_as<std::int64_t>(text.substr(0, digits));
  constexpr std::int64_t most = 1'000'000'000;
  if (!count || *count < 1 || *count > most) return wrong;
  for (const auto& [word, ms] :
       {std::pair("ms", 1), {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}}) {
    if (text.substr(digits) == word && *count <= 4'000'000'000'000 / ms) return *count * ms;
  }
  return wrong;
}

Result<Score> score_of(std::string_view ticket, std::string_view reward) {
  const auto id = whole_text_as<TicketId>(ticket);
  if (!id || *id < 1)
    return Error{fmt::format("`{}` is not a ticket: they are numbers, as ask prints them",
                             ticket.substr(0, 40))};
  const auto value = number_of(reward);
  if (!value) return Error{"the score " + value.error().sentence};
  return Score{*id, *value};
}

// "0.5, 0.1" is as good as "0.5,0.1".
std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

std::uint64_t random_seed() {  // one that --seed takes
  std::random_device chance;
  return (std::uint64_t{chance()} << 32U | chance()) >> 1U;
}

Status check_does_without_features(const std::string& learner, const std::string& file) {
  const LearnerEntry* entry = find_learner(learner);
  if (entry == nullptr || entry->traits.does_without_features()) return ok();
  std::vector<std::string_view> others;
  for (const LearnerEntry& other : all_learners()) {
    if (other.traits.does_without_features()) others.push_back(other.name);
  }
  const std::string_view last = others.back();
  others.pop_back();
  return Error{fmt::format("{} decides by features, and {} has none: {} and {} do without", learner,
                           file, fmt::join(others, ", "), last)};
}

Result<SessionConfig> config_of(const SessionOptions& options) {
  SessionConfig config{.name = options.name,
                       .budget = options.budget,
                       .norm_bound = options.norm_bound,
                       .seed = options.seed};
  if (!options.learner.empty()) config.learner = options.learner;
  if (!options.reward_range.empty()) {
    const auto ends = numbers_of(without_blanks(options.reward_range));
    if (!ends || ends->size() != 2) return Error{"--reward-range wants two numbers, such as 0,1"};
    config.range = {(*ends)[0], (*ends)[1]};
  }
  for (const std::string& option : options.options) {
    const auto equals = option.find('=');
    if (equals == std::string::npos || equals == 0)
      return Error{fmt::format("--option wants KEY=VALUE, not `{}`", option.substr(0, 80))};
    if (!config.options.emplace(option.substr(0, equals), option.substr(equals + 1)).second)
      return Error{fmt::format("option {} is given twice", option.substr(0, equals))};
  }
  auto table = load_features(options.arms, Names::always);
  if (!table) return table.error();
  const bool described = table->points.dimension > 0;
  for (std::size_t i = 0; i < table->points.count; ++i) {
    const auto row = table->points.row(i);
    // Without features all candidates get the same report.
    Vec report = described ? Vec(std::vector<double>(row.begin(), row.end()))
                           : Vec{std::min(1.0, options.norm_bound)};
    config.candidates.push_back({std::move(table->names[i]), Report{std::move(report)}});
  }
  if (!described && config.candidates.front().name.find(';') != std::string::npos)
    return Error{options.arms + ": columns are separated by commas, not by semicolons"};
  if (!described) {
    if (auto fits = check_does_without_features(config.learner, options.arms); !fits)
      return fits.error();
  }
  auto ready = completed(std::move(config), options.noise);
  if (ready && !ready->seed && learner_of(*ready)->tosses_coins()) ready->seed = random_seed();
  return ready;
}

int session_new(const SessionOptions& options) {
  auto config = config_of(options);
  if (!config) return refuse(config.error());
  const double gap = options.gap.value_or(config->noise / 2);
  if (options.plan)
    return plan({.arms = static_cast<std::int64_t>(config->candidates.size()),
                 .gaps = text_of(gap),
                 .sd = config->noise,
                 .threads = cores(),
                 .json = options.json});
  auto store = store_of(options, Access::create);
  if (!store) return refuse(store.error());
  const auto session = Session::create(**store, *config, now());
  if (!session) return refuse(session.error());
  print_new(*session, outlook(*config, gap), options.json);
  return success;
}

int session_ask(const SessionOptions& options) {
  const auto lease = milliseconds_of(options.lease);
  if (!lease) return refuse(lease.error());
  if (options.again && options.worker.empty())
    return refuse("--again needs --worker: whose tickets?");
  auto desk = desk_of(options, Access::write);
  if (!desk) return refuse(desk.error());
  const auto issued =
      desk->session.ask({options.count, options.worker, *lease, options.again}, now());
  if (!issued) return refuse(issued.error());
  print_tickets(desk->session, *issued, options.json);
  return success;
}

// Lines of ticket,score; a header that begins with `ticket`, empty lines and lines that begin with
// # do not count.
Result<std::vector<Score>> scores_of(std::istream& in, const std::string& source,
                                     std::vector<std::size_t>& lines) {
  std::vector<Score> scores;
  std::string text;
  bool first = true;
  for (std::size_t number = 1; std::getline(in, text); ++number) {
    if (number == 1 && text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    if (text.ends_with('\r')) text.pop_back();
    if (text.empty() || text.front() == '#') continue;
    const auto comma = text.find(',');
    const bool header = std::exchange(first, false) && text.substr(0, comma) == "ticket";
    if (header) continue;
    auto score = comma == std::string::npos ? Error{"wants a ticket, a comma, and a score"}
                                            : score_of(without_blanks(text.substr(0, comma)),
                                                       without_blanks(text.substr(comma + 1)));
    if (!score)
      return Error{fmt::format("{}, line {}: {}", source, number, score.error().sentence)};
    scores.push_back(*score);
    lines.push_back(number);
  }
  if (in.bad()) return Error{source + " cannot be read"};
  if (scores.empty()) return Error{source + " has no scores in it"};
  return scores;
}

Result<std::vector<Score>> load_scores(const std::string& file, std::vector<std::size_t>& lines) {
  if (file == "-") return scores_of(std::cin, "standard input", lines);
  std::ifstream in(file);
  if (!in) return Error{"cannot read `" + file + "`: is it there, and a file?"};
  return scores_of(in, file, lines);
}

int session_tell(const SessionOptions& options) {
  const bool one = !options.ticket.empty() && !options.reward.empty();
  if (one == !options.csv.empty() || options.ticket.empty() != options.reward.empty())
    return refuse("tell wants a ticket and its score, or --csv FILE with many");
  std::vector<std::size_t> lines;
  Result<std::vector<Score>> scores = std::vector<Score>{};
  if (one) {
    const auto score = score_of(options.ticket, options.reward);
    if (!score) return refuse(score.error());
    scores = std::vector{*score};
  } else {
    scores = load_scores(options.csv, lines);
  }
  if (!scores) return refuse(scores.error());
  auto desk = desk_of(options, Access::write);
  if (!desk) return refuse(desk.error());
  std::optional<std::size_t> refused;
  const auto fresh = desk->session.tell(*scores, now(), &refused);
  if (!fresh) {
    const std::string& why = fresh.error().sentence;
    if (one || !refused) return refuse(why);
    return refuse(fmt::format("{}, line {}: {} (no line of the file was stored)", options.csv,
                              lines[*refused], why));
  }
  print_told(desk->session, *fresh, scores->size(), options.json);
  return success;
}

int session_change(const SessionOptions& options, const std::function<Status(Session&)>& change) {
  auto desk = desk_of(options, Access::write);
  if (!desk) return refuse(desk.error());
  if (const auto done = change(desk->session); !done) return refuse(done.error());
  print_state(desk->session, options.json);
  return success;
}

int session_correct(const SessionOptions& options) {
  const auto score = score_of(options.ticket, options.reward);
  if (!score) return refuse(score.error());
  return session_change(options,
                        [&](Session& s) { return s.correct(*score, options.reason, now()); });
}

int session_report(const SessionOptions& options) {
  const auto x = numbers_of(without_blanks(options.report));
  if (!x) return refuse("the report: " + x.error().sentence);
  return session_change(options,
                        [&](Session& s) { return s.report(options.arm, Report{*x}, now()); });
}

int session_withdraw(const SessionOptions& options) {
  return session_change(options,
                        [&](Session& s) { return s.withdraw(options.arm, options.reason, now()); });
}

int session_status(const SessionOptions& options) {
  auto desk = desk_of(options, Access::read);
  if (!desk) return refuse(desk.error());
  print_status(desk->session, now(), options.json);
  return success;
}

int session_list(const SessionOptions& options) {
  auto store = store_of(options, Access::read);
  if (!store) return refuse(store.error());
  const auto names = (*store)->names();
  if (!names) return refuse(names.error());
  std::vector<Listed> rows;
  for (const std::string& name : *names) {
    const auto last = (*store)->last(name);
    if (!last) return refuse(last.error());
    rows.push_back({name, *last});
  }
  print_list(rows, options.json);
  return success;
}

int session_export(const SessionOptions& options) {
  if (options.json && options.table) return refuse("export writes JSON or CSV, not both");
  auto desk = desk_of(options, Access::read);
  if (!desk) return refuse(desk.error());
  if (options.table) {
    print_tickets_csv(desk->session.state());
    return success;
  }
  return success_or_refuse(print_log(*desk->store, desk->session));
}

int session_verify(const SessionOptions& options) {
  auto store = store_of(options, Access::read);
  if (!store) return refuse(store.error());
  const auto found = verify(**store, options.name, options.head);
  if (!found) return refuse(found.error());
  if (options.json) {
    fmt::print("{}\n", json_text(nlohmann::json{{"verified", found->good},
                                                {"events", found->events},
                                                {"head", found->head},
                                                {"head_found_at", found->found},
                                                {"trouble", found->trouble}}));
  } else if (found->good) {
    fmt::print(
        "{}: yes. {} events, each as it was written, every decision as the rules have it.\n"
        "head {}\n",
        options.name, found->events, found->head);
    if (found->found > 0) fmt::print("The hash given is that of event {}.\n", found->found);
  } else {
    fmt::print("{}: no. {}\nThe first {} events are good.\n", options.name, found->trouble,
               found->events);
  }
  return found->good ? success : answer_is_no;
}

}  // namespace

int session(const SessionOptions& options) {
  constexpr std::pair<std::string_view, int (*)(const SessionOptions&)> verbs[] = {
      {"new", session_new},         {"ask", session_ask},       {"tell", session_tell},
      {"correct", session_correct}, {"report", session_report}, {"withdraw", session_withdraw},
      {"status", session_status},   {"list", session_list},     {"export", session_export},
      {"verify", session_verify},
  };
  for (const auto& [name, run] : verbs) {
    if (name == options.verb) return run(options);
  }
  return refuse("name a verb first");
}

}  // namespace mesha::cli
