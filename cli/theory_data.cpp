// What mesha theory found, for programs: docs/schemas/theory.schema.json, and a table.
#include <fmt/format.h>

#include "cli/revision.hpp"
#include "cli/scale.hpp"
#include "cli/theory.hpp"
#include "mesha/io/csv.hpp"
#include "mesha/io/json.hpp"
#include "mesha/version.hpp"

namespace mesha::cli {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json maybe(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json value_json(const Theorized& all, const TheoryValue& value) {
  const MeasuredFailure* failure = beside(all, value);
  return {{"name", value.name},
          {"equation", value.equation},
          {"value", maybe(value.value)},
          {"holds", maybe(value.holds)},
          {"condition", value.condition},
          {"informative", maybe(value.informative)},
          {"log", maybe(value.log)},
          {"measured", failure != nullptr ? Json(failure->estimate.failure) : Json()},
          {"T", maybe(value.budget)},
          {"epoch", value.epoch > 0 ? Json(value.epoch) : Json()},
          {"group", name(value.group)},
          {"words", value.words}};
}

Json failure_json(const MeasuredFailure& one) {
  std::vector<std::int32_t> right;
  for (const ArmId arm : one.game.right.arms()) right.push_back(arm.index);
  const Estimate& e = one.estimate;
  return {{"learner", shown_name(one.game.learner)},
          {"options", options_json(one.game.learner.options)},
          {"T", one.game.budget},
          {"right", right},
          {"failure", e.failure},
          {"low", e.interval.low},
          {"high", e.interval.high},
          {"trials", e.has_trials() ? Json(e.tally.trials) : Json()},
          {"method", name(e.method)}};
}

}  // namespace

std::string theory_json(const Theorized& all, bool stopped) {
  const Experiment& e = all.experiment;
  const TheorySheet& sheet = all.sheet;
  Json document{{"format", "mesha theory 1"},
                {"values", Json::array()},
                {"measured", Json::array()},
                {"settings",
                 {{"file", all.file},
                  {"version", version},
                  {"revision", source_revision},
                  {"learner", sheet.learner.name},
                  {"options", options_json(sheet.learner.options)},
                  {"in_file", sheet.in_file},
                  {"zeta", sheet.zeta},
                  {"largest_gap", sheet.largest_gap},
                  {"arms", e.instance.arm_count()},
                  {"dimension", e.instance.dimension()},
                  {"budgets", e.budgets},
                  {"strategy", e.strategy},
                  {"noise", noise_text(e.instance.noise())},
                  {"seed", e.precision.seed}}},
                {"notes", e.notes},
                {"interrupted", stopped}};
  for (const TheoryValue& value : sheet.values)
    document["values"].push_back(value_json(all, value));
  for (const MeasuredFailure& one : all.measured) document["measured"].push_back(failure_json(one));
  return json_text(document);
}

// A cell is empty where there is no such number.
std::string theory_csv(const Theorized& all) {
  const auto cell = [](const auto& value) { return value ? fmt::format("{}", *value) : ""; };
  std::string text = "group,name,equation,T,epoch,value,log,holds,informative,measured,condition\n";
  for (const TheoryValue& value : all.sheet.values) {
    const MeasuredFailure* failure = beside(all, value);
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", name(value.group), value.name,
                        csv_quoted(value.equation), cell(value.budget),
                        value.epoch > 0 ? std::to_string(value.epoch) : "", cell(value.value),
                        cell(value.log), cell(value.holds), cell(value.informative),
                        failure != nullptr ? fmt::format("{}", failure->estimate.failure) : "",
                        csv_quoted(value.condition));
  }
  return text;
}

}  // namespace mesha::cli
