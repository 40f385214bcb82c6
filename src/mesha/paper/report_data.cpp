// For programs: results.json and the CSV tables.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "mesha/io/csv.hpp"
#include "mesha/paper/report.hpp"
#include "mesha/version.hpp"

namespace mesha::paper {
namespace {

using Json = nlohmann::ordered_json;

Json reading_json(const Reading& reading, std::int64_t value) {
  return {{"name", reading.name},
          {"text", reading.text},
          {"learner", shown_name(reading.learner)},
          {"inferred", reading.inferred(value)}};
}

void add_number(Json& into, const Found& ours) {
  into["ours"] = ours.failure;
  into["low"] = ours.interval.low;
  into["high"] = ours.interval.high;
  into["method"] = name(ours.method);
  into["trials"] = ours.tally.trials > 0 ? Json(ours.tally.trials) : Json(nullptr);
  into["draws"] = nullptr;
  if (!ours.draws.empty()) {
    into["draws"] = {{"count", ours.draws.size()},
                     {"q10", ours.share_of_draws(0.1)},
                     {"q90", ours.share_of_draws(0.9)},
                     {"least", ours.share_of_draws(0)},
                     {"most", ours.share_of_draws(1)}};
  }
}

Json judged_json(const Judged& judged, std::int64_t value) {
  Json json = reading_json(*judged.reading, value);
  add_number(json, judged.ours);
  json["p"] = judged.p;
  json["verdict"] = name(judged.agreement);
  return json;
}

Json cell_json(const Cell& cell) {
  const Judged& judged = cell.judged;
  Json json{{"experiment", cell.study->id},
            {"learner", shown_name(judged.reading->learner)},
            {"column", cell.column->name},
            {"parameter", cell.study->parameter},
            {"value", cell.value}};
  if (!cell.printed.empty()) {
    json["paper"] = cell.paper.value;
    json["paper_error"] = cell.paper.error;
    json["paper_trials"] = cell.paper.trials;
    json["printed"] = cell.printed;
  }
  add_number(json, judged.ours);
  json["reading"] = judged.reading->text;
  if (cell.printed.empty()) return json;
  json["inferred"] = judged.reading->inferred(cell.value);
  json["p"] = judged.p;
  json["verdict"] = name(judged.agreement);
  json["known_different"] = cell.known_different;
  json["other_readings"] = Json::array();
  for (const Judged& other : cell.beside)
    json["other_readings"].push_back(judged_json(other, cell.value));
  return json;
}

Json claim_json(const Claim& claim) {
  Json json{{"id", claim.id}, {"place", claim.place}, {"says", claim.says}, {"found", claim.found}};
  if (claim.holds) json["verdict"] = name(*claim.holds);
  return json;
}

std::string csv_row(const Cell& cell, std::string_view kind, const Judged& judged) {
  const Reading& reading = *judged.reading;
  const Found& ours = judged.ours;
  const std::string verdict =
      cell.printed.empty()
          ? ",,"
          : fmt::format("{:.6g},{},{:.6f}", judged.p, name(judged.agreement), cell.paper.error);
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", cell.study->id, cell.value,
                     csv_quoted(cell.column->name), kind, shown_name(reading.learner),
                     csv_quoted(reading.name), cell.printed, ours.failure, ours.interval.low,
                     ours.interval.high, name(ours.method), ours.tally.trials, ours.draws.size(),
                     verdict, reading.inferred(cell.value) ? "yes" : "no");
}

}  // namespace

std::string results_json(const Reproduction& report) {
  const Counts counts = report.findings.counts();
  Json json{{"format", "mesha reproduction 1"},
            {"version", version},
            {"seed", report.effort.seed},
            {"quick", report.effort.quick},
            {"trials_wished", report.effort.trials ? Json(*report.effort.trials) : Json(nullptr)},
            {"verdicts",
             {{"agrees", counts.agrees},
              {"agrees under an inferred reading", counts.inferred},
              {"differs", counts.differs},
              {"differs, not known before", counts.unexpected}}},
            {"cells", Json::array()},
            {"additional", Json::array()},
            {"claims", Json::array()},
            {"remarks", Json::array()}};
  for (const Cell& cell : report.findings.cells) json["cells"].push_back(cell_json(cell));
  for (const Cell& cell : report.findings.additions) json["additional"].push_back(cell_json(cell));
  for (const Claim& claim : report.claims) json["claims"].push_back(claim_json(claim));
  for (const Claim& remark : report.remarks) json["remarks"].push_back(claim_json(remark));
  return json.dump(1) + "\n";
}

std::string table_csv(const Reproduction& report, const Study& study) {
  std::string csv =
      "experiment," + study.parameter +
      ",column,kind,learner,reading,paper,ours,low,high,method,trials,draws,p,verdict,"
      "paper_error,inferred\n";
  for (const Cell& cell : report.findings.cells) {
    if (cell.study != &study) continue;
    csv += csv_row(cell, "published", cell.judged);
    for (const Judged& other : cell.beside) csv += csv_row(cell, "other reading", other);
  }
  for (const Cell& cell : report.findings.additions) {
    if (cell.study == &study) csv += csv_row(cell, "additional", cell.judged);
  }
  return csv;
}

}  // namespace mesha::paper
