#include "mesha/catalog/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <variant>

#include "mesha/simulate/exact/exact.hpp"
#include "mesha/simulate/kernel/kernel.hpp"
#include "mesha/simulate/rare/rare.hpp"
#include "mesha/simulate/until.hpp"

namespace mesha {
namespace {

struct Shown {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const Vec& value) const {
    return fmt::format("[{} numbers]", value.size());
  }
  std::string operator()(const std::vector<Vec>& value) const {
    return fmt::format("[{} vectors]", value.size());
  }
};

constexpr double kernel_run_per_arm = 5e-9;  // seconds of `kernel` per run and arm, about
constexpr double worth_waiting = 0.05;       // seconds for an exact value, in any case
constexpr double rare_by_default = 0.01;     // the relative error of `rare`, unless given
constexpr std::int64_t no_limit = 1'000'000'000'000;

bool constant_reports(const Profile& profile) {
  return std::ranges::all_of(profile,
                             [](const AnyStrategy& strategy) { return strategy.constant(); });
}

// What exact, rare and kernel work with, or why there is no such thing.
Result<AffineProblem> affine_problem(const Experiment& experiment, const AnyLearner& learner,
                                     const Profile& profile) {
  auto facts = learner.affine();
  if (!facts) {
    return Error{"it does not rank by a fixed multiple of each arm's rewards on a fixed schedule",
                 ErrorKind::unsupported};
  }
  if (!constant_reports(profile)) {
    return Error{"reports change from round to round (strategy " + experiment.strategy + ")",
                 ErrorKind::unsupported};
  }
  return AffineProblem::make(*std::move(facts), experiment.instance,
                             first_reports(profile, experiment.instance), experiment.best);
}

AnyLearner made(const Experiment& experiment, const LearnerChoice& choice, std::int64_t budget) {
  auto learner = experiment.make(choice, budget);
  expects(static_cast<bool>(learner), "reading the experiment has made every learner once");
  return *std::move(learner);
}

StopOptions stop_options(const Precision& precision) {
  return {.half_width = precision.half_width.value_or(0),
          .relative_error = precision.relative_error.value_or(0),
          .most_trials = precision.trials.value_or(no_limit)};
}

bool has_target(const Precision& precision) {
  return precision.half_width.has_value() || precision.relative_error.has_value();
}

// Exact where it is cheaper than the runs that the precision asked for costs, or costs next to
// nothing. Runs asked for by number are runs.
bool exact_is_better(const Experiment& experiment, const AffineProblem& problem,
                     const Precision& precision) {
  if (precision.trials) return false;
  if (!exact_applies(problem)) return false;
  const double likely = 0.1;
  const double runs = has_target(precision) ? runs_needed(stop_options(precision), likely)
                                            : static_cast<double>(experiment.trials);
  const double sampling = runs * problem.arm_count() * kernel_run_per_arm;
  return exact_seconds(problem) <= std::max(worth_waiting, sampling);
}

Method automatic(const Experiment& experiment, const Result<AffineProblem>& problem,
                 const Precision& precision) {
  if (!problem || experiment.draw == Draw::every_pull) return Method::general;
  if (exact_is_better(experiment, *problem, precision)) return Method::exact;
  if (precision.relative_error) {
    if (rare_applies(*problem)) return Method::rare;
    if (!precision.trials && exact_applies(*problem)) return Method::exact;
  }
  return kernel_applies(*problem) ? Method::kernel : Method::general;
}

Result<Method> chosen(const Experiment& experiment, const LearnerChoice& choice,
                      const Result<AffineProblem>& problem, const Precision& precision) {
  const auto refused = [&](const std::string& why) {
    return Error{"--method " + std::string(name(precision.method)) + " cannot be used for " +
                     label(shown_name(choice), choice.options) + ": " + why,
                 ErrorKind::unsupported};
  };
  switch (precision.method) {
    case Method::automatic:
      return automatic(experiment, problem, precision);
    case Method::general:
      return Method::general;
    case Method::kernel:
      if (!problem) return refused(problem.error().sentence);
      if (experiment.draw == Draw::every_pull)
        return refused("the kernel draws sums, not every pull");
      if (auto ok = kernel_applies(*problem); !ok) return refused(ok.error().sentence);
      return Method::kernel;
    case Method::exact:
      if (!problem) return refused(problem.error().sentence);
      if (auto ok = exact_applies(*problem); !ok) return refused(ok.error().sentence);
      return Method::exact;
    case Method::rare:
      if (!problem) return refused(problem.error().sentence);
      if (auto ok = rare_applies(*problem); !ok) return refused(ok.error().sentence);
      return Method::rare;
  }
  return Method::general;
}

using Play = std::function<Tally(const RunRange&)>;

Play by_general(const Experiment& e, const AnyLearner& learner, const Profile& profile,
                const Crew& crew) {
  return [&](const RunRange& range) {
    return many_runs(learner, e.instance, std::span<const AnyStrategy>(profile), e.best, range,
                     crew, e.draw);
  };
}

Play by_kernel(const Experiment& e, const AffineProblem& problem, const Crew& crew) {
  auto plan = KernelPlan::make(problem.facts, e.instance, problem.reports, problem.best);
  expects(static_cast<bool>(plan), "the kernel was chosen where it does not apply");
  return [kept = std::make_shared<const KernelPlan>(*std::move(plan)),
          &crew](const RunRange& range) { return kernel_runs(*kept, range, crew); };
}

void by_sampling(const Experiment& e, const Play& play, const Precision& precision,
                 Estimate& into) {
  into.tally = has_target(precision)
                   ? run_until(stop_options(precision), e.seed, play)
                   : play(precision.shard.runs(e.seed, precision.trials.value_or(e.trials)));
  conclude(into);
}

// All runs go the same way, so one of them meets any target.
void by_one_run(const Experiment& e, const Play& play, Estimate& into) {
  into.tally = play({.seed = e.seed, .count = 1});
  if (into.tally.trials == 0) return;  // stopped before
  into.failure = static_cast<double>(into.tally.failures);
  into.interval = {into.failure, into.failure};
}

void by_exact(const AffineProblem& problem, Estimate& into) {
  const auto found = exact_failure(problem);
  expects(static_cast<bool>(found), "the exact method was chosen where it does not apply");
  into.failure = found->probability;
  into.interval = {.low = std::max(0.0, found->probability - found->error),
                   .high = std::min(1.0, found->probability + found->error)};
}

void by_rare(const Experiment& e, const AffineProblem& problem, const Crew& crew,
             const Precision& precision, Estimate& into) {
  RareOptions options{.seed = e.seed,
                      .relative_error = precision.relative_error.value_or(0),
                      .half_width = precision.half_width.value_or(0)};
  if (precision.trials) options.most_trials = *precision.trials;
  if (!precision.trials && !has_target(precision)) options.relative_error = rare_by_default;
  const RareFailure found = rare_failure(problem, options, crew);
  into.tally.trials = found.trials;
  into.failure = found.probability;
  into.interval = found.interval;
}

}  // namespace

Result<Method> choose_method(const Experiment& experiment, const LearnerChoice& choice,
                             std::int64_t budget, const Precision& precision) {
  const AnyLearner learner = made(experiment, choice, budget);
  const Profile profile = experiment.shown_to(choice);
  return chosen(experiment, choice, affine_problem(experiment, learner, profile), precision);
}

Result<Estimate> estimate(const Experiment& experiment, const LearnerChoice& choice,
                          std::int64_t budget, const Crew& crew, const Precision& precision) {
  const AnyLearner learner = made(experiment, choice, budget);
  const Profile profile = experiment.shown_to(choice);
  const auto problem = affine_problem(experiment, learner, profile);
  const auto method = chosen(experiment, choice, problem, precision);
  if (!method) return method.error();
  Estimate found;
  found.learner = shown_name(choice);
  found.options = choice.options;
  found.budget = budget;
  found.method = *method;
  if (*method == Method::exact) {
    by_exact(*problem, found);
  } else if (*method == Method::rare) {
    by_rare(experiment, *problem, crew, precision, found);
  } else {
    const Play play = *method == Method::kernel ? by_kernel(experiment, *problem, crew)
                                                : by_general(experiment, learner, profile, crew);
    if (problem && problem->certain() && has_target(precision)) {
      by_one_run(experiment, play, found);
    } else {
      by_sampling(experiment, play, precision, found);
    }
  }
  return found;
}

bool falls_short(const Estimate& estimate, const Experiment& experiment,
                 const Precision& precision) {
  if (!has_target(precision)) {
    const std::int64_t asked = precision.trials.value_or(experiment.trials);
    return estimate.has_counts() && estimate.tally.trials < asked;
  }
  const double half = (estimate.interval.high - estimate.interval.low) / 2 / (1 + 1e-9);
  return half > precision.half_width.value_or(1) ||
         half > precision.relative_error.value_or(HUGE_VAL) * estimate.failure;
}

bool is_additive(Method method, const Precision& precision) {
  return method != Method::exact && method != Method::rare && !has_target(precision);
}

void conclude(Estimate& estimate) {
  const Tally& tally = estimate.tally;
  if (tally.trials == 0) return;
  estimate.failure = static_cast<double>(tally.failures) / static_cast<double>(tally.trials);
  estimate.interval = clopper_pearson(tally.failures, tally.trials);
}

std::string label(const std::string& learner, const Options& options) {
  std::string text = learner;
  for (const auto& [name, value] : options) {
    if (const bool* flag = std::get_if<bool>(&value); flag != nullptr && *flag) {
      text += " " + name;
    } else {
      text += " " + name + "=" + std::visit(Shown{}, value);
    }
  }
  return text;
}

}  // namespace mesha
