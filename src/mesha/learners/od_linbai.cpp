#include "mesha/learners/od_linbai.hpp"

#include <algorithm>
#include <cmath>

#include "mesha/theory/schedule.hpp"

namespace mesha {

int dimension_of(const OdLinBaiConfig& c, int rank) {
  return c.d == DimensionReading::ambient ? c.dimension : std::max(1, rank);
}

int largest_dimension(const OdLinBaiConfig& c) {
  return dimension_of(c, std::min(c.arms, c.dimension));
}

std::int64_t OdLinBai::smallest_budget(const OdLinBaiConfig& c) {
  return c.arms == 1 ? 0 : theory::design_reserve(c.arms, largest_dimension(c)) + 1;
}

Result<OdLinBai> OdLinBai::make(const OdLinBaiConfig& c) {
  if (auto enough = enough_budget(c.arms, c.budget, smallest_budget(c)); !enough) {
    return enough.error();
  }
  return OdLinBai(c);
}

OdLinBai::OdLinBai(const OdLinBaiConfig& c)
    : DesignedEpochs({.arms = c.arms, .dimension = c.dimension}), c_(c) {
  if (c.arms == 1) roster().finish();
}

void OdLinBai::set_rank(int rank) { d_ = dimension_of(c_, rank); }

const std::vector<Pulls>& OdLinBai::plan(Reports reports) {
  if (!finished() && !open()) {
    record_reports(reports);
    const Design& pi = design();  // lines 3-6
    if (d_ == 0) {                // line 1; a lower d only makes m larger
      set_rank(pi.dimension());
      m_ = theory::design_pulls(c_.budget, c_.arms, d_);
    }
    begin(pi, [&](std::size_t k) {  // line 7
      return static_cast<std::int64_t>(std::ceil(m_ * pi.weights()[k]));
    });
  }
  return roster().batch();
}

void OdLinBai::observe(std::span<const Evidence> batch) {
  score(batch);  // lines 8-9
  const int r = roster().epoch();
  roster().keep_best(theory::halved(d_, r));  // line 10
  if (r == theory::design_epochs(d_)) roster().finish();
}

}  // namespace mesha
