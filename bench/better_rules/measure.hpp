// How often rules fail, each on the same rewards as the default.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "better_rules/optimum.hpp"
#include "better_rules/rule.hpp"
#include "better_rules/suite.hpp"
#include "mesha/stats/normal_law.hpp"
#include "mesha/theory/limit.hpp"

namespace mesha::bench {

inline constexpr std::uint64_t seed = 20261119;

struct Count {  // of one rule
  std::int64_t failed = 0;
  std::int64_t only_it = 0;  // the default did not
  std::int64_t only_default = 0;

  double z() const {  // McNemar's test; positive where the rule is better
    const auto apart = static_cast<double>(only_it + only_default);
    return apart > 0 ? static_cast<double>(only_default - only_it) / std::sqrt(apart) : 0;
  }
};

struct Played {
  std::int64_t runs = 0;
  double floor = 0;  // sum of Q(z*)
  std::vector<Count> rules;

  double z_star() const { return theory::z_of(floor / static_cast<double>(runs)); }
  double failure(std::size_t rule) const {
    return (static_cast<double>(rules[rule].failed) + .5) / (static_cast<double>(runs) + 1);
  }
  double E(std::size_t rule) const { return theory::z_of(failure(rule)) / z_star(); }
  double gain(std::size_t rule) const { return E(rule) - E(0); }
  double error(std::size_t rule) const {  // of the gain: the two differ in so many runs alone
    const auto apart = static_cast<double>(rules[rule].only_it + rules[rule].only_default);
    const double slope =
        normal_density(theory::z_of(failure(0))) * z_star() * static_cast<double>(runs);
    return std::sqrt(apart) / slope;
  }
};

// The first rule is the default. `times`: as many runs as usual, or so many times that; about as
// long for every case.
Played measure(const Case& c, const std::vector<Rule>& rules, double times);

struct Sum {
  double sum = 0, squares = 0;

  void add(double x) {
    sum += x;
    squares += x * x;
  }
  double mean(std::int64_t runs) const { return sum / static_cast<double>(runs); }
  double error(std::int64_t runs) const {
    const double mean_square = squares / static_cast<double>(runs);
    return std::sqrt((mean_square - mean(runs) * mean(runs)) / static_cast<double>(runs));
  }
};

struct Reached {  // by one rule with coins: P(the best one is named), and its gain over the default
  Sum chance, gain;
};

// Not whether the named coin is the best, but the chance that it is: less noise.
std::vector<Reached> measure(const CoinGame& game, CoinOptimum& optimum,
                             const std::vector<Rule>& rules, std::int64_t runs);

}  // namespace mesha::bench
