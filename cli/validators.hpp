// CLI11 validators: which values a flag takes, and one sentence where it does not.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>

#include "mesha/io/numbers.hpp"

namespace mesha::cli {

// CLI11 would say "could not convert", and take 010 for 8; people deserve the range.
template <class Number, class Fits>
CLI::Validator number_that(const std::string& wanted, Fits fits) {
  return {[=](std::string& text) -> std::string {
            const auto value = whole_text_as<Number>(text);
            if (!value || !fits(*value))
              return fmt::format("must be a {}, not `{}`", wanted, text.substr(0, 40));
            if (std::integral<Number>) text = std::to_string(*value);
            return "";
          },
          ""};
}

inline CLI::Validator whole_number(std::int64_t low, std::int64_t high) {
  return number_that<std::int64_t>(fmt::format("whole number between {} and {}", low, high),
                                   [=](std::int64_t x) { return x >= low && x <= high; });
}

inline CLI::Validator between_zero_and_one() {
  return number_that<double>("number above 0 and below 1, such as 0.001",
                             [](double x) { return x > 0 && x < 1; });
}

inline CLI::Validator number_between(double low, double high) {
  return number_that<double>(fmt::format("number between {} and {}", low, high),
                             [=](double x) { return x >= low && x <= high; });
}

inline CLI::Validator not_empty() {
  return {[](const std::string& text) -> std::string {
            return text.empty() ? "must not be empty" : "";
          },
          ""};
}

inline CLI::Validator seed() { return whole_number(0, std::numeric_limits<std::int64_t>::max()); }

// `flag` such as "--trials N": its name, and what stands for the value in the help.
template <class T>
CLI::Option* add_value(CLI::App* verb, const std::string& flag, T& value, const std::string& about,
                       const CLI::Validator& rule = {}) {
  const auto blank = flag.find(' ');
  return verb->add_option(flag.substr(0, blank), value, about)
      ->transform(rule)
      ->type_name(flag.substr(blank + 1));
}

}  // namespace mesha::cli
