// mesha simulate FILE.toml: the failure probability of every learner at every budget.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "cli/ctrl_c.hpp"
#include "cli/progress_bar.hpp"
#include "cli/ranks.hpp"
#include "cli/scale.hpp"
#include "cli/verbs.hpp"
#include "mesha/catalog/experiment.hpp"
#include "mesha/io/numbers.hpp"

namespace mesha::cli {
namespace {

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

std::string right_text(const Experiment& e) {
  if (e.right.single()) return fmt::format("best arm {}", e.right.arms().front().index);
  constexpr std::size_t listed = 10;
  std::string text = "right answers: arms";
  for (std::size_t k = 0; k < std::min(listed, e.right.arms().size()); ++k)
    text += fmt::format("{} {}", k == 0 ? "" : ",", e.right.arms()[k].index);
  const std::size_t all = e.right.arms().size();
  return all > listed ? text + fmt::format(" and {} more", all - listed) : text;
}

void print_table(const Simulated& results) {
  const Experiment& e = results.experiment;
  const std::vector<Row>& rows = results.rows;
  fmt::print("{} arm{}, d = {}, {}; {}, smallest gap {:.4g}; reports: {}; seed {}\n\n",
             e.instance.arm_count(), e.instance.arm_count() == 1 ? "" : "s", e.instance.dimension(),
             noise_text(e.instance.noise()), right_text(e), gap_to_wrong(e.instance, e.right),
             e.strategy, e.precision.seed);
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
    if (row.tally.unfinished > 0) fmt::print("  unfinished {}", thousands(row.tally.unfinished));
    if (falls_short(row, e.precision)) fmt::print("  short of what was asked for");
    fmt::print("\n");
  }
}

std::vector<Row> run_all(const Experiment& e, int threads, bool bar_shown) {
  std::vector<Row> rows;
  const CtrlC ctrl_c;
  ProgressBar bar(bar_shown);
  const std::size_t all = e.learners.size() * e.budgets.size();
  const bool open_ended = e.precision.has_target();
  for (const LearnerChoice& choice : e.learners) {
    for (const std::int64_t budget : e.budgets) {
      const std::string what =
          fmt::format("row {} of {}: {} T={}", rows.size() + 1, all, choice.name, budget);
      bar.restart();
      // Where runs are added until the interval is narrow enough, each addition counts from 0, and
      // how many there will be is not known.
      std::int64_t before = 0;
      Progress last{};
      const auto on_progress = [&](const Progress& now) {
        if (now.done < last.done) before += last.total;
        last = now;
        bar.show(static_cast<double>(before + now.done),
                 open_ended ? 0 : static_cast<double>(now.total), "trials", what);
      };
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

void print_results(const Simulated& results, bool json, bool stopped) {
  if (json) {
    fmt::print("{}\n", results_json(results, stopped));
  } else {
    print_table(results);
  }
}

int simulate(const SimulateOptions& options) {
  if (!options.shard.empty() || !options.out.empty()) return simulate_shard(options);
  if (!options.keep.empty() || rank_count() > 1) return simulate_resumable(options);
  auto chosen = campaign_of(options);
  if (!chosen) return refuse(chosen.error());
  Simulated all{.file = options.file, .experiment = std::move(chosen->experiment)};
  if (auto possible = can_write(options.files); !possible) return refuse(possible.error());
  if (auto possible = all.experiment.check_methods(); !possible) return refuse(possible.error());
  print_notes(all.experiment);

  const bool person = !options.json && at_terminal();
  all.rows = run_all(all.experiment, options.threads, person);
  print_results(all, options.json, ctrl_c_pressed());
  if (auto written = write_files(options.files, all); !written) return refuse(written.error());
  if (!ctrl_c_pressed()) return success;
  std::fflush(stdout);  // first
  fmt::print(stderr, "mesha: interrupted; the rows hold what was finished by then\n");
  return interrupted;
}

}  // namespace mesha::cli
