// How often a text holds another.
#pragma once

#include <string>

namespace mesha::testing {

inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace mesha::testing
