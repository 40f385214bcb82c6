// Sentences of the paper that can be checked, and what our numbers say about them. A claim has a
// verdict that follows from numbers; what only deserves a note is a remark, which has none.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesha/paper/findings.hpp"

namespace mesha::paper {

enum class Holds { yes, partly, no };
std::string_view name(Holds holds);  // "holds", "holds in part", "does not hold"
constexpr Holds yes_if(bool fully, bool partly = false) {
  return fully ? Holds::yes : partly ? Holds::partly : Holds::no;
}

struct Claim {
  std::string id;     // "decay-in-T"
  std::string place;  // in the paper
  std::string says;
  std::optional<Holds> holds;
  std::string found;
};

// Those whose experiments were run.
std::vector<Claim> check_claims(const Findings& findings);
std::vector<Claim> make_remarks(const Findings& findings);

}  // namespace mesha::paper
