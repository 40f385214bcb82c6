#include "cli/session_flags.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <limits>

#include "cli/validators.hpp"
#include "mesha/catalog/learners.hpp"

namespace mesha::cli {
namespace {

CLI::App* add_session_verb(CLI::App& session, SessionOptions& options, const char* verb,
                           const char* what, bool named = true) {
  CLI::App* one = session.add_subcommand(verb, what);
  if (named) one->add_option("NAME", options.name, "The session")->required();
  one->add_option("--store", options.store,
                  "Where sessions are kept (default: $MESHA_STORE, else sqlite:mesha.db)")
      ->type_name("sqlite:FILE");
  one->callback([&options, verb] { options.verb = verb; });
  return one;
}

void add_session_new(CLI::App& session, SessionOptions& options) {
  CLI::App* verb = add_session_verb(session, options, "new", "Begin a selection");
  verb->add_option("--arms", options.arms,
                   "One candidate per line: a name, then the features it claims, if any")
      ->required()
      ->type_name("FILE.csv");
  verb->add_option("--budget", options.budget, "How many evaluations there are in all")
      ->required()
      ->transform(whole_number(1, 1'000'000'000))
      ->type_name("T");
  verb->add_option("--learner", options.learner,
                   fmt::format("Who decides (default: {}); see `mesha learners`", default_learner))
      ->type_name("NAME");
  verb->add_option("--norm-bound", options.norm_bound,
                   "The longest report that a candidate may make (default: 1)")
      ->check(number_between(smallest_size, largest_size))
      ->type_name("L");
  verb->add_option("--noise", options.noise,
                   "How far a single score strays from what the candidate is worth (default: half "
                   "the reward range, or 1)")
      ->check(number_between(smallest_size, largest_size))
      ->type_name("SD");
  verb->add_option("--reward-range", options.reward_range, "Scores outside are refused")
      ->type_name("LOW,HIGH");
  verb->add_option("--option", options.options, "A setting of the learner, such as lambda=1.35")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  verb->add_option("--seed", options.seed,
                   "Of the learner's coins, where it tosses any (default: a random one, kept in "
                   "the log)")
      ->transform(whole_number(0, std::numeric_limits<std::int64_t>::max()))
      ->type_name("S");
  verb->footer(
      "Example:\n  mesha session new hiring --arms examples/candidates.csv --budget 120 "
      "--reward-range 0,1");
}

void add_session_work(CLI::App& session, SessionOptions& options) {
  CLI::App* ask = add_session_verb(session, options, "ask",
                                   "Whom to evaluate next: tickets, one per evaluation");
  ask->add_option("--count", options.count, "At most so many (default: 1)")
      ->transform(whole_number(1, 1'000'000))
      ->type_name("N");
  ask->add_option("--worker", options.worker, "Who evaluates, for the record")->type_name("WHO");
  ask->add_option("--lease", options.lease,
                  "After this time the ticket may go to somebody else: 90s, 30m, 2h, 7d "
                  "(default: 24h)")
      ->type_name("TIME");
  ask->add_flag("--again", options.again, "First the tickets that this worker has already");
  ask->footer(
      "Example:\n  mesha session ask hiring --count 5 --worker kim --lease 2h\n\n"
      "Hands out nothing when all evaluations of the epoch are out, or the selection is decided.");

  CLI::App* tell =
      add_session_verb(session, options, "tell", "The score that an evaluation brought");
  tell->add_option("TICKET", options.ticket, "As ask printed it");
  tell->add_option("SCORE", options.reward, "A number");
  tell->add_option("--csv", options.csv, "Many at once, all or nothing: lines of ticket,score")
      ->type_name("FILE");
  tell->footer(
      "Example:\n  mesha session tell hiring 1 0.8\n  mesha session tell hiring --csv "
      "scores.csv\n\n"
      "The same again changes nothing; another score for a ticket is refused. The file may begin\n"
      "with the line ticket,score.");

  CLI::App* correct =
      add_session_verb(session, options, "correct", "Replace a score, while its epoch is open");
  correct->add_option("TICKET", options.ticket, "As ask printed it")->required();
  correct->add_option("SCORE", options.reward, "A number")->required();
  correct->add_option("--reason", options.reason, "For the record")->required()->type_name("WHY");

  correct->footer("Example:\n  mesha session correct hiring 1 0.7 --reason 'a typing error'");

  CLI::App* report = add_session_verb(session, options, "report",
                                      "A candidate describes itself anew, from now on");
  report->add_option("CANDIDATE", options.arm, "Its name")->required();
  report->add_option("FEATURES", options.report, "What it claims, such as 0.5,-0.1,0.3")
      ->required();

  report->footer(
      "Example:\n  mesha session report hiring ana 0.7,0.2,0.1\n\n"
      "As many numbers as before, and no longer than the norm bound of the session. Tickets that\n"
      "are out count for what was said when they were issued.");

  CLI::App* withdraw =
      add_session_verb(session, options, "withdraw", "A candidate leaves on its own");
  withdraw->add_option("CANDIDATE", options.arm, "Its name")->required();
  withdraw->add_option("--reason", options.reason, "For the record")->required()->type_name("WHY");
}

}  // namespace

void add_session(CLI::App& app, SessionOptions& options) {
  CLI::App* session =
      app.add_subcommand("session", "A real selection: whom to evaluate, what it brought, who won");
  session->require_subcommand(1);
  session->fallthrough();
  add_session_new(*session, options);
  add_session_work(*session, options);
  add_session_verb(*session, options, "status", "Who is in, who left and why, and the winner");
  add_session_verb(*session, options, "list", "All sessions of the store", false);
  add_session_verb(*session, options, "export", "The whole log (JSON), or all tickets (--csv)")
      ->add_flag("--csv", options.table, "One line per ticket instead of the log");
  add_session_verb(*session, options, "verify", "Is the log as it was written? Says where not")
      ->add_option("--head", options.head, "A hash that was printed earlier: is it in this log?")
      ->type_name("HASH");
  session->get_subcommand("verify")->footer(
      "Exit status 0: yes, 1: no. docs/journal_format.md says how to check without mesha.");
  session->footer(
      "Example:\n"
      "  mesha session new hiring --arms examples/candidates.csv --budget 120\n"
      "  mesha session ask hiring --count 5 --worker kim\n"
      "  mesha session tell hiring 1 0.8\n"
      "  mesha session status hiring");
}

}  // namespace mesha::cli
