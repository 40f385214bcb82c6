// mesha attack FILE.toml: best responses, a coalition and an equilibrium for each learner.
#include "cli/attack.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <utility>

#include "cli/ctrl_c.hpp"
#include "cli/progress_bar.hpp"
#include "cli/ranks.hpp"
#include "cli/scale.hpp"
#include "cli/validators.hpp"
#include "mesha/io/numbers.hpp"

namespace mesha::cli {

void add_attack(CLI::App& app, AttackVerb& options) {
  CLI::App* verb = app.add_subcommand(
      "attack", "What can lies do: best responses, the worst coalition, an equilibrium");
  options.threads = cores();
  verb->add_option("FILE.toml", options.file,
                   "An experiment; its reports are not used, as the search begins at the truth")
      ->required();
  add_value(verb, "--learner NAMES", options.learners,
            "These instead of the file's learners, such as a,b (`mesha learners` lists them); all: "
            "the whole catalog")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_value(verb, "--budget T", options.budgets,
            "These instead of the file's budgets, such as 60,200", whole_number(1, 1'000'000'000))
      ->delimiter(',')
      ->allow_extra_args(false);
  add_value(verb, "--norm-bound B", options.norm_bound,
            "The longest report that arms may make, or none (default: the file's, else 1)",
            not_empty());
  add_value(verb, "--who PART", options.who,
            "best-response, coalition, equilibrium or all (default: all)",
            CLI::IsMember({"best-response", "coalition", "equilibrium", "all"}));
  add_value(verb, "--liars ARMS", options.liars,
            "The arms of the coalition, such as 1,2 (default: all but the best)",
            whole_number(0, 1'000'000))
      ->delimiter(',')
      ->allow_extra_args(false);
  add_value(verb, "--evaluations N", options.evaluations,
            "About how many profiles of reports one search tries (default: 300, with --quick 60)",
            whole_number(1, 100'000'000));
  verb->add_flag("--quick", options.quick, "A rough look: fewer profiles, fewer runs of each");
  add_value(verb, "--save FILE.toml", options.save,
            "Write the worst lie found as an experiment that `simulate` plays", not_empty());
  add_value(verb, "--csv FILE", options.csv, "Also write a table: a line per learner and budget",
            not_empty());
  add_value(verb, "--plot FILE.svg", options.plot,
            "Also draw truthful against worst failure, .svg or .pdf; where d is 2 or 3 also the "
            "reports of the worst lie, beside it",
            not_empty());
  add_value(verb, "--seed S", options.seed, "Same seed, same answer (default: the file's)", seed());
  add_value(verb, "--threads N", options.threads,
            "Changes the time, never the answer (default: all cores)", whole_number(1, 4096));
  verb->footer(
      "Examples:\n"
      "  mesha attack examples/vary_T.toml --learner mesha --budget 60 --quick   (seconds)\n"
      "  mesha attack examples/vary_T.toml --learner all --budget 200            (minutes)\n"
      "  mesha attack examples/negative_means.toml --save worst.toml\n"
      "  mesha simulate worst.toml\n\n"
      "What is found is a lower bound: a worse lie may exist. docs/attack.md says what is\n"
      "searched. Ctrl-C prints what was found by then.");
}

namespace {

Result<std::optional<double>> bound_of(const AttackVerb& verb, const Experiment& experiment) {
  if (verb.norm_bound.empty()) return std::optional(experiment.norm_bound);
  if (verb.norm_bound == "none") return std::optional<double>();
  const auto bound = whole_text_as<double>(verb.norm_bound);
  if (!bound || !(*bound > 0) || *bound > 1e6)
    return Error{
        fmt::format("--norm-bound must be a number above 0 and up to 1e6, or none, not `{}`",
                    verb.norm_bound.substr(0, 40))};
  return bound;
}

AttackOptions options_of(const AttackVerb& verb, const Experiment& experiment) {
  const auto asked = [&](std::string_view part) { return verb.who == "all" || verb.who == part; };
  AttackOptions options{.best_responses = asked("best-response"),
                        .coalition = asked("coalition"),
                        .equilibrium = asked("equilibrium"),
                        .search = {.seed = experiment.precision.seed}};
  if (verb.quick) {
    options.search.evaluations = 60;
    options.search.random_starts = 20;
    options.search.climbs = 2;
    options.search.climb_runs = 500;
    options.search.confirm_runs = 10'000;
    options.search.grid = 24;
    options.rounds = 2;
    options.one_start = true;
  }
  if (verb.evaluations) options.search.evaluations = *verb.evaluations;
  for (const std::int64_t arm : verb.liars)
    options.liars.push_back(arm_at(static_cast<std::size_t>(arm)));
  return options;
}

// The learners that are named: as the file has them, else with the catalog's defaults.
Result<std::vector<LearnerChoice>> named_learners(const AttackVerb& verb,
                                                  const Experiment& experiment) {
  if (verb.learners.empty()) return experiment.learners;
  std::vector<std::string> names;
  for (const std::string& name : verb.learners) {
    if (name != "all") {
      names.push_back(name);
      continue;
    }
    for (const LearnerEntry& entry : all_learners()) names.push_back(entry.name);
  }
  std::vector<LearnerChoice> chosen;
  for (const std::string& name : names) {
    if (find_learner(name) == nullptr) {
      std::vector<std::string_view> known;
      for (const LearnerEntry& entry : all_learners()) known.push_back(entry.name);
      return Error{unknown_name("learner", name, known), ErrorKind::not_found};
    }
    bool in_file = false;
    for (const LearnerChoice& choice : experiment.learners) {
      if (choice.name != name || choice.true_features) continue;
      chosen.push_back(choice);
      in_file = true;
    }
    if (!in_file) chosen.push_back({.name = name, .options = {}});
  }
  return chosen;
}

// What is to be done, with everything refused that can be.
Result<Attacked> attack_of(const AttackVerb& verb) {
  auto experiment = load_experiment(verb.file);
  if (!experiment) return experiment.error();
  if (verb.seed) experiment->precision.seed = static_cast<std::uint64_t>(*verb.seed);
  const auto bound = bound_of(verb, *experiment);
  if (!bound) return bound.error();
  AttackOptions options = options_of(verb, *experiment);
  options.norm_bound = *bound;
  if (auto possible = check_attack(*experiment, options); !possible) return possible.error();
  if (!verb.budgets.empty()) experiment->budgets = verb.budgets;
  auto chosen = named_learners(verb, *experiment);
  if (!chosen) return chosen.error();
  Attacked all{.file = verb.file, .experiment = *std::move(experiment), .options = options};
  all.experiment.learners.clear();
  for (LearnerChoice& choice : *chosen) {
    if (auto possible = can_be_attacked(choice); !possible) {
      all.skipped.push_back(possible.error().sentence);
      continue;
    }
    for (const std::int64_t budget : all.experiment.budgets) {
      if (auto made = all.experiment.make(choice, budget); !made)
        return made.error().with("learner " + made.error().sentence);
    }
    all.experiment.learners.push_back(std::move(choice));
  }
  all.asked = all.experiment.learners.size() * all.experiment.budgets.size();
  if (all.experiment.learners.empty())
    return Error{fmt::format("no learner is left to attack: {}", fmt::join(all.skipped, "; "))};
  return all;
}

Status attack_all(Attacked& all, int threads, bool person) {
  const CtrlC ctrl_c;
  ProgressBar bar(person);
  for (const LearnerChoice& choice : all.experiment.learners) {
    for (const std::int64_t budget : all.experiment.budgets) {
      const std::string row_text =
          fmt::format("row {} of {}: {} T={}", all.rows.size() + 1, all.asked, choice.name, budget);
      std::string what = row_text;
      all.options.on_part = [&](std::string_view part) {
        what = fmt::format("{}, {}", row_text, part);
      };
      bar.restart();
      const auto on_progress = [&](const Progress& now) {
        bar.show(static_cast<double>(now.done), 0, "profiles", what);
      };
      auto row = attack(all.experiment, choice, budget, all.options,
                        {.threads = threads, .on_progress = on_progress, .stop = ctrl_c.token()});
      if (row) {
        all.rows.push_back(*std::move(row));
      } else if (!ctrl_c_pressed()) {
        return row.error();
      }
      if (ctrl_c_pressed()) return ok();
    }
  }
  return ok();
}

}  // namespace

const AttackRow* worst_row(const Attacked& all) {
  const AttackRow* worst = nullptr;
  double most = 0;
  for (const AttackRow& row : all.rows) {
    const auto found = worst_of(row);
    if (!found || found->failure.probability <= most) continue;
    worst = &row;
    most = found->failure.probability;
  }
  return worst;
}

int attack(const AttackVerb& verb) {
  auto all = attack_of(verb);
  if (!all) return refuse(all.error());
  if (auto possible = can_write(verb); !possible) return refuse(possible.error());
  for (const std::string& sentence : all->skipped)
    fmt::print(stderr, "note: skipped: {}\n", sentence);
  const bool person = isatty(STDERR_FILENO) != 0;
  if (auto done = attack_all(*all, verb.threads, person); !done) return refuse(done.error());
  fmt::print("{}", verb.json ? attack_json(*all, ctrl_c_pressed()) : attack_table(*all));
  std::fflush(stdout);      // first
  if (all->rows.empty()) {  // there is nothing to write
    fmt::print(stderr, "mesha: interrupted before anything was found\n");
    return interrupted;
  }
  if (auto written = write_files(verb, *all, person); !written) return refuse(written.error());
  if (!ctrl_c_pressed()) return success;
  fmt::print(stderr, "mesha: interrupted in row {} of {}; this is what was found by then\n",
             all->rows.size(), all->asked);
  return interrupted;
}

}  // namespace mesha::cli
