// CLI11 validators: which values a flag takes, and one sentence where it does not.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <string>
#include <system_error>

namespace mesha::cli {

// CLI11 would say "could not convert", and take 010 for 8; people deserve the range.
inline CLI::Validator whole_number(std::int64_t low, std::int64_t high) {
  return {[low, high](std::string& text) -> std::string {
            std::int64_t value = 0;
            const char* end = text.data() + text.size();
            const auto read = std::from_chars(text.data(), end, value);
            if (read.ec == std::errc{} && read.ptr == end && value >= low && value <= high) {
              text = std::to_string(value);
              return "";
            }
            return fmt::format("must be a whole number between {} and {}, not `{}`", low, high,
                               text.substr(0, 40));
          },
          ""};
}

inline CLI::Validator not_empty() {
  return {[](const std::string& text) -> std::string {
            return text.empty() ? "must not be empty" : "";
          },
          ""};
}

inline CLI::Validator between_zero_and_one() {
  return {[](std::string& text) -> std::string {
            double value = 0;
            const char* end = text.data() + text.size();
            const auto read = std::from_chars(text.data(), end, value);
            if (read.ec == std::errc{} && read.ptr == end && value > 0 && value < 1) return "";
            return fmt::format("must be a number above 0 and below 1, such as 0.001, not `{}`",
                               text.substr(0, 40));
          },
          ""};
}

inline CLI::Validator number_between(double low, double high) {
  return {[low, high](std::string& text) -> std::string {
            double value = 0;
            const char* end = text.data() + text.size();
            const auto read = std::from_chars(text.data(), end, value);
            if (read.ec == std::errc{} && read.ptr == end && value >= low && value <= high)
              return "";
            return fmt::format("must be a number between {} and {}, not `{}`", low, high,
                               text.substr(0, 40));
          },
          ""};
}

}  // namespace mesha::cli
