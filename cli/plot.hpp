// simulate --plot FILE.svg: failure probability against the budget, one line per learner.
#pragma once

#include <string>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/catalog/experiment.hpp"

namespace mesha::cli {

// Can the file be written? Asked before the long work, not after it.
Status plot_possible(const std::string& path);

// Written whole or not at all.
Status write_plot(const std::string& path, const Experiment& experiment,
                  const std::vector<Row>& rows);

}  // namespace mesha::cli
