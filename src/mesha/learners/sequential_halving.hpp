// Sequential Halving: Karnin, Koren & Somekh, "Almost optimal exploration in multi-armed bandits"
// (2013), Algorithm 3. Feature-free: it never looks at a report.
//   ceil(log2 K) epochs; in each, every active arm floor(T / (|A| ceil(log2 K))) times;
//   keep the ceil(|A| / 2) best means.
// `keep_samples` ranks by all samples of an arm instead of this epoch's (better in practice).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/learners/parts/roster.hpp"
#include "mesha/model/affine.hpp"
#include "mesha/model/learner.hpp"
#include "mesha/theory/schedule.hpp"

namespace mesha {

struct SequentialHalvingConfig {
  int arms = 0;
  std::int64_t budget = 0;
  bool keep_samples = false;
};

class SequentialHalving : public Elimination {
 public:
  static Result<SequentialHalving> make(const SequentialHalvingConfig& config);
  static std::int64_t smallest_budget(int arms) {
    return static_cast<std::int64_t>(arms) * theory::halving_epochs(arms);
  }

  const std::vector<Pulls>& plan(Reports /*never read*/) { return roster().batch(); }
  void observe(std::span<const Evidence> batch);
  AffineFacts affine() const;

 private:
  explicit SequentialHalving(const SequentialHalvingConfig& config);
  void begin_epoch_or_finish();
  Stage stage(int active) const;

  int epochs_;
  std::int64_t budget_;
  bool keep_samples_;
  Totals totals_;
  ByArm by_arm_;
};

static_assert(Learner<SequentialHalving> && Affine<SequentialHalving>);

}  // namespace mesha
