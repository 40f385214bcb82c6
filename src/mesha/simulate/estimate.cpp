#include "mesha/simulate/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "mesha/simulate/exact/exact.hpp"
#include "mesha/simulate/kernel/kernel.hpp"
#include "mesha/simulate/rare/rare.hpp"
#include "mesha/simulate/until.hpp"

namespace mesha {
namespace {

constexpr double kernel_run_per_arm = 5e-9;  // seconds of `kernel` per run and arm, about
constexpr double worth_waiting = 0.05;       // seconds for an exact value, in any case
constexpr double rare_by_default = 0.01;     // the relative error of `rare`, unless given
constexpr std::int64_t no_limit = 1'000'000'000'000;

StopOptions stop_options(const Precision& precision) {
  return {.half_width = precision.half_width.value_or(0),
          .relative_error = precision.relative_error.value_or(0),
          .most_trials = precision.by_number ? precision.trials : no_limit};
}

// Exact where it is cheaper than the runs that the precision asked for costs, or costs next to
// nothing. Runs asked for by number are runs.
bool exact_is_better(const AffineProblem& problem, const Precision& precision) {
  if (precision.by_number) return false;
  if (!exact_applies(problem)) return false;
  const double likely = 0.1;
  const double runs = precision.has_target() ? runs_needed(stop_options(precision), likely)
                                             : static_cast<double>(precision.trials);
  const double sampling = runs * problem.arm_count() * kernel_run_per_arm;
  return exact_seconds(problem) <= std::max(worth_waiting, sampling);
}

Method automatic(const Result<AffineProblem>& problem, const Precision& precision) {
  if (!problem || precision.draw == Draw::every_pull) return Method::general;
  if (exact_is_better(*problem, precision)) return Method::exact;
  if (precision.relative_error) {
    if (rare_applies(*problem)) return Method::rare;
    if (!precision.by_number && exact_applies(*problem)) return Method::exact;
  }
  return kernel_applies(*problem) ? Method::kernel : Method::general;
}

// Why the method that was asked for cannot be used, if it cannot.
Status applies(const Result<AffineProblem>& problem, const Precision& precision) {
  if (precision.method == Method::automatic || precision.method == Method::general) return ok();
  if (!problem) return problem.error();
  if (precision.method == Method::exact) return exact_applies(*problem);
  if (precision.method == Method::rare) return rare_applies(*problem);
  if (precision.draw == Draw::every_pull)
    return unsupported("the kernel draws sums, not every pull");
  return kernel_applies(*problem);
}

using Play = std::function<Tally(const RunRange&)>;

Play by_general(const Prepared& prepared, const Crew& crew) {
  return [&](const RunRange& range) {
    const Game& game = prepared.game;
    return many_runs(game.learner, game.instance, std::span<const AnyStrategy>(game.profile),
                     game.right, range, crew,
                     {.draw = prepared.precision.draw, .cap = cap_of(game, prepared.precision)});
  };
}

Play by_kernel(const Prepared& prepared, const Crew& crew) {
  return [plan = std::make_shared<const KernelPlan>(*prepared.problem),
          &crew](const RunRange& range) { return kernel_runs(*plan, range, crew); };
}

void by_sampling(const Precision& precision, const Play& play, Estimate& into) {
  into.tally = precision.has_target()
                   ? run_until(stop_options(precision), precision.seed, play)
                   : play(precision.shard.runs(precision.seed, precision.trials));
  conclude(into);
}

// All runs go the same way, so one of them meets any target.
void by_one_run(const Precision& precision, const Play& play, Estimate& into) {
  into.tally = play({.seed = precision.seed, .count = 1});
  if (into.tally.trials == 0) return;  // stopped before
  into.failure = static_cast<double>(into.tally.failures);
  into.interval = {into.failure, into.failure};
}

Chance integrated(double probability, double error) {
  const double p = std::clamp(probability, 0.0, 1.0);
  return {p, {.low = std::max(0.0, p - error), .high = std::min(1.0, p + error)}};
}

Chances integrated(const ExactChosen& found) {
  Chances all{.nobody = integrated(found.nobody, found.error)};
  all.chosen.reserve(found.chosen.size());
  for (const double p : found.chosen) all.chosen.push_back(integrated(p, found.error));
  return all;
}

void by_exact(const AffineProblem& problem, bool chosen, Estimate& into) {
  ExactFailure found;
  if (chosen) {
    const auto everybody = exact_chosen(problem);
    expects(static_cast<bool>(everybody), "the exact method was chosen where it does not apply");
    found = everybody->failure;
    into.integrated = integrated(*everybody);
  } else {
    const auto alone = exact_failure(problem);
    expects(static_cast<bool>(alone), "the exact method was chosen where it does not apply");
    found = *alone;
  }
  const Chance failure = integrated(found.probability, found.error);
  into.failure = failure.probability;
  into.interval = failure.interval;
}

void by_rare(const Prepared& prepared, const Crew& crew, Estimate& into) {
  const Precision& precision = prepared.precision;
  RareOptions options{.seed = precision.seed,
                      .relative_error = precision.relative_error.value_or(0),
                      .half_width = precision.half_width.value_or(0)};
  if (precision.by_number) options.most_trials = precision.trials;
  if (!precision.by_number && !precision.has_target()) options.relative_error = rare_by_default;
  const RareFailure found = rare_failure(*prepared.problem, options, crew);
  into.tally.trials = found.trials;
  into.failure = found.probability;
  into.interval = found.interval;
}

}  // namespace

Result<Prepared> prepare(Game game, const Precision& precision, std::string_view who) {
  auto problem = affine_problem(game);
  if (auto fits = applies(problem, precision); !fits) {
    return fits.error().with("--method " + std::string(name(precision.method)) +
                             " cannot be used for " + std::string(who) + ": " +
                             fits.error().sentence);
  }
  const Method method =
      precision.method == Method::automatic ? automatic(problem, precision) : precision.method;
  Prepared prepared{.game = std::move(game), .precision = precision, .method = method};
  if (problem) prepared.problem = *std::move(problem);
  return prepared;
}

Estimate run(const Prepared& prepared, const Crew& crew) {
  const Precision& precision = prepared.precision;
  Estimate found{.method = prepared.method};
  if (found.method == Method::exact) {
    by_exact(*prepared.problem, precision.chosen, found);
  } else if (found.method == Method::rare) {
    by_rare(prepared, crew, found);
  } else {
    const Play play =
        found.method == Method::kernel ? by_kernel(prepared, crew) : by_general(prepared, crew);
    const bool certain = prepared.problem && prepared.problem->certain();
    if (certain && precision.has_target()) {
      by_one_run(precision, play, found);
    } else {
      by_sampling(precision, play, found);
    }
  }
  return found;
}

Result<Estimate> estimate(Game game, const Precision& precision, const Crew& crew) {
  const auto prepared = prepare(std::move(game), precision);
  if (!prepared) return prepared.error();
  return run(*prepared, crew);
}

std::optional<Chances> chances(const Estimate& estimate) {
  if (!estimate.integrated.chosen.empty()) return estimate.integrated;
  if (!estimate.has_counts() || estimate.tally.trials == 0) return std::nullopt;
  const Tally& tally = estimate.tally;
  std::map<std::int64_t, Chance> known;  // of many arms most are never named
  const auto counted = [&](std::int64_t times) -> Chance {
    const auto [place, fresh] = known.try_emplace(times);
    if (fresh) {
      place->second = {static_cast<double>(times) / static_cast<double>(tally.trials),
                       clopper_pearson(times, tally.trials)};
    }
    return place->second;
  };
  Chances all{.nobody = counted(tally.nobody_left), .unfinished = counted(tally.unfinished)};
  all.chosen.reserve(tally.named.size());
  for (const std::int64_t times : tally.named) all.chosen.push_back(counted(times));
  return all;
}

std::int64_t cap_of(const Game& game, const Precision& precision) {
  return game.learner.stops_by_itself() ? precision.cap : RunOptions{}.cap;
}

bool falls_short(const Estimate& estimate, const Precision& precision) {
  if (!precision.has_target())
    return estimate.has_counts() && estimate.tally.trials < precision.trials;
  const double half = (estimate.interval.high - estimate.interval.low) / 2 / (1 + 1e-9);
  return half > precision.half_width.value_or(1) ||
         half > precision.relative_error.value_or(HUGE_VAL) * estimate.failure;
}

bool is_additive(Method method, const Precision& precision) {
  return method != Method::exact && method != Method::rare && !precision.has_target();
}

void conclude(Estimate& estimate) {
  const Tally& tally = estimate.tally;
  if (tally.trials == 0) return;
  estimate.failure = static_cast<double>(tally.failures) / static_cast<double>(tally.trials);
  estimate.interval = clopper_pearson(tally.failures, tally.trials);
}

}  // namespace mesha
