// What mesha attack prints for programs.
#include <set>

#include "cli/attack.hpp"
#include "cli/revision.hpp"
#include "mesha/io/json.hpp"
#include "mesha/theory/limit.hpp"
#include "mesha/theory/rivals.hpp"
#include "mesha/version.hpp"

namespace mesha::cli {
namespace {

using nlohmann::json;

void add_chance_to(json& into, const std::string& key, const Chance& one) {
  into[key] = one.probability;
  into["low"] = one.interval.low;
  into["high"] = one.interval.high;
}

json failure_json(const Chance& one) {
  json document;
  add_chance_to(document, "failure", one);
  return document;
}

json lie_json(const LieReport& report, const std::vector<ArmId>& liars) {
  const Payoff::Gain& gain = report.lie.gain;
  json document = failure_json(report.failure.with);
  document["failure_gain"] = report.failure.gain;
  document["failure_gain_low"] = report.failure.interval.low;
  document["failure_gain_high"] = report.failure.interval.high;
  document["gain"] = gain.gain;
  document["gain_low"] = gain.interval.low;
  document["gain_high"] = gain.interval.high;
  document["with"] = gain.with.probability;
  document["without"] = gain.without.probability;
  document["exact"] = gain.exact;
  document["start"] = report.lie.start;
  document["edges"] = report.lie.edges;
  document["evaluations"] = report.lie.evaluations;
  document["taken_by_trigger"] = or_null(report.taken_by_trigger);
  document["caught"] = report.caught ? json(report.caught->probability) : json();
  document["strategy"] = report.changing.name.empty() ? json("fixed") : json(report.changing.name);
  document["options"] = options_json(report.changing.options);
  auto said = json::array();
  for (const ArmId arm : liars) said.push_back(report.said[at(arm)]);
  document["reports"] = said;
  return document;
}

json response_json(const LieReport& report, std::size_t arm) {
  json document = lie_json(report, {arm_at(arm)});
  document["arm"] = arm;
  document["report"] = report.said[arm];
  document.erase("reports");
  return document;
}

json equilibrium_json(const AttackRow& row) {
  const Equilibrium& e = *row.equilibrium;
  json document = failure_json(row.at_equilibrium.with);
  document["found"] = e.found;
  document["certificate"] = e.certificate.largest;
  document["certificate_low"] = e.certificate.interval.low;
  document["certificate_high"] = e.certificate.interval.high;
  document["over_time"] = nullptr;
  if (row.over_time) {
    const bool gains = row.over_time->largest > 0;
    document["over_time"] = {{"arm", gains ? json(row.over_time->restless.index) : json()},
                             {"gain", row.over_time->largest},
                             {"low", row.over_time->interval.low},
                             {"high", row.over_time->interval.high}};
  }
  document["start"] = e.start;
  document["edges"] = e.edges;
  document["rounds"] = e.rounds;
  document["evaluations"] = e.evaluations;
  document["reports"] = row.equilibrium_said;
  return document;
}

json attack_row_json(const AttackRow& row) {
  const auto worst = worst_of(row);
  json document{{"learner", shown_name(row.learner)},
                {"options", options_json(row.learner.options)},
                {"T", row.budget},
                {"truthful", failure_json(row.truthful)},
                {"worst", worst ? worst->failure.probability : row.truthful.probability},
                {"exact", row.exact},
                {"reads_reports", row.reads_reports},
                {"evaluations", row.evaluations},
                {"runs", row.search.confirm_runs},
                {"note", row.note},
                {"searched", row.searched},
                {"interrupted", row.interrupted},
                {"single_liar", nullptr},
                {"best_responses", json::array()},
                {"coalition", nullptr},
                {"equilibrium", nullptr}};
  for (std::size_t i = 0; i < row.best_responses.size(); ++i) {
    const auto& one = row.best_responses[i];
    document["best_responses"].push_back(one ? response_json(*one, i) : json());
    if (row.single_liar == i) document["single_liar"] = response_json(*one, i);
  }
  if (row.coalition) {
    document["coalition"] = lie_json(*row.coalition, row.liars);
    document["coalition"]["target"] = "the right answers";
    auto liars = json::array();
    for (const ArmId arm : row.liars) liars.push_back(arm.index);
    document["coalition"]["arms"] = liars;
  }
  if (row.equilibrium) document["equilibrium"] = equilibrium_json(row);
  return document;
}

// For each budget z*, which no z(truth) + z(worst) of a learner that is not told theta can exceed
// twice, and the least failure of learners that treat arms alike and to which reports make no
// difference. Null where the theory does not speak.
json limit_json(const Attacked& all) {
  const Instance& instance = all.experiment.instance;
  const auto* noise = std::get_if<GaussianNoise>(&instance.noise());
  if (noise == nullptr || !(noise->sd > 0) || !instance.best_arm()) return nullptr;
  std::set<std::int64_t> budgets;
  for (const AttackRow& row : all.rows) budgets.insert(row.budget);
  json limits = json::array();
  for (const std::int64_t T : budgets) {
    limits.push_back(
        {{"T", T},
         {"z_star", theory::z_star(instance.smallest_gap(), noise->sd, T)},
         {"blind", theory::least_blind_failure(instance.means(), noise->sd, T).failure}});
  }
  return limits;
}

}  // namespace

std::string attack_json(const Attacked& all, bool stopped) {
  const SearchOptions& search = all.options.search;
  json document{{"rows", json::array()},
                {"limit", limit_json(all)},
                {"skipped", all.skipped},
                {"settings",
                 {{"file", all.file},
                  {"version", version},
                  {"revision", source_revision},
                  {"seed", search.seed},
                  {"norm_bound", or_null(all.options.norm_bound)},
                  {"evaluations", search.evaluations},
                  {"runs", search.confirm_runs},
                  {"arms", all.experiment.instance.arm_count()},
                  {"dimension", all.experiment.instance.dimension()},
                  {"best", all.experiment.best.index}}},
                {"interrupted", stopped}};
  for (const AttackRow& row : all.rows) document["rows"].push_back(attack_row_json(row));
  return json_text(document) + "\n";
}

}  // namespace mesha::cli
