// OD-LinBAI that spends all of T: Yavas & Tan, "Fixed-budget best-arm identification in sparse
// linear bandits" (2024). As od_linbai.hpp but for the pulls of an epoch:
//   plan()   floor(T / R) pulls, and what is left of T in the last epoch, by Pukelsheim & Rieder's
//            rounding of the G-optimal design; OD-LinBAI's m sets more aside than ceil() can need
#pragma once

#include <cstdint>
#include <vector>

#include "mesha/learners/od_linbai.hpp"

namespace mesha {

class OdLinBaiStrong : public OdLinBai {
 public:
  static Result<OdLinBaiStrong> make(const OdLinBaiConfig& config);
  // One pull for every arm that a design may need, in every epoch.
  static std::int64_t smallest_budget(const OdLinBaiConfig& config);

  const std::vector<Pulls>& plan(Reports reports);

 private:
  using OdLinBai::OdLinBai;
  std::int64_t pulls_of(int epoch) const;
};

static_assert(Learner<OdLinBaiStrong>);

}  // namespace mesha
