#include "mesha/learners/parts/designed_epochs.hpp"

namespace mesha {

DesignedEpochs::DesignedEpochs(const Config& c)
    : Elimination(c.arms),
      reports_(static_cast<std::size_t>(c.arms),
               Report{Vec(static_cast<std::size_t>(c.dimension))}),
      withdrew_(static_cast<std::size_t>(c.arms), false),
      designs_(c.criterion),
      estimate_(c.lambda) {}

void DesignedEpochs::record_reports(Reports reports) {
  for (std::size_t i = 0; i < reports_.size(); ++i) {
    if (!withdrew_[i]) reports_[i].x = reports[i].x;
  }
}

void DesignedEpochs::record_reports(ArmId arm, Groups groups) {
  Vec& mean = reports_[at(arm)].x;
  if (groups.size() == 1) {  // without rounding
    mean = groups.front()->report.x;
    return;
  }
  const auto total = static_cast<double>(pulls_in(groups));
  mean.reset(mean.size());
  for (const Evidence* group : groups) {
    const double share = static_cast<double>(group->pulls) / total;
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += share * group->report.x[k];
  }
}

void DesignedEpochs::begin(std::int64_t count) {
  roster().begin_epoch(count);
  open_ = true;
}

void DesignedEpochs::withdraw(ArmId arm) {
  Elimination::withdraw(arm);
  withdrew_[at(arm)] = true;
  reports_[at(arm)].x.reset(reports_[at(arm)].x.size());
  if (!open_ || !roster().batch().empty()) return;
  open_ = false;
  roster().take_back_epoch();
}

void DesignedEpochs::score(std::span<const Evidence> batch, const BoundsByArm& bounds) {
  const Vec& theta = estimate_(batch);
  for (const ArmId i : roster().active()) {
    roster().score(
        {i, dot(theta, reports_[at(i)].x), bounds.empty() ? std::nullopt : bounds[at(i)]});
  }
  open_ = false;
}

}  // namespace mesha
