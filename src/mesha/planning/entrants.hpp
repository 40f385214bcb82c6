// Who takes part in a plan: learners of the catalog, by their traits.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "mesha/catalog/experiment.hpp"

namespace mesha::planning {

struct Entrant {
  LearnerChoice choice;
  // It reads the length of reports, and all are of length 1: what it would do if nobody gained or
  // lost by what is said.
  bool equal_norms = false;

  std::string name() const;  // as rows and lines are called
};

struct LeftOut {
  std::string name;
  std::string why;  // "decides by features, and ..."
};

struct Entrants {
  std::vector<Entrant> list;
  std::vector<LeftOut> left_out;  // who cannot take part
};

// What the question knows of the candidates' features.
enum class KnownFeatures {
  none,
  given,   // but means are not linear in them, and there is no theta
  linear,  // means are
};

// The learners of these names with their variants; of the whole catalog without names. Those that
// read more than the length of a report take part only where there are `features`; one that was
// named and cannot is an error.
Result<Entrants> entrants(std::span<const std::string> names, KnownFeatures features);

}  // namespace mesha::planning
