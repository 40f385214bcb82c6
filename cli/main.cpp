// The command line: words in, verb called, exit status out.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/ranks.hpp"
#include "cli/scale.hpp"
#include "cli/validators.hpp"
#include "cli/verbs.hpp"
#include "mesha/catalog/experiment.hpp"
#include "mesha/version.hpp"

namespace mesha::cli {

int refuse(std::string sentence) {
  std::ranges::replace_if(
      sentence, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');  // stays one line
  fmt::print(stderr, "mesha: {}\n", sentence);
  return bad_input;
}

namespace {

constexpr std::int64_t most_pulls = 1'000'000'000'000'000;  // a double counts them one by one

struct Words {
  SessionOptions session;
  ReproduceOptions reproduce;
  SimulateOptions simulate;
  MergeOptions merge;
  AttackVerb attack;
  FrontierVerb frontier;
  TheoryVerb theory;
  PlanVerb plan;
  DesignVerb design;
  bool json = false;
};

void add_reproduce(CLI::App& app, Words& words) {
  CLI::App* verb = app.add_subcommand(
      "reproduce", "The paper: all tables and figures, with a verdict on every number");
  ReproduceOptions& options = words.reproduce;
  options.threads = cores();
  add_value(
      verb, "--out DIR", options.out,
      "The folder for report, tables and figures (default: results, with --quick\nresults-quick)",
      not_empty());
  verb->add_flag("--quick", options.quick,
                 "A tenth of the runs and a fifth of the random instances");
  add_value(verb, "--only NAMES", options.only, "Some of the experiments: vary-T, vary-d, vary-K")
      ->delimiter(',');
  add_value(verb, "--trials N", options.trials,
            "Runs per sampled cell (default: enough for a narrow interval)",
            whole_number(1, 1'000'000'000));
  add_value(verb, "--seed S", options.seed,
            "Same seed, same bytes (default: the paper's, 20260323)", seed());
  add_value(verb, "--threads N", options.threads,
            "Changes the time, never the answer (default: all cores)", whole_number(1, 4096));
  verb->footer(
      "Example:\n  mesha reproduce --quick --out look\n\n"
      "Finished cells stay in DIR/cells: after Ctrl-C, or a crash, the same command goes on from\n"
      "there. Exit status 1 means that a number differs which was not known to.");
}

void add_simulate(CLI::App& app, Words& words) {
  CLI::App* verb =
      app.add_subcommand("simulate", "Failure probabilities of any learners on any instance");
  SimulateOptions& options = words.simulate;
  options.threads = cores();
  verb->add_option("FILE.toml", options.file,
                   "The experiment; docs/experiment_file.md explains the format")
      ->required();
  add_value(verb, "--trials N", options.trials,
            "Sample this many runs per row (default: the file's, where sampling is used)",
            whole_number(1, most_trials));
  add_value(verb, "--seed S", options.seed,
            "Same seed, same numbers, on any machine (default: the file's)", seed());
  add_value(verb, "--threads N", options.threads,
            "Changes the time, never the answer (default: all cores)", whole_number(1, 4096));
  add_value(verb, "--method NAME", options.method,
            "How to get the numbers: auto, general, kernel, exact or rare; auto takes the "
            "exact value where it is cheaper than sampling (never when --trials is given)",
            CLI::IsMember({"auto", "general", "kernel", "exact", "rare"}));
  add_value(verb, "--half-width W", options.half_width,
            "Stop when the 95% interval is +-W; --trials is then the most that is spent",
            between_zero_and_one());
  add_value(verb, "--relative-error E", options.relative_error,
            "Stop when the 95% interval is +-E times the estimate", between_zero_and_one());
  verb->add_flag("--every-pull", options.every_pull,
                 "Draw every single reward, also where a sum would do");
  add_value(verb, "--plot FILE.svg", options.files.plot,
            "Also draw failure against budget, one line per learner", not_empty());
  add_value(verb, "--csv FILE", options.files.csv,
            "Also write a table: a line per row, with everybody's chance to be chosen",
            not_empty());
  add_value(verb, "--shard I/N", options.shard, "Play only this part of the runs, for --out",
            not_empty());
  add_value(verb, "--out PART", options.out,
            "The file that the shard is written to; see `mesha merge`", not_empty());
  add_value(verb, "--keep FOLDER", options.keep,
            "Keep finished shards in this folder; the same command then goes on where an "
            "earlier one stopped (under mpirun the default is .mesha-parts, until done)",
            not_empty());
  verb->footer(
      "Example:\n  mesha simulate examples/vary_T.toml --trials 100000\n\n"
      "Ctrl-C ends early and prints what is known by then; with --keep it keeps finished shards.");
}

void add_merge(CLI::App& app, Words& words) {
  CLI::App* verb = app.add_subcommand(
      "merge", "Join the parts of a simulation into what `simulate` would have printed");
  verb->add_option("PART", words.merge.parts,
                   "All files that --shard I/N has written, in any order")
      ->required();
  add_value(verb, "--plot FILE.svg", words.merge.files.plot,
            "Also draw failure against budget, as simulate does");
  add_value(verb, "--csv FILE", words.merge.files.csv, "Also write a table, as simulate does");
  verb->footer("Example:\n  mesha merge parts/*.part");
}

// One sentence about words that could not be understood.
std::string complaint(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* chosen = &app;  // the last verb that was understood
  while (!chosen->get_subcommands().empty()) chosen = chosen->get_subcommands().front();
  const bool wants_verb = !chosen->get_subcommands({}).empty();
  const std::vector<std::string> left = app.remaining(true);
  std::vector<std::string> known;
  if (wants_verb) {
    for (const CLI::App* verb : chosen->get_subcommands({})) known.push_back(verb->get_name());
    if (left.empty() || left.front().starts_with('-'))
      return fmt::format("name a verb first: {}", fmt::join(known, ", "));
  } else if (left.empty() || !left.front().starts_with("--")) {
    return error.what();
  } else {
    for (const CLI::Option* option : chosen->get_options()) {
      if (option->nonpositional()) known.push_back("--" + option->get_single_name());
    }
  }
  return unknown_name(wants_verb ? "verb" : "flag", left.front(), {known.begin(), known.end()});
}

// With the command that helps.
std::string complaint_and_advice(const CLI::App& app, const CLI::ParseError& error) {
  const std::string sentence = complaint(app, error);
  std::string verbs;
  for (const CLI::App* at = &app; !at->get_subcommands().empty();) {
    at = at->get_subcommands().front();
    verbs += " " + at->get_name();
  }
  return fmt::format("{}{} `mesha{} --help`", sentence, sentence.ends_with('?') ? " Try" : "; try",
                     verbs);
}

void add_design(CLI::App& app, Words& words) {
  CLI::App* verb = app.add_subcommand(
      "design", "G-optimal weights of arms, with a certificate, and whole pulls");
  DesignVerb& options = words.design;
  verb->add_option("FILE.csv", options.file,
                   "One arm per line: an optional name, then its features; - is standard input")
      ->required();
  add_value(verb, "--tolerance EPS", options.tolerance,
            "How far from the best the worst variance may be, relatively (default: 1e-7)",
            number_between(1e-12, 1));
  add_value(verb, "--pulls N", options.pulls, "Also round the weights to N whole pulls",
            whole_number(1, most_pulls));
  verb->footer(
      "Example:\n  mesha design examples/features.csv --pulls 100\n\n"
      "Ctrl-C ends early and prints the design found by then, with its certificate.");
}

void add_json(CLI::App& app, bool& json) {
  app.add_flag("--json", json, "Print one JSON document on stdout; talk goes to stderr");
  for (CLI::App* verb : app.get_subcommands({})) add_json(*verb, json);
}

void add_verbs(CLI::App& app, Words& words) {
  app.name("mesha");
  app.require_subcommand(1);
  app.fallthrough();
  app.set_version_flag("--version", std::string(version));
  add_reproduce(app, words);
  add_simulate(app, words);
  add_design(app, words);
  add_attack(app, words.attack);
  add_frontier(app, words.frontier);
  add_theory(app, words.theory);
  add_plan(app, words.plan);
  app.add_subcommand("learners",
                     "The learners that can be named in an experiment, with their options");
  app.add_subcommand("strategies", "The ways in which arms can report, with their options");
  add_merge(app, words);
  add_session(app, words.session);
  add_json(app, words.json);
}

std::string as_typed(int argc, char** argv) {
  return fmt::format("{}", fmt::join(argv, argv + argc, " "));
}

int run(int argc, char** argv) {
  CLI::App app{
      "mesha picks the best of K candidates with a fixed number of evaluations,\n"
      "when the candidates describe themselves and may lie."};
  Words words;
  add_verbs(app, words);
  // Numbers like -.5 would be taken for flags. CLI11 wants the last word first.
  std::vector<std::string> said;
  for (int k = argc - 1; k > 0; --k) {
    const std::string_view word(argv[k]);
    const bool fraction = word.starts_with("-.") && word.size() > 2;
    said.push_back(fraction ? "-0" + std::string(word.substr(1)) : std::string(word));
  }
  try {
    app.parse(std::move(said));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    return refuse(complaint_and_advice(app, error));
  }
  words.simulate.json = words.merge.json = words.design.json = words.json;
  words.reproduce.json = words.session.json = words.attack.json = words.json;
  words.frontier.json = words.theory.json = words.plan.json = words.json;
  words.reproduce.command = words.frontier.command = as_typed(argc, argv);
  if (app.got_subcommand("reproduce")) return reproduce(words.reproduce);
  if (app.got_subcommand("frontier")) return frontier(words.frontier);
  if (app.got_subcommand("plan")) return plan(words.plan);
  if (app.got_subcommand("session")) return session(words.session);
  if (app.got_subcommand("merge")) return merge_parts(words.merge);
  if (app.got_subcommand("attack")) return attack(words.attack);
  if (app.got_subcommand("theory")) return theory(words.theory);
  if (app.got_subcommand("design")) return design(words.design);
  if (app.got_subcommand("learners")) return list_learners(words.json);
  if (app.got_subcommand("strategies")) return list_strategies(words.json);
  return simulate(words.simulate);
}

}  // namespace
}  // namespace mesha::cli

int main(int argc, char** argv) {
  try {
    mesha::cli::join_ranks(argc, argv);
    const int status = mesha::cli::run(argc, argv);
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
    return mesha::cli::refuse(std::string("cannot write the output: ") + std::strerror(errno));
  } catch (const std::system_error& error) {  // fmt, when it cannot write
    return mesha::cli::refuse(std::string("cannot write the output: ") + error.what());
  } catch (const std::bad_alloc&) {
    return mesha::cli::refuse("there is not enough memory for this");
  } catch (const std::exception& error) {
    fmt::print(stderr, "mesha: this is a bug, please report it: {}\n", error.what());
    return 3;
  }
}
