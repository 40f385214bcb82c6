// mesha theory: the paper's formulas for one experiment, beside measured failures.
#pragma once

#include <string>
#include <vector>

#include "cli/verbs.hpp"
#include "mesha/catalog/theory_sheet.hpp"

namespace mesha::cli {

struct MeasuredFailure {
  TheoryGame game;
  Estimate estimate;
};

struct Theorized {
  std::string file;
  Experiment experiment;
  TheorySheet sheet;
  std::vector<MeasuredFailure> measured;  // fewer than sheet.games, if it was interrupted
};

// The failure that a value bounds; nullptr: it bounds none, or it was not measured.
const MeasuredFailure* beside(const Theorized& all, const TheoryValue& value);

std::string theory_table(const Theorized& all);  // 80 columns
std::string theory_json(const Theorized& all, bool stopped);
std::string theory_csv(const Theorized& all);

}  // namespace mesha::cli
