// The paper's experiments, read once.
#pragma once

#include <vector>

#include "mesha/paper/study.hpp"

namespace mesha::paper {

inline const std::vector<Study>& studies() {
  static const std::vector<Study> all = *all_studies();
  return all;
}

}  // namespace mesha::paper
