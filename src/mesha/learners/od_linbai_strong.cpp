#include "mesha/learners/od_linbai_strong.hpp"

#include <algorithm>

#include "mesha/theory/schedule.hpp"

namespace mesha {

std::int64_t OdLinBaiStrong::smallest_budget(const OdLinBaiConfig& c) {
  if (c.arms == 1) return 0;
  const std::int64_t d = largest_dimension(c);
  const std::int64_t rank = std::min(c.arms, c.dimension);
  return theory::design_epochs(static_cast<int>(d)) *
         std::min<std::int64_t>(c.arms, rank * (rank + 1) / 2);
}

Result<OdLinBaiStrong> OdLinBaiStrong::make(const OdLinBaiConfig& c) {
  if (auto enough = enough_budget(c.arms, c.budget, smallest_budget(c)); !enough) {
    return enough.error();
  }
  return OdLinBaiStrong(c);
}

std::int64_t OdLinBaiStrong::pulls_of(int epoch) const {
  const int R = theory::design_epochs(d());
  return epoch < R ? budget() / R : budget() - (R - 1) * (budget() / R);
}

const std::vector<Pulls>& OdLinBaiStrong::plan(Reports reports) {
  if (!finished() && !open()) {
    record_reports(reports);
    Design& pi = design();
    if (d() == 0) set_rank(pi.dimension());
    const auto& counts = pi.rounded(pulls_of(roster().epoch() + 1));
    begin(pi, [&](std::size_t k) { return counts[k]; });
  }
  return roster().batch();
}

}  // namespace mesha
