// Ranks that tell each other whether they can go on.
#pragma once

#include <string>

#include "mesha/base/result.hpp"

namespace mesha::cli {

// Did all ranks succeed? All call it together. If not, the first of those who failed says why.
bool ranks_agree(bool mine, const std::string& why);

template <class T>
bool ranks_agree(const Result<T>& mine) {
  return ranks_agree(static_cast<bool>(mine), mine ? "" : mine.error().sentence);
}

// This rank cannot go on: it says why, and who it is.
int refuse_alone(const std::string& why);

}  // namespace mesha::cli
