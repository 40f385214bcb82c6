// Does a published number agree with ours? The paper prints a share of N trials with a few digits:
// N follows from the digits of its column, and an exact binomial test asks whether our probability
// could have given such a count.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mesha::paper {

enum class Agreement { agrees, inferred, differs };

// "agrees", "agrees under an inferred reading", "differs"
std::string_view name(Agreement agreement);

struct Published {
  double value = 0;
  double half_digit = 0;    // half a unit of the last printed digit
  std::int64_t trials = 0;  // N, as the digits of the column imply
  double low = 0;           // 95% Clopper-Pearson at N, widened by half_digit
  double high = 1;
  double error = 0;  // the wider side of it
};

// The smallest of 500, 1000 and 5000 of which every printed share is a whole number; 5000 if none.
std::int64_t implied_trials(std::span<const std::string> column);

Published published(const std::string& printed, std::int64_t trials);

// Two-sided p-value of the published count, twice the smaller tail, each tail including what half a
// printed digit allows. Of several `probabilities` the count's law is the even mixture: where the
// instance was drawn the paper's draw may be any of ours, and where ours is sampled it is known up
// to left_open().
double p_value(const Published& paper, std::span<const double> probabilities);

inline constexpr double agreement_level = 0.001;

// Evenly spaced quantiles of the Jeffreys posterior of a probability, given a count.
std::vector<double> left_open(std::int64_t failures, std::int64_t trials);

// One entry per draw, without the part of their spread that is only our sampling noise: with
// `trials` runs each, the deviations from the mean are shrunk to what is left of the variance.
std::vector<double> without_sampling_noise(std::vector<double> draws, std::int64_t trials);

}  // namespace mesha::paper
