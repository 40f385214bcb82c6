// All parts of a campaign, joined into what one simulation would have found.
#pragma once

#include <string>
#include <vector>

#include "mesha/scale/part.hpp"

namespace mesha {

struct Merged {
  std::string file;  // how the first shard called the experiment
  Experiment experiment;
  std::vector<Row> rows;
};

// In any order; the same part twice does no harm. Refuses parts of different campaigns, two
// different parts for one shard, and an incomplete set, naming what is missing.
Result<Merged> merge(std::vector<LoadedPart> parts);
Result<Merged> merge_files(const std::vector<std::string>& paths);

}  // namespace mesha
