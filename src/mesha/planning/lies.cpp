#include "mesha/planning/lies.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mesha/catalog/attack.hpp"
#include "mesha/catalog/cost.hpp"

namespace mesha::planning {
namespace {

AttackOptions options_of(double norm_bound, std::uint64_t seed) {
  return {.norm_bound = norm_bound,
          .best_responses = false,
          .equilibrium = false,
          .search = {.evaluations = 120,
                     .random_starts = 30,
                     .climbs = 3,
                     .first_runs = 300,
                     .climb_runs = 1'000,
                     .confirm_runs = 20'000,
                     .grid = 32,
                     .seed = seed},
          .as_asked = true};
}

const Traits& traits_of(const PlanRow& row) {
  return find_learner(row.entrant.choice.name)->traits;
}

bool can_be_lied_to(const PlanRow& row) {
  return row.found.budget && traits_of(row).reads_reports && can_be_attacked(row.entrant.choice);
}

// Features of length 1 whose first coordinate is the mean, up to the length of theta: the truth is
// then what rows with equal norms suppose.
Result<Instance> on_a_circle(const Question& question) {
  const std::vector<double>& means = question.worlds.front();
  double longest = 1;
  for (const double mean : means) longest = std::max(longest, std::abs(mean));
  std::vector<TrueFeature> arms;
  for (const double mean : means) {
    Vec x(std::max<std::size_t>(2, question.dimension));
    x[0] = mean / longest;
    x[1] = std::sqrt(std::max(0.0, 1 - x[0] * x[0]));
    arms.push_back({std::move(x)});
  }
  Vec theta(arms.front().x.size());
  theta[0] = longest;
  return Instance::make(std::move(arms), std::move(theta), question.noise);
}

Result<Experiment> truthful_world(const Question& question, bool equal_norms) {
  if (!equal_norms) return experiment_of(question, 0, false);
  auto instance = on_a_circle(question);
  if (!instance) return instance.error();
  const RightAnswers right = right_answers(*instance, question.within);
  const ArmId best = right_answers(*instance, 0).arms().front();
  return Experiment{.instance = *std::move(instance), .best = best, .right = right};
}

}  // namespace

Status check_lies(const Question& question) {
  if (question.worlds.size() > 1)
    return Error{"lies are searched for given means, not for draws of a prior"};
  if (!question.features.empty() && !linear(question))
    return Error{
        "the means are no linear function of the features, so nobody's report is the truth, at "
        "which a search for lies begins"};
  return ok();
}

double seconds_of_lies(const Plan& plan) {
  const SearchOptions search = options_of(1, 1).search;
  const auto runs =
      static_cast<double>(search.evaluations * search.climb_runs + 4 * search.confirm_runs);
  double seconds = 0;
  for (const PlanRow& row : plan.rows) {
    if (!can_be_lied_to(row)) continue;
    const Setting setting{.arms = static_cast<int>(plan.question.arms()),
                          .dimension = static_cast<int>(plan.question.dimension),
                          .budget = *row.found.budget};
    seconds += runs * seconds_of_run(traits_of(row), setting);
  }
  return seconds;
}

Status add_lies(Plan& plan, double norm_bound, const PlanWork& work) {
  const AttackOptions options = options_of(norm_bound, plan.effort.seed);
  for (std::size_t k = 0; k < plan.rows.size(); ++k) {
    PlanRow& row = plan.rows[k];
    if (!row.found.budget) continue;
    if (!traits_of(row).reads_reports)
      row.under_lies = {row.found.at.failure, UnderLies::Kind::found};
    if (!can_be_lied_to(row)) continue;
    if (work.on_row) work.on_row(k, "lies to " + row.entrant.name());
    const auto world = truthful_world(plan.question, row.entrant.equal_norms);
    if (!world) return world.error();
    const auto found = attack(*world, row.entrant.choice, *row.found.budget, options,
                              {.threads = work.threads, .on_progress = {}, .stop = work.stop});
    if (work.stop.stop_requested()) {
      plan.interrupted = true;
      return ok();
    }
    if (!found) return found.error();
    const auto worst = worst_of(*found);
    row.under_lies = {worst ? worst->failure.probability : found->truthful.probability,
                      UnderLies::Kind::found};
  }
  return ok();
}

}  // namespace mesha::planning
