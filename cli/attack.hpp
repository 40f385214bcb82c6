// mesha attack: what lies can do to each learner, as a table, a JSON document and files.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cli/verbs.hpp"
#include "mesha/base/result.hpp"
#include "mesha/catalog/attack.hpp"
#include "mesha/plot/drawing.hpp"

namespace mesha::cli {

// What was found, and in which setting.
struct Attacked {
  std::string file;
  Experiment experiment;
  AttackOptions options;
  std::vector<AttackRow> rows;       // fewer than asked for, if it was interrupted
  std::size_t asked = 0;             // how many rows
  std::vector<std::string> skipped;  // learners that cannot be attacked, each with its reason
};

// The row that fails most under the worst found for it; nothing where no lie does more than none.
const AttackRow* worst_row(const Attacked& all);

std::string attack_table(const Attacked& all);
std::string attack_json(const Attacked& all, bool stopped);

Drawing draw_overview(const Attacked& all);  // truthful against worst failure
// True and reported vectors of the worst lie of the row, d = 2 or 3.
Drawing draw_reports(const Attacked& all, const AttackRow& row);

// Can --save, --csv and --plot be written? Asked before the long work.
Status can_write(const AttackVerb& files);
// Each whole or not at all. A file without content, as no lie was found, is not written.
Status write_files(const AttackVerb& files, const Attacked& all, bool talk);

}  // namespace mesha::cli
