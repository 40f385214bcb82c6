// adaptive_halving with every number of it, and some of its ideas, open to change. Line numbers are
// those of learners/parts/floor_sets.hpp. The default is the library's rule.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mesha::bench {

enum class Steering {
  contest,     // leader against challenger: lines 12-15
  ocba,        // the most starving arm by OCBA's shares (Chen et al. 2000)
  gap_bounds,  // UGapEb, the complexity estimated (Gabillon, Ghavamzadeh & Lazaric 2012)
};

enum class Final {
  mean,         // the largest mean of those who have the floor: line 17
  shrunk_mean,  // means drawn to their average as far as they spread less than noise
  probability,  // the largest probability of having the largest mean
};

struct Rule {
  std::string name;

  // Floors: lines 1, 4 and 7
  double alpha = .75;
  double late = 0;          // the floor of epoch r has a share like 1 + late (r - 1)
  std::int64_t first = 2;   // the first floor is this,
  std::int64_t thrift = 3;  // or floor(T / (thrift K)) where that is less

  // How many pulls on one look: line 11
  std::int64_t ahead = 8;    // at most this,
  std::int64_t looks = 100;  // and floor(T / looks), at least 1; 0: this does not matter

  // The challenger: lines 9-14. x is the squared distance over the variance that M removes.
  double more = .25;      // M is this share of what is left
  double crowd = 0;       // > 0: M is crowd / (1 + contenders) of it
  double power = 1;       // x^power
  double log_pulls = .5;  // + this much of ln n
  double log_tail = 0;    // + this much of ln(1 + x): from exp(-x) to a tail (1/2) or a gain (1)
  double log_spread = 0;  // + this much of ln d
  double bound = 0;       // > 0: instead, the least distance minus bound sqrt(s2 d)
  double shrink = 0;      // > 0: means are drawn to their average, as by this part of a prior
  double own_noise = 0;   // > 0: a variance for each arm; the common one counts like so many pulls
  double timid = 0;       // the leader is the largest m - timid sqrt(s2 / n)

  // Leader or challenger: line 15
  double leader = 1;      // the leader while n_L <= leader n_C,
  double contenders = 0;  // times this power of the number of contenders

  Steering steering = Steering::contest;
  double until = 1;  // of T: then the contest begins
  Final final = Final::mean;
};

std::vector<Rule> all_rules();  // the default is the first

}  // namespace mesha::bench
