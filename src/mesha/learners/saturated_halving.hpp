// What reports could at most do to guarded_halving, done to it on purpose: a stand-in for the worst
// lie, for judging the rule; it needs to know the means. Every pull that reports choose goes to the
// arms with the smallest means, and every correction stands at its limit against the best arm.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/learners/guarded_halving.hpp"
#include "mesha/learners/parts/floor_sets.hpp"
#include "mesha/model/learner.hpp"

namespace mesha {

class SaturatedHalving : public FloorSets {
 public:
  static Result<SaturatedHalving> make(const GuardedHalvingConfig& config,
                                       std::span<const double> means);

  const std::vector<Pulls>& plan(Reports /*what could be said is done*/) { return batch(); }
  void observe(std::span<const Evidence> batch);

 private:
  SaturatedHalving(const GuardedHalvingConfig& config, std::span<const double> means);

  std::vector<double> corrections_;  // b, whatever the records say
  double share_;
  double c_;
};

static_assert(Learner<SaturatedHalving>);

}  // namespace mesha
