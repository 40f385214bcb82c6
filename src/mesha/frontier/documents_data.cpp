// For programs: docs/frontier.schema.json, and a table.
#include <fmt/format.h>

#include "mesha/frontier/documents.hpp"
#include "mesha/frontier/sections.hpp"
#include "mesha/io/csv.hpp"
#include "mesha/io/json.hpp"
#include "mesha/version.hpp"

namespace mesha::frontier {
namespace {

using Json = nlohmann::ordered_json;

Json failure_json(const Failure& failure) {
  const Interval interval = failure.interval();
  return {{"failure", failure.probability},
          {"low", interval.low},
          {"high", interval.high},
          {"exact", failure.exact()}};
}

Json attempt_json(const Attempt& attempt) {
  Json document{{"name", attempt.name}};
  document.update(failure_json(attempt.failure));
  return document;
}

void add_share(Json& into, const Cell& cell, double z_star) {
  const theory::LimitMeasure share = cell.share_of_limit(z_star);
  into["E_at_most"] = or_null(cell.share_at_most(z_star));
  if (const auto* why_not = std::get_if<theory::NoLimitShare>(&share)) {
    into["E"] = nullptr;
    into["why_no_E"] = words(*why_not);
    return;
  }
  const auto& found = std::get<theory::LimitShare>(share);
  into["E"] = {{"value", found.value}, {"low", found.interval.low}, {"high", found.interval.high}};
  into["why_no_E"] = nullptr;
}

// What was found of one that plays; else null.
void add_findings(Json& into, const Row& row) {
  const Cell& cell = row.cell;
  for (const char* key : {"truth", "worst", "attack", "attacks", "certificate", "sat", "E",
                          "E_at_most", "why_no_E", "refused"})
    into[key] = nullptr;
  into["attacks"] = Json::array();
  if (!cell.refused.empty()) {
    into["refused"] = cell.refused;
    return;
  }
  into["truth"] = failure_json(cell.truth);
  into["worst"] = failure_json(cell.worst_failure());
  if (cell.worst() != nullptr) into["attack"] = cell.worst()->name;
  for (const Attempt& attempt : cell.attacks) into["attacks"].push_back(attempt_json(attempt));
  if (cell.certificate) into["certificate"] = *cell.certificate;
  if (cell.saturated) into["sat"] = failure_json(*cell.saturated);
  add_share(into, cell, row.contest->z_star());
}

Json row_json(const Row& row) {
  const Contest& contest = *row.contest;
  Json document{{"instance", contest.name},
                {"T", contest.budget},
                {"K", contest.instance.arm_count()},
                {"d", contest.instance.dimension()},
                {"z_star", contest.z_star()},
                {"floor", contest.floor()},
                {"learner", shown_name(*row.learner)},
                {"options", options_json(row.learner->options)}};
  add_findings(document, row);
  return document;
}

// "0.1,0.09,0.11", or nothing.
std::string failure_csv(const std::optional<Failure>& failure) {
  if (!failure) return ",,";
  const Interval interval = failure->interval();
  return fmt::format("{},{},{}", failure->probability, interval.low, interval.high);
}

std::string share_csv(const theory::LimitMeasure& share) {
  if (const auto* why_not = std::get_if<theory::NoLimitShare>(&share))
    return fmt::format(",,,{}", csv_quoted(words(*why_not)));
  const auto& found = std::get<theory::LimitShare>(share);
  return fmt::format("{},{},{},", found.value, found.interval.low, found.interval.high);
}

std::string row_csv(const Row& row) {
  const Contest& contest = *row.contest;
  const Cell& cell = row.cell;
  const std::string who = fmt::format("{},{},{},{},{},{}", csv_quoted(contest.name), contest.budget,
                                      contest.instance.arm_count(), contest.instance.dimension(),
                                      contest.z_star(), csv_quoted(label(*row.learner)));
  if (!cell.refused.empty()) return who + std::string(17, ',') + csv_quoted(cell.refused) + "\n";
  return fmt::format("{},{},{},{},{},{},{},{},\n", who, failure_csv(cell.truth),
                     cell.truth.exact() ? "yes" : "no", failure_csv(cell.worst_failure()),
                     cell.worst() == nullptr ? "" : csv_quoted(cell.worst()->name),
                     cell.certificate ? fmt::format("{}", *cell.certificate) : "",
                     failure_csv(cell.saturated), share_csv(cell.share_of_limit(contest.z_star())));
}

}  // namespace

std::string json(const Frontier& all) {
  Json document{{"format", "mesha frontier 1"}, {"version", version},
                {"rows", Json::array()},        {"contradictions", all.contradictions()},
                {"seed", all.effort.seed},      {"quick", all.effort.quick},
                {"norm_bound", all.norm_bound}, {"interrupted", all.interrupted}};
  for (const Row& row : all.rows) document["rows"].push_back(row_json(row));
  return json_text(document, 1) + "\n";
}

std::string csv(const Frontier& all) {
  std::string text =
      "instance,T,K,d,z_star,learner,truth,truth_low,truth_high,exact,worst,worst_low,worst_high,"
      "attack,certificate,sat,sat_low,sat_high,E,E_low,E_high,why_no_E,refused\n";
  for (const Row& row : all.rows) text += row_csv(row);
  return text;
}

}  // namespace mesha::frontier
