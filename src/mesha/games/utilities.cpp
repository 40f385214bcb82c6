#include "mesha/games/utilities.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <utility>
#include <variant>

#include "mesha/simulate/exact/exact.hpp"
#include "mesha/simulate/kernel/kernel.hpp"
#include "mesha/simulate/runner.hpp"

namespace mesha {

Result<Chances> utilities(const Game& game, Precision precision, const Crew& crew) {
  precision.chosen = true;
  if (precision.method == Method::rare)
    return unsupported("`rare` knows the failure alone, not who is chosen");
  const auto found = estimate(game, precision, crew);
  if (!found) return found.error();
  auto all = chances(*found);
  if (!all) return Error{"stopped before anything was known", ErrorKind::unavailable};
  return *std::move(all);
}

namespace {

AffineProblem without_trigger(AffineProblem problem) {
  problem.facts.rule = [rule = std::move(problem.facts.rule)](const Report& report,
                                                              std::int64_t pulls) {
    ArmRule with = rule(report, pulls);
    with.trigger_below = -std::numeric_limits<double>::infinity();
    return with;
  };
  return problem;
}

std::optional<double> chance(const AffineProblem& problem, ArmId arm, const Precision& precision,
                             const Crew& crew) {
  if (exact_applies(problem)) {
    if (const auto found = exact_chosen(problem)) return found->chosen[at(arm)];
  }
  if (!kernel_applies(problem)) return std::nullopt;
  const Tally tally =
      kernel_runs(KernelPlan(problem), {.seed = precision.seed, .count = precision.trials}, crew);
  if (tally.trials == 0) return std::nullopt;
  return static_cast<double>(tally.named[at(arm)]) / static_cast<double>(tally.trials);
}

}  // namespace

std::optional<double> taken_by_trigger(const Game& game, ArmId arm, const Precision& precision,
                                       const Crew& crew) {
  const auto problem = affine_problem(game);
  if (!problem) return std::nullopt;
  const auto with = chance(*problem, arm, precision, crew);
  const auto without = chance(without_trigger(*problem), arm, precision, crew);
  if (!with || !without) return std::nullopt;
  return *without - *with;
}

std::optional<Chance> caught_by_trigger(const Game& game, ArmId arm, std::uint64_t seed,
                                        std::int64_t runs, const Crew& crew) {
  constexpr std::int64_t block = 256;
  std::atomic<std::int64_t> played{0};
  std::atomic<std::int64_t> caught{0};
  work_through((runs + block - 1) / block, crew, [&]() -> std::function<void(std::int64_t)> {
    return [&, runner = Runner<AnyLearner, AnyStrategy>(game.learner, game.instance, game.profile,
                                                        {.stop = crew.stop})](
               std::int64_t number) mutable {
      for (std::int64_t run = number * block; run < std::min(runs, (number + 1) * block); ++run) {
        const Answer& answer = runner.play({seed, static_cast<std::uint64_t>(run)});
        if (runner.stopped()) return;
        ++played;
        for (const Departure& departure : answer.departures) {
          if (departure.arm == arm && std::holds_alternative<ByTrigger>(departure.why)) ++caught;
        }
      }
    };
  });
  if (played == 0) return std::nullopt;
  return Chance{static_cast<double>(caught) / static_cast<double>(played),
                clopper_pearson(caught, played)};
}

}  // namespace mesha
