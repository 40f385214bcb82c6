// mesha frontier: every learner of a suite, when all are truthful and under the worst lie found.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "cli/ctrl_c.hpp"
#include "cli/output_folder.hpp"
#include "cli/progress_bar.hpp"
#include "cli/ranks.hpp"
#include "cli/validators.hpp"
#include "cli/verbs.hpp"
#include "mesha/frontier/documents.hpp"
#include "mesha/io/json.hpp"

namespace mesha::cli {

void add_frontier(CLI::App& app, FrontierVerb& options) {
  CLI::App* verb = app.add_subcommand(
      "frontier", "Truth against lies: all learners on a suite of instances, and the limit");
  options.threads = cores();
  verb->add_flag("--quick", options.quick,
                 "A rough look: a third of the contests, fewer runs and lies");
  add_value(verb, "--only NAMES", options.only,
            "Some of the contests, such as two-arms,negative; a wrong name lists them", not_empty())
      ->delimiter(',')
      ->allow_extra_args(false);
  add_value(verb, "--out DIR", options.out,
            "The folder for tables, figure and cells (default: results/frontier, with\n--quick "
            "results/frontier-quick)",
            not_empty());
  add_value(verb, "--seed S", options.seed, "Same seed, same bytes (default: 20260323)", seed());
  add_value(verb, "--threads N", options.threads,
            "Changes the time, never the answer (default: all cores)", whole_number(1, 4096));
  verb->footer(
      "Examples:\n"
      "  mesha frontier --quick                (a minute of one core)\n"
      "  mesha frontier                        (about two hours of one core)\n"
      "  mesha frontier --only two-arms --json\n\n"
      "For every learner and contest: P(failure) when all are truthful, the worst under the\n"
      "attacks that were tried, an upper bound under any reports where one is known, and E, the\n"
      "share that is reached of a limit that no learner crosses (docs/theory.md, Theorem 2).\n"
      "What is found is a lower bound of what lies can do.\n\n"
      "Finished cells stay in DIR/cells: after Ctrl-C, which prints what is finished, or a crash\n"
      "the same command goes on from there. Exit status 1 means that something was found which\n"
      "the theory rules out.");
}

namespace {

Result<frontier::Frontier> play_all(const FrontierVerb& verb, const frontier::Suite& suite) {
  frontier::Effort effort{.quick = verb.quick};
  if (verb.seed) effort.seed = static_cast<std::uint64_t>(*verb.seed);
  const CtrlC ctrl_c;
  ProgressBar bar(!verb.json && at_terminal());
  return frontier::play(
      suite, verb.only, effort, verb.out + "/cells",
      {.threads = verb.threads,
       .build = build_name(),
       .on_step = [&](const CellStep& now) { bar.show(now.done, now.total, "", now.what); },
       .stop = ctrl_c.token()});
}

std::string provenance_text(const FrontierVerb& verb, const frontier::Frontier& all,
                            double seconds) {
  return json_text(provenance({.seed = all.effort.seed,
                               .command = verb.command,
                               .threads = verb.threads,
                               .from_before = all.from_before,
                               .other_builds = all.other_builds,
                               .seconds = seconds}),
                   1) +
         "\n";
}

Status write_documents(const FrontierVerb& verb, const frontier::Frontier& all, double seconds) {
  const Drawing drawing = frontier::draw(all);
  return write_all(verb.out, {{"frontier.md", frontier::markdown(all)},
                              {"frontier.json", frontier::json(all)},
                              {"frontier.csv", frontier::csv(all)},
                              {"frontier.svg", to_svg(drawing)},
                              {"frontier.pdf", to_pdf(drawing)},
                              {"provenance.json", provenance_text(verb, all, seconds)}});
}

void print(const FrontierVerb& verb, const frontier::Frontier& all) {
  fmt::print("{}", verb.json ? frontier::json(all) : frontier::table(all));
  std::fflush(stdout);  // first
}

}  // namespace

int frontier(FrontierVerb verb) {
  if (verb.out.empty()) verb.out = verb.quick ? "results/frontier-quick" : "results/frontier";
  const double start = seconds_now();
  const auto suite = frontier::whole_suite();
  if (!suite) return refuse(suite.error());
  const auto contests = frontier::chosen_contests(*suite, verb.only, verb.quick);
  if (!contests) return refuse(contests.error());
  if (verb.quick) {
    if (auto free = spares_full_run(verb.out + "/frontier.json"); !free)
      return refuse(free.error());
  }
  if (auto made = make_folder(verb.out + "/cells"); !made) return refuse(made.error());
  const auto all = play_all(verb, *suite);
  if (!all) return refuse(all.error());
  print(verb, *all);
  tell_other_builds(all->other_builds, verb.out);
  if (all->interrupted) {  // documents of an earlier call stay as they are
    fmt::print(stderr,
               "mesha: interrupted with {} of {} cells; the same command goes on where this one "
               "stopped\n",
               all->rows.size(), contests->size() * suite->learners.size());
    return interrupted;
  }
  if (auto written = write_documents(verb, *all, seconds_now() - start); !written)
    return refuse(written.error());
  if (!verb.json) fmt::print("\nAlso in {}: frontier.md, .json, .csv, .svg, .pdf\n", verb.out);
  const std::vector<std::string> contradictions = all->contradictions();
  for (const std::string& sentence : contradictions) fmt::print(stderr, "mesha: {}\n", sentence);
  return contradictions.empty() ? success : answer_is_no;
}

}  // namespace mesha::cli
