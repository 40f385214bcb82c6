// All parts of a campaign, joined into what one simulation would have found.
#pragma once

#include <string>
#include <vector>

#include "mesha/scale/part.hpp"

namespace mesha {

// In any order; the same part twice does no harm. Refuses parts of different campaigns, two
// different parts for one shard, and an incomplete set, naming what is missing. The file is called
// as the first shard did.
Result<Simulated> merge(std::vector<LoadedPart> parts);
Result<Simulated> merge_files(const std::vector<std::string>& paths);

}  // namespace mesha
