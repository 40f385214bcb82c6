// mesha plan for programs (docs/schemas/plan.schema.json), and as a table of values.
#include <fmt/format.h>

#include "cli/plan.hpp"
#include "cli/scale.hpp"
#include "mesha/io/csv.hpp"
#include "mesha/io/json.hpp"
#include "mesha/version.hpp"

namespace mesha::cli {
namespace {

using Json = nlohmann::ordered_json;
using planning::Plan;
using planning::PlanRow;
using planning::Point;

Json learner_json(const planning::Entrant& entrant) {
  return {{"learner", entrant.choice.name},
          {"options", options_json(entrant.choice.options)},
          {"name", entrant.name()},
          {"equal_norms", entrant.equal_norms}};
}

Json point_json(const Point& point) {
  return {{"failure", point.failure},
          {"low", point.interval.low},
          {"high", point.interval.high},
          {"method", name(point.method)},
          {"trials", point.runs > 0 ? Json(point.runs) : Json()}};
}

const char* kind_name(const planning::UnderLies& lies) {
  return lies.kind == planning::UnderLies::Kind::certificate ? "certificate" : "worst found";
}

Json row_json(const PlanRow& row) {
  Json document = learner_json(row.entrant);
  document["budget"] = or_null(row.found.budget);
  if (row.found.budget) {
    document.update(point_json(row.found.at));
  } else {
    for (const char* key : {"failure", "low", "high", "method", "trials"}) document[key] = nullptr;
  }
  document["theorem"] = or_null(row.theorem.certificate);
  document["karnin"] = or_null(row.theorem.karnin);
  document["under_lies"] = row.under_lies ? Json(row.under_lies->failure) : Json();
  document["under_lies_is"] = row.under_lies ? Json(kind_name(*row.under_lies)) : Json();
  document["why_no_budget"] = row.found.budget ? Json() : Json(row.found.why_not);
  document["every_change"] = row.found.every_change;
  return document;
}

Json question_json(const PlanQuestion& asked) {
  const planning::Question& question = asked.question;
  const bool one = question.worlds.size() == 1;
  return {{"candidates", asked.candidates},
          {"arms", question.arms()},
          {"means", one ? Json(question.worlds.front()) : Json()},
          {"draws", one ? Json() : Json(question.worlds.size())},
          {"noise", noise_text(question.noise)},
          {"within", question.within}};
}

Json settings_json(const planning::Effort& effort) {
  return {{"version", version},
          {"failure", effort.failure},
          {"max", effort.most},
          {"seed", effort.seed},
          {"trials", or_null(effort.runs)}};
}

Json left_out_json(const std::vector<planning::LeftOut>& left_out) {
  auto list = Json::array();
  for (const auto& [name, why] : left_out) list.push_back({{"name", name}, {"why", why}});
  return list;
}

Json choice_json(const std::vector<const PlanRow*>& best, std::size_t place) {
  if (place >= best.size()) return nullptr;
  return {{"name", best[place]->entrant.name()}, {"budget", *best[place]->found.budget}};
}

std::string cell(const std::optional<std::int64_t>& value) {
  return value ? std::to_string(*value) : "";
}

}  // namespace

std::string plan_json(const PlanQuestion& asked, const Plan& plan) {
  const auto best = plan.by_budget();
  Json document{{"rows", Json::array()},
                {"curve", Json::array()},
                {"take", choice_json(best, 0)},
                {"second", choice_json(best, 1)},
                {"blind_least", or_null(plan.blind_least)},
                {"question", question_json(asked)},
                {"settings", settings_json(plan.effort)},
                {"notes", asked.notes},
                {"left_out", left_out_json(plan.left_out)},
                {"interrupted", plan.interrupted}};
  for (const PlanRow& row : plan.rows) {
    document["rows"].push_back(row_json(row));
    for (const Point& point : row.found.curve) {
      Json one = learner_json(row.entrant);
      one["T"] = point.budget;
      one.update(point_json(point));
      document["curve"].push_back(std::move(one));
    }
  }
  return json_text(document) + "\n";
}

std::string promises_json(const PlanQuestion& asked, const planning::Promises& promises,
                          const planning::Effort& effort) {
  Json question = question_json(asked);
  question.erase("means");
  question["candidates"] = fmt::format("{} candidates", asked.question.arms());
  Json document{{"rows", Json::array()},
                {"evaluations", promises.budget},
                {"question", std::move(question)},
                {"settings", settings_json(effort)},
                {"notes", asked.notes},
                {"left_out", left_out_json(promises.left_out)},
                {"interrupted", promises.interrupted}};
  for (const planning::Promise& one : promises.rows) {
    Json row = learner_json(one.entrant);
    row["gap"] = one.gap;
    row.update(point_json(one.at));
    document["rows"].push_back(std::move(row));
  }
  return json_text(document) + "\n";
}

std::string plan_csv(const Plan& plan) {
  std::string text =
      "learner,budget,failure,low,high,method,theorem,karnin,under_lies,under_lies_is,"
      "why_no_budget\n";
  for (const PlanRow& row : plan.rows) {
    const Point& at = row.found.at;
    text += csv_quoted(row.entrant.name());
    text += row.found.budget ? fmt::format(",{},{},{},{},{}", *row.found.budget, at.failure,
                                           at.interval.low, at.interval.high, name(at.method))
                             : ",,,,,";
    text += fmt::format(",{},{},", cell(row.theorem.certificate), cell(row.theorem.karnin));
    text += row.under_lies
                ? fmt::format("{},{}", row.under_lies->failure, kind_name(*row.under_lies))
                : ",";
    text += fmt::format(",{}\n", row.found.budget ? "" : csv_quoted(row.found.why_not));
  }
  return text;
}

std::string promises_csv(const planning::Promises& promises) {
  std::string text = "learner,gap,failure,low,high,method\n";
  for (const planning::Promise& one : promises.rows)
    text +=
        fmt::format("{},{},{},{},{},{}\n", csv_quoted(one.entrant.name()), one.gap, one.at.failure,
                    one.at.interval.low, one.at.interval.high, name(one.at.method));
  return text;
}

}  // namespace mesha::cli
