#include "mesha/learners/gse.hpp"

#include <algorithm>

#include "mesha/theory/schedule.hpp"

namespace mesha {

std::int64_t Gse::smallest_budget(int arms, int dimension) {
  const std::int64_t rank = std::min(arms, dimension);
  return theory::halving_epochs(arms) * std::min<std::int64_t>(arms, rank * (rank + 1) / 2);
}

Result<Gse> Gse::make(const GseConfig& c) {
  const std::int64_t smallest = smallest_budget(c.arms, c.dimension);
  if (auto enough = enough_budget(c.arms, c.budget, smallest); !enough) return enough.error();
  return Gse(c);
}

Gse::Gse(const GseConfig& c)
    : DesignedEpochs({.arms = c.arms, .dimension = c.dimension, .criterion = c.criterion}) {
  if (c.arms == 1) {
    roster().finish();
  } else {
    stage_pulls_ = c.budget / theory::halving_epochs(c.arms);
  }
}

const std::vector<Pulls>& Gse::plan(Reports reports) {
  if (!finished() && !open()) {
    record_reports(reports);
    Design& pi = design();
    const auto& counts = pi.rounded(stage_pulls_);
    begin(pi, [&](std::size_t k) { return counts[k]; });
  }
  return roster().batch();
}

void Gse::observe(std::span<const Evidence> batch) {
  score(batch);
  roster().keep_best(theory::halved(roster().size(), 1));
  if (roster().size() == 1) roster().finish();
}

}  // namespace mesha
