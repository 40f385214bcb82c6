// Any bytes given as an experiment file are refused with a sentence, or can be simulated: no
// crash, no number that is not one, and counts that add up.
#include "mesha/catalog/experiment.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <variant>

#include "mesha/simulate/estimate.hpp"

namespace mesha {
namespace {

void must(bool holds) {
  if (!holds) __builtin_trap();
}

// A single input has milliseconds, not minutes.
bool small(const Experiment& e) {
  constexpr std::int64_t most_pulls = 20'000;
  std::int64_t pulls = 0;
  for (const std::int64_t budget : e.budgets) {
    if (budget > most_pulls) return false;
    pulls += budget * static_cast<std::int64_t>(e.learners.size());
  }
  return pulls <= most_pulls && e.instance.arm_count() <= 16 && e.instance.dimension() <= 8;
}

void check_numbers(const Answer& answer) {
  for (const Departure& departure : answer.departures) {
    if (const auto* trigger = std::get_if<ByTrigger>(&departure.why)) {
      must(std::isfinite(trigger->mu_hat) && trigger->bounds.fires());
      continue;
    }
    const auto& ranking = std::get<ByRanking>(departure.why);
    must(std::isfinite(ranking.mu_hat) && ranking.mu_hat <= ranking.cut);
    if (ranking.bounds)
      must(std::isfinite(ranking.bounds->rlcb) && std::isfinite(ranking.bounds->aucb));
  }
}

void check_facts(const AnyLearner& learner, const Experiment& e, std::int64_t budget) {
  const auto facts = learner.affine();
  if (!facts || facts->epochs == 0) return;
  for (const Report& report : first_reports(e.profile, e.instance)) {
    const ArmRule rule = facts->rule(report, budget);
    must(std::isfinite(rule.scale) && rule.scale >= 0 && !std::isnan(rule.trigger_below));
  }
}

void check_runs(const Experiment& e, const LearnerChoice& choice, std::int64_t budget) {
  const auto learner = e.make(choice, budget);
  must(static_cast<bool>(learner));
  const Profile profile = e.shown_to(choice);
  Runner<AnyLearner, AnyStrategy> runner(*learner, e.instance, profile, {.draw = e.precision.draw});
  check_numbers(runner.play(RunRandom{e.precision.seed, 0}));
  must(runner.spent() <= budget);
  check_facts(*learner, e, budget);

  Precision how = e.precision;
  how.method = Method::general;
  const Estimate found = *estimate(*e.game(choice, budget), how);
  const Tally& t = found.tally;
  must(t.trials == how.trials);
  must(t.failures == t.trials - t.named[at(e.best)]);
  must(std::accumulate(t.named.begin(), t.named.end(), t.nobody_left) == t.trials);
  must(0 <= found.interval.low && found.interval.low <= found.failure);
  must(found.failure <= found.interval.high && found.interval.high <= 1);
}

void check(std::string_view text) {
  auto read = read_experiment(text, "fuzz");
  if (!read) {
    must(!read.error().sentence.empty());
    return;
  }
  must(!read->learners.empty() && !read->budgets.empty() && read->precision.trials > 0);
  if (!small(*read)) return;
  read->precision.trials = 3;
  for (const LearnerChoice& choice : read->learners) {
    for (const std::int64_t budget : read->budgets) check_runs(*read, choice, budget);
  }
}

}  // namespace
}  // namespace mesha

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t longest = 16384;
  if (size > longest) return -1;                              // not into the corpus
  mesha::check({reinterpret_cast<const char*>(data), size});  // NOLINT: bytes are text here
  return 0;
}
