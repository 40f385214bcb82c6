#include "mesha/simulate/exact/exact.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mesha/simulate/exact/epoch.hpp"
#include "mesha/stats/normal_law.hpp"

namespace mesha {
namespace {

// The largest number of arms that can be active in each epoch; entry 0 is the first one's.
std::vector<int> most_active(const AffineProblem& problem) {
  std::vector<int> most = {problem.arm_count()};
  for (int epoch = 1; epoch < problem.facts.epochs; ++epoch) {
    int next = 0;
    for (int active = 1; active <= most.back(); ++active) {
      next = std::max(next, std::min(active, problem.facts.stage(epoch, active).keep));
    }
    most.push_back(next);
  }
  return most;
}

// Arms are interchangeable when no epoch can tell them apart but by their index; the index decides
// ties, which need a constant score, and which arm is named when several are left.
bool interchangeable(const AffineProblem& problem, const std::vector<int>& most, std::size_t a,
                     std::size_t b) {
  if (problem.means[a] != problem.means[b]) return false;
  const AffineFacts& facts = problem.facts;
  for (int epoch = 1; epoch <= facts.epochs; ++epoch) {
    for (int active = 1; active <= most[static_cast<std::size_t>(epoch) - 1]; ++active) {
      const Stage stage = facts.stage(epoch, active);
      if (epoch == facts.epochs && stage.keep > 1) return false;
      const ArmRule one = facts.rule(problem.reports[a], stage.pulls);
      const ArmRule other = facts.rule(problem.reports[b], stage.pulls);
      if (one.scale * problem.sd == 0) return false;
      if (one.scale != other.scale || one.trigger_below != other.trigger_below) return false;
    }
  }
  return true;
}

ArmClasses interchangeable_arms(const AffineProblem& problem) {
  const std::vector<int> most = most_active(problem);
  ArmClasses classes;
  for (std::size_t i = 0; i < problem.means.size(); ++i) {
    std::size_t first = 0;
    while (first < i && !interchangeable(problem, most, first, i)) ++first;
    classes.push_back(static_cast<int>(first));
  }
  return classes;
}

double choose(int n, int k) {
  double ways = 1;
  for (int i = 1; i <= k; ++i) ways = ways * (n - k + i) / i;
  return ways;
}

struct Pass {
  double failure = 0;
  std::vector<double> chosen = {};  // if all sets were followed
  double nobody = 0;
  double dropped = 0;
  std::int64_t sets = 0;
  std::int64_t integrals = 0;
};

// One forward pass over the epochs: over the sets that hold the best arm, for the failure alone, or
// over all of them.
class Chain {
 public:
  Chain(const AffineProblem& problem, const ArmClasses& classes, Followed followed,
        const ExactGrid& grid)
      : problem_(&problem),
        classes_(&classes),
        followed_(followed),
        grid_(grid),
        epoch_(classes, followed),
        reached_(std::size_t{1} << static_cast<unsigned>(problem.arm_count()), 0.0) {}

  Pass run() {
    reached_.back() = 1;
    for (int epoch = 1; epoch <= problem_->facts.epochs; ++epoch) advance(epoch);
    if (followed_) {
      for (std::size_t set = 1; set < reached_.size(); ++set) {  // the first one left is named
        if (std::countr_zero(set) != *followed_) pass_.failure += reached_[set];
      }
    } else {
      count_named();
    }
    pass_.integrals = epoch_.integrals();
    return pass_;
  }

 private:
  void advance(int epoch) {
    const std::vector<ArmSet> sets = worth_visiting();
    std::map<int, EpochTable> tables;  // by number of active arms
    std::vector<double> next(reached_.size(), 0.0);
    for (const ArmSet active : sets) {
      const int size = std::popcount(active);
      const EpochTable& table =
          tables.try_emplace(size, *problem_, epoch, size, followed_, grid_).first->second;
      const double weight = reached_[active];
      if (followed_) pass_.failure += weight * epoch_.followed_leaves(table, active);
      pass_.dropped += weight * epoch_.survivors(table, active, grid_.negligible / weight,
                                                 [&](ArmSet stay, double probability) {
                                                   next[stay] += weight * probability;
                                                 });
    }
    pass_.sets += static_cast<std::int64_t>(sets.size());
    pass_.nobody += next[0];
    reached_ = std::move(next);
  }

  // Of interchangeable arms the first stands for all of them, and each is as likely as another.
  void count_named() {
    pass_.chosen.assign(classes_->size(), 0.0);
    for (std::size_t set = 1; set < reached_.size(); ++set) {
      pass_.chosen[static_cast<std::size_t>(std::countr_zero(set))] += reached_[set];
    }
    for (std::size_t arm = classes_->size(); arm-- > 0;) {  // the lowest of its class comes last
      const int first = (*classes_)[arm];
      pass_.chosen[arm] = pass_.chosen[static_cast<std::size_t>(first)] /
                          static_cast<double>(std::ranges::count(*classes_, first));
    }
    pass_.failure = pass_.nobody;
    for (std::size_t arm = 0; arm < classes_->size(); ++arm) {
      if (!problem_->right.contains(arm_at(arm))) pass_.failure += pass_.chosen[arm];
    }
  }

  // All sets reached, but for the least likely ones that together are negligible.
  std::vector<ArmSet> worth_visiting() {
    std::vector<ArmSet> sets;
    for (std::size_t set = 1; set < reached_.size(); ++set) {
      if (reached_[set] > 0) sets.push_back(static_cast<ArmSet>(set));
    }
    std::ranges::stable_sort(sets, {}, [&](ArmSet set) { return reached_[set]; });
    std::size_t first = 0;
    double left_out = 0;
    while (first < sets.size() && left_out + reached_[sets[first]] < grid_.negligible) {
      left_out += reached_[sets[first++]];
    }
    pass_.dropped += left_out;
    sets.erase(sets.begin(), sets.begin() + static_cast<std::ptrdiff_t>(first));
    return sets;
  }

  const AffineProblem* problem_;
  const ArmClasses* classes_;
  Followed followed_;
  ExactGrid grid_;
  ExactEpoch epoch_;
  std::vector<double> reached_;  // P(this set is active); it holds the followed arm
  Pass pass_;
};

constexpr int fine_points = 16;
constexpr int coarse_points = 12;

struct Integral {
  Pass pass;
  double error = 0;
  ExactGrid grid;
};

// Two rules on the same panels; where they differ by more than asked for, narrower panels; where
// too much was left out, less of that.
Integral integrate(const AffineProblem& problem, const ArmClasses& classes, Followed followed,
                   double tolerance) {
  const double arms_and_epochs = static_cast<double>(problem.arm_count()) * problem.facts.epochs;
  const double reach = std::sqrt(-2 * std::log(tolerance)) + 1;
  const double beyond = problem.sd > 0 ? 2 * arms_and_epochs * normal_below(-reach) : 0;
  ExactGrid grid{.points = fine_points,
                 .panel = 2,
                 .reach = reach,
                 .negligible = tolerance / 100 / arms_and_epochs};
  Integral found;
  for (int attempt = 0; attempt < 6; ++attempt) {
    ExactGrid coarse = grid;
    coarse.points = coarse_points;
    const Pass rough = Chain(problem, classes, followed, coarse).run();
    found.pass = Chain(problem, classes, followed, grid).run();
    found.grid = grid;
    const double rules_differ = std::fabs(found.pass.failure - rough.failure);
    const double dropped = found.pass.dropped;
    // A tail's exponent z^2 / 2 is rounded too, and it is about -log of the answer.
    const double rounding = problem.sd > 0 && found.pass.failure > 0
                                ? 1e-15 * (10 - std::log(found.pass.failure)) * found.pass.failure
                                : 0;
    found.error = rules_differ + dropped + beyond + rounding;
    if (rules_differ <= tolerance / 2 && dropped <= tolerance / 4) break;
    if (rules_differ > tolerance / 2) grid.panel /= 2;
    if (dropped > tolerance / 4) grid.negligible *= tolerance / dropped / 100;
  }
  found.pass.failure = std::clamp(found.pass.failure, 0.0, 1.0);
  return found;
}

Integral integrate(const AffineProblem& problem, const ArmClasses& classes, Followed followed,
                   const ExactOptions& options) {
  Integral found = integrate(problem, classes, followed, options.absolute);
  constexpr double smallest = 1e-290;  // tails beyond it are no numbers any more
  double aimed = options.absolute;
  // Once the size is known, aim at its digits; again only if it was far off.
  for (double good_enough = options.relative; found.error > good_enough * found.pass.failure;
       good_enough = 0.01) {
    const double tolerance =
        std::clamp(found.pass.failure * options.relative, smallest, options.absolute);
    if (tolerance == aimed) break;
    aimed = tolerance;
    found = integrate(problem, classes, followed, tolerance);
  }
  return found;
}

// Only sets that hold the one right answer matter for the failure; if there are several, all do.
Followed followed_for_failure(const AffineProblem& problem) {
  return problem.right.single() ? Followed(problem.best().index) : std::nullopt;
}

ExactFailure failure_of(const Integral& found) {
  return {.probability = found.pass.failure,
          .error = found.error,
          .sets = found.pass.sets,
          .integrals = found.pass.integrals};
}

bool trigger_may_fire(const AffineProblem& problem, std::int64_t pulls) {
  constexpr double negligible = 1e-12;
  return std::ranges::any_of(score_laws(problem, pulls),
                             [](const ScoreLaw& law) { return law.leaves > negligible; });
}

}  // namespace

Status exact_applies(const AffineProblem& problem) {
  if (problem.facts.cumulative) {
    return unsupported(
        "its scores build on earlier epochs and so depend on each other, which the exact method "
        "cannot integrate");
  }
  if (problem.arm_count() > exact_most_arms) {
    return unsupported("the exact method visits sets of arms, and " +
                       std::to_string(problem.arm_count()) +
                       " arms have too many: it takes at most " + std::to_string(exact_most_arms));
  }
  return ok();
}

Result<ExactFailure> exact_failure(const AffineProblem& problem, const ExactOptions& options) {
  if (auto ok = exact_applies(problem); !ok) return ok.error();
  return failure_of(
      integrate(problem, interchangeable_arms(problem), followed_for_failure(problem), options));
}

// The failure first: its error says that these panels are good enough for one pass over all sets.
Result<ExactChosen> exact_chosen(const AffineProblem& problem, const ExactOptions& options) {
  if (auto ok = exact_applies(problem); !ok) return ok.error();
  const ArmClasses classes = interchangeable_arms(problem);
  const Integral alone = integrate(problem, classes, followed_for_failure(problem), options);
  constexpr double rounding = 1e-17;  // what is dropped is lost in it
  ExactGrid grid = alone.grid;
  grid.negligible = std::min(grid.negligible, rounding);
  Pass pass = Chain(problem, classes, std::nullopt, grid).run();
  return ExactChosen{.failure = failure_of(alone),
                     .chosen = std::move(pass.chosen),
                     .nobody = pass.nobody,
                     .error = alone.error + std::fabs(pass.failure - alone.pass.failure)};
}

double exact_seconds(const AffineProblem& problem) {
  constexpr double per_node = 1.5e-9;  // of one row of the tree or of the count
  constexpr double per_law = 60e-9;    // an error function and an exponential
  constexpr double nodes = 16 * 28;    // 16 and 12 points, on panels over some 30 deviations
  const int arms = problem.arm_count();
  double rows = 0;
  bool may_fire = false;
  for (int epoch = 1, active = arms; epoch <= problem.facts.epochs; ++epoch) {
    const Stage stage = problem.facts.stage(epoch, active);
    const int keep = std::min(active, stage.keep);
    const double sets = active == arms ? 1 : choose(arms - 1, active - 1);
    may_fire = may_fire || trigger_may_fire(problem, stage.pulls);
    rows += sets * (3 * choose(active - 1, keep - 1) + active * keep);
    active = keep;
  }
  if (may_fire) rows *= 8;  // about: sets of every size occur, not only of one
  return nodes * (per_node * rows + per_law * arms * problem.facts.epochs);
}

}  // namespace mesha
