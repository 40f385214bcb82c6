// What `mesha frontier` plays: instances and learners as data. The file is
// experiments/frontier.toml, compiled into the program; docs/frontier.md says why these.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/catalog/experiment.hpp"

namespace mesha::frontier {

struct Contest {
  std::string name;     // "vary-T 200"
  std::string text;     // what it is, for people
  Instance instance;    // Gaussian noise, one best arm
  std::int64_t budget;  // T
  bool quick = false;   // also played by --quick

  double sd() const;
  double z_star() const;  // gap sqrt(T) / (2 sd): theory/limit.hpp
  // A lower bound on the failure of rules to which reports make no difference: theory/rivals.hpp
  double floor() const;
};

struct Suite {
  double norm_bound = 1;  // of lies; no true feature is longer
  std::vector<Contest> contests;
  std::vector<LearnerChoice> learners;
  std::string file;  // its whole text: another text, other cells
};

// Everything is checked: a learner that the catalog does not have or that cannot be attacked, an
// instance without one best arm or with a longer feature than the bound is an error here.
Result<Suite> read_suite(std::string_view toml, std::string_view source);

// From the text inside the program.
Result<Suite> whole_suite();

}  // namespace mesha::frontier
