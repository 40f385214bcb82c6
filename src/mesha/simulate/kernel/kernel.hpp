// Runs by the million: any learner that states its affine facts, constant reports, Gaussian noise.
//
// A batch of pulls is one normal per active arm, and the score is a multiple of it plus a constant;
// the vector code of play.hpp plays many runs per register that way, in single precision.
// The runs it is not sure of - a score too close to the cut, a normal that might fire a trigger -
// are played again in double precision by replay.hpp, which follows a run wherever triggers
// lead it. The draws are those of runner.hpp, so tallies equal those of many_runs() but for runs
// that the last bit of a double decides.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/model/affine.hpp"
#include "mesha/model/instance.hpp"
#include "mesha/simulate/affine_problem.hpp"
#include "mesha/simulate/kernel/paths.hpp"
#include "mesha/simulate/many_runs.hpp"

namespace mesha {

class KernelPlan {
 public:
  explicit KernelPlan(AffineProblem problem);
  KernelPlan(KernelPlan&&) noexcept = default;
  KernelPlan& operator=(KernelPlan&&) noexcept = default;
  KernelPlan(const KernelPlan&) = delete;  // `lanes` points into it
  KernelPlan& operator=(const KernelPlan&) = delete;
  ~KernelPlan() = default;

  const AffineProblem& problem() const { return problem_; }
  int arms() const { return problem_.arm_count(); }
  const AffineFacts& facts() const { return problem_.facts; }

  // Is there anything for the vector code to do, or is every run doubtful?
  bool has_lanes() const { return has_lanes_; }
  // Every run in which no trigger fires is like this.
  LanePlan lanes() const;
  std::int64_t pulls() const { return pulls_; }

 private:
  struct LaneLaws {  // by arm; a trigger can fire only if some arm's z is below `screen`
    std::vector<double> centre = {};
    std::vector<double> spread = {};
    double screen = -std::numeric_limits<double>::infinity();
  };
  LaneLaws lane_laws(std::int64_t pulls, double step) const;
  double add_rules(const LaneLaws& laws, double noise_unit);
  void add_epoch(int epoch, const Stage& stage, int active, std::int64_t all_pulls);
  void guess_cut(LaneEpoch& lane, double noise_sd);

  AffineProblem problem_;
  std::int64_t pulls_ = 0;
  bool has_lanes_ = true;
  std::vector<LaneEpoch> epochs_;
  std::vector<std::vector<float>> rules_;  // of every epoch
  std::vector<double> stays_;              // how likely each arm is still there: a guess
  double reach_ = 0;                       // bound of |sum of step * z|
};

// Why not, in a sentence: it would need more than 1 GB per thread.
Status kernel_applies(const AffineProblem& problem);

// `path` is for tests and benches; all of them give the same tally.
Tally kernel_runs(const KernelPlan& plan, const RunRange& range, const Crew& crew = {},
                  const LanePath* path = nullptr, const NamedSink& named = {});

}  // namespace mesha
