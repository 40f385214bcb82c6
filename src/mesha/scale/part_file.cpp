// The part file, written and read.
#include <cmath>
#include <limits>
#include <utility>

#include "mesha/io/durable_file.hpp"
#include "mesha/io/json.hpp"
#include "mesha/io/sealed_json.hpp"
#include "mesha/io/strict_json.hpp"
#include "mesha/scale/part.hpp"

namespace mesha {
namespace {

using nlohmann::json;

constexpr auto format_name = "mesha-part";
constexpr int format_version = 2;
constexpr int oldest_format = 1;  // has most_pulls and nothing else about pulls, and no chances
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t largest_part = 256'000'000;
constexpr int indent = 1;

json settings_json(const Precision& p) {
  return {{"trials", p.trials},
          {"seed", p.seed},
          {"draw", p.draw == Draw::every_pull ? "pulls" : "sums"},
          {"method", name(p.method)},
          {"trials_wished", p.by_number ? json(p.trials) : json()},
          {"half_width", or_null(p.half_width)},
          {"relative_error", or_null(p.relative_error)}};
}

json wide_json(const WideSum& sum) { return {sum.high, sum.low}; }

json pulls_json(const PullsSpent& pulls) {
  const PullsSpent::Sums& sums = pulls.sums();
  json buckets = json::array();
  for (std::size_t k = 0; k < sums.buckets.size(); ++k) {
    if (sums.buckets[k] > 0) buckets.push_back({k, sums.buckets[k]});
  }
  return {{"least", sums.least},
          {"most", sums.most},
          {"sum", wide_json(sums.pulls)},
          {"squares", wide_json(sums.squares)},
          {"buckets", std::move(buckets)}};
}

json chance_json(const Chance& chance) {
  return {chance.probability, chance.interval.low, chance.interval.high};
}

json chances_json(const Chances& all) {
  json chosen = json::array();
  for (const Chance& one : all.chosen) chosen.push_back(chance_json(one));
  return {{"chosen", std::move(chosen)}, {"nobody", chance_json(all.nobody)}};
}

json row_json(const PartRow& row) {
  const Estimate& e = row.row.estimate;
  json document{{"learner", label(row.row.learner)},
                {"T", row.row.budget},
                {"method", name(e.method)},
                {"adds_up", row.is_additive},
                {"here", row.here}};
  if (!row.here) return document;
  document["tally"] = {{"trials", e.tally.trials},
                       {"failures", e.tally.failures},
                       {"nobody_left", e.tally.nobody_left},
                       {"unfinished", e.tally.unfinished},
                       {"triggered", e.tally.triggered},
                       {"pulls", pulls_json(e.tally.pulls)},
                       {"named", e.tally.named}};
  if (!row.is_additive) {
    document["failure"] = e.failure;
    document["low"] = e.interval.low;
    document["high"] = e.interval.high;
    if (e.method == Method::exact) document["chances"] = chances_json(e.integrated);
  }
  return document;
}

// Readers throw json::exception for a key that is missing or of another kind, Error for a value
// that cannot be; read_part turns both into its sentence.
std::int64_t count(const json& value, const char* what, std::int64_t most = largest) {
  if (!value.is_number_integer()) throw Error{std::string(what) + " is not a whole number"};
  const bool huge = value.is_number_unsigned() &&
                    value.get<std::uint64_t>() > static_cast<std::uint64_t>(largest);
  const auto number = value.get<std::int64_t>();
  if (huge || number < 0 || number > most) throw Error{std::string(what) + " is out of range"};
  return number;
}

std::int64_t count_at(const json& object, const char* key, std::int64_t most = largest) {
  return count(object.at(key), key, most);
}

bool flag_at(const json& object, const char* key) { return object.at(key).get<bool>(); }

double probability_at(const json& object, const char* key) {
  const auto value = object.at(key).get<double>();
  if (!(value >= 0 && value <= 1)) throw Error{std::string(key) + " is no probability"};
  return value;
}

Method method_at(const json& object) {
  const auto method = method_named(object.at("method").get<std::string>());
  if (!method) throw Error{"its method is unknown"};
  return *method;
}

std::optional<double> target_at(const json& settings, const char* key) {
  if (settings.at(key).is_null()) return std::nullopt;
  const double target = probability_at(settings, key);
  if (target == 0) throw Error{std::string(key) + " is 0"};
  return target;
}

Campaign campaign_at(const json& document) {
  const json& settings = document.at("settings");
  Campaign c;
  c.text = document.at("experiment").at("text").get<std::string>();
  c.version = document.at("version").get<std::string>();
  Precision& p = c.precision;
  p.trials = count_at(settings, "trials");
  if (p.trials == 0) throw Error{"trials is 0"};
  p.seed = static_cast<std::uint64_t>(count_at(settings, "seed"));
  const auto draw = settings.at("draw").get<std::string>();
  if (draw != "pulls" && draw != "sums") throw Error{"its draw is unknown"};
  p.draw = draw == "pulls" ? Draw::every_pull : Draw::sums_where_possible;
  p.method = method_at(settings);
  p.by_number = !settings.at("trials_wished").is_null();
  if (p.by_number && count_at(settings, "trials_wished") != p.trials)
    throw Error{"its two numbers of trials differ"};
  p.half_width = target_at(settings, "half_width");
  p.relative_error = target_at(settings, "relative_error");
  return c;
}

WideSum wide_at(const json& object, const char* key) {
  const json& both = object.at(key);
  if (!both.is_array() || both.size() != 2 || !both[0].is_number_unsigned() ||
      !both[1].is_number_unsigned())
    throw Error{std::string(key) + " is no sum"};
  return {both[0].get<std::uint64_t>(), both[1].get<std::uint64_t>()};
}

PullsSpent pulls_at(const json& object, std::int64_t trials) {
  PullsSpent::Sums sums{.least = count_at(object, "least"),
                        .most = count_at(object, "most"),
                        .pulls = wide_at(object, "sum"),
                        .squares = wide_at(object, "squares")};
  const std::size_t end = PullsSpent::bucket(sums.most) + 1;
  std::int64_t runs_left = trials;
  for (const json& bucket : object.at("buckets")) {
    const auto where = static_cast<std::size_t>(
        count(bucket.at(0), "buckets", static_cast<std::int64_t>(end) - 1));
    if (where < sums.buckets.size()) throw Error{"its buckets are not in order"};
    sums.buckets.resize(where + 1, 0);
    sums.buckets[where] = count(bucket.at(1), "buckets", runs_left);
    runs_left -= sums.buckets[where];
  }
  const bool ends_with_most = trials == 0 || sums.buckets.size() == end;
  if (runs_left != 0 || sums.least > sums.most || !ends_with_most)
    throw Error{"its pulls contradict each other"};
  return PullsSpent::from(std::move(sums));
}

// Every run named at most one arm, so most numbers can be checked against each other.
Tally tally_at(const json& object, const Experiment& experiment, int format) {
  Tally tally{.trials = count_at(object, "trials")};
  tally.failures = count_at(object, "failures", tally.trials);
  tally.nobody_left = count_at(object, "nobody_left", tally.failures);
  tally.triggered = count_at(object, "triggered");
  if (format > oldest_format) {
    tally.unfinished = count_at(object, "unfinished", tally.failures - tally.nobody_left);
  } else {
    count_at(object, "most_pulls");
  }
  std::int64_t runs_left = tally.trials;
  const json& named = object.at("named");
  if (!named.is_array()) throw Error{"named is no list"};
  for (const json& one : named) {
    tally.named.push_back(count(one, "named", runs_left));
    runs_left -= tally.named.back();
  }
  if (tally.named.empty()) return tally;  // a method that does not count
  if (tally.named.size() != experiment.instance.arm_count())
    throw Error{"its counts contradict each other"};
  std::int64_t right = 0;
  for (const ArmId arm : experiment.right.arms()) right += tally.named[at(arm)];
  if (runs_left != tally.nobody_left + tally.unfinished || tally.trials - right != tally.failures)
    throw Error{"its counts contradict each other"};
  if (format > oldest_format) tally.pulls = pulls_at(object.at("pulls"), tally.trials);
  return tally;
}

Chance chance_at(const json& three) {
  if (!three.is_array() || three.size() != 3) throw Error{"a chance is no three numbers"};
  double number[3] = {};
  for (std::size_t k = 0; k < 3; ++k) {
    number[k] = three[k].get<double>();
    if (!(number[k] >= 0 && number[k] <= 1)) throw Error{"a chance is no probability"};
  }
  const auto [p, low, high] = number;
  if (low > p || p > high) throw Error{"a chance lies outside its interval"};
  return {p, {.low = low, .high = high}};
}

Chances chances_at(const json& object, const Experiment& experiment) {
  Chances all{.nobody = chance_at(object.at("nobody"))};
  double sum = all.nobody.probability;
  for (const json& one : object.at("chosen")) {
    all.chosen.push_back(chance_at(one));
    sum += all.chosen.back().probability;
  }
  if (all.chosen.size() != experiment.instance.arm_count() || std::fabs(sum - 1) > 1e-9)
    throw Error{"its chances contradict each other"};
  return all;
}

void read_whole_row(const json& object, Estimate& into) {
  into.failure = probability_at(object, "failure");
  into.interval = {.low = probability_at(object, "low"), .high = probability_at(object, "high")};
  if (into.interval.low > into.failure || into.failure > into.interval.high)
    throw Error{"its failure lies outside its interval"};
}

// `row` comes as the experiment has it.
void read_row(const json& object, const Part& part, std::size_t number,
              const Experiment& experiment, int format, PartRow& row) {
  Estimate& e = row.row.estimate;
  if (object.at("learner").get<std::string>() != label(row.row.learner) ||
      count_at(object, "T") != row.row.budget)
    throw Error{"its rows are not those of its experiment"};
  e.method = method_at(object);
  row.is_additive = flag_at(object, "adds_up");
  row.here = flag_at(object, "here");
  const bool owned = owner(number, part.shard.count) == part.shard.index;
  if (e.method == Method::automatic ||
      row.is_additive != is_additive(e.method, part.campaign.precision) ||
      row.here != (row.is_additive || owned))
    throw Error{"its rows are not those of its shard"};
  if (!row.here) return;
  e.tally = tally_at(object.at("tally"), experiment, format);
  if (e.method == Method::exact && format > oldest_format)
    e.integrated = chances_at(object.at("chances"), experiment);
  if (!row.is_additive) return read_whole_row(object, e);
  if (e.tally.trials != part.runs().count || e.tally.named.empty())
    throw Error{"its runs are not those of its shard"};
  if (e.tally.triggered > largest / part.shard.count) throw Error{"triggered is too large"};
}

void read_rows(const json& rows, const Experiment& experiment, int format, Part& part) {
  for (const LearnerChoice& choice : experiment.learners) {
    for (const std::int64_t budget : experiment.budgets) {
      part.rows.push_back({.row = {choice, budget}});
    }
  }
  if (!rows.is_array() || rows.size() != part.rows.size())
    throw Error{"its rows are not those of its experiment"};
  for (std::size_t k = 0; k < rows.size(); ++k)
    read_row(rows[k], part, k, experiment, format, part.rows[k]);
}

// Returns the version of its format.
int check_envelope(json& document) {
  if (!document.is_object() || document.value("format", json()) != format_name)
    throw Error{"it is not a part that `mesha simulate --shard` has written"};
  const json version = document.at("format_version");
  if (version != oldest_format && version != format_version)
    throw Error{"its format is of another version"};
  if (!unseal(document, indent)) throw Error{"it has been damaged or changed"};
  return version.get<int>();
}

LoadedPart part_at(json document, const std::string& path) {
  const int format = check_envelope(document);
  Part part{.campaign = campaign_at(document),
            .file = document.at("experiment").at("file").get<std::string>()};
  part.shard.count = count_at(document, "shards", most_shards);
  if (part.shard.count == 0) throw Error{"shards is 0"};
  part.shard.index = count_at(document, "shard", part.shard.count - 1);
  auto experiment = experiment_of(part.campaign, "its experiment");
  if (!experiment) throw Error{experiment.error().sentence};
  read_rows(document.at("rows"), *experiment, format, part);
  return {path, std::move(part), *std::move(experiment)};
}

}  // namespace

std::string part_text(const Part& part) {
  const Campaign& c = part.campaign;
  json document{{"format", format_name},
                {"format_version", format_version},
                {"version", c.version},
                {"experiment", {{"file", part.file}, {"text", c.text}, {"hash", hash(c)}}},
                {"settings", settings_json(c.precision)},
                {"shard", part.shard.index},
                {"shards", part.shard.count},
                {"rows", json::array()}};
  for (const PartRow& row : part.rows) document["rows"].push_back(row_json(row));
  return sealed(std::move(document), indent);
}

Result<LoadedPart> read_part(std::string_view text, const std::string& path) {
  const auto error = [&](const std::string& what) {
    return Error{"`" + path + "` cannot be used: " + what, ErrorKind::corrupt};
  };
  auto document = parse_strictly(text);
  if (!document) return error(document.error().sentence);
  try {
    return part_at(*std::move(document), path);
  } catch (const Error& refused) {
    return error(refused.sentence);
  } catch (const json::exception&) {
    return error("something is missing in it, or of the wrong kind");
  }
}

Result<LoadedPart> load_part(const std::string& path) {
  const auto text = read_whole_file(path, largest_part);
  if (!text) return text.error();
  return read_part(*text, path);
}

}  // namespace mesha
