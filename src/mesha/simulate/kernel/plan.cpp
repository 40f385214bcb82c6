#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "mesha/base/expects.hpp"
#include "mesha/simulate/kernel/kernel.hpp"
#include "mesha/stats/normal_law.hpp"

namespace mesha {
namespace {

constexpr double largest_normal = 6.67;  // |z| of normal_pair is at most 6.66

// How far two scores of an epoch can be off in the lanes, together, to first order. A score is
//   centre + spread * noise  with  |centre| + |spread * noise| <= 1  (add_rules sees to that),
// and every rounding is off by at most 2^-24 of what it rounds, which is a term or the sum: by at
// most 2^-24. There are four, of centre, spread, product and sum; they need not all be 1, and what
// they leave of the bound pays for terms of second order. Where noise is gathered over epochs, as
// the sum of step * z, there are more: one for every sum, and two for the steps and products, since
// the parts of the noise are added with |spread| * sum of |step * z| <= 1. Scores closer than this
// are in doubt, and the run is replayed in double precision (whose own errors are smaller by 2^-29,
// as long as the scores' middle is not larger than their unit by as much).
double rounding_bound(bool cumulative, int epoch) {
  const double roundings = 4 + (cumulative ? 2 + epoch : 0);
  return 2 * roundings * 0x1p-24;
}

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
// scale * (N mu + sd * noise) with noise = sum of sqrt(n) z: a centre and a spread.
KernelPlan::LaneLaws KernelPlan::lane_laws(std::int64_t pulls, double step) const {
  const auto n = static_cast<double>(pulls);
  LaneLaws laws;
  for (std::size_t i = 0; i < problem_.means.size(); ++i) {
    const ArmRule rule = facts().rule(problem_.reports[i], pulls);
    const double mean = problem_.means[i];
    laws.centre.push_back(rule.scale * n * mean);
    laws.spread.push_back(rule.scale * problem_.sd);
    laws.screen = std::max(laws.screen, (rule.trigger_below - n * mean) / (step * problem_.sd));
  }
  return laws;
}

// In the lanes scores are moved and scaled so that the largest possible one is 1: rounding_bound is
// plain then, and single precision cannot over- or underflow in a way that matters. Returns the
// unit by which they are scaled.
double KernelPlan::add_rules(const LaneLaws& laws, double noise_unit) {
  const auto [low, high] = std::ranges::minmax(laws.centre);
  const double middle = low + (high - low) / 2;
  double unit = 0;
  for (std::size_t i = 0; i < laws.centre.size(); ++i)
    unit = std::max(unit, std::abs(laws.centre[i] - middle) + std::abs(laws.spread[i]) * reach_);
  // One more than arms: padding to an even number of seats.
  auto& rules = rules_.emplace_back(std::max<std::size_t>(2 * laws.centre.size() + 2, 32), 0.0F);
  for (std::size_t i = 0; i < laws.centre.size(); ++i) {
    rules[2 * i] = static_cast<float>((laws.centre[i] - middle) / unit);
    rules[2 * i + 1] = static_cast<float>(laws.spread[i] * noise_unit / unit);
  }
  return unit;
}

void KernelPlan::add_epoch(int epoch, const Stage& stage, int active, std::int64_t all_pulls) {
  const bool cumulative = facts().cumulative;
  const std::int64_t pulls = cumulative ? all_pulls : stage.pulls;
  expects(pulls > 0, "an arm cannot be ranked before its first pull");
  const double step = std::sqrt(static_cast<double>(stage.pulls));
  reach_ = (cumulative ? reach_ : 0) + step * largest_normal;
  const LaneLaws laws = lane_laws(pulls, step);
  const double screen = laws.screen;
  const double unit = add_rules(laws, cumulative ? 1.0 : step);
  const int batches =
      static_cast<int>(std::ranges::count_if(epochs_, [](const auto& e) { return e.batch >= 0; }));
  LaneEpoch lane{.active = active,
                 .keep = stage.keep,
                 .batch = stage.pulls > 0 ? batches : -1,
                 .step = static_cast<float>(step),
                 .screen = static_cast<float>(screen + 1e-5 * (1 + std::abs(screen))),
                 .doubt = static_cast<float>(rounding_bound(cumulative, epoch))};
  lane.rule = rules_.back().data();
  if (std::isinf(screen)) lane.screen = static_cast<float>(screen);
  const bool usable = std::isfinite(unit) && unit > 0 && screen < largest_normal &&
                      !(cumulative && !std::isinf(screen)) && std::isfinite(lane.step);
  has_lanes_ = has_lanes_ && usable;
  guess_cut(lane, cumulative ? std::sqrt(static_cast<double>(pulls)) : 1.0);
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
  return unsupported(fmt::format("the kernel would need {:.1f} GB for {} arms in {} epochs",
                                 (tables + scores) / 1e9, arms, problem.facts.epochs));
}

LanePlan KernelPlan::lanes() const {
  return {.arms = arms(),
          .epochs = facts().epochs,
          .cumulative = facts().cumulative,
          .epoch = epochs_.data()};
}

}  // namespace mesha
