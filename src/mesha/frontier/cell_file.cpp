// A cell as JSON.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "mesha/frontier/cell.hpp"
#include "mesha/io/json.hpp"

namespace mesha::frontier {
namespace {

constexpr int format = 1;  // of the files; another one is not read

nlohmann::json json_of(const Failure& failure) {
  return {{"probability", failure.probability},
          {"failures", failure.failures},
          {"trials", failure.trials},
          {"error", failure.error}};
}

Failure failure_from(const nlohmann::json& json) {
  return {json.at("probability").get<double>(), json.at("failures").get<std::int64_t>(),
          json.at("trials").get<std::int64_t>(), json.at("error").get<double>()};
}

bool possible(const Failure& one) {
  return one.probability >= 0 && one.probability <= 1 && one.failures >= 0 &&
         one.failures <= one.trials && one.error >= 0;
}

Cell cell_from(const nlohmann::json& json) {
  Cell cell{.truth = failure_from(json.at("truth")), .attacks = {}};
  for (const auto& one : json.at("attacks"))
    cell.attacks.push_back({one.at("name").get<std::string>(), failure_from(one)});
  if (const auto& sat = json.at("saturated"); !sat.is_null()) cell.saturated = failure_from(sat);
  if (const auto& bound = json.at("certificate"); !bound.is_null())
    cell.certificate = bound.get<double>();
  cell.refused = json.at("refused").get<std::string>();
  return cell;
}

bool possible(const Cell& cell) {
  const auto sound = [](const Attempt& one) { return possible(one.failure); };
  return possible(cell.truth) && std::ranges::all_of(cell.attacks, sound) &&
         (!cell.saturated || possible(*cell.saturated)) &&
         (!cell.certificate || (*cell.certificate >= 0 && *cell.certificate <= 1));
}

}  // namespace

nlohmann::json cell_json(const Cell& cell) {
  nlohmann::json attacks = nlohmann::json::array();
  for (const Attempt& one : cell.attacks) {
    attacks.push_back(json_of(one.failure));
    attacks.back()["name"] = one.name;
  }
  nlohmann::json json{{"format", format},
                      {"truth", json_of(cell.truth)},
                      {"attacks", attacks},
                      {"saturated", nullptr},
                      {"certificate", or_null(cell.certificate)},
                      {"refused", cell.refused}};
  if (cell.saturated) json["saturated"] = json_of(*cell.saturated);
  return json;
}

std::optional<Cell> read_cell(const nlohmann::json& json) {
  try {
    if (json.at("format") != format) return std::nullopt;
    Cell cell = cell_from(json);
    return possible(cell) ? std::optional(std::move(cell)) : std::nullopt;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace mesha::frontier
