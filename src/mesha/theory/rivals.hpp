// Many rivals: how often every rule fails that cannot know in which of m worlds it is, each with a
// right answer of its own. Theorem 4 of docs/theory.md, where its conditions and its proof are;
// with m = 2 it is Theorem 2. Tied arms are the worlds that are hardest to tell apart: one of m
// arms is better than the others by `gap`. Gaussian rewards of one sd, T pulls,
//   z = gap sqrt(T) / (2 sd)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mesha::theory {

// World i is real with probability weights[i]: the least probability of failing, whatever the rule.
// For tied arms that may be pulled for any fraction of a reward it is approached. Without noise z
// is infinite, and nobody need fail. With
// the weights in descending order, g_k the geometric mean of the k largest,
// D_k = sum over j <= k of ln(w_j / w_k), and e_k = g_k exp(-2 (k-1) z^2 / k^2),
//   w_1 Q(z + D_2 / (2z)) + sum over k >= 2 of  w_k Q(z - D_k / (2z))
//     + (k-2) e_k Phi((1 - 2/k) z - D_k / (2z)) - (k-3)^+ e_(k-1) Phi((1 - 2/(k-1)) z - D_k / (2z))
// The weights need not sum to 1: it is proportional to them.
double least_failure(std::vector<double> weights, double z);

// The same for equal weights: Phi(-z) + (1 - 2/m) exp(-2 (m-1) z^2 / m^2) Phi((1 - 2/m) z).
double least_tied_failure(int arms, double z);

// worlds[i][j] is the mean of arm j in world i: the gap of tied arms that are no harder to tell
// apart. The root of the largest, over arms j and sets S of two worlds or more, of
//   sum over pairs i, l in S of (worlds[i][j] - worlds[l][j])^2 / (|S| - 1)
double tied_gap(const std::vector<std::vector<double>>& worlds);

// Rules to which reports make no difference and that treat arms alike, on arms of any means. Of
// the best arm and the rivals of ranks `first` to `last` (2 is the runner-up) it is not known which
// one is best; they are no easier to tell apart than if all these rivals were at `gap`.
struct BlindLimit {
  double failure = 0;  // no such rule fails less often
  int first = 2;
  int last = 2;
  double gap = 0;
};

// The best choice of first and last; first = last = 2 is Phi(-z*). 0 where two arms share the
// largest mean (there is no single arm to be named) and where there is no noise.
BlindLimit least_blind_failure(std::span<const double> means, double sd, std::int64_t budget);

// Rules that read reports, which are the same whichever of `arms` tied arms is best: the least of
// the largest failure with one of the others best, of rules that fail with probability `truth` if
// the first is best. With 2 arms it is least_worst() of limit.hpp.
double least_worst_of(int arms, double truth, double z);

}  // namespace mesha::theory
