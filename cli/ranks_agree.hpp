// Ranks that tell each other whether they can go on.
#pragma once

#include <string>

#include "mesha/base/result.hpp"

namespace mesha::cli {

// Did all ranks succeed? A collective call. If not, the first that failed prints why.
bool ranks_agree(bool mine, const std::string& why);

template <class T>
bool ranks_agree(const Result<T>& mine) {
  return ranks_agree(static_cast<bool>(mine), mine ? "" : mine.error().sentence);
}

// This rank cannot go on: it prints its number and why.
int refuse_alone(const std::string& why);

}  // namespace mesha::cli
