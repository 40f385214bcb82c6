// As much of JSON Schema as docs/*.schema.json use; an unknown keyword is an error, not a pass.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace mesha::testing {

using nlohmann::json;

inline bool has_type(const json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "boolean") return value.is_boolean();
  return type == "null" && value.is_null();
}

// The first thing that is wrong, or nothing.
inline std::string schema_error(const json& schema, const json& value, const std::string& where);

inline std::string keyword_error(const std::string& key, const json& rule, const json& schema,
                                 const json& value, const std::string& where) {
  const auto wrong = [&](const std::string& why) { return where + ": " + why; };
  if (key == "type") {
    const std::vector<std::string> types = rule.is_array() ? rule.get<std::vector<std::string>>()
                                                           : std::vector{rule.get<std::string>()};
    const bool fits = std::ranges::any_of(types, [&](const auto& t) { return has_type(value, t); });
    return fits ? "" : wrong("is not of type " + rule.dump());
  }
  if (key == "const") return value == rule ? "" : wrong("is not " + rule.dump());
  if (key == "enum")
    return std::ranges::find(rule, value) != rule.end() ? "" : wrong("is none of " + rule.dump());
  if (key == "minimum")
    return !value.is_number() || value >= rule ? "" : wrong("is below " + rule.dump());
  if (key == "maximum")
    return !value.is_number() || value <= rule ? "" : wrong("is above " + rule.dump());
  if (key == "required" && value.is_object()) {
    for (const auto& name : rule) {
      if (!value.contains(name)) return wrong("has no " + name.dump());
    }
  }
  if (key == "properties" && value.is_object()) {
    for (const auto& [name, inner] : rule.items()) {
      if (!value.contains(name)) continue;
      if (auto e = schema_error(inner, value[name], where + "/" + name); !e.empty()) return e;
    }
  }
  if (key == "additionalProperties" && value.is_object()) {
    for (const auto& [name, inner] : value.items()) {
      if (schema.contains("properties") && schema["properties"].contains(name)) continue;
      if (rule == false) return wrong("has an unknown key " + name);
      if (auto e = schema_error(rule, inner, where + "/" + name); !e.empty()) return e;
    }
  }
  if (key == "items" && value.is_array()) {
    for (std::size_t k = 0; k < value.size(); ++k) {
      if (auto e = schema_error(rule, value[k], where + "/" + std::to_string(k)); !e.empty())
        return e;
    }
  }
  return "";
}

inline std::string schema_error(const json& schema, const json& value, const std::string& where) {
  static const std::vector<std::string> known = {"$schema",
                                                 "title",
                                                 "description",
                                                 "type",
                                                 "const",
                                                 "enum",
                                                 "minimum",
                                                 "maximum",
                                                 "required",
                                                 "properties",
                                                 "additionalProperties",
                                                 "items"};
  for (const auto& [key, rule] : schema.items()) {
    if (std::ranges::find(known, key) == known.end()) return where + ": unknown keyword " + key;
    if (auto e = keyword_error(key, rule, schema, value, where); !e.empty()) return e;
  }
  return "";
}

}  // namespace mesha::testing
