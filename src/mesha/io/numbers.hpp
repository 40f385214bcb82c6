// Numbers as people type and read them, and the sizes that arithmetic survives.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace mesha {

// Squares, products and sums of numbers within these sizes neither overflow nor vanish.
inline constexpr double largest_size = 1e60;
inline constexpr double smallest_size = 1e-60;  // of a number that is not 0

// The number that the whole text is: nothing before it, nothing behind it.
template <class Number>
std::optional<Number> whole_text_as(std::string_view text) {
  Number value{};
  const auto [stop, trouble] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (trouble != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
  return value;
}

// "1,234,567"
inline std::string thousands(std::int64_t number) {
  std::string text = std::to_string(number);
  for (auto k = static_cast<std::ptrdiff_t>(text.size()) - 3; k > 0; k -= 3)
    text.insert(static_cast<std::size_t>(k), 1, ',');
  return text;
}

}  // namespace mesha
