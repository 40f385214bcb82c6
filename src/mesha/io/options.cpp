#include "mesha/io/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

namespace mesha {
namespace {

// Levenshtein's distance: how many single-character edits lie between two words.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, replaced});
    }
  }
  return row.back();
}

constexpr std::size_t longest_echo = 60;

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  for (char& letter : small) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return small;
}

}  // namespace

std::optional<std::string_view> nearest_name(std::string_view name,
                                             const std::vector<std::string_view>& known) {
  if (known.empty()) return std::nullopt;
  const std::string said = in_small_letters(name.substr(0, longest_echo));  // more is not worth it
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  std::string_view nearest;
  for (const std::string_view word : known) {
    const std::size_t count = edits(said, in_small_letters(word));
    if (count < fewest) std::tie(fewest, nearest) = std::tie(count, word);
  }
  if (fewest <= std::max<std::size_t>(2, nearest.size() / 3)) return nearest;
  return std::nullopt;
}

std::string unknown_name(std::string_view kind, std::string_view name,
                         const std::vector<std::string_view>& known) {
  std::string said = fmt::format("unknown {} `{}`", kind, name.substr(0, longest_echo));
  if (known.empty()) return said;
  if (const auto nearest = nearest_name(name, known))
    return fmt::format("{}: did you mean `{}`?", said, *nearest);
  return fmt::format("{}; known are {}", said, fmt::join(known, ", "));
}

Status check_option_names(const Options& options, std::span<const OptionInfo> known) {
  for (const auto& [name, value] : options) {
    if (std::ranges::find(known, name, &OptionInfo::name) != known.end()) continue;
    if (known.empty()) return Error{"unknown option `" + name + "`: it takes no options"};
    std::vector<std::string_view> names;
    for (const OptionInfo& info : known) names.push_back(info.name);
    return Error{unknown_name("option", name, names)};
  }
  return ok();
}

const OptionValue* OptionReader::find(std::string_view name) const {
  const auto found = options_->find(name);
  return found == options_->end() ? nullptr : &found->second;
}

void OptionReader::complain(std::string_view name, std::string_view what) {
  if (!trouble_) trouble_ = Error{"`" + std::string(name) + "` " + std::string(what)};
}

std::optional<double> OptionReader::number(std::string_view name) {
  const OptionValue* value = find(name);
  if (value == nullptr) return std::nullopt;
  double said = std::numeric_limits<double>::quiet_NaN();
  if (const auto* real = std::get_if<double>(value)) said = *real;
  if (const auto* whole = std::get_if<std::int64_t>(value)) said = static_cast<double>(*whole);
  if (!std::isfinite(said)) {
    complain(name, "must be a finite number");
    return std::nullopt;
  }
  return said;
}

double OptionReader::number(std::string_view name, double otherwise) {
  return number(name).value_or(otherwise);
}

std::int64_t OptionReader::integer(std::string_view name, std::int64_t otherwise) {
  const auto* said = find_as<std::int64_t>(name, "must be a whole number");
  return said != nullptr ? *said : otherwise;
}

bool OptionReader::flag(std::string_view name, bool otherwise) {
  const bool* said = find_as<bool>(name, "must be true or false");
  return said != nullptr ? *said : otherwise;
}

Vec OptionReader::vector(std::string_view name, Vec otherwise) {
  const OptionValue* value = find(name);
  if (value == nullptr) return otherwise;
  if (const auto* said = std::get_if<Vec>(value)) return *said;
  // A command line does not tell a number from a list of one.
  if (const auto* one = std::get_if<double>(value)) return Vec{*one};
  if (const auto* one = std::get_if<std::int64_t>(value)) return Vec{static_cast<double>(*one)};
  complain(name, "must be a list of numbers");
  return otherwise;
}

std::vector<Vec> OptionReader::vectors(std::string_view name) {
  const OptionValue* value = find(name);
  if (value != nullptr) {
    if (const auto* said = std::get_if<std::vector<Vec>>(value)) return *said;
    // `[]` parses as an empty list of numbers.
    if (const auto* said = std::get_if<Vec>(value); said != nullptr && said->size() == 0) return {};
  }
  complain(name, value == nullptr ? "is missing" : "must be a list of lists of numbers");
  return {};
}

}  // namespace mesha
