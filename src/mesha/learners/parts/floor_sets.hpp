// Halving by floor sets that an arm may leave and enter again, with a leader against a challenger
// in between: what adaptive_halving and guarded_halving share. K arms, T pulls, m_i = S_i / n_i of
// all samples, F the floor set, N its floor, t the pulls used.
//
//    1  R = ceil(log2 K);  A_r = ceil(K / 2^(r-1));  k_r = ceil(K / 2^r);
//       f_r = max(1, floor((1 - alpha) floor(T / R) / A_r))               parts/floor_schedule.hpp
//    2  F = all arms;  t = N = c = 0                                      FloorSets()
//    3  for r = 1..R:                                                     begin_epoch()
//    4    c += f_r;  N = max(N, c);  if r = 1: N = max(N, min(2, floor(T / 3K)))
//    5    pull every i in F until n_i >= N                                plan_floor()
//    6    if r = 1: vb = sample variance of the K means                   variance_of_means()
//    7    stop = min(r floor(T / R) if r < R else T, T - sum_{q>r} A_q f_q)
//    8    while t < stop:                                                 plan_ahead()
//    9      s2 = (W + vb) / (dof + 1)                                     variance()
//   10      M = max(1, T - t) / 4                                         parts/contest.hpp
//   11      for p = 1..min(P, stop - t):              unless told, P = T / 100, from 1 to 8
//   12        L = argmax m_i  over all arms
//   13        d_i = M / (n_L (n_L + M)) + M / (n_i (n_i + M))
//   14        C = argmin (m_L - m_i)^2 / (2 s2 d_i) + 1/2 ln n_i  over all i other than L
//   15        j = L if n_L <= n_C or n_L < N, else C;  plan j;  n_j += 1
//   16      make the planned pulls;  t += their number                    tell()
//   17    F = the k_r largest means among all arms with n_i >= N          rank()
//   18  name the arm in F                                                 finish()
//
// Ties go to the lowest index. W is the sum of squared deviations of rewards from the mean of their
// arm, dof its degrees of freedom: the noise level is estimated, nobody has to know it.
//
// An arm that leaves F is *set aside*: line 14 may still choose it, and line 17 may let it in
// again. So it has left only at the end, and `departures` then names the batch after which it was
// set aside for the last time. With `final` it leaves for good at line 17, and lines 12 and 14 look
// at F alone. As in selections, a batch is an epoch wherever an epoch is numbered for others.
//
// Arms that withdraw: what they are owed in the batch is forfeited (it counts in t); if nobody is
// left who has the floor, line 17 takes the most pulls of an arm that is in for it; a lone arm is
// named.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/base/scratch.hpp"
#include "mesha/learners/parts/contest.hpp"
#include "mesha/learners/parts/floor_schedule.hpp"
#include "mesha/learners/parts/records.hpp"
#include "mesha/model/answer.hpp"
#include "mesha/model/evidence.hpp"

namespace mesha {

struct FloorSetsConfig {
  int arms = 0;                            // K
  std::int64_t budget = 0;                 // T
  double alpha = 0.75;                     // 1 - alpha of the budget is the floor
  std::optional<std::int64_t> ahead = {};  // P: pulls planned on one look; line 11 if not told
  bool final = false;                      // an arm that leaves F is gone
};

class FloorSets {
 public:
  static constexpr bool adaptive = true;
  static constexpr bool needs_squares = true;

  bool finished() const { return finished_; }
  ArmId leader() const;
  const Answer& answer() const;
  const std::vector<Departure>& departures() const { return answer_.departures; }
  bool set_aside(ArmId arm) const {
    return !finished_ && is_in(at(arm)) && in_floor_set_[at(arm)] == 0;
  }

  // For tests.
  std::vector<ArmId> floor_set() const;                       // F
  std::int64_t floor() const { return floor_; }               // N
  const Records& records() const { return records_; }         // n, S, W
  double score(ArmId arm) const { return scores_[at(arm)]; }  // line 17
  double variance() const;                                    // s2

 protected:
  // What reports may do: they choose a share of the planned pulls, by m_i + b_i and without the
  // 1/2 ln n_i of line 14; and they move the scores of line 17, by at most c standard errors.
  struct Guide {
    std::function<std::span<const double>()> corrections;  // b, one per arm; empty: no guide
    double share = 0;
    double c = 0;
  };

  static Status check(const FloorSetsConfig& config);
  explicit FloorSets(const FloorSetsConfig& config);

  const std::vector<Pulls>& batch() const { return batch_; }
  void tell(std::span<const Evidence> batch);
  // After tell(): goes on until pulls are planned, or the run is over.
  void advance(const Guide& guide);
  void withdraw(ArmId arm, const Guide& guide);

 private:
  struct Aside {    // when an arm left F
    int batch = 0;  // after which
    double score = 0;
    double cut = 0;
  };

  void begin_epoch();
  bool plan_floor();
  void plan_ahead(const Guide& guide);
  void score_arms(const Guide& guide);
  void rank();
  void leave_floor_set(std::size_t arm, double cut);
  void finish();

  bool is_in(std::size_t arm) const { return in_[arm] != 0; }
  double floor_to_rank() const;
  double variance_of_means() const;

  FloorSchedule schedule_;
  std::int64_t ahead_;
  bool final_;
  Records records_;
  double between_ = 0;  // vb
  std::vector<char> in_;
  std::vector<char> in_floor_set_;
  std::vector<double> scores_;  // of line 17, by the records as they are
  std::vector<Aside> aside_;
  int arms_in_;
  int epoch_ = 0;                // r
  int batches_ = 0;              // observed
  std::int64_t floor_ = 0;       // N
  std::int64_t paid_floor_ = 0;  // the last N that all of F had
  std::int64_t floor_sum_ = 0;   // c
  std::int64_t stop_ = 0;
  std::int64_t used_ = 0;     // t
  std::int64_t planned_ = 0;  // by plan_ahead, in all epochs
  std::vector<Pulls> batch_;
  Answer answer_;
  bool finished_ = false;
  ByArm by_arm_;
  Scratch<Contest> contest_;
  Scratch<std::vector<double>> guided_;        // m + b
  Scratch<std::vector<std::int64_t>> counts_;  // of the batch that is planned
  Scratch<std::vector<std::size_t>> ranking_;
};

}  // namespace mesha
