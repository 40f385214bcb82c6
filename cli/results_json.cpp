// What simulate and merge found, as one JSON document.
#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/revision.hpp"
#include "cli/scale.hpp"
#include "mesha/io/json.hpp"
#include "mesha/version.hpp"

namespace mesha::cli {
namespace {

using nlohmann::json;

void add_chance(const std::string& key, const std::optional<Chance>& one, json& into) {
  into[key] = one ? json(one->probability) : json();
  into[key + "_low"] = one ? json(one->interval.low) : json();
  into[key + "_high"] = one ? json(one->interval.high) : json();
}

// The chance of every arm; null where the method knows only the failure.
void add_chances(const std::optional<Chances>& all, json& into) {
  add_chance("nobody", all ? std::optional(all->nobody) : std::nullopt, into);
  add_chance("unfinished", all ? std::optional(all->unfinished) : std::nullopt, into);
  for (const char* key : {"chosen", "chosen_low", "chosen_high"})
    into[key] = all ? json::array() : json();
  if (!all) return;
  for (const Chance& one : all->chosen) {
    into["chosen"].push_back(one.probability);
    into["chosen_low"].push_back(one.interval.low);
    into["chosen_high"].push_back(one.interval.high);
  }
}

json pulls_json(const Tally& tally) {
  const PullsSpent& pulls = tally.pulls;
  if (pulls.runs() != tally.trials)
    return nullptr;  // a part of the first format did not count them
  return {{"mean", pulls.mean()},
          {"sd", std::sqrt(pulls.variance())},
          {"median", pulls.quantile(.5)},
          {"q90", pulls.quantile(.9)},
          {"max", pulls.most()}};
}

json row_json(const Row& row) {
  const Estimate& e = row.estimate;
  const Tally& tally = e.tally;
  const auto if_counted = [&e](const auto& n) { return e.has_counts() ? json(n) : json(); };
  json document{{"learner", shown_name(row.learner)},
                {"options", options_json(row.learner.options)},
                {"T", row.budget},
                {"trials", e.has_trials() ? json(tally.trials) : json()},
                {"failures", if_counted(tally.failures)},
                {"failure", e.failure},
                {"low", e.interval.low},
                {"high", e.interval.high},
                {"nobody_left", if_counted(tally.nobody_left)},
                {"triggered", if_counted(tally.triggered)},
                {"named", if_counted(tally.named)},
                {"pulls", e.has_counts() ? pulls_json(tally) : json()},
                {"method", name(e.method)}};
  add_chances(chances(e), document);
  return document;
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

std::string results_json(const Simulated& results, bool stopped) {
  const Experiment& e = results.experiment;
  const Precision& how = e.precision;
  const bool counted = how.by_number || !how.has_target();  // or precision alone decides
  std::vector<std::int32_t> right;
  for (const ArmId arm : e.right.arms()) right.push_back(arm.index);
  json document{{"rows", json::array()},
                {"settings",
                 {{"file", results.file},
                  {"version", version},
                  {"revision", source_revision},
                  {"trials", counted ? json(how.trials) : json()},
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
    document["rows"].push_back(row_json(row));
    document["rows"].back()["complete"] = !falls_short(row.estimate, how);
  }
  return json_text(document);
}

}  // namespace mesha::cli
