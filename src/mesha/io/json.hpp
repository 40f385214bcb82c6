// JSON as we write it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "mesha/io/options.hpp"
#include "mesha/linalg/vec.hpp"

namespace mesha {

inline void to_json(nlohmann::json& json, const Vec& x) {
  json = std::vector<double>(x.begin(), x.end());
}

template <class T>
nlohmann::json or_null(const std::optional<T>& maybe) {
  return maybe ? nlohmann::json(*maybe) : nlohmann::json();
}

inline nlohmann::json options_json(const Options& options) {
  auto document = nlohmann::json::object();
  for (const auto& [name, value] : options)
    document[name] = std::visit([](const auto& said) { return nlohmann::json(said); }, value);
  return document;
}

// Bytes that are no UTF-8, as in the name of a file, are replaced.
template <class Json>
std::string json_text(const Json& document, int indent = 2) {
  return document.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace mesha
