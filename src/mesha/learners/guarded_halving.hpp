// Guarded halving: adaptive_halving with a share of the planned pulls chosen by predictions from
// the reports of all arms (audit sampling). Lines 1-18 are those of learners/parts/floor_sets.hpp,
// lines 17-23 of the predictions those of learners/parts/corrections.hpp; what differs from the
// first:
//   lines 12-14  for a `share` of the planned pulls with m_i + b_i in place of m_i, and without the
//                1/2 ln n_i: reports say where to look
//   line 17      with c > 0, m_i moves by clip(b_i, +-c sd / sqrt(2 n_i)); where only two arms have
//                the floor, m_i - m_j moves by clip(b_i - b_j, +-c sd sqrt(1/n_i + 1/n_j)):
//                no two arms can be moved apart by more than c standard errors
// With c = 0 it is decided by own means alone: given the same pulls, no report changes any floor
// set. b is computed once per batch, where it is asked for. An arm's report is the average of what
// it said when it was pulled.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/learners/parts/corrections.hpp"
#include "mesha/learners/parts/floor_sets.hpp"
#include "mesha/model/learner.hpp"

namespace mesha {

struct GuardedHalvingConfig {
  FloorSetsConfig floor_sets;
  int dimension = 0;  // d
  double share = 0.5;
  double c = 0;
};

class GuardedHalving : public FloorSets {
 public:
  static Result<GuardedHalving> make(const GuardedHalvingConfig& config);
  static std::int64_t smallest_budget(int arms, double alpha) {
    return FloorSchedule::smallest_budget(arms, alpha);
  }

  const std::vector<Pulls>& plan(Reports /*read when they come with rewards*/) { return batch(); }
  void observe(std::span<const Evidence> batch);
  void withdraw(ArmId arm) { FloorSets::withdraw(arm, guide()); }

 private:
  explicit GuardedHalving(const GuardedHalvingConfig& config);
  Guide guide() {
    return {[this] { return corrections_.by(records(), variance()); }, share_, c_};
  }

  Corrections corrections_;
  double share_;
  double c_;
  ByArm by_arm_;
};

static_assert(Learner<GuardedHalving> && Withdrawable<GuardedHalving> && SetsAside<GuardedHalving>);

}  // namespace mesha
