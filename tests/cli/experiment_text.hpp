// A small experiment that is right, to be spoilt or stretched one place at a time.
#pragma once

#include <stdexcept>
#include <string>

#include "support/paths.hpp"
#include "support/run_program.hpp"

namespace mesha::testing {

inline const std::string good_text = R"(trials  = 200
seed    = 1
budgets = [40]
draw    = "sums"
[instance]
theta      = [1.0, 0.0]
features   = [[0.5, 0.1], [0.3, 0.2], [0.1, 0.0]]
noise      = { kind = "gaussian", sd = 0.2 }
norm_bound = 1.0
[reports]
strategy = "fixed"
features = [[0.5, 0.2], [0.3, 0.3], [0.1, 0.4]]
[[learners]]
name   = "mesha"
lambda = 1.0
zeta   = 0.1
)";

// good_text with one place changed.
inline std::string with(const std::string& place, const std::string& instead,
                        std::string text = good_text) {
  const auto at = text.find(place);
  if (at == std::string::npos) throw std::logic_error("the experiment has no `" + place + "`");
  return text.replace(at, place.size(), instead);
}

inline std::string with_reports(const std::string& lines) {
  const auto first = good_text.find("strategy");
  const auto last = good_text.find("[[learners]]");
  return good_text.substr(0, first) + lines + "\n" + good_text.substr(last);
}

inline std::string with_learner(const std::string& lines, const std::string& text = good_text) {
  return text.substr(0, text.find("name   =")) + lines + "\n";
}

inline Finished mesha(const std::vector<std::string>& words, Circumstances how = {}) {
  return run_program(mesha_program, words, how);
}

}  // namespace mesha::testing
