#include "mesha/learners/parts/global_estimate.hpp"

#include <algorithm>
#include <cstddef>

namespace mesha {

const Vec& GlobalEstimate::operator()(std::span<const Evidence> batch) {
  std::vector<const Evidence*>& groups = *sorted_;
  groups.clear();
  for (const Evidence& group : batch) groups.push_back(&group);
  std::ranges::sort(groups, before_by_contents);
  const std::size_t d = batch.front().report.x.size();
  fit_->reset(d);
  for (const Evidence* group : groups) {
    fit_->add(group->report.x, static_cast<double>(group->pulls), group->reward_sum);
  }
  for (std::size_t k = 0; lambda_ > 0 && k < d; ++k) {
    axis_->reset(d);
    (*axis_)[k] = 1;
    fit_->add(*axis_, lambda_, 0);
  }
  fit_->solve();
  return fit_->theta();
}

}  // namespace mesha
