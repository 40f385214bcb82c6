// OD-LinBAI: Yang & Tan, "Minimax optimal fixed-budget best arm identification in linear bandits"
// (2022), Algorithm 1. It believes the reports.
//   line 1      m = (T - min(K, d(d+1)/2) - sum_{r<R} ceil(d/2^r)) / R, not rounded;
//               R = ceil(log2 d), at least 1
//   lines 3-6   design()     reduce to the span, G-optimal design pi on at most d(d+1)/2 arms
//   line 7      plan()       ceil(m pi_i) pulls of arm i
//   lines 8-10  observe()    least squares on this epoch; keep the ceil(d/2^r) best, d as at first
// The pulls of an epoch exceed m by less than one per arm of the design, and what the formula of m
// takes off T covers that: T is never exceeded.
//   * d is the dimension of the reports, as printed. Yang & Tan assume that the arms span it; where
//     they do not, `DimensionReading::rank` takes the rank of the first reports for d, as public
//     code by one of the authors does: fewer epochs, so more pulls in each.
//   * Reports may change: an epoch uses those in force when it is planned for design and ranking,
//     and those under which pulls were made for the estimate.
//   * All reports 0: there is no design; the first arm is pulled, and the lowest index wins.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/learners/parts/designed_epochs.hpp"
#include "mesha/model/learner.hpp"

namespace mesha {

enum class DimensionReading { ambient, rank };  // what is d?

struct OdLinBaiConfig {
  int arms = 0;             // K
  int dimension = 0;        // of the reports
  std::int64_t budget = 0;  // T
  DimensionReading d = DimensionReading::ambient;
};

class OdLinBai : public DesignedEpochs {
 public:
  static Result<OdLinBai> make(const OdLinBaiConfig& config);
  static std::int64_t smallest_budget(const OdLinBaiConfig& config);  // m > 0

  const std::vector<Pulls>& plan(Reports reports);
  void observe(std::span<const Evidence> batch);

 protected:
  explicit OdLinBai(const OdLinBaiConfig& config);

  std::int64_t budget() const { return c_.budget; }
  int d() const { return d_; }  // 0: not known before the first reports
  void set_rank(int rank);      // of these

 private:
  OdLinBaiConfig c_;
  int d_ = 0;
  double m_ = 0;
};

// The d of a run whose first reports have this rank; the largest it can be.
int dimension_of(const OdLinBaiConfig& config, int rank);
int largest_dimension(const OdLinBaiConfig& config);

static_assert(Learner<OdLinBai>);

}  // namespace mesha
