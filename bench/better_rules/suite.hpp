// The instances on which rules are compared. Rules that read no report see nothing of an instance
// but rewards: means, sds and T are all there is to it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mesha/base/random.hpp"
#include "mesha/model/instance.hpp"

namespace mesha::bench {

enum class Part {
  tuning,   // numbers were chosen on these,
  held_out  // and are believed if they are as good here
};

struct Case {
  std::string name;
  Part part = Part::tuning;
  std::vector<double> means;  // empty: drawn anew in every run, see `drawn`
  std::vector<double> sds;    // one per arm
  std::int64_t budget = 0;    // T
  std::size_t drawn = 0;      // so many means from N(0, 1)

  std::size_t arms() const { return sds.size(); }
  bool equal_sds() const;
};

// What nature knows of one run.
struct Truth {
  std::vector<double> means;
  std::size_t best = 0;
  double floor = 0;  // Q(z*), z* = gap sqrt(T) / (sd of the best + sd of the second)
};
Truth truth_of(const Case& c, const RunRandom& random);

std::vector<Case> equal_noise();
std::vector<Case> unequal_noise();

Instance instance_of(const Case& c);  // with means that are not drawn, and one sd

}  // namespace mesha::bench
