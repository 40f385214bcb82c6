#include "mesha/learners/od_linbai_gtc.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "mesha/theory/schedule.hpp"

namespace mesha {
namespace {

std::int64_t whole(double pulls) { return static_cast<std::int64_t>(std::ceil(pulls)); }

// One pull for every arm that may be there, in every epoch after the first.
std::int64_t needed_later(int arms, int d) {
  return std::int64_t{theory::design_epochs(d) - 1} * std::min(arms, theory::halved(d, 1));
}

}  // namespace

std::int64_t OdLinBaiGtc::smallest_budget(int arms, int d) {
  if (arms == 1) return 0;
  const std::int64_t R = theory::design_epochs(d);  // delta < 1 needs T >= R^2
  return std::max({theory::design_reserve(arms, d) + 1, arms + needed_later(arms, d), R * R});
}

Result<OdLinBaiGtc> OdLinBaiGtc::make(const OdLinBaiGtcConfig& c) {
  const auto [arms, d, T] = std::tuple(c.setting.arms, c.setting.dimension, c.setting.budget);
  std::optional<GrimTrigger> trigger;
  if (c.trigger) {
    auto made = trigger_of(c.setting, arms == 1 ? 0 : theory::design_epochs(d));
    if (!made) return made.error();
    trigger = *std::move(made);
  }
  if (auto enough = enough_budget(arms, T, smallest_budget(arms, d)); !enough) {
    return enough.error();
  }
  return OdLinBaiGtc(c, std::move(trigger));
}

OdLinBaiGtc::OdLinBaiGtc(const OdLinBaiGtcConfig& c, std::optional<GrimTrigger> trigger)
    : DesignedEpochs({.arms = c.setting.arms,
                      .dimension = c.setting.dimension,
                      .lambda = c.fit == Fit::inferred ? 1.0 : 0.0}),
      fit_(c.fit),
      arms_(c.setting.arms),
      d_(c.setting.dimension),
      R_(theory::design_epochs(d_)),
      m_(theory::design_pulls(c.setting.budget, arms_, d_)),
      left_(c.setting.budget),
      trigger_(std::move(trigger)) {
  if (arms_ == 1) roster().finish();
}

const std::vector<Pulls>& OdLinBaiGtc::plan(Reports reports) {
  if (!finished() && !open()) {
    left_before_ = left_;
    if (roster().epoch() == 0) {
      plan_first(reports);
    } else {
      plan_later();
    }
    for (const Pulls& pulls : roster().batch()) left_ -= pulls.count;
  }
  return roster().batch();
}

void OdLinBaiGtc::plan_first(Reports reports) {  // line 13
  if (fit_ == Fit::inferred) {
    record_reports(reports);
    rank_ = design().dimension();
  }
  begin(std::min(whole(m_ / arms_), (left_ - needed_later(arms_, d_)) / arms_));
}

void OdLinBaiGtc::plan_later() {  // lines 15-16
  Design& pi = design();
  rank_ = pi.dimension();
  const std::int64_t share = left_ / (R_ - roster().epoch());
  std::int64_t literally = 0;
  for (const double weight : pi.weights()) literally += whole(m_ * weight);
  if (literally <= share) {
    begin(pi, [&](std::size_t k) { return whole(m_ * pi.weights()[k]); });
  } else {
    const auto& counts = pi.rounded(share);
    begin(pi, [&](std::size_t k) { return counts[k]; });
  }
}

void OdLinBaiGtc::withdraw(ArmId arm) {
  const bool planned = open();
  DesignedEpochs::withdraw(arm);
  if (planned && !open()) left_ = left_before_;  // there will be another batch instead
}

void OdLinBaiGtc::judge(ArmId arm, Groups groups) {
  record_reports(arm, groups);  // line 15
  if (trigger_) (*bounds_)[at(arm)] = trigger_->judge(groups).bounds;
}

void OdLinBaiGtc::observe(std::span<const Evidence> batch) {
  bounds_->assign(static_cast<std::size_t>(arms_), std::nullopt);
  by_arm_(batch, [this](ArmId i, Groups groups) { judge(i, groups); });
  score(batch, *bounds_);  // lines 18-22
  const int r = roster().epoch();
  const int keep = theory::halved(fit_ == Fit::literal ? d_ : std::max(1, rank_), r);  // line 23
  roster().keep_best(keep);
  const bool decided = roster().size() == 0 || (roster().size() == 1 && !trigger_);
  if (r == R_ || decided) roster().finish();
}

}  // namespace mesha
