// What simulate and merge found, as one JSON document.
#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/scale.hpp"
#include "mesha/io/json.hpp"
#include "mesha/version.hpp"

namespace mesha::cli {
namespace {

nlohmann::json option_json(const OptionValue& value) {
  if (const auto* row = std::get_if<Vec>(&value))
    return std::vector<double>(row->begin(), row->end());
  if (const auto* rows = std::get_if<std::vector<Vec>>(&value)) {
    auto list = nlohmann::json::array();
    for (const Vec& one : *rows) list.push_back(std::vector<double>(one.begin(), one.end()));
    return list;
  }
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::get<std::string>(value);
}

void add_chance(const char* key, const std::optional<Chance>& one, nlohmann::json& into) {
  into[key] = one ? nlohmann::json(one->probability) : nlohmann::json();
  into[std::string(key) + "_low"] = one ? nlohmann::json(one->interval.low) : nlohmann::json();
  into[std::string(key) + "_high"] = one ? nlohmann::json(one->interval.high) : nlohmann::json();
}

// The chance of every arm; null where the method knows only the failure.
void add_chances(const std::optional<Chances>& all, nlohmann::json& into) {
  add_chance("nobody", all ? std::optional(all->nobody) : std::nullopt, into);
  add_chance("unfinished", all ? std::optional(all->unfinished) : std::nullopt, into);
  for (const char* key : {"chosen", "chosen_low", "chosen_high"}) into[key] = nullptr;
  if (!all) return;
  for (const char* key : {"chosen", "chosen_low", "chosen_high"})
    into[key] = nlohmann::json::array();
  for (const Chance& one : all->chosen) {
    into["chosen"].push_back(one.probability);
    into["chosen_low"].push_back(one.interval.low);
    into["chosen_high"].push_back(one.interval.high);
  }
}

nlohmann::json pulls_json(const PullsSpent& pulls, std::int64_t trials) {
  if (pulls.runs() != trials) return nullptr;  // a part of the first format did not count them
  return {{"mean", pulls.mean()},
          {"sd", std::sqrt(pulls.variance())},
          {"median", pulls.quantile(.5)},
          {"q90", pulls.quantile(.9)},
          {"max", pulls.most()}};
}

nlohmann::json row_json(const Row& row) {
  const Estimate& e = row.estimate;
  auto options = nlohmann::json::object();
  for (const auto& [name, value] : row.learner.options) options[name] = option_json(value);
  nlohmann::json json{{"learner", shown_name(row.learner)},
                      {"options", options},
                      {"T", row.budget},
                      {"trials", nullptr},
                      {"failures", nullptr},
                      {"failure", e.failure},
                      {"low", e.interval.low},
                      {"high", e.interval.high},
                      {"nobody_left", nullptr},
                      {"triggered", nullptr},
                      {"named", nullptr},
                      {"pulls", nullptr},
                      {"method", name(e.method)}};
  if (e.has_trials()) json["trials"] = e.tally.trials;
  add_chances(chances(e), json);
  if (e.has_counts()) {
    json["pulls"] = pulls_json(e.tally.pulls, e.tally.trials);
    json["failures"] = e.tally.failures;
    json["nobody_left"] = e.tally.nobody_left;
    json["triggered"] = e.tally.triggered;
    json["named"] = e.tally.named;
  }
  return json;
}

}  // namespace

std::string noise_text(const Noise& noise) {
  if (const auto* gaussian = std::get_if<GaussianNoise>(&noise)) {
    return fmt::format("Gaussian noise, sd {}", gaussian->sd);
  }
  if (const auto* uniform = std::get_if<UniformNoise>(&noise)) {
    return fmt::format("uniform noise on +-{}", uniform->half_width);
  }
  return "Bernoulli rewards";
}

std::string results_json(const SimulateResults& results, bool stopped) {
  const Experiment& e = results.experiment;
  const Precision& how = e.precision;
  const bool counted = how.by_number || !how.has_target();  // or precision alone decides
  std::vector<std::int32_t> right;
  for (const ArmId arm : e.right.arms()) right.push_back(arm.index);
  nlohmann::json document{{"rows", nlohmann::json::array()},
                          {"settings",
                           {{"file", results.file},
                            {"version", version},
                            {"trials", counted ? nlohmann::json(how.trials) : nlohmann::json()},
                            {"method", name(how.method)},
                            {"half_width", or_null(how.half_width)},
                            {"relative_error", or_null(how.relative_error)},
                            {"seed", how.seed},
                            {"arms", e.instance.arm_count()},
                            {"dimension", e.instance.dimension()},
                            {"best", e.best.index},
                            {"right", right},
                            {"strategy", e.strategy},
                            {"noise", noise_text(e.instance.noise())},
                            {"draw", how.draw == Draw::every_pull ? "pulls" : "sums"}}},
                          {"notes", e.notes},
                          {"interrupted", stopped}};
  for (const Row& row : results.rows) {
    auto json = row_json(row);
    json["complete"] = !falls_short(row.estimate, how);
    document["rows"].push_back(std::move(json));
  }
  return json_text(document);
}

}  // namespace mesha::cli
