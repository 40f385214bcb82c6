// The bounds of the two learners with which the paper compares MESHA in Section III-E, as their
// authors print them and for noise of any scale. In logarithms, and not cut at probability 1; none
// where the formula has no meaning. They take no part of a round for lost.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace mesha::theory {

// Whose scale the exponent is made for. It is that of E exp(s X) <= exp(s^2 xi^2 / 2).
enum class NoiseScale {
  printed,      // Karnin et al.: rewards in [0, 1]; Yang & Tan: xi = 1
  of_instance,  // T / sd^2 for T: what the same proof says of sd-sub-Gaussian rewards
};

// Sequential Halving (Karnin, Koren & Somekh 2013, Theorem 4.1):
//   printed      3 log2 K exp(-T / (8 H_2 log2 K))
//   of_instance  3 log2 K exp(-(T / sd^2) / (16 H_2 log2 K))
// The second has 16, as Hoeffding's exp(-n Delta^2 / 2), which their proof uses of n rewards in
// [0, 1], is exp(-n Delta^2 / (4 sd^2)) for the difference of two sd-sub-Gaussian means. h_2 is
// H_2() with RankReading::best_is_first. At least two arms.
double log_karnin_bound(std::int64_t budget, int arms, double h_2, NoiseScale scale, double sd);

// max i / Delta_(i)^2 over i = 2, ..., min(d, K): the complexity of OD-LinBAI (Yang & Tan 2022),
// of gaps in any order, one of which is the best arm's 0. 0 where d is 1.
double H_2_lin(std::vector<double> gaps, int dimension);

// OD-LinBAI (Yang & Tan 2022), for arms that are truthful and span d dimensions:
//   printed      (4K/d + 3 log2 d) exp(-m / (32 H_2_lin))
//   of_instance  (4K/d + 3 log2 d) exp(-(m / sd^2) / (32 H_2_lin))
// with m = design_pulls() of schedule.hpp. None: d = 1, or T pays for no pull.
std::optional<double> log_od_linbai_bound(std::int64_t budget, int arms, int dimension,
                                          double h_2_lin, NoiseScale scale, double sd);

}  // namespace mesha::theory
