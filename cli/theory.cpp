// mesha theory FILE.toml: what the paper's theory is worth for an experiment.
#include "cli/theory.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <utility>

#include "cli/ctrl_c.hpp"
#include "cli/progress_bar.hpp"
#include "cli/ranks.hpp"
#include "cli/result_files.hpp"
#include "cli/scale.hpp"
#include "cli/validators.hpp"
#include "mesha/io/durable_file.hpp"

namespace mesha::cli {

void add_theory(CLI::App& app, TheoryVerb& options) {
  CLI::App* verb = app.add_subcommand(
      "theory", "Every formula and bound of the paper, and what it is worth for an experiment");
  options.threads = cores();
  verb->add_option("FILE.toml", options.file,
                   "The experiment; docs/experiment_file.md explains the format")
      ->required();
  add_value(verb, "--budget T", options.budgets,
            "These instead of the file's budgets, such as 60,800", whole_number(1, 10'000'000'000))
      ->delimiter(',')
      ->allow_extra_args(false);
  add_value(verb, "--csv FILE", options.csv, "Also write a table: a line per value", not_empty());
  add_value(verb, "--trials N", options.trials,
            "Count so many runs where a failure cannot be integrated (default: the file's; "
            "OD-LinBAI: 10,000 at most)",
            whole_number(1, most_trials));
  add_value(verb, "--seed S", options.seed, "Same seed, same numbers (default: the file's)",
            seed());
  add_value(verb, "--threads N", options.threads,
            "Changes the time, never the answer (default: all cores)", whole_number(1, 4096));
  verb->footer(
      "Examples:\n"
      "  mesha theory examples/vary_T.toml\n"
      "  mesha theory examples/vary_T.toml --budget 800,2000000 --json\n\n"
      "Radii, events, rates and bounds of Li & Zhong (2026) at the file's instance, reports and\n"
      "budgets, in every form that the paper prints, with the options of the file's first MESHA\n"
      "learner; beside the bounds the failures that are measured. It says of each value whether\n"
      "the conditions hold here under which it is stated, and from how many rounds on the main\n"
      "theorem says anything. --json follows docs/schemas/theory.schema.json and has all epochs.\n"
      "Ctrl-C prints what is known by then.");
}

namespace {

Result<Theorized> sheet_of(const TheoryVerb& verb) {
  auto experiment = load_experiment(verb.file);
  if (!experiment) return experiment.error();
  Precision& how = experiment->precision;
  if (!verb.budgets.empty()) experiment->budgets = verb.budgets;
  if (verb.seed) how.seed = static_cast<std::uint64_t>(*verb.seed);
  if (verb.trials) how.trials = *verb.trials;
  auto sheet = theory_sheet(*experiment);
  if (!sheet) return sheet.error().with(verb.file + ": " + sheet.error().sentence);
  return Theorized{verb.file, *std::move(experiment), *std::move(sheet), {}};
}

// Integrated where that is possible, else counted.
Result<Prepared> prepared(const Theorized& all, const TheoryGame& one, bool by_number) {
  auto game = all.experiment.game(one.learner, one.budget);
  if (!game) return game.error();
  game->right = one.right;
  Precision how = all.experiment.precision;
  constexpr std::int64_t enough = 10'000;  // of a learner that solves designs
  if (one.bounded == Bounded::designs && !by_number) how.trials = std::min(how.trials, enough);
  return prepare(*std::move(game), how, label(one.learner));
}

Status measure(Theorized& all, const TheoryVerb& verb) {
  const CtrlC ctrl_c;
  ProgressBar bar(!verb.json && at_terminal());
  for (const TheoryGame& one : all.sheet.games) {
    const std::string what = fmt::format("failure {} of {}: {} T={}", all.measured.size() + 1,
                                         all.sheet.games.size(), one.learner.name, one.budget);
    bar.restart();
    const auto on_progress = [&](const Progress& now) {
      bar.show(static_cast<double>(now.done), static_cast<double>(now.total), "trials", what);
    };
    const auto ready = prepared(all, one, verb.trials.has_value());
    if (!ready) return ready.error();
    Estimate found =
        run(*ready, {.threads = verb.threads, .on_progress = on_progress, .stop = ctrl_c.token()});
    if (found.known()) all.measured.push_back({one, std::move(found)});
    if (ctrl_c_pressed()) break;
  }
  return ok();
}

}  // namespace

const MeasuredFailure* beside(const Theorized& all, const TheoryValue& value) {
  if (value.bounds == Bounded::nothing) return nullptr;
  const auto found = std::ranges::find_if(all.measured, [&](const MeasuredFailure& one) {
    return one.game.bounded == value.bounds && one.game.budget == value.budget;
  });
  return found == all.measured.end() ? nullptr : &*found;
}

int theory(const TheoryVerb& verb) {
  auto all = sheet_of(verb);
  if (!all) return refuse(all.error());
  if (!verb.csv.empty()) {
    if (auto possible = check_writable("table", verb.csv); !possible)
      return refuse(possible.error());
  }
  print_notes(all->experiment);
  if (!all->sheet.in_file)
    fmt::print(stderr, "note: the file has no learner `{}`: its defaults are used\n",
               all->sheet.learner.name);
  if (auto done = measure(*all, verb); !done) return refuse(done.error());
  if (verb.json) {
    fmt::print("{}\n", theory_json(*all, ctrl_c_pressed()));
  } else {
    fmt::print("{}", theory_table(*all));
  }
  std::fflush(stdout);  // first
  if (!verb.csv.empty() && !write_durably(verb.csv, theory_csv(*all)))
    return refuse(cannot_write("table", verb.csv));
  if (!ctrl_c_pressed()) return success;
  fmt::print(stderr, "mesha: interrupted with {} of {} failures measured\n", all->measured.size(),
             all->sheet.games.size());
  return interrupted;
}

}  // namespace mesha::cli
