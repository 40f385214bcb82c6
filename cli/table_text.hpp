// Tables for people: 80 columns, wrapped sentences, and how a probability looks.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include "mesha/frontier/sections.hpp"

namespace mesha::cli {

inline constexpr std::size_t screen = 80;

inline std::string chance_text(double p) {  // also a difference of two
  return p != 0 && std::abs(p) < 1e-3 ? fmt::format("{:.1e}", p) : fmt::format("{:.4f}", p);
}

inline void add_wrapped(std::string& text, std::string_view sentence) {
  for (const std::string& line : frontier::wrapped(sentence, screen)) text += line + "\n";
}

inline void add_line(std::string& text, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  text += line + "\n";
}

}  // namespace mesha::cli
