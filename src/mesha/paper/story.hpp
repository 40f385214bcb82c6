// "What the numbers say": one page in plain words, with the numbers of this run in it.
#pragma once

#include <string>
#include <vector>

#include "mesha/paper/findings.hpp"

namespace mesha::paper {

struct Passage {
  std::string title;
  std::vector<std::string> paragraphs;
};

// Those whose experiments were run.
std::vector<Passage> what_the_numbers_say(const Findings& findings);

}  // namespace mesha::paper
