// The means of the paper's drawn instances: mu_0 > mu_1 > a tail. Experiments 2 and 3 do not print
// their tails; docs/readings.md says which shape was inferred where.
#pragma once

#include <cstdint>
#include <vector>

namespace mesha {

enum class Tail {
  linear,     // evenly spaced from mu_1 down to `end`
  separated,  // evenly spaced from mu_1 - .10 down to `end`
  nested,     // as linear with 16 arms and the gap `nested_gap`; all further arms at `end`
};

struct TailOptions {
  std::int64_t arms = 2;  // K
  double best = 1;        // mu_0
  double gap = 0.1;       // mu_0 - mu_1
  double end = 0;         // mu_{K-1}
  Tail tail = Tail::linear;
  double nested_gap = 0.1;
};

std::vector<double> means_with_tail(const TailOptions& options);

}  // namespace mesha
