// mesha plan: how many evaluations do I need, and what can a number of them promise?
#include "cli/plan.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <utility>

#include "cli/ctrl_c.hpp"
#include "cli/progress_bar.hpp"
#include "cli/ranks.hpp"
#include "cli/result_files.hpp"
#include "cli/validators.hpp"
#include "mesha/io/durable_file.hpp"
#include "mesha/io/numbers.hpp"
#include "mesha/planning/lies.hpp"

namespace mesha::cli {
namespace {

constexpr std::int64_t most_budget = 1'000'000'000;

void add_candidates(CLI::App* verb, PlanVerb& options) {
  add_value(verb, "--arms K", options.arms, "How many candidates there are",
            whole_number(2, planning::most_arms));
  add_value(verb, "--means LIST", options.means, "What they are worth, such as 0.52,0.49,0.4",
            not_empty());
  add_value(verb, "--gap G", options.gaps,
            "Or how far the best is above all others (default: half of what a score strays)",
            not_empty());
  add_value(
      verb, "--shape NAME", options.shape,
      "How the others lie below the second: equal, linear, separated, nested (default: equal)",
      CLI::IsMember({"equal", "linear", "separated", "nested"}));
  add_value(verb, "--last D", options.last,
            "How far the last is below the best, for a --shape (default: K-1 gaps)",
            number_between(smallest_size, largest_size));
  add_value(verb, "--best M", options.best, "What the best is worth, beside a gap (default: 0)",
            number_between(-largest_size, largest_size));
  add_value(verb, "--scores FILE.csv", options.scores,
            "Or past scores: lines of arm,score, or a column per arm", not_empty());
  add_value(verb, "--means-prior LAW", options.prior,
            "Or a law: normal(mean,sd), uniform(low,high), beta(a,b)", not_empty());
  add_value(verb, "--draws N", options.draws, "Of the law, to average over (default: 400)",
            whole_number(10, 1'000'000));
  add_value(verb, "--features FILE.csv", options.features,
            "What the candidates report: learners that decide by it then take part", not_empty());
  add_value(verb, "--sd S", options.sd,
            "How far a score strays from what its candidate is worth (default: 1)",
            number_between(smallest_size, largest_size));
  add_value(verb, "--noise N", options.noise,
            "The same, or gaussian(sd), uniform(half width), bernoulli", not_empty());
}

void add_wishes(CLI::App* verb, PlanVerb& options) {
  add_value(verb, "--failure P", options.failure,
            "The wished probability of missing the best (default: 0.05)", between_zero_and_one());
  add_value(verb, "--within EPS", options.within, "One within EPS of the best counts as found",
            number_between(0, largest_size));
  add_value(verb, "--max T", options.most, "No larger budget is looked at (default: 1000000)",
            whole_number(2, most_budget));
  add_value(verb, "--evaluations N", options.evaluations,
            "The other way round: what N evaluations promise, for --gap 0.1,0.2,... or many gaps",
            whole_number(1, most_budget));
  add_value(verb, "--learner NAMES", options.learners,
            "These learners (default: all of `mesha learners` that can)")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_flag("--lies", options.lies,
                 "Also search the worst lie at each budget (minutes; it says how many)");
  add_value(verb, "--norm-bound B", options.norm_bound, "Of these lies (default: 1)",
            number_between(smallest_size, largest_size));
  add_value(verb, "--trials N", options.trials,
            "Runs of each point of a counted curve (default: what a few seconds allow)",
            whole_number(100, 1'000'000'000));
  add_value(verb, "--seed S", options.seed, "Same seed, same answer (default: 1)", seed());
  add_value(verb, "--threads N", options.threads,
            "Changes the time, never the answer (default: all cores)", whole_number(1, 4096));
  add_value(verb, "--csv FILE", options.csv, "Also write the table", not_empty());
  add_value(verb, "--plot FILE.svg", options.plot,
            "Also draw failure against budget, a line per learner, .svg or .pdf", not_empty());
}

Status can_write(const PlanVerb& verb) {
  if (!verb.plot.empty()) {
    if (!verb.plot.ends_with(".svg") && !verb.plot.ends_with(".pdf"))
      return Error{fmt::format("a plot is an SVG or a PDF: name it so, {}.svg", verb.plot)};
    if (auto possible = check_writable("plot", verb.plot); !possible) return possible;
  }
  return verb.csv.empty() ? ok() : check_writable("table", verb.csv);
}

Status write_both(const PlanVerb& verb, const std::string& csv, const std::string& plot) {
  if (!verb.csv.empty() && !write_durably(verb.csv, csv)) return cannot_write("table", verb.csv);
  if (!verb.plot.empty() && !write_durably(verb.plot, plot)) return cannot_write("plot", verb.plot);
  return ok();
}

// After everything is printed and written.
int ended(std::size_t done, std::size_t all) {
  std::fflush(stdout);  // first
  if (!ctrl_c_pressed()) return success;
  fmt::print(stderr, "mesha: interrupted; this is what was known by then ({} of {} rows)\n", done,
             all);
  return interrupted;
}

planning::PlanWork work_of(const PlanVerb& verb, const CtrlC& ctrl_c, ProgressBar& bar,
                           std::size_t rows) {
  return {.threads = verb.threads,
          .on_row =
              [&bar, rows](std::size_t done, const std::string& what) {
                bar.show(static_cast<double>(done), static_cast<double>(rows), "", what);
              },
          .stop = ctrl_c.token()};
}

int promise(const PlanVerb& verb, const PlanQuestion& asked, planning::Entrants entrants) {
  const auto gaps = gaps_of(verb, asked);
  if (!gaps) return refuse(gaps.error());
  const std::size_t rows = entrants.list.size() * gaps->size();
  const planning::Effort effort = effort_of(verb);
  const CtrlC ctrl_c;
  ProgressBar bar(!verb.json && at_terminal(), std::chrono::milliseconds(500));
  const auto found = planning::promises_of(
      *verb.evaluations, *gaps, [&](double gap) { return question_with_gap(asked, gap); },
      std::move(entrants), effort, work_of(verb, ctrl_c, bar, rows));
  bar.clear();
  if (!found) return refuse(found.error());
  if (found->rows.empty() && !found->interrupted)
    return refuse(fmt::format("no learner can do with {}: {} {}", *verb.evaluations,
                              found->left_out.back().name, found->left_out.back().why));
  fmt::print("{}",
             verb.json ? promises_json(asked, *found, effort) : promises_table(asked, *found));
  if (auto written =
          write_both(verb, promises_csv(*found), promises_plot(asked, *found, verb.plot));
      !written)
    return refuse(written.error());
  return ended(found->rows.size(), rows);
}

planning::KnownFeatures known_features(const planning::Question& question) {
  if (question.features.empty()) return planning::KnownFeatures::none;
  return planning::linear(question) ? planning::KnownFeatures::linear
                                    : planning::KnownFeatures::given;
}

Status search_lies(const PlanVerb& verb, planning::Plan& plan, const planning::PlanWork& work) {
  const double seconds = planning::seconds_of_lies(plan) / verb.threads;
  fmt::print(stderr, "searching the worst lies: about {}\n", time_text(std::max(1.0, seconds)));
  return planning::add_lies(plan, verb.norm_bound.value_or(1), work);
}

}  // namespace

void add_plan(CLI::App& app, PlanVerb& options) {
  CLI::App* verb =
      app.add_subcommand("plan", "How many evaluations are needed, and what can N of them promise");
  options.threads = cores();
  add_candidates(verb, options);
  add_wishes(verb, options);
  verb->footer(
      "Examples:\n"
      "  mesha plan --arms 12 --gap 0.5 --sd 1                 (seconds)\n"
      "  mesha plan --means 0.52,0.49,0.4,0.33 --sd 0.155 --failure 0.1\n"
      "  mesha plan --arms 20 --means-prior \"normal(0.4,0.1)\" --sd 0.3 --within 0.05\n"
      "  mesha plan --scores past.csv --plot plan.svg\n"
      "  mesha plan --arms 12 --evaluations 150                (what 150 can promise)\n\n"
      "A budget is the smallest T with which the failure is below the wished one, and stays so up\n"
      "to 4 T: it may rise again, as schedules round. docs/plan.md says how it is found. Ctrl-C\n"
      "prints what is known by then.");
}

int plan(const PlanVerb& verb) {
  if (auto possible = can_write(verb); !possible) return refuse(possible.error());
  const auto asked = question_of(verb);
  if (!asked) return refuse(asked.error());
  if (verb.lies) {
    if (auto possible = planning::check_lies(asked->question); !possible)
      return refuse(possible.error().with("--lies: " + possible.error().sentence));
  }
  auto entrants = planning::entrants(verb.learners, known_features(asked->question));
  if (!entrants) return refuse(entrants.error());
  if (verb.evaluations) return promise(verb, *asked, *std::move(entrants));
  const std::size_t rows = entrants->list.size();
  const CtrlC ctrl_c;
  ProgressBar bar(!verb.json && at_terminal(), std::chrono::milliseconds(500));
  auto found = planning::make_plan(asked->question, *std::move(entrants), effort_of(verb),
                                   work_of(verb, ctrl_c, bar, rows));
  bar.clear();
  if (!found) return refuse(found.error());
  if (verb.lies && !found->interrupted) {
    if (auto done = search_lies(verb, *found, work_of(verb, ctrl_c, bar, rows)); !done)
      return refuse(done.error());
    bar.clear();
  }
  fmt::print("{}", verb.json ? plan_json(*asked, *found) : plan_table(*asked, *found));
  if (auto written = write_both(verb, plan_csv(*found), plan_plot(*asked, *found, verb.plot));
      !written)
    return refuse(written.error());
  return ended(found->rows.size(), rows);
}

}  // namespace mesha::cli
