#include "mesha/simulate/rare/rare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <string_view>
#include <utility>
#include <vector>

#include "mesha/simulate/rare/tilted_run.hpp"

namespace mesha {
namespace {

constexpr std::int64_t block_size = 1024;
constexpr std::int64_t first_blocks = 8;
constexpr std::string_view what_then =
    "where this method may overlook ways to fail; exact, kernel and general do not";
constexpr std::uint64_t pilot_runs = std::uint64_t{1} << 63U;  // apart from those that count

struct Moments {
  double sum = 0;
  double squares = 0;
  double cubes = 0;

  void add(double x) { sum += x, squares += x * x, cubes += x * x * x; }
  void add(const Moments& other) {
    sum += other.sum, squares += other.squares, cubes += other.cubes;
  }
};

// Shares by what each tilt found: the update of Cappe et al. (2008), which brings the mixture
// closer to the failures' own distribution. The initial shares keep a part, the larger the less a
// pilot can say about each of many tilts, and no share falls below a floor. Returns the pilot's
// estimate of the failure probability, or 0. `run` reads the shares from `mixture`.
double learn_shares(TiltedRun& run, Mixture& mixture, std::uint64_t seed) {
  const bool alone = mixture.size() == 1;
  const int rounds = alone ? 1 : 4;
  const std::uint64_t runs = alone ? 64 : 2048;
  const Mixture expected = mixture;
  const double tilted = 1 - expected.front().share;  // of tilts that shift something
  const auto tilts = static_cast<double>(mixture.size()) - 1;
  const double believed = std::clamp(4 * tilts / static_cast<double>(runs), 0.1, 0.8);
  double size = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<double> credit(mixture.size(), 0.0);
    for (std::uint64_t k = 0; k < runs; ++k) {
      run.play({seed, pilot_runs + static_cast<std::uint64_t>(round) * runs + k});
      for (std::size_t c = 0; c < credit.size(); ++c) credit[c] += run.credit()[c];
    }
    double sum = 0;
    for (const double found : credit) sum += found;
    size = sum / static_cast<double>(runs);
    if (!(sum > 0) || alone) break;
    for (std::size_t c = 0; c < mixture.size(); ++c) {
      const double prior = (expected[c].share / tilted + 1 / tilts) / 2;
      mixture[c].share = (1 - believed - defensive_share) * credit[c] / sum +
                         (c == 0 ? defensive_share : believed * prior);
    }
  }
  return size;
}

class Sampling {
 public:
  Sampling(const AffineProblem& problem, const RareOptions& options, const Crew& crew)
      : problem_(&problem), options_(options), crew_(&crew), mixture_(tilts(problem)) {
    const double size = learn_shares(runs_.emplace_back(problem, mixture_), mixture_, options.seed);
    if (size > 1e-300) unit_ = size;
  }

  RareFailure run() {
    std::int64_t target = has_targets() ? std::min(options_.most_trials, first_blocks * block_size)
                                        : options_.most_trials;
    while (true) {
      if (!go_on_to(target)) break;
      if (trials_ >= options_.most_trials || (has_targets() && (satisfied() || below_range())))
        break;
      target = next_target();
    }
    return found();
  }

 private:
  bool has_targets() const { return options_.relative_error > 0 || options_.half_width > 0; }

  // False: stopped on request, and only whole rounds count.
  bool go_on_to(std::int64_t target) {
    const std::int64_t blocks = (target - trials_ + block_size - 1) / block_size;
    std::vector<Moments> parts(static_cast<std::size_t>(blocks));
    std::atomic<std::int64_t> done{0};
    std::mutex guard;
    std::size_t taken = 0;
    const auto new_worker = [&]() -> std::function<void(std::int64_t)> {
      const std::scoped_lock one_at_a_time(guard);
      if (taken == runs_.size()) runs_.emplace_back(*problem_, mixture_);
      return [&, &run = runs_[taken++]](std::int64_t number) {
        const std::int64_t first = trials_ + number * block_size;
        const std::int64_t last = std::min(target, first + block_size);
        Moments& part = parts[static_cast<std::size_t>(number)];
        for (std::int64_t k = first; k < last; ++k) {
          part.add(run.play({options_.seed, static_cast<std::uint64_t>(k)}) / unit_);
        }
        const std::scoped_lock lock(guard);
        done += last - first;
        if (crew_->on_progress) crew_->on_progress({trials_ + done, target});
      };
    };
    work_through(blocks, *crew_, new_worker);
    if (done != target - trials_) return false;
    for (const Moments& part : parts) moments_.add(part);
    trials_ = target;
    return true;
  }

  // In units, as the moments are.
  double mean() const { return moments_.sum / static_cast<double>(trials_); }
  double variance() const {
    const auto n = static_cast<double>(trials_);
    return std::max(0.0, moments_.squares / n - mean() * mean()) * n / (n - 1);
  }

  // Of the interval, before it is cut to [0, 1]: weights may average above 1, which must not make
  // the interval narrow.
  double half_width() const {
    const auto n = static_cast<double>(trials_);
    if (trials_ < 2) return 1;
    if (moments_.sum == 0) {  // each value is at most 1 / share, so P(value > 0) >= p * share
      return std::min(1.0, 3.69 / (n * mixture_.front().share)) / 2;
    }
    // A value that n runs share may still differ in a fraction 3.69 / n of all runs (97.5%).
    return unit_ * std::max(1.96 * std::sqrt(variance() / n), mean() * 3.69 / n);
  }

  // The mean of skewed values is more often than not on the side without the tail. Second-order
  // correction (Johnson 1978, Hall 1992): both ends move by (1 + 2 z^2) / 6 * (third moment) /
  // (n variance). Where that is not small beside the half width, the expansion says little.
  double moved() const {
    const auto n = static_cast<double>(trials_);
    if (trials_ < 2 || !(variance() > 0)) return 0;
    const double m = mean();
    const double third = moments_.cubes / n - 3 * m * moments_.squares / n + 2 * m * m * m;
    const double most = 1.96 / 2 * std::sqrt(variance() / n);
    return unit_ * std::clamp((1 + 2 * 1.96 * 1.96) / 6 * third / (variance() * n), -most, most);
  }

  // The width still to be gained, as a factor: at most 1 when all targets are met.
  double excess() const {
    const double half = half_width();
    double worst = 0;
    if (options_.half_width > 0) worst = half / options_.half_width;
    if (options_.relative_error > 0 && half > 0) {
      worst = std::max(worst, half / (options_.relative_error * unit_ * mean()));
    }
    return worst;
  }

  bool satisfied() const { return excess() <= 1; }

  // With tilts most runs contribute: if none of many did, the probability is below what a double
  // can hold.
  bool below_range() const {
    constexpr std::int64_t many = std::int64_t{1} << 18U;
    return moments_.sum == 0 && trials_ >= many && options_.half_width == 0;
  }

  std::int64_t next_target() const {
    const auto now = static_cast<double>(trials_);
    const double wanted = std::clamp(1.05 * now * excess() * excess(), 1.25 * now, 4 * now);
    const auto blocks = static_cast<std::int64_t>(std::ceil(wanted / block_size));
    return std::min(options_.most_trials, blocks * block_size);
  }

  RareFailure found() const {
    if (trials_ == 0) return {};
    const auto n = static_cast<double>(trials_);
    const double probability = unit_ * mean();
    const double half = half_width();
    RareFailure result{
        .probability = std::min(probability, 1.0), .interval = {}, .trials = trials_};
    if (probability == 0) {
      result.interval = {0, std::min(2 * half, 1.0)};
      return result;
    }
    const double middle = std::min(probability + moved(), 1.0);
    result.interval = {std::clamp(middle - half, 0.0, 1 - 3.69 / (n + 3.69)),
                       std::min(middle + half, 1.0)};
    return result;
  }

  const AffineProblem* problem_;
  RareOptions options_;
  const Crew* crew_;
  Mixture mixture_;
  double unit_ = 1;  // about the failure probability: its square is too small for a number
  std::deque<TiltedRun> runs_;  // one per thread: they keep what they integrated
  Moments moments_;             // of values in this unit
  std::int64_t trials_ = 0;
};

// One epoch. With at most one rival that may trigger, the others always fill the
// places as long as the best arm stays, so the schedule is that of a run in which nothing fires.
Status covered_by_tilts(const std::vector<ScoreLaw>& laws, const AffineProblem& problem) {
  constexpr double negligible = 1e-15;  // probability of a trigger
  constexpr double small = 0.25;        // of the largest sd of a score
  const double largest_sd = std::ranges::max(laws, {}, &ScoreLaw::sd).sd;
  int small_sd = 0;
  int may_trigger = 0;  // rivals
  for (std::size_t i = 0; i < laws.size(); ++i) {
    const bool triggers = laws[i].leaves > negligible;
    if (triggers && laws[i].constant()) {
      return unsupported(
          fmt::format("an arm reports zero and the trigger may send it away, {}", what_then));
    }
    if (laws[i].sd < small * largest_sd) ++small_sd;
    if (triggers && arm_at(i) != problem.best()) ++may_trigger;
  }
  if (small_sd > 1 && problem.facts.epochs > 1) {
    return unsupported(fmt::format(
        "{} arms report vectors so short that their scores hardly move, {}", small_sd, what_then));
  }
  if (may_trigger > 1) {
    return unsupported(
        fmt::format("the trigger may send away {} rivals, {}", may_trigger, what_then));
  }
  return ok();
}

}  // namespace

Status rare_applies(const AffineProblem& problem) {
  if (!problem.right.single()) return unsupported("the rare method follows a single right answer");
  if (problem.certain()) return ok();
  std::int64_t all_pulls = 0;  // of one arm
  for (int epoch = 1, active = problem.arm_count(); epoch <= problem.facts.epochs; ++epoch) {
    const Stage stage = problem.facts.stage(epoch, active);
    all_pulls += stage.pulls;
    active = std::min(active, stage.keep);
    const std::vector<ScoreLaw> laws =
        score_laws(problem, problem.facts.cumulative ? all_pulls : stage.pulls);
    if (epoch == 1 && std::ranges::all_of(laws, [&](const ScoreLaw& law) {
          return law.sd == laws.front().sd && law.trigger_z == -HUGE_VAL;
        })) {
      return ok();  // reports do not matter, here and later
    }
    if (auto covered = covered_by_tilts(laws, problem); !covered) return covered;
  }
  return ok();
}

RareFailure rare_failure(const AffineProblem& problem, const RareOptions& options,
                         const Crew& crew) {
  if (problem.certain()) {
    const Mixture mixture = tilts(problem);
    const double failure = TiltedRun(problem, mixture).play({options.seed, 0});
    return {.probability = failure, .interval = {failure, failure}, .trials = 1};
  }
  return Sampling(problem, options, crew).run();
}

}  // namespace mesha
