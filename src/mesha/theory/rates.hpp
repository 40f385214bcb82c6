// Table I: failure probabilities decay like exp(-rate), and the complexity H_2 in one of the rates.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesha/theory/failure_bound.hpp"

namespace mesha::theory {

// mu_1 - mu_i in ascending order; the first is the best arm's own 0.
std::vector<double> gaps_of(std::span<const double> means);

// max_i i / Delta_(i)^2 over the arms that are not best, by ascending gap. What i starts from:
enum class RankReading {
  best_is_first,  // i = 2, ..., K: Section III-E by its letter, and Karnin et al. 2013
  best_is_apart,  // i = 1, ..., K - 1: the worked example of Section III-E
};
double H_2(std::vector<double> gaps, RankReading reading);  // one of the gaps is the best arm's 0

double mesha_complexity(const Sizes& sizes, double zeta);        // (K/zeta^2) d^2
double mesha_rate(const Sizes& sizes, double zeta);              // T / ((K/zeta^2) d^2 log2 T)
double halving_rate(std::int64_t budget, int arms, double h_2);  // T / (H_2 log2 K)
double od_linbai_rate(std::int64_t budget, int dimension);       // T / (d log2 d)

}  // namespace mesha::theory
