// Named settings of a learner or strategy, wherever they come from (a file, a command line).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/linalg/vec.hpp"

namespace mesha {

using OptionValue = std::variant<bool, std::int64_t, double, std::string, Vec, std::vector<Vec>>;
using Options = std::map<std::string, OptionValue, std::less<>>;

struct OptionInfo {
  std::string name;
  std::string meaning;  // ends with the default
};

// Every key must be in the list; otherwise a sentence with the nearest one.
Status check_option_names(const Options& options, std::span<const OptionInfo> known);

// The known name at the smallest edit distance, if one is near.
std::optional<std::string_view> nearest_name(std::string_view name,
                                             const std::vector<std::string_view>& known);

// "unknown option `lamda`: did you mean `lambda`?"
std::string unknown_name(std::string_view kind, std::string_view name,
                         const std::vector<std::string_view>& known);

// Reads options one by one and remembers the first thing that was wrong.
class OptionReader {
 public:
  explicit OptionReader(const Options& options) : options_(&options) {}

  double number(std::string_view name, double otherwise);
  std::optional<double> number(std::string_view name);
  std::int64_t integer(std::string_view name, std::int64_t otherwise);
  bool flag(std::string_view name, bool otherwise);
  Vec vector(std::string_view name, Vec otherwise);
  std::vector<Vec> vectors(std::string_view name);

  // The first of the choices is the default.
  template <class T>
  T choice(std::string_view name, std::initializer_list<std::pair<std::string_view, T>> choices) {
    const auto* said = find_as<std::string>(name, "must be a text in quotes");
    if (said == nullptr) return choices.begin()->second;
    std::string list;
    for (const auto& [word, value] : choices) {
      if (word == *said) return value;
      list += (list.empty() ? "" : ", ") + std::string(word);
    }
    complain(name, "must be one of: " + list);
    return choices.begin()->second;
  }

  void complain(std::string_view name, std::string_view what);
  const std::optional<Error>& trouble() const { return trouble_; }

 private:
  const OptionValue* find(std::string_view name) const;
  // nullptr: it is not there, or something else.
  template <class T>
  const T* find_as(std::string_view name, std::string_view complaint) {
    const OptionValue* value = find(name);
    const T* said = std::get_if<T>(value);
    if (value != nullptr && said == nullptr) complain(name, complaint);
    return said;
  }

  const Options* options_;
  std::optional<Error> trouble_;
};

}  // namespace mesha
