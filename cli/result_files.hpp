// The files that simulate and merge write beside what they print:
//   --plot FILE.svg   failure probability against the budget, one line per learner
//   --csv FILE        one line per learner and budget, with the chance of every arm
#pragma once

#include <string>
#include <string_view>

#include "mesha/base/result.hpp"
#include "mesha/catalog/experiment.hpp"

namespace mesha::cli {

struct ResultFiles {  // where to; empty: none
  std::string plot;
  std::string csv;

  bool any() const { return !plot.empty() || !csv.empty(); }
};

Error cannot_write(std::string_view what, const std::string& path);
Status check_writable(std::string_view what, const std::string& path);

// Can they be written? Asked before the long work, not after it.
Status can_write(const ResultFiles& files);

// Each is written whole or not at all.
Status write_files(const ResultFiles& files, const Simulated& results);

}  // namespace mesha::cli
