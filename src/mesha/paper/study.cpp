#include "mesha/paper/study.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "mesha/io/toml_reader.hpp"
#include "mesha/paper/embedded.hpp"
#include "mesha/paper/instances.hpp"

namespace mesha::paper {
namespace {

// The files are ours, so that the first complaint, with its place, is enough.
class Keys : public TomlKeys {
 public:
  explicit Keys(TomlKeys keys) : TomlKeys(keys) {}

  std::int64_t integer(std::string_view key) const {
    return TomlKeys::integer(key, 1, most_trials);
  }
  bool flag(std::string_view key) const {
    const bool known = has(key) && get(key)->is_boolean();
    if (!known) complain(std::string(key) + " must be true or false");
    return known && get(key)->as_boolean()->get();
  }
  // One number, or a list of them.
  std::vector<double> numbers(std::string_view key) const {
    if (has(key) && get(key)->is_number()) return {number(key)};
    const Vec list = vector(key);
    return {list.begin(), list.end()};
  }
  std::vector<std::int64_t> integers(std::string_view key) const {
    std::vector<std::int64_t> list;
    for (const double x : vector(key)) list.push_back(static_cast<std::int64_t>(x));
    return list;
  }
  std::vector<std::string> texts(std::string_view key) const {
    const toml::array* all = list(key);
    if (all == nullptr) complain(std::string(key) + " must be a list of texts");
    std::vector<std::string> found;
    for (std::size_t k = 0; all != nullptr && k < all->size(); ++k)
      found.push_back(text((*all)[k], key));
    return found;
  }
  Keys table(std::string_view key) const { return Keys(TomlKeys::table(key)); }
  std::vector<Keys> tables(std::string_view key) const {
    const std::vector<TomlKeys> found = TomlKeys::tables(key);
    if (found.empty()) complain("[[" + std::string(key) + "]] is missing");
    return {found.begin(), found.end()};
  }
};

Recipe read_recipe(const Keys& keys) {
  keys.only(
      {"theta", "features", "sd", "budget", "arms", "dimension", "best", "tail_end", "gap", "rho"});
  Recipe recipe{.sd = keys.numbers("sd")};
  if (keys.has("features")) {
    recipe.theta = keys.vector("theta");
    recipe.features = keys.vectors("features");
    return recipe;
  }
  if (keys.text("theta") != "inverse_root") keys.complain("theta is a vector or \"inverse_root\"");
  recipe.budget = keys.integer("budget");
  if (keys.has("arms")) recipe.arms = keys.integer("arms");
  if (keys.has("dimension")) recipe.dimension = keys.integer("dimension");
  recipe.best = keys.number("best");
  recipe.tail_end = keys.number("tail_end");
  recipe.gap = keys.numbers("gap");
  recipe.rho = keys.numbers("rho");
  return recipe;
}

Tail read_tail(const Keys& keys) {
  const std::string said = keys.text("tail");
  if (said == "separated") return Tail::separated;
  if (said == "nested") return Tail::nested;
  if (said != "linear") keys.complain("tail is linear, separated or nested");
  return Tail::linear;
}

World read_world(const Keys& keys, const std::map<std::string, World>& before) {
  keys.only({"name", "text", "tail", "reports", "like", "lengths", "truthful", "best_norm",
             "others_norm", "multiplier"});
  World world{.text = keys.text("text")};
  if (keys.has("tail")) world.tail = read_tail(keys);
  if (keys.has("reports")) world.reports = keys.vectors("reports");
  if (keys.has("like")) {
    const auto model = before.find(keys.text("like"));
    if (model == before.end()) keys.complain("`like` names no world above this one");
    if (model != before.end()) world.reports = model->second.reports;
  }
  if (keys.has("lengths")) {
    const std::vector<double> lengths = keys.numbers("lengths");
    if (lengths.size() != world.reports.size()) keys.complain("one length per report");
    for (std::size_t i = 0; i < world.reports.size() && i < lengths.size(); ++i)
      world.reports[i] = scaled(world.reports[i], lengths[i] / norm(world.reports[i]));
  }
  if (keys.has("truthful")) world.truthful = keys.integers("truthful");
  if (keys.has("best_norm")) world.best_norm = keys.number("best_norm");
  if (keys.has("others_norm")) world.others_norm = keys.number("others_norm");
  if (keys.has("multiplier")) world.multiplier = keys.numbers("multiplier");
  return world;
}

Reading read_reading(const Keys& keys, const Study& study) {
  keys.only({"name", "text", "inferred", "world", "learner", "method", "trials", "draws"});
  Reading reading{
      .name = keys.text("name"), .text = keys.text("text"), .world = keys.text("world")};
  const Keys learner = keys.table("learner");
  reading.learner = {learner.text("name"), learner.options({"name", "features"})};
  if (learner.has("features")) {
    reading.learner.true_features = learner.text("features") == "true";
    if (!reading.learner.true_features) learner.complain("features can only be \"true\"");
  }
  if (keys.has("trials")) reading.trials = keys.integer("trials");
  if (keys.has("draws")) reading.draws = keys.integer("draws");
  if (keys.has("method")) {
    reading.method = method_named(keys.text("method"));
    if (!reading.method) keys.complain("there is no such method");
  }
  if (keys.has("inferred")) {
    const bool some = keys.list("inferred") != nullptr;
    reading.inferred_at = some ? keys.integers("inferred") : study.values;
    if (!some && !keys.flag("inferred")) reading.inferred_at.clear();
  }
  if (!study.worlds.contains(reading.world)) keys.complain("`world` names none of the worlds");
  return reading;
}

Column read_column(const Keys& keys, const Study& study, bool published) {
  keys.only({"name", "paper", "readings", "known_different", "why_different"});
  Column column{.name = keys.text("name")};
  if (published) {
    column.paper = keys.texts("paper");
    if (column.paper.size() != study.values.size()) keys.complain("one published number per value");
  }
  for (const Keys& reading : keys.tables("readings"))
    column.readings.push_back(read_reading(reading, study));
  if (keys.has("known_different")) {
    column.known_different = keys.integers("known_different");
    column.why_different = keys.text("why_different");
  }
  return column;
}

// Can every game be made? Then nothing is left to refuse later.
Status check_playable(const Study& study, const Reading& reading) {
  for (const std::int64_t value : study.values) {
    if (auto game = game_of(study, reading, value, 1, 0); !game) return game.error();
  }
  return ok();
}

Status check_playable(const Study& study) {
  for (const auto* columns : {&study.columns, &study.ours}) {
    for (const Column& column : *columns) {
      for (const Reading& reading : column.readings) {
        if (auto ok = check_playable(study, reading); !ok)
          return Error{study.id + ", " + column.name + ": " + ok.error().sentence};
      }
    }
  }
  return ok();
}

}  // namespace

bool Reading::inferred(std::int64_t value) const {
  return std::ranges::find(inferred_at, value) != inferred_at.end();
}

std::size_t Study::place(std::int64_t value) const {
  const auto found = std::ranges::find(values, value);
  expects(found != values.end(), "a study has no such value");
  return static_cast<std::size_t>(found - values.begin());
}

Result<Study> read_study(std::string_view text, std::string_view source) {
  TomlDocument document(text, source);
  const Keys keys{TomlKeys(document)};
  keys.only({"id", "title", "parameter", "values", "setting", "log_y", "instance", "worlds",
             "columns", "ours"});
  Study study{.id = keys.text("id"),
              .title = keys.text("title"),
              .parameter = keys.text("parameter"),
              .setting = keys.text("setting"),
              .values = keys.integers("values"),
              .log_y = keys.flag("log_y"),
              .recipe = read_recipe(keys.table("instance")),
              .file = std::string(text)};
  for (const Keys& world : keys.tables("worlds"))
    study.worlds.emplace(world.text("name"), read_world(world, study.worlds));
  for (const Keys& column : keys.tables("columns"))
    study.columns.push_back(read_column(column, study, true));
  for (const Keys& column : keys.tables("ours"))
    study.ours.push_back(read_column(column, study, false));
  if (document.trouble()) return *document.trouble();
  if (auto ok = check_playable(study); !ok) return ok.error();
  return study;
}

Result<std::vector<Study>> all_studies() {
  const std::pair<std::string_view, std::string_view> files[] = {
      {study_vary_t, "experiments/vary-T.toml"},
      {study_vary_d, "experiments/vary-d.toml"},
      {study_vary_k, "experiments/vary-K.toml"}};
  std::vector<Study> studies;
  for (const auto& [text, name] : files) {
    auto study = read_study(text, name);
    if (!study) return study.error();
    studies.push_back(*std::move(study));
  }
  return studies;
}

}  // namespace mesha::paper
