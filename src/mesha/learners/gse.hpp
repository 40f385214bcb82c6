// GSE, Generalized Successive Elimination: Azizi, Kveton & Ghavamzadeh, "Fixed-budget best-arm
// identification in structured bandits" (2022), Algorithm 1 for linear models, eta = 2.
//   s = ceil(log2 K) stages of floor(T / s) pulls;
//   plan()      project to the span, G-optimal design, rounded to exactly these pulls
//   observe()   least squares on this stage alone; keep the better half, ceil(|A| / 2)
// With Criterion::xy it is LinearExploration (Alieva, Cutkosky & Das, "Robust pure exploration in
// linear bandits with limited budget", 2021): the design is for the differences between the
// survivors, and may pull all arms.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/learners/parts/designed_epochs.hpp"
#include "mesha/model/learner.hpp"

namespace mesha {

struct GseConfig {
  int arms = 0;             // K
  int dimension = 0;        // of the reports
  std::int64_t budget = 0;  // T
  Criterion criterion = Criterion::g_optimal;
};

class Gse : public DesignedEpochs {
 public:
  static Result<Gse> make(const GseConfig& config);
  // One pull for every arm that a design may need, in every stage.
  static std::int64_t smallest_budget(int arms, int dimension);

  const std::vector<Pulls>& plan(Reports reports);
  void observe(std::span<const Evidence> batch);

 private:
  explicit Gse(const GseConfig& config);

  std::int64_t stage_pulls_ = 0;
};

static_assert(Learner<Gse>);

}  // namespace mesha
