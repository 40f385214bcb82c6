// The paper's panels (b), (c), (d) from our numbers with the published ones beside; what the
// mechanism adds; and one real run of MESHA.
#pragma once

#include <string>
#include <vector>

#include "mesha/paper/findings.hpp"
#include "mesha/plot/chart.hpp"

namespace mesha::paper {

struct Figure {
  std::string name;  // of the files, without extension
  std::string caption;
  Drawing wide;
  Drawing narrow;  // for a phone
};

std::vector<Figure> figures(const std::vector<Study>& studies, const Findings& findings,
                            std::uint64_t seed);

// One run of the study's first column, epoch by epoch: pulls, estimates, the cut.
Drawing pipeline(const Study& study, std::int64_t value, std::uint64_t seed, bool narrow);

}  // namespace mesha::paper
