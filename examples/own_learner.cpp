// A learner of your own under a name that experiment files, runs and selections know:
//     own_learner examples/finalists.toml own.db
// Linked with mesha::mesha; the README has the CMakeLists.txt.
#include <cstdlib>
#include <iostream>

#include "mesha/catalog/experiment.hpp"
#include "mesha/learners/parts/roster.hpp"
#include "mesha/session/session.hpp"
using namespace mesha;

// Half of the budget for all arms, half for the best two. Elimination has the remaining verbs.
class Finalists : public Elimination {
 public:
  explicit Finalists(const Setting& s) : Elimination(s.arms), half_(s.budget / 2) { next(); }
  const std::vector<Pulls>& plan(Reports /*never read*/) { return roster().batch(); }
  void observe(std::span<const Evidence> batch) {
    ByArm{}(batch, [&](ArmId arm, Groups told) {
      roster().score({arm, rewards_in(told) / static_cast<double>(pulls_in(told))});
    });
    roster().keep_best(roster().epoch() == 1 ? 2 : 1);
    next();
  }

 private:
  void next() {
    if (roster().size() == 1) return roster().finish();
    roster().begin_epoch(half_ / roster().size());
  }
  std::int64_t half_;
};

std::int64_t smallest(const Setting& s, OptionReader& /*it has none*/) { return 2 * s.arms; }
Result<AnyLearner> make(const Setting& s, OptionReader& options) {
  const Status enough = enough_budget(s.arms, s.budget, smallest(s, options));
  return enough ? Result(AnyLearner(Finalists(s))) : enough.error();
}

template <class T>
T checked(Result<T> result) {
  if (result) return *std::move(result);
  std::cerr << result.error().sentence << '\n';
  std::exit(2);
}

int main(int argc, char** argv) {
  if (argc != 3) return std::cerr << "usage: own_learner FILE.toml FILE.db\n", 2;
  checked(register_learner({.name = "finalists",
                            .source = "own_learner.cpp",
                            .summary = "half for all arms, half for the best two",
                            .smallest_budget = smallest,
                            .make = make}));

  const auto file = checked(load_experiment(argv[1]));
  for (const LearnerChoice& learner : file.learners) {
    const Game game = checked(file.game(learner, file.budgets.front()));
    const Estimate found = checked(estimate(game, file.precision));
    std::cout << label(learner) << " fails with probability " << found.failure << '\n';
  }

  const auto store = checked(open_store("sqlite:" + std::string(argv[2]), Access::create));
  const auto config = checked(completed({.name = "own",
                                         .learner = "finalists",
                                         .budget = 20,
                                         .candidates = {{"ana", {{1}}}, {"ben", {{1}}}}},
                                        /*noise=*/0.1));
  auto session = checked(Session::create(*store, config, /*now=*/0));
  while (session.state().stage() == SessionState::Stage::open) {
    const auto ticket = checked(session.ask({}, 0)).front();
    const Score score{ticket.ticket, ticket.name == "ben" ? 0.9 : 0.5};
    checked(session.tell({&score, 1}, 0));
  }
  std::cout << "selected: " << config.candidates[at(*session.state().winner())].name << '\n';
}
