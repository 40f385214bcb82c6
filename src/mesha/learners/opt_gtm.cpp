#include "mesha/learners/opt_gtm.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace mesha {
namespace {

// For vectors of D numbers, bit by bit; D = 0: of any length.
template <std::size_t D>
bool same(const Vec& a, const Vec& b) {
  if constexpr (D == 0) return a == b;
  if (b.size() != D) return false;
  std::uint64_t differ = 0;
  for (std::size_t k = 0; k < D; ++k)
    differ |= std::bit_cast<std::uint64_t>(a[k]) ^ std::bit_cast<std::uint64_t>(b[k]);
  return differ == 0;
}

}  // namespace

Result<OptGtm> OptGtm::make(const OptGtmConfig& c) {
  if (!(c.lambda > 0) || !std::isfinite(c.lambda))
    return Error{"lambda must be a finite number above 0"};
  if (auto fits = OneByOne::check(c.arms, c.budget); !fits) return fits.error();
  return OptGtm(c);
}

OptGtm::OptGtm(const OptGtmConfig& c) : OneByOne(c.arms, c.budget) {
  const double d = c.dimension;
  const auto T = static_cast<double>(c.budget);
  beta_ = std::sqrt(c.lambda) * d + std::sqrt(2 * std::log(T) + d * std::log1p(T * d));
  const auto K = static_cast<std::size_t>(c.arms);
  const auto width = static_cast<std::size_t>(c.dimension);
  arms_.assign(K, Arm{.ridge = RunningRidge(width, c.lambda), .trigger = RunningTrigger(c.budget)});
  reports_.assign(K, Vec(width));
}

void OptGtm::change_report(ArmId i, const Vec& x) {
  Arm& arm = arms_[at(i)];
  if (arm.pulls > 0) arm.ridge.add(reports_[at(i)], arm.pulls, arm.reward_sum);
  arm.pulls = 0;
  arm.reward_sum = 0;
  arm.before = arm.ridge.at(x);
  arm.mean = arm.before.mean;
  index(i) = arm.mean + beta_ * std::sqrt(arm.before.squared_width);
  reports_[at(i)] = x;
  look_ahead(arm);
}

// Sherman & Morrison: after n pulls with sum S under x, which V' and theta' do not know yet, and
// with q = |x|^2_{V'^-1}: <theta, x> = (<theta', x> + q S) / (1 + n q), |x|^2 = q / (1 + n q).
void OptGtm::look_ahead(Arm& arm) const {
  const double q = arm.before.squared_width;
  arm.next_shrink = 1 / (1 + (arm.pulls + 1) * q);
  arm.next_width = beta_ * std::sqrt(q * arm.next_shrink);
}

template <std::size_t D>
void OptGtm::listen(Reports reports) {
  for (const ArmId i : active()) {
    const Vec& x = reports[at(i)].x;
    if (!same<D>(reports_[at(i)], x)) change_report(i, x);
  }
}

const std::vector<Pulls>& OptGtm::plan(Reports reports) {
  // Every round looks at every report: unrolled where d is small.
  switch (reports_.front().size()) {
    case 2:
      listen<2>(reports);
      break;
    case 3:
      listen<3>(reports);
      break;
    case 4:
      listen<4>(reports);
      break;
    default:
      listen<0>(reports);
  }
  return pull_largest();
}

void OptGtm::observe(std::span<const Evidence> batch) {
  const Evidence& played = end_round(batch);
  const ArmId i = played.arm;
  Arm& arm = arms_[at(i)];
  if (reports_[at(i)] != played.report.x) change_report(i, played.report.x);
  arm.pulls += 1;
  arm.reward_sum += played.reward_sum;
  arm.mean = (arm.before.mean + arm.before.squared_width * arm.reward_sum) * arm.next_shrink;
  index(i) = arm.mean + arm.next_width;
  arm.trigger.add(arm.mean - arm.next_width, played.reward_sum);
  look_ahead(arm);
  if (arm.trigger.fires()) leaves_by_trigger({i, arm.mean, arm.trigger.bounds()});
  if (over()) decide(score());
}

ArmId OptGtm::leader() const { return OneByOne::leader(score()); }

RunningRidge OptGtm::ridge(ArmId i) const {
  RunningRidge all = arms_[at(i)].ridge;
  all.add(reports_[at(i)], arms_[at(i)].pulls, arms_[at(i)].reward_sum);
  return all;
}

}  // namespace mesha
