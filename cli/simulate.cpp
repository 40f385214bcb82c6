// mesha simulate FILE.toml: the failure probability of every learner at every budget.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/campaign_of.hpp"
#include "cli/ctrl_c.hpp"
#include "cli/plot.hpp"
#include "cli/progress_bar.hpp"
#include "cli/ranks.hpp"
#include "cli/scale.hpp"
#include "cli/verbs.hpp"
#include "mesha/catalog/experiment.hpp"
#include "mesha/version.hpp"

namespace mesha::cli {
namespace {

std::string noise_text(const Noise& noise) {
  if (const auto* gaussian = std::get_if<GaussianNoise>(&noise)) {
    return fmt::format("Gaussian noise, sd {}", gaussian->sd);
  }
  if (const auto* uniform = std::get_if<UniformNoise>(&noise)) {
    return fmt::format("uniform noise on +-{}", uniform->half_width);
  }
  return "Bernoulli rewards";
}

nlohmann::json option_json(const OptionValue& value) {
  if (const auto* row = std::get_if<Vec>(&value))
    return std::vector<double>(row->begin(), row->end());
  if (const auto* rows = std::get_if<std::vector<Vec>>(&value)) {
    auto list = nlohmann::json::array();
    for (const Vec& one : *rows) list.push_back(std::vector<double>(one.begin(), one.end()));
    return list;
  }
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::get<std::string>(value);
}

nlohmann::json row_json(const Row& row) {
  const Estimate& e = row.estimate;
  auto options = nlohmann::json::object();
  for (const auto& [name, value] : row.learner.options) options[name] = option_json(value);
  nlohmann::json json{{"learner", shown_name(row.learner)},
                      {"options", options},
                      {"T", row.budget},
                      {"trials", nullptr},
                      {"failures", nullptr},
                      {"failure", e.failure},
                      {"low", e.interval.low},
                      {"high", e.interval.high},
                      {"nobody_left", nullptr},
                      {"triggered", nullptr},
                      {"named", nullptr},
                      {"method", name(e.method)}};
  if (e.has_trials()) json["trials"] = e.tally.trials;
  if (e.has_counts()) {
    json["failures"] = e.tally.failures;
    json["nobody_left"] = e.tally.nobody_left;
    json["triggered"] = e.tally.triggered;
    json["named"] = e.tally.named;
  }
  return json;
}

template <class T>
nlohmann::json or_null(const std::optional<T>& maybe) {
  return maybe ? nlohmann::json(*maybe) : nlohmann::json();
}

void print_json(const Found& found, bool stopped) {
  const Experiment& e = found.experiment;
  const Precision& how = e.precision;
  const bool counted = how.by_number || !how.has_target();  // or precision alone decides
  nlohmann::json document{{"rows", nlohmann::json::array()},
                          {"settings",
                           {{"file", found.file},
                            {"version", version},
                            {"trials", counted ? nlohmann::json(how.trials) : nlohmann::json()},
                            {"method", name(how.method)},
                            {"half_width", or_null(how.half_width)},
                            {"relative_error", or_null(how.relative_error)},
                            {"seed", how.seed},
                            {"arms", e.instance.arm_count()},
                            {"dimension", e.instance.dimension()},
                            {"best", e.best.index},
                            {"strategy", e.strategy},
                            {"noise", noise_text(e.instance.noise())},
                            {"draw", how.draw == Draw::every_pull ? "pulls" : "sums"}}},
                          {"notes", e.notes},
                          {"interrupted", stopped}};
  for (const Row& row : found.rows) {
    auto json = row_json(row);
    json["complete"] = !falls_short(row.estimate, how);
    document["rows"].push_back(std::move(json));
  }
  using nlohmann::json;  // the file's name may be any bytes
  fmt::print("{}\n", document.dump(2, ' ', false, json::error_handler_t::replace));
}

std::string thousands(std::int64_t number) {
  std::string text = std::to_string(number);
  for (auto k = static_cast<std::ptrdiff_t>(text.size()) - 3; k > 0; k -= 3) {
    text.insert(static_cast<std::size_t>(k), 1, ',');
  }
  return text;
}

// Six decimals, or four digits where most of those would be zeros.
std::string probability(double p) {
  return p > 0 && p < 1e-4 ? fmt::format("{:.3e}", p) : fmt::format("{:.6f}", p);
}

std::string interval_text(const Estimate& row) {
  if (!row.has_trials()) {
    return fmt::format("+-{:.1e}", (row.interval.high - row.interval.low) / 2);
  }
  return fmt::format("{} - {}", probability(row.interval.low), probability(row.interval.high));
}

void print_table(const Found& found) {
  const Experiment& e = found.experiment;
  const std::vector<Row>& rows = found.rows;
  fmt::print("{} arm{}, d = {}, {}; best arm {}, smallest gap {:.4g}; reports: {}; seed {}\n\n",
             e.instance.arm_count(), e.instance.arm_count() == 1 ? "" : "s", e.instance.dimension(),
             noise_text(e.instance.noise()), e.best.index, e.instance.smallest_gap(), e.strategy,
             e.precision.seed);
  std::size_t width = 7;
  std::size_t interval_width = 19;
  std::size_t budget_width = 10;
  for (const Row& row : rows) {
    width = std::max(width, label(row.learner).size());
    interval_width = std::max(interval_width, interval_text(row.estimate).size());
    budget_width = std::max(budget_width, thousands(row.budget).size());
  }
  fmt::print("{:<{}}  {:>{}}  {:>9}  {:^{}}  {:>13}  {}\n", "learner", width, "T", budget_width,
             "failure", "95% interval", interval_width, "trials", "method");
  std::string last;
  for (const auto& [learner, budget, row] : rows) {
    const std::string who = label(learner);
    if (!last.empty() && who != last) fmt::print("\n");
    last = who;
    fmt::print("{:<{}}  {:>{}}  {:>9}  {:>{}}  {:>13}  {}", who, width, thousands(budget),
               budget_width, probability(row.failure), interval_text(row), interval_width,
               row.has_trials() ? thousands(row.tally.trials) : "-", name(row.method));
    if (row.tally.triggered > 0) fmt::print("  {} arms triggered", thousands(row.tally.triggered));
    if (row.tally.nobody_left > 0) fmt::print("  nobody left {}", thousands(row.tally.nobody_left));
    if (falls_short(row, e.precision)) fmt::print("  short of what was asked for");
    fmt::print("\n");
  }
}

// The bar of one row: how many runs are done, of how many if that is known. Where runs are added
// until the interval is narrow enough, each addition counts from 0.
class RowBar {
 public:
  RowBar(ProgressBar& bar, std::string what, bool open_ended)
      : bar_(&bar), what_(std::move(what)), open_ended_(open_ended) {
    bar_->restart();
  }

  void show(const Progress& now) {
    if (now.done < last_.done) before_ += last_.total;
    last_ = now;
    const auto done = static_cast<double>(before_ + now.done);
    bar_->show(done, open_ended_ ? 0 : static_cast<double>(now.total), "trials", what_);
  }

 private:
  ProgressBar* bar_;
  std::string what_;
  bool open_ended_;
  Progress last_{};
  std::int64_t before_ = 0;
};

std::vector<Row> run_all(const Experiment& e, int threads, bool bar_shown) {
  std::vector<Row> rows;
  const CtrlC ctrl_c;
  ProgressBar bar(bar_shown);
  const std::size_t all = e.learners.size() * e.budgets.size();
  const bool open_ended = e.precision.has_target();
  for (const LearnerChoice& choice : e.learners) {
    for (const std::int64_t budget : e.budgets) {
      RowBar row_bar(
          bar, fmt::format("row {} of {}: {} T={}", rows.size() + 1, all, choice.name, budget),
          open_ended);
      const auto on_progress = [&](const Progress& now) { row_bar.show(now); };
      const auto ready = e.prepare(choice, budget, e.precision);
      expects(static_cast<bool>(ready), "check_methods() has prepared every row once");
      Estimate found =
          run(*ready, {.threads = threads, .on_progress = on_progress, .stop = ctrl_c.token()});
      if (found.known()) rows.push_back({choice, budget, std::move(found)});
      if (ctrl_c_pressed()) return rows;
    }
  }
  return rows;
}

}  // namespace

void print_found(const Found& found, bool json, bool stopped) {
  if (json) {
    print_json(found, stopped);
  } else {
    print_table(found);
  }
}

int simulate(const SimulateOptions& options) {
  if (!options.shard.empty() || !options.out.empty()) return simulate_shard(options);
  if (!options.keep.empty() || rank_count() > 1) return simulate_together(options);
  auto loaded = load_experiment(options.file);
  if (!loaded) return refuse(loaded.error().sentence);
  Experiment& experiment = *loaded;
  apply(options, experiment.precision);
  if (!options.plot.empty()) {
    if (auto possible = plot_possible(options.plot); !possible)
      return refuse(possible.error().sentence);
  }
  if (auto possible = experiment.check_methods(); !possible) {
    return refuse(possible.error().sentence);
  }
  print_notes(experiment);

  const bool person = !options.json && isatty(STDOUT_FILENO) != 0 && isatty(STDERR_FILENO) != 0;
  const std::vector<Row> rows = run_all(experiment, options.threads, person);
  print_found({experiment, options.file, rows}, options.json, ctrl_c_pressed());
  if (!options.plot.empty()) {
    if (auto drawn = write_plot(options.plot, experiment, rows); !drawn)
      return refuse(drawn.error().sentence);
  }
  if (!ctrl_c_pressed()) return success;
  std::fflush(stdout);  // first
  fmt::print(stderr, "mesha: interrupted; the rows hold what was finished by then\n");
  return interrupted;
}

}  // namespace mesha::cli
