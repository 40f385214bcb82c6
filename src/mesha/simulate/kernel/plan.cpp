#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "mesha/base/expects.hpp"
#include "mesha/simulate/kernel/kernel.hpp"
#include "mesha/stats/normal_law.hpp"

namespace mesha {
namespace {

constexpr double largest_normal = 6.67;  // |z| of normal_pair is at most 6.66

}  // namespace

KernelPlan::KernelPlan(AffineProblem problem) : problem_(std::move(problem)) {
  stays_.assign(problem_.means.size(), 1.0);
  int active = arms();
  std::int64_t all_pulls = 0;  // of one arm
  for (int epoch = 1; epoch <= facts().epochs; ++epoch) {
    const Stage stage = facts().stage(epoch, active);
    all_pulls += stage.pulls;
    pulls_ += stage.pulls * active;
    add_epoch(epoch, stage, active, all_pulls);
    active = std::min(active, stage.keep);
  }
}

// score = scale * S = scale * (n mu + sqrt(n) sd z), or, where S counts everything so far,
// scale * (N mu + sd * noise) with noise = sum of sqrt(n) z. In the lanes scores are moved and
// scaled so that the largest possible one is 1: then rounding errors are all below 2^-24, the
// bound `doubt` below is plain, and single precision cannot over- or underflow in a way that
// matters.
void KernelPlan::add_epoch(int epoch, const Stage& stage, int active, std::int64_t all_pulls) {
  const std::int64_t pulls = facts().cumulative ? all_pulls : stage.pulls;
  expects(pulls > 0, "an arm cannot be ranked before its first pull");
  const auto n = static_cast<double>(pulls);
  const double step = std::sqrt(static_cast<double>(stage.pulls));
  reach_ = (facts().cumulative ? reach_ : 0) + step * largest_normal;

  std::vector<double> centre;
  std::vector<double> spread;
  double screen = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < arms(); ++i) {
    const ArmRule rule = facts().rule(report(i), pulls);
    centre.push_back(rule.scale * n * mean(i));
    spread.push_back(rule.scale * sd());
    screen = std::max(screen, (rule.trigger_below - n * mean(i)) / (step * sd()));
  }
  const auto [low, high] = std::ranges::minmax(centre);
  const double middle = low + (high - low) / 2;
  double unit = 0;
  for (std::size_t i = 0; i < centre.size(); ++i) {
    unit = std::max(unit, std::abs(centre[i] - middle) + std::abs(spread[i]) * reach_);
  }

  // One step of noise is a unit too, in the lanes: S = step * z, or the sum of such.
  const double noise_unit = facts().cumulative ? 1.0 : step;
  // One more than arms: padding to an even number of seats.
  std::vector<float> rules(std::max<std::size_t>(2 * centre.size() + 2, 32), 0.0F);
  for (std::size_t i = 0; i < centre.size(); ++i) {
    rules[2 * i] = static_cast<float>((centre[i] - middle) / unit);
    rules[2 * i + 1] = static_cast<float>(spread[i] * noise_unit / unit);
  }
  // Two scores, each of them off by centre, spread, product and sum; where noise is gathered, also
  // by its steps and products (all of them together by two) and by one sum per epoch. Every error
  // is at most 2^-24.
  const double errors = 2.0 * (4 + (facts().cumulative ? 2 + epoch : 0));
  const int batches =
      static_cast<int>(std::ranges::count_if(epochs_, [](const auto& e) { return e.batch >= 0; }));
  LaneEpoch lane{.active = active,
                 .keep = stage.keep,
                 .batch = stage.pulls > 0 ? batches : -1,
                 .step = static_cast<float>(step),
                 .screen = static_cast<float>(screen + 1e-5 * (1 + std::abs(screen))),
                 .doubt = static_cast<float>(errors * 0x1p-24)};
  if (std::isinf(screen)) lane.screen = static_cast<float>(screen);
  const bool usable = std::isfinite(unit) && unit > 0 && screen < largest_normal &&
                      !(facts().cumulative && !std::isinf(screen)) && std::isfinite(lane.step);
  has_lanes_ = has_lanes_ && usable;
  rules_.push_back(std::move(rules));
  lane.rule = rules_.back().data();
  guess_cut(lane, facts().cumulative ? std::sqrt(n) : 1.0);
  epochs_.push_back(lane);
}

// The level that `keep` arms are expected to exceed, with arms independent and present with
// probability stays_. It only tells the search for the cut where to begin.
void KernelPlan::guess_cut(LaneEpoch& lane, double noise_sd) {
  if (lane.active - lane.keep <= 1 || lane.keep == 1) return;  // no search: play.hpp
  const auto above = [&](std::size_t i, double level) {
    const double sd = std::max(double{lane.rule[2 * i + 1]} * noise_sd, 1e-9);
    return stays_[i] * normal_below((double{lane.rule[2 * i]} - level) / sd);
  };
  const auto expected = [&](double level) {
    double sum = 0;
    for (std::size_t i = 0; i < stays_.size(); ++i) sum += above(i, level);
    return sum;
  };
  double low = -1;
  double high = 1;
  for (int halving = 0; halving < 30; ++halving) {
    const double middle = (low + high) / 2;
    (expected(middle) > lane.keep ? low : high) = middle;
  }
  double apart = 1e-3;
  while (apart < 0.1 && expected(low - apart) - expected(low + apart) < 2) apart *= 1.5;
  const double density = std::max(expected(low - apart) - expected(low + apart), 0.1);
  lane.level = static_cast<float>(low);
  lane.spacing = static_cast<float>(2 * apart / density);
  for (std::size_t i = 0; i < stays_.size(); ++i) stays_[i] = above(i, low);
}

Status kernel_applies(const AffineProblem& problem) {
  constexpr double most = 1e9;
  constexpr int widest =
      16;  // whatever this machine has: the choice of a method is the same on all
  const int arms = problem.arm_count();
  const double tables = 2.0 * sizeof(float) * problem.facts.epochs * arms;
  const double scores = sizeof(float) * static_cast<double>(lane_memory(arms, widest));
  if (tables + scores <= most) return ok();
  return Error{fmt::format("the kernel would need {:.1f} GB for {} arms in {} epochs",
                           (tables + scores) / 1e9, arms, problem.facts.epochs),
               ErrorKind::unsupported};
}

LanePlan KernelPlan::lanes() const {
  return {.arms = arms(),
          .epochs = facts().epochs,
          .cumulative = facts().cumulative,
          .epoch = epochs_.data()};
}

}  // namespace mesha
