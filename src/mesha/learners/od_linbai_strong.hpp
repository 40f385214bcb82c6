// OD-LinBAI that spends all of T: Yavas & Tan, "Fixed-budget best-arm identification in sparse
// linear bandits" (2024). As od_linbai.hpp but for the pulls of an epoch:
//   plan()   floor(T / R) pulls, and what is left of T in the last epoch, by Pukelsheim & Rieder's
//            rounding of the G-optimal design; OD-LinBAI's m sets more aside than ceil() can need
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesha/learners/od_linbai.hpp"

namespace mesha {

class OdLinBaiStrong : public DesignedEpochs {
 public:
  static Result<OdLinBaiStrong> make(const OdLinBaiConfig& config);
  // One pull for every arm that a design may need, in every epoch.
  static std::int64_t smallest_budget(const OdLinBaiConfig& config);

  const std::vector<Pulls>& plan(Reports reports);
  void observe(std::span<const Evidence> batch);

 private:
  explicit OdLinBaiStrong(const OdLinBaiConfig& config);
  std::int64_t pulls_of(int epoch) const;

  OdLinBaiConfig c_;
  int d_ = 0;  // known once the first reports are
};

static_assert(Learner<OdLinBaiStrong>);

}  // namespace mesha
