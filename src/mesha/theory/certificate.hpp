// Upper bounds on the failure of halving rules that hold for ANY reports: nothing is assumed about
// what arms say, know or agree on, nor about what steers the pulls above the floors. Gaussian
// rewards of one sd. docs/theory.md has the proofs (Lemma 1, Theorem 1).
//   q_i = Q(u_i - c), u_i = Delta_i sqrt(N / 2) / sd, Q the normal's upper tail
// c is the rule's clip: it may move a difference of two means by c sd sqrt(1/n_i + 1/n_j).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/theory/floors.hpp"

namespace mesha::theory {

// What is known of n_i and n_1 when the means of two arms are compared.
enum class Allocation {
  equal,        // both are N, by a schedule that rewards and reports cannot move
  above_floor,  // both are at least N; where the rest went may depend on everything
};

// Lemma 1: the probability that arm i, at `gap` below the best, reaches the best one's score.
//   equal        q
//   above_floor  4q - 4q^2, and 1 where u < c
double overtaking(double gap, double sd, std::int64_t floor, double clip, Allocation allocation);

// The same with at least `floor` and at most `most` pulls of each, which anything may choose. From
// q where they are equal it rises to 4q - 4q^2, and fast: with u - c = 2 half of the way is gone at
// most = 1.3 floor. A window wider than a hundred floors counts as unlimited.
double overtaking_within(double gap, double sd, std::int64_t floor, std::int64_t most, double clip);

// Whose sd the clip is a multiple of.
enum class ClipUnit { known_sd, estimated_sd };

struct HalvingRule {
  std::vector<EpochFloor> epochs;  // floors.hpp
  Allocation allocation = Allocation::above_floor;
  double clip = 0;  // c
  ClipUnit unit = ClipUnit::known_sd;
};

struct EpochBound {
  double failure = 1;  // that the best arm leaves in this epoch; at most 1
  int spared = 1;      // q_r: ranks 2 ... q_r are given up as able to overtake

  friend bool operator==(const EpochBound&, const EpochBound&) = default;
};

struct Certificate {
  double failure = 1;  // the sum over the epochs, at most 1
  std::vector<EpochBound> epochs;
};

// Theorem 1:  sum_r min over q_r of  1/(k_r - q_r + 1) sum over i > q_r of overtaking_i(N_r), or of
// overtaking_within where an epoch has a `most`.
// Relative precision down to 1e-300. Refused where the clip is a multiple of an estimated sd, as
// no bound on the correction is known then; c = 0 clips everything and needs no sd.
Result<Certificate> certificate(std::span<const double> means, double sd, const HalvingRule& rule);

// The same events without Markov's inequality: given the best arm's samples the others overtake it
// independently, so the probability that k_r do is an integral over a Poisson-binomial tail. Never
// above certificate(); exact for one epoch of equal pulls without a clip. `spared` is 1.
Result<Certificate> joint_certificate(std::span<const double> means, double sd,
                                      const HalvingRule& rule);

// Theorem 1 in the form of Karnin et al.'s: with H_2 = max_i i / Delta_i^2 and
// y_r = (1 - eta) N_r ceil(k_r / 2) / (4 sd^2 H_2),
//   e exp(c^2 (1 - eta) / (2 eta)) sum_r exp(-y_r),
// never below certificate(), at most 1; it knows no `most`. 0 < eta < 1, or 0 where c = 0.
Result<double> karnin_form(std::span<const double> means, double sd, const HalvingRule& rule,
                           double eta);
// With the best eta of .01, .02, ..., .99; with 0 where c = 0.
Result<double> karnin_form(std::span<const double> means, double sd, const HalvingRule& rule);

// Its exponent in closed form, for floors by floor_step():
//   e R exp(c^2 (1 - eta) / (2 eta)) exp(-(1 - eta) ((1 - alpha) floor(T / R) - K) / (16 sd^2 H_2))
// never below karnin_form(), and not cut at 1: its logarithm.
struct KarninSizes {
  int arms = 0;
  std::int64_t budget = 0;
  double alpha = 0;
  double clip = 0;
  double eta = 0;
};
double log_karnin_closed_form(std::span<const double> means, double sd, const KarninSizes& sizes);

}  // namespace mesha::theory
