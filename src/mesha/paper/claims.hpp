// Sentences of the paper that can be checked, and what our numbers say about them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mesha/paper/findings.hpp"

namespace mesha::paper {

enum class Holds { yes, partly, no };
std::string_view name(Holds holds);  // "holds", "holds in part", "does not hold"

struct Claim {
  std::string id;     // "decay-in-T"
  std::string place;  // in the paper
  std::string says;
  Holds holds = Holds::no;
  std::string found;
};

// Those whose experiments were run.
std::vector<Claim> check_claims(const Findings& findings);

}  // namespace mesha::paper
