#include "mesha/frontier/cell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <type_traits>
#include <utility>

#include "mesha/catalog/attack.hpp"
#include "mesha/catalog/cost.hpp"
#include "mesha/scale/cells.hpp"
#include "mesha/theory/exchanged.hpp"
#include "mesha/version.hpp"

namespace mesha::frontier {
namespace {

// Orders of the arms, each of which has an equal share of the runs.
constexpr std::int64_t orders = 16;

double seconds_per_run(const Contest& contest, const Traits& traits) {
  return seconds_of_run(traits, setting_of(contest.instance, contest.budget));
}

// How much is spent on a cell.
struct Plan {
  std::int64_t runs = 0;  // of truth, of the exchange, of saturation
  SearchOptions search;

  std::string text() const {
    return fmt::format("{} {} {} {} {} {} {} {}", runs, search.evaluations, search.random_starts,
                       search.climbs, search.first_runs, search.climb_runs, search.confirm_runs,
                       search.grid);
  }

  double total_runs(const Traits& traits) const {
    const double searched =
        static_cast<double>(search.evaluations) * static_cast<double>(search.climb_runs) +
        2 * static_cast<double>(search.confirm_runs);
    // The truth; the exchange, saturation, and the lies found by the two searches.
    return static_cast<double>(runs) * (traits.reads_reports ? 5 : 1) +
           (traits.reads_reports ? 2 * searched : 0);
  }
};

// Fewer runs where they are dear, but some.
void afford(double share, Plan& plan) {
  if (share >= 1) return;
  const auto cut = [](auto& count, double by, std::int64_t least) {
    using Count = std::remove_reference_t<decltype(count)>;
    const double left = std::max(static_cast<double>(least), by * static_cast<double>(count));
    count = std::min(count, static_cast<Count>(left));
  };
  SearchOptions& search = plan.search;
  cut(plan.runs, share, 1'000);
  cut(search.confirm_runs, share, 1'000);
  const double each = std::sqrt(share);
  cut(search.evaluations, each, 12);
  cut(search.climb_runs, each, 100);
  cut(search.first_runs, each, 50);
  cut(search.random_starts, each, 4);
}

Plan plan_of(const Contest& contest, const Traits& traits, const Effort& effort) {
  Plan plan{.runs = 400'000,
            .search = {.evaluations = 200,
                       .random_starts = 40,
                       .climbs = 3,
                       .first_runs = 300,
                       .climb_runs = 1'000,
                       .confirm_runs = 20'000,
                       .seed = effort.seed}};
  if (traits.adaptive || !traits.does_without_features())
    plan.runs = 40'000;  // others have no more than sums
  double most_seconds = 30;
  if (effort.quick) {
    plan.runs /= 10;
    plan.search = {.evaluations = 30,
                   .random_starts = 8,
                   .climbs = 1,
                   .first_runs = 100,
                   .climb_runs = 300,
                   .confirm_runs = 2'000,
                   .grid = 24,
                   .seed = effort.seed};
    most_seconds = 4;
  }
  afford(most_seconds / (plan.total_runs(traits) * seconds_per_run(contest, traits)), plan);
  return plan;
}

using Order = std::vector<std::size_t>;

Order order_number(std::int64_t number, std::size_t arms) {
  Order order(arms);
  std::iota(order.begin(), order.end(), 0);
  const RunRandom dice{.seed = 1, .run = static_cast<std::uint64_t>(number)};
  for (std::size_t left = arms; left > 1; --left) {
    const double u = dice.uniform(Stream::instances, 0, left);
    std::swap(order[left - 1], order[static_cast<std::size_t>(u * static_cast<double>(left))]);
  }
  return order;
}

// The instance with its arms in this order, all of which say `said`.
Experiment in_order(const Instance& instance, const std::vector<Report>& said, const Order& order) {
  std::vector<TrueFeature> features;
  std::vector<Report> reports;
  for (const std::size_t i : order) {
    features.push_back(instance.feature(arm_at(i)));
    reports.push_back(said[i]);
  }
  auto made = Instance::make(std::move(features), instance.theta(), instance.noise());
  expects(static_cast<bool>(made), "an instance is sound in any order of its arms");
  const ArmId best = *made->best_arm();
  return {.instance = *std::move(made), .best = best, .profile = fixed_profile(reports)};
}

Failure failure_of(const Estimate& found) {
  if (found.has_counts()) return {found.failure, found.tally.failures, found.tally.trials, 0};
  return {found.failure, 0, 0, (found.interval.high - found.interval.low) / 2};
}

Failure failure_of(const Payoff::Gain& found, std::int64_t runs) {
  const Chance& with = found.with;
  if (found.exact) return {with.probability, 0, 0, (with.interval.high - with.interval.low) / 2};
  const auto failures = std::llround(with.probability * static_cast<double>(runs));
  return {with.probability, failures, runs, 0};
}

class Computing {
 public:
  Computing(const Job& job, const Effort& effort, std::stop_token stop)
      : job_(&job),
        traits_(find_learner(job.learner->name)->traits),
        plan_(plan_of(*job.contest, traits_, effort)),
        stop_(std::move(stop)) {}

  Result<std::optional<Cell>> run() {
    const Instance& instance = job_->contest->instance;
    const Experiment here = in_order(instance, truth(), order_as_it_is());
    Cell cell;
    if (const auto able = here.make(*job_->learner, job_->contest->budget); !able) {
      cell.refused = able.error().sentence;
      return std::optional(std::move(cell));
    }
    cell.truth = failure_in_any_order(instance, truth(), 0);
    if (traits_.reads_reports) {
      auto tried = attack_it(here, cell);
      if (!tried && !stop_.stop_requested()) return tried.error();
    }
    cell.certificate = certified_failure(instance, job_->contest->budget, job_->learner->name,
                                         job_->learner->options);
    if (stop_.stop_requested()) return std::optional<Cell>();
    return std::optional(std::move(cell));
  }

 private:
  std::vector<Report> truth() const {
    const Instance& instance = job_->contest->instance;
    std::vector<Report> said;
    said.reserve(instance.arm_count());
    for (std::size_t i = 0; i < instance.arm_count(); ++i)
      said.push_back({instance.feature(arm_at(i)).x});
    return said;
  }
  Order order_as_it_is() const {
    Order order(job_->contest->instance.arm_count());
    std::iota(order.begin(), order.end(), 0);
    return order;
  }

  Estimate estimated(const Experiment& e, const Precision& how) const {
    auto ready = e.prepare(*job_->learner, job_->contest->budget, how);
    expects(static_cast<bool>(ready), "a learner that was made once is made again");
    return mesha::run(*std::move(ready), {.threads = 1, .stop = stop_});
  }

  // An integral does not depend on the order, as scores are equal with probability 0.
  Failure failure_in_any_order(const Instance& instance, const std::vector<Report>& said,
                               std::uint64_t sample) const {
    const Experiment first = in_order(instance, said, order_as_it_is());
    const Precision how = precision(sample);
    const auto ready = first.prepare(*job_->learner, job_->contest->budget, how);
    if (ready && ready->method == Method::exact) return failure_of(estimated(first, how));
    return counted(instance, said, sample, [this](const Experiment& e) {
      return e.game(*job_->learner, job_->contest->budget);
    });
  }

  Precision precision(std::uint64_t sample) const {
    return {.seed = plan_.search.seed + sample, .trials = plan_.runs};
  }

  // Every order has its share of the runs.
  template <class MakeGame>
  Failure counted(const Instance& instance, const std::vector<Report>& said, std::uint64_t sample,
                  const MakeGame& game_of) const {
    Precision how = precision(sample);
    how.by_number = true;
    Tally total;
    for (std::int64_t k = 0; k < orders && !stop_.stop_requested(); ++k) {
      how.shard = {.index = k, .count = orders};
      auto game = game_of(in_order(instance, said, order_number(k, instance.arm_count())));
      expects(static_cast<bool>(game), "a learner that was made once is made again");
      const auto found = estimate(*std::move(game), how, {.threads = 1, .stop = stop_});
      expects(static_cast<bool>(found), "runs of a game can be counted");
      total += found->tally;
    }
    const double share =
        static_cast<double>(total.failures) / std::max(1.0, static_cast<double>(total.trials));
    return {share, total.failures, total.trials, 0};
  }

  Status attack_it(const Experiment& here, Cell& cell) const {
    if (const auto b = theory::exchanged_instance(here.instance)) {
      cell.attacks.push_back({"means exchanged", failure_in_any_order(b->instance, b->reports, 1)});
    }
    const auto runner_up = second_best(here.instance);
    if (auto tried = search(here, "all others", {}, cell); !tried) return tried;
    if (here.instance.arm_count() > 2) {
      if (auto tried = search(here, "the second", {runner_up}, cell); !tried) return tried;
    }
    saturate(here.instance, cell);
    return ok();
  }

  void saturate(const Instance& instance, Cell& cell) const {
    const auto worst = [this](const Instance& arms) {
      return saturated_learner(arms, job_->contest->budget, job_->learner->name,
                               job_->learner->options);
    };
    if (!worst(instance)) return;
    cell.saturated = counted(instance, truth(), 2, [&](const Experiment& e) {
      return best_arm_game(e.instance, e.profile, *worst(e.instance));
    });
  }

  static ArmId second_best(const Instance& instance) {
    const ArmId best = *instance.best_arm();
    ArmId second = best;
    for (std::size_t i = 0; i < instance.arm_count(); ++i) {
      const ArmId arm = arm_at(i);
      if (arm != best && (second == best || instance.mean(arm) > instance.mean(second)))
        second = arm;
    }
    return second;
  }

  Status search(const Experiment& here, const std::string& who, std::vector<ArmId> liars,
                Cell& cell) const {
    if (stop_.stop_requested()) return ok();
    const AttackOptions options{.norm_bound = job_->suite->norm_bound,
                                .best_responses = false,
                                .equilibrium = false,
                                .liars = std::move(liars),
                                .search = plan_.search,
                                .as_asked = true};
    const auto row =
        attack(here, *job_->learner, job_->contest->budget, options, {.threads = 1, .stop = stop_});
    if (!row) return row.error();
    if (!row->coalition) return ok();
    const LieReport& lie = *row->coalition;
    if (!lie.changing.name.empty()) {  // what changes may depend on who has which index
      cell.attacks.push_back({fmt::format("{}: {} (changing)", who, lie.changing.name),
                              failure_of(lie.failure, row->search.confirm_runs)});
      return ok();
    }
    std::vector<Report> said;
    said.reserve(lie.said.size());
    for (const Vec& x : lie.said) said.push_back({x});
    const std::uint64_t sample = 3 + cell.attacks.size();
    cell.attacks.push_back({fmt::format("{}: {}", who, lie.lie.start),
                            failure_in_any_order(here.instance, said, sample)});
    return ok();
  }

  const Job* job_;
  Traits traits_;
  Plan plan_;
  std::stop_token stop_;
};

}  // namespace

Interval Failure::interval(double confidence) const {
  if (!exact()) return clopper_pearson(failures, trials, confidence);
  return {.low = std::max(0.0, probability - error), .high = std::min(1.0, probability + error)};
}

theory::Measured Failure::measured(double confidence) const {
  if (!exact()) return theory::jeffreys_measured({failures, trials}, confidence);
  return {probability, interval(confidence)};
}

const Attempt* Cell::worst() const {
  const Attempt* worst = nullptr;
  double most = truth.probability;
  for (const Attempt& one : attacks) {
    if (one.failure.probability <= most) continue;
    worst = &one;
    most = one.failure.probability;
  }
  return worst;
}

Cell::Pair Cell::measured(double confidence) const {
  const double each = 1 - (1 - confidence) / static_cast<double>(attacks.size() + 1);
  const theory::Measured honest = truth.measured(each);
  theory::Measured worst = honest;
  for (const Attempt& one : attacks) {
    const theory::Measured found = one.failure.measured(each);
    worst.probability = std::max(worst.probability, found.probability);
    worst.interval.low = std::max(worst.interval.low, found.interval.low);
    worst.interval.high = std::max(worst.interval.high, found.interval.high);
  }
  return {honest, worst};
}

theory::LimitMeasure Cell::share_of_limit(double z_star, double confidence) const {
  const Pair both = measured(confidence);
  return theory::limit_share(both.truth, both.worst, z_star);
}

std::optional<double> Cell::share_at_most(double z_star, double confidence) const {
  if (!(z_star > 0) || std::isinf(z_star)) return std::nullopt;
  const Pair both = measured(confidence);
  const double sum = theory::z_of(both.truth.interval.low) + theory::z_of(both.worst.interval.low);
  const double most = sum / (2 * z_star);
  return std::isfinite(most) ? std::optional(most) : std::nullopt;
}

double Cell::share_at_least(double z_star, double confidence) const {
  const double each = 1 - (1 - confidence) / static_cast<double>(attacks.size() + 1);
  const double honest = truth.interval(each).high;
  double worst = honest;
  for (const Attempt& one : attacks) worst = std::max(worst, one.failure.interval(each).high);
  return (theory::z_of(honest) + theory::z_of(worst)) / (2 * z_star);
}

std::string Job::what() const { return contest->name + ", " + label(*learner); }

std::string Job::file_name(const Effort& e) const {
  const Plan plan = plan_of(*contest, find_learner(learner->name)->traits, e);
  return cell_file_name(what(), fmt::format("{} {} {} {} {} {}", numbers_version, e.seed, e.quick,
                                            plan.text(), what(), suite->file));
}

double Job::seconds(const Effort& effort) const {
  const Traits& traits = find_learner(learner->name)->traits;
  const Plan plan = plan_of(*contest, traits, effort);
  return 0.01 + plan.total_runs(traits) * seconds_per_run(*contest, traits);
}

Result<std::optional<Cell>> compute(const Job& job, const Effort& effort,
                                    const std::stop_token& stop) {
  return Computing(job, effort, stop).run();
}

}  // namespace mesha::frontier
