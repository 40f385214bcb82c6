#include "mesha/planning/failures.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include "mesha/catalog/cost.hpp"
#include "mesha/simulate/exact/exact.hpp"
#include "mesha/stats/normal_law.hpp"

namespace mesha::planning {
namespace {

constexpr double worth_integrating = 0.05;  // seconds, of one value among hundreds

// Of shares between 0 and 1 by the central limit theorem, which needs some that differ from 0: else
// each counts as whole (Clopper & Pearson), which errs on the safe side.
Interval interval_of_shares(const std::vector<double>& shares, double confidence) {
  const auto n = static_cast<double>(shares.size());
  double mean = 0;
  for (const double x : shares) mean += x / n;
  const auto some = std::ranges::count_if(shares, [](double x) { return x > 0; });
  if (some < 10) return clopper_pearson(some, static_cast<std::int64_t>(shares.size()), confidence);
  double squares = 0;
  for (const double x : shares) squares += (x - mean) * (x - mean);
  const double error = std::sqrt(squares / (n - 1) / n);
  const double z = -normal_quantile((1 - confidence) / 2);
  return {.low = std::max(0.0, mean - z * error), .high = std::min(1.0, mean + z * error)};
}

}  // namespace

Result<Failures> Failures::make(const Question& question, Entrant entrant, std::uint64_t seed,
                                double confidence) {
  Failures made(question, std::move(entrant), seed, confidence);
  const LearnerChoice& choice = made.entrant_.choice;
  for (std::size_t w = 0; w < question.worlds.size(); ++w) {
    auto world = experiment_of(question, w, made.traits().does_without_features());
    if (!world) return world.error();
    made.worlds_.push_back(*std::move(world));
  }
  const Experiment& first = made.worlds_.front();
  const auto smallest = smallest_budget(choice.name, first.setting(1), choice.options);
  if (!smallest) return smallest.error();
  made.smallest_ = std::max<std::int64_t>(1, *smallest);
  if (const auto able = first.make(choice, made.smallest_); !able)
    return able.error().with(label(choice) + ": " + able.error().sentence);
  const auto problem = made.problem(made.smallest_);
  made.affine_ = problem.has_value();
  made.integrable_ = problem && question.worlds.size() == 1 && exact_applies(*problem) &&
                     exact_seconds(*problem) <= worth_integrating;
  return made;
}

std::optional<AffineProblem> Failures::problem(std::int64_t budget) const {
  const auto game = worlds_.front().game(entrant_.choice, budget);
  expects(static_cast<bool>(game), "a learner that was made once is made again");
  auto problem = affine_problem(*game);
  return problem ? std::optional(*std::move(problem)) : std::nullopt;
}

Point Failures::integrated(std::int64_t budget) const {
  const auto ready = worlds_.front().prepare(entrant_.choice, budget, {.method = Method::exact});
  expects(static_cast<bool>(ready), "an integral that applies is not refused");
  const Estimate found = run(*ready);
  return {budget, found.failure, found.interval, Method::exact, 0};
}

double Failures::seconds_of_run(std::int64_t budget) const {
  const Setting setting = worlds_.front().setting(budget);
  const double by_kernel = 1e-8 * setting.arms;
  const double by_pull = question_->gaussian() ? 0 : 2e-8 * static_cast<double>(budget);
  return affine_ ? by_kernel : mesha::seconds_of_run(traits(), setting) + by_pull;
}

Point Failures::averaged(std::int64_t budget, const std::vector<Tally>& tallies) const {
  Point point{.budget = budget, .method = affine_ ? Method::kernel : Method::general};
  std::vector<double> shares;
  for (const Tally& tally : tallies) {
    const auto runs = static_cast<double>(tally.trials);
    shares.push_back(static_cast<double>(tally.failures) / runs);
    point.failure += shares.back() / static_cast<double>(tallies.size());
    point.runs += tally.trials;
  }
  point.interval = tallies.size() == 1 ? clopper_pearson(tallies.front().failures,
                                                         tallies.front().trials, confidence_)
                                       : interval_of_shares(shares, confidence_);
  return point;
}

std::optional<Point> Failures::counted(std::int64_t budget, std::int64_t runs,
                                       const Crew& crew) const {
  const auto count = static_cast<std::int64_t>(worlds_.size());
  const std::int64_t all = std::max(runs / count, std::int64_t{1}) * count;
  std::vector<Tally> tallies(worlds_.size());
  const auto play = [&](std::int64_t number, const Crew& players) {
    const auto w = static_cast<std::size_t>(number);
    const auto ready = worlds_[w].prepare(entrant_.choice, budget,
                                          {.seed = seed_,
                                           .trials = all,
                                           .by_number = true,
                                           .shard = {.index = number, .count = count}});
    expects(static_cast<bool>(ready), "a learner that was made once is made again");
    tallies[w] = run(*ready, players).tally;
  };
  if (count == 1) {
    play(0, {.threads = crew.threads, .stop = crew.stop});
  } else {
    work_through(count, {.threads = crew.threads, .stop = crew.stop},
                 [&]() -> std::function<void(std::int64_t)> {
                   return [&](std::int64_t number) {
                     play(number, {.threads = 1, .stop = crew.stop});
                   };
                 });
  }
  if (crew.stop.stop_requested()) return std::nullopt;
  return averaged(budget, tallies);
}

}  // namespace mesha::planning
