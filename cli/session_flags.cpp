// The flags of `mesha session`.
#include <fmt/format.h>

#include "cli/validators.hpp"
#include "cli/verbs.hpp"
#include "mesha/catalog/learners.hpp"

namespace mesha::cli {
namespace {

CLI::App* add_session_verb(CLI::App& session, SessionOptions& options, const char* verb,
                           const char* what, bool named = true) {
  CLI::App* one = session.add_subcommand(verb, what);
  if (named) one->add_option("NAME", options.name, "The session")->required();
  add_value(one, "--store sqlite:FILE", options.store,
            "Where sessions are kept (default: $MESHA_STORE, else sqlite:mesha.db)");
  one->callback([&options, verb] { options.verb = verb; });
  return one;
}

void add_session_new(CLI::App& session, SessionOptions& options) {
  CLI::App* verb = add_session_verb(session, options, "new", "Begin a selection");
  add_value(verb, "--arms FILE.csv", options.arms,
            "One candidate per line: a name, then the features it claims, if any")
      ->required();
  add_value(verb, "--budget T", options.budget, "How many evaluations there are in all",
            whole_number(1, 1'000'000'000))
      ->required();
  add_value(verb, "--learner NAME", options.learner,
            fmt::format("Who decides (default: {}); see `mesha learners`", default_learner),
            not_empty());
  add_value(verb, "--norm-bound L", options.norm_bound,
            "The longest report that a candidate may make (default: 1)",
            number_between(smallest_size, largest_size));
  add_value(verb, "--noise SD", options.noise,
            "How far a single score strays from what the candidate is worth (default: half "
            "the reward range, or 1)",
            number_between(smallest_size, largest_size));
  add_value(verb, "--reward-range LOW,HIGH", options.reward_range, "Scores outside are refused");
  add_value(verb, "--option KEY=VALUE", options.options,
            "A setting of the learner, such as lambda=1.35")
      ->allow_extra_args(false);
  add_value(verb, "--seed S", options.seed,
            "Of the learner's coins, where it tosses any (default: a random one, kept in "
            "the log)",
            seed());
  add_value(verb, "--gap G", options.gap,
            "By how much the best leads, for the outlook that is printed (default: half the noise)",
            number_between(smallest_size, largest_size));
  verb->add_flag("--plan", options.plan,
                 "Create nothing: show how many evaluations each learner needs at this gap");
  verb->footer(
      "Example:\n  mesha session new hiring --arms examples/candidates.csv --budget 120 "
      "--reward-range 0,1");
}

// Who is evaluated, and what it brought.
void add_session_scores(CLI::App& session, SessionOptions& options) {
  CLI::App* ask = add_session_verb(session, options, "ask",
                                   "Whom to evaluate next: tickets, one per evaluation");
  add_value(ask, "--count N", options.count, "At most so many (default: 1)",
            whole_number(1, 1'000'000));
  add_value(ask, "--worker WHO", options.worker, "Who evaluates, for the record");
  add_value(ask, "--lease TIME", options.lease,
            "After this time the ticket may go to somebody else: 90s, 30m, 2h, 7d "
            "(default: 24h)");
  ask->add_flag("--again", options.again, "First the tickets that this worker has already");
  ask->footer(
      "Example:\n  mesha session ask hiring --count 5 --worker kim --lease 2h\n\n"
      "Hands out nothing when all evaluations of the epoch are out, or the selection is decided.");

  CLI::App* tell =
      add_session_verb(session, options, "tell", "The score that an evaluation brought");
  tell->add_option("TICKET", options.ticket, "As ask printed it");
  tell->add_option("SCORE", options.reward, "A number");
  add_value(tell, "--csv FILE", options.csv, "Many at once, all or nothing: lines of ticket,score");
  tell->footer(
      "Example:\n  mesha session tell hiring 1 0.8\n  mesha session tell hiring --csv "
      "scores.csv\n\n"
      "The same again changes nothing; another score for a ticket is refused. The file may begin\n"
      "with the line ticket,score.");

  CLI::App* correct =
      add_session_verb(session, options, "correct", "Replace a score, while its epoch is open");
  correct->add_option("TICKET", options.ticket, "As ask printed it")->required();
  correct->add_option("SCORE", options.reward, "A number")->required();
  add_value(correct, "--reason WHY", options.reason, "For the record")->required();
  correct->footer("Example:\n  mesha session correct hiring 1 0.7 --reason 'a typing error'");
}

// What candidates do.
void add_session_candidates(CLI::App& session, SessionOptions& options) {
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
  add_value(withdraw, "--reason WHY", options.reason, "For the record")->required();
}

}  // namespace

void add_session(CLI::App& app, SessionOptions& options) {
  CLI::App* session =
      app.add_subcommand("session", "A real selection: whom to evaluate, what it brought, who won");
  session->require_subcommand(1);
  session->fallthrough();
  add_session_new(*session, options);
  add_session_scores(*session, options);
  add_session_candidates(*session, options);
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
