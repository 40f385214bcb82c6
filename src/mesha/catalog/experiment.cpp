#include "mesha/catalog/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <utility>

#include "mesha/io/durable_file.hpp"
#include "mesha/io/toml_reader.hpp"

namespace mesha {
namespace {

constexpr std::int64_t largest_budget = 10'000'000'000;  // pull numbers must fit the counter
constexpr std::int64_t largest_seed = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t most_arms = 1'000'000;
constexpr std::size_t most_coordinates = 4096;     // a ridge keeps d^2 numbers
constexpr std::int64_t most_kept = 1'000'000'000;  // bytes, where reports change every round

struct Shown {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const Vec& value) const {
    return fmt::format("[{} numbers]", value.size());
  }
  std::string operator()(const std::vector<Vec>& value) const {
    return fmt::format("[{} vectors]", value.size());
  }
};

// Assigns what was read, or returns its error from the calling function.
#define MESHA_TRY(target, expression)    \
  if (auto read = (expression); !read) { \
    return read.error();                 \
  } else {                               \
    (target) = *std::move(read);         \
  }

Result<Noise> read_noise(const TomlReader& toml, const toml::table& instance) {
  const toml::node* node = instance.get("noise");
  if (node == nullptr) return toml.error(instance, "[instance] needs `noise`");
  const toml::table* table = node->as_table();
  const toml::node* kind_node = table == nullptr ? nullptr : table->get("kind");
  if (kind_node == nullptr) {
    return toml.error(*node, "`noise` must be a table such as { kind = \"gaussian\", sd = 0.2 }");
  }
  std::string kind;
  MESHA_TRY(kind, toml.text(*kind_node, "kind"));
  std::string_view scale_key;
  if (kind == "gaussian") {
    scale_key = "sd";
  } else if (kind == "uniform") {
    scale_key = "half_width";
  } else if (kind != "bernoulli") {
    return toml.error(*kind_node,
                      unknown_name("noise", kind, {"gaussian", "uniform", "bernoulli"}));
  }
  if (kind == "bernoulli") {
    if (auto ok = toml.check_keys(*table, {"kind"}); !ok) return ok.error();
    return Noise(BernoulliReward{});
  }
  if (auto ok = toml.check_keys(*table, {"kind", scale_key}); !ok) return ok.error();
  const toml::node* scale_node = table->get(scale_key);
  if (scale_node == nullptr)
    return toml.error(*node, kind + " noise needs `" + std::string(scale_key) + "`");
  double scale = 0;
  MESHA_TRY(scale, toml.number(*scale_node, scale_key));
  if (scale < 0)
    return toml.error(*scale_node, "`" + std::string(scale_key) + "` must not be below 0");
  if (kind == "gaussian") return Noise(GaussianNoise{scale});
  return Noise(UniformNoise{scale});
}

Result<Instance> read_instance(const TomlReader& toml, const toml::table& table) {
  if (auto ok = toml.check_keys(table, {"theta", "features", "noise", "norm_bound"}); !ok)
    return ok.error();
  const toml::node* theta_node = table.get("theta");
  const toml::node* features_node = table.get("features");
  if (theta_node == nullptr) return toml.error(table, "[instance] needs `theta`");
  if (features_node == nullptr) return toml.error(table, "[instance] needs `features`");
  Vec theta;
  std::vector<Vec> rows;
  Noise noise;
  MESHA_TRY(theta, toml.vector(*theta_node, "theta"));
  MESHA_TRY(rows, toml.vectors(*features_node, "features"));
  MESHA_TRY(noise, read_noise(toml, table));
  if (rows.size() > most_arms) return toml.error(*features_node, "more than a million arms");
  if (theta.size() > most_coordinates)
    return toml.error(*theta_node, "`theta` has more than 4096 numbers");
  std::vector<TrueFeature> arms;
  arms.reserve(rows.size());
  for (Vec& row : rows) arms.push_back(TrueFeature{std::move(row)});
  auto instance = Instance::make(std::move(arms), std::move(theta), noise);
  if (!instance) return toml.error(table, instance.error().sentence);
  return instance;
}

// The best arm, if rounding is not what makes it best.
Result<ArmId> clear_winner(const Instance& instance) {
  auto best = instance.best_arm();
  if (!best || instance.arm_count() == 1) return best;
  double size = 0;
  for (std::size_t k = 0; k < instance.dimension(); ++k)
    size += std::abs(instance.theta()[k] * instance.feature(*best).x[k]);
  if (instance.smallest_gap() > 1e-14 * size) return best;
  return Error{
      "the two largest means differ by no more than rounding, so there is no single best "
      "arm and the failure probability is undefined: change theta or a feature"};
}

// accept = "best" (one of the best, if several are) or { within = epsilon }; without it there must
// be one best arm.
Result<RightAnswers> read_accept(const TomlReader& toml, const toml::table& root,
                                 const toml::table& instance_table, const Instance& instance) {
  const toml::node* accept = root.get("accept");
  if (accept == nullptr) {
    const auto best = clear_winner(instance);
    if (best) return RightAnswers(*best);
    return toml.error(instance_table,
                      best.error().sentence + ", or accept any of them with accept = \"best\"");
  }
  const auto* said = accept->as_string();
  if (said != nullptr && said->get() == "best") return right_answers(instance, 0);
  const toml::table* table = accept->as_table();
  const toml::node* within = table == nullptr ? nullptr : table->get("within");
  if (within == nullptr || table->size() != 1)
    return toml.error(*accept, R"(`accept` must be "best" or a table such as { within = 0.02 })");
  const auto epsilon = toml.number(*within, "within");
  if (!epsilon) return epsilon.error();
  if (!(*epsilon >= 0)) return toml.error(*within, "`within` must not be below 0");
  return right_answers(instance, *epsilon);
}

// Keys first, so that a misspelt one is called unknown whatever stands behind it.
template <class Entry>
Status check_option_keys(const TomlReader& toml, const toml::table& table, std::string_view name,
                         std::span<const Entry> catalog, std::vector<std::string_view> keys) {
  const auto entry = std::ranges::find(catalog, name, &Entry::name);
  if (entry == catalog.end()) return ok();  // who makes it will say so
  for (const OptionInfo& option : entry->options) keys.push_back(option.name);
  return toml.check_keys(table, keys);
}

// [reports] strategy = ..., its options, and [[reports.deviations]] arms = [...], strategy = ...
Result<Profile> read_profile(const TomlReader& toml, const toml::table& table,
                             const Instance& instance, std::string_view beside) {
  const toml::node* name_node = table.get("strategy");
  if (name_node == nullptr) return toml.error(table, "reports need a `strategy`");
  std::string name;
  Options options;
  MESHA_TRY(name, toml.text(*name_node, "strategy"));
  if (auto ok = check_option_keys(toml, table, name, all_strategies(), {"strategy", beside}); !ok)
    return ok.error();
  MESHA_TRY(options, toml.options(table, {"strategy", beside}));
  auto profile = make_profile(name, instance, options);
  if (!profile) return toml.error(table, profile.error().sentence);
  return profile;
}

Status read_deviation(const TomlReader& toml, const toml::table& table, const Instance& instance,
                      Profile& profile, std::set<std::int64_t>& deviants) {
  const toml::node* arms_node = table.get("arms");
  const toml::array* arms = arms_node == nullptr ? nullptr : arms_node->as_array();
  if (arms == nullptr || arms->empty()) {
    return toml.error(table, "a deviation needs `arms`, the list of the arms that deviate");
  }
  auto deviant = read_profile(toml, table, instance, "arms");
  if (!deviant) return deviant.error();
  for (const toml::node& element : *arms) {
    auto arm = toml.integer(element, "arms", 0, static_cast<std::int64_t>(profile.size()) - 1);
    if (!arm) return arm.error();
    if (!deviants.insert(*arm).second)
      return toml.error(element, "arm " + std::to_string(*arm) + " deviates twice");
    profile[static_cast<std::size_t>(*arm)] = (*deviant)[static_cast<std::size_t>(*arm)];
  }
  return ok();
}

Status read_reports(const TomlReader& toml, const toml::table& root, Experiment& into) {
  const toml::node* node = root.get("reports");
  if (node == nullptr) {  // the paper's sigma^*, and said so in the output
    into.strategy = "truthful";
    into.profile = *make_profile("truthful", into.instance, {});
    return ok();
  }
  auto table = toml.table(root, "reports");
  if (!table) return table.error();
  if (const toml::node* arms = (*table)->get("arms")) {
    return toml.error(*arms, "`arms` belongs into [[reports.deviations]]");
  }
  MESHA_TRY(into.profile, read_profile(toml, **table, into.instance, "deviations"));
  into.strategy = *toml.text(*(*table)->get("strategy"), "strategy");
  const toml::node* deviations = (*table)->get("deviations");
  if (deviations == nullptr) return ok();
  const toml::array* list = deviations->as_array();
  if (list == nullptr || !list->is_array_of_tables()) {
    return toml.error(*deviations, "write deviations as [[reports.deviations]]");
  }
  std::set<std::int64_t> deviants;
  for (const toml::node& element : *list) {
    const toml::table& one = *element.as_table();
    if (auto ok = read_deviation(toml, one, into.instance, into.profile, deviants); !ok) return ok;
  }
  into.strategy += " with deviations";
  return ok();
}

// Is the learner shown the true features?
Result<bool> read_shown(const TomlReader& toml, const toml::table& learner) {
  const toml::node* node = learner.get("features");
  if (node == nullptr) return false;
  const auto* said = node->as_string();
  if (said == nullptr || (said->get() != "true" && said->get() != "reported"))
    return toml.error(*node, R"(`features` of a learner must be "reported" or "true")");
  return said->get() == "true";
}

Status read_learners(const TomlReader& toml, const toml::table& root, Experiment& into) {
  const toml::node* node = root.get("learners");
  const toml::array* list = node == nullptr ? nullptr : node->as_array();
  if (node != nullptr && node->is_table())
    return toml.error(*node, "learners are a list: write [[learners]], with two brackets each");
  if (list == nullptr || list->empty() || !list->is_array_of_tables()) {
    const std::string what = "name at least one learner: [[learners]] with `name = \"mesha\"`";
    return node == nullptr ? toml.anywhere(what) : toml.error(*node, what);
  }
  for (const toml::node& element : *list) {
    const toml::table& table = *element.as_table();
    const toml::node* name = table.get("name");
    if (name == nullptr) return toml.error(table, "[[learners]] needs `name`");
    LearnerChoice choice;
    MESHA_TRY(choice.name, toml.text(*name, "name"));
    if (auto ok = check_option_keys(toml, table, choice.name, all_learners(), {"name", "features"});
        !ok)
      return ok;
    MESHA_TRY(choice.true_features, read_shown(toml, table));
    MESHA_TRY(choice.options, toml.options(table, {"name", "features"}));
    for (const std::int64_t budget : into.budgets) {
      const auto made = into.make(choice, budget);
      if (!made) return toml.error(table, choice.name + ": " + made.error().sentence);
    }
    into.learners.push_back(std::move(choice));
  }
  return ok();
}

Status read_settings(const TomlReader& toml, const toml::table& root, Experiment& into) {
  if (const toml::node* trials = root.get("trials")) {
    MESHA_TRY(into.precision.trials, toml.integer(*trials, "trials", 1, most_trials));
  }
  if (const toml::node* seed = root.get("seed")) {
    auto value = toml.integer(*seed, "seed", 0, largest_seed);
    if (!value) return value.error();
    into.precision.seed = static_cast<std::uint64_t>(*value);
  }
  if (const toml::node* draw = root.get("draw")) {
    auto said = toml.text(*draw, "draw");
    if (!said) return said.error();
    if (*said != "sums" && *said != "pulls")
      return toml.error(*draw, R"(`draw` must be "sums" or "pulls")");
    into.precision.draw = *said == "pulls" ? Draw::every_pull : Draw::sums_where_possible;
  }
  if (const toml::node* cap = root.get("cap")) {
    MESHA_TRY(into.precision.cap, toml.integer(*cap, "cap", 1, largest_budget));
  }
  const toml::node* budgets = root.get("budgets");
  const toml::array* list = budgets == nullptr ? nullptr : budgets->as_array();
  if (budgets != nullptr && budgets->is_integer())
    return toml.error(*budgets, "`budgets` is a list, with brackets around it: such as [60, 800]");
  if (list == nullptr || list->empty()) {
    const std::string what = "`budgets` must list at least one budget T, such as [60, 800]";
    return budgets == nullptr ? toml.anywhere(what) : toml.error(*budgets, what);
  }
  for (const toml::node& element : *list) {
    auto budget = toml.integer(element, "budgets", 1, largest_budget);
    if (!budget) return budget.error();
    into.budgets.push_back(*budget);
  }
  return ok();
}

// The paper bounds all norms by 1; a simulation may go beyond, but should say so.
Status note_long_reports(const TomlReader& toml, const toml::table& instance, Experiment& into) {
  double bound = 1;
  if (const toml::node* node = instance.get("norm_bound")) {
    MESHA_TRY(bound, toml.number(*node, "norm_bound"));
    if (!(bound > 0)) return toml.error(*node, "`norm_bound` must be above 0");
  }
  constexpr std::size_t listed = 20;
  std::vector<std::size_t> arms;
  const std::vector<Report> reports = first_reports(into.profile, into.instance);
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (norm(reports[i].x) > bound * (1 + 1e-9)) arms.push_back(i);
  }
  if (arms.empty()) return ok();
  const auto first = std::span(arms).first(std::min(arms.size(), listed));
  into.notes.push_back(fmt::format("reports longer than the norm bound {}: arms {}{}", bound,
                                   fmt::join(first, ", "), arms.size() > listed ? ", ..." : ""));
  return ok();
}

// Reports that change are drawn, kept and solved for round by round: that has its limits.
Status check_changing_reports(const TomlReader& toml, const toml::table& root, Experiment& into) {
  const std::vector<Report> reports = first_reports(into.profile, into.instance);
  bool change = false;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (into.profile[i].constant()) continue;
    change = true;
    into.longest_change = std::max(into.longest_change, squared_norm(reports[i].x));
  }
  // Of every pull, its report twice (in the history and in the evidence) and what goes with it.
  const std::int64_t kept_per_pull =
      160 + 16 * static_cast<std::int64_t>(into.instance.dimension());
  const std::int64_t most = most_kept / kept_per_pull;
  if (!change || *std::ranges::max_element(into.budgets) <= most) return ok();
  return toml.error(*root.get("budgets"),
                    fmt::format("with reports that change from round to round a budget may be at "
                                "most {} in this dimension, or a run would need over 1 GB",
                                most));
}

}  // namespace

Setting Experiment::setting(std::int64_t budget) const {
  Setting known = setting_of(instance, budget);
  known.smallest_gap = gap_to_wrong(instance, right);
  known.gram = static_cast<double>(budget) * longest_change;
  return known;
}

Result<AnyLearner> Experiment::make(const LearnerChoice& choice, std::int64_t budget) const {
  Setting known = setting(budget);
  if (choice.true_features) known.gram = 0;  // they do not change
  return make_learner(choice.name, known, choice.options);
}

Profile Experiment::shown_to(const LearnerChoice& choice) const {
  return choice.true_features ? *make_profile("truthful", instance, {}) : profile;
}

Result<Game> Experiment::game(const LearnerChoice& choice, std::int64_t budget) const {
  auto learner = make(choice, budget);
  if (!learner) return learner.error();
  return Game{instance, shown_to(choice), *std::move(learner), right};
}

Status Experiment::check_methods() const {
  for (const LearnerChoice& choice : learners) {
    for (const std::int64_t budget : budgets) {
      if (auto ready = prepare(choice, budget, precision); !ready) return ready.error();
    }
  }
  return ok();
}

Result<Prepared> Experiment::prepare(const LearnerChoice& choice, std::int64_t budget,
                                     const Precision& how) const {
  auto made = game(choice, budget);
  if (!made) return made.error();
  return mesha::prepare(*std::move(made), how, label(choice));
}

std::string shown_name(const LearnerChoice& choice) {
  return choice.true_features ? choice.name + "*" : choice.name;
}

std::string label(const LearnerChoice& choice) {
  std::string text = shown_name(choice);
  for (const auto& [name, value] : choice.options) {
    const bool* flag = std::get_if<bool>(&value);
    text += " " + name + (flag != nullptr && *flag ? "" : "=" + std::visit(Shown{}, value));
  }
  return text;
}

Result<Experiment> read_experiment(std::string_view text, std::string_view source) {
  const TomlReader toml(source);
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) {
    return toml.at_place(parsed.error().source().begin, std::string(parsed.error().description()));
  }
  const toml::table& root = parsed.table();
  if (auto ok = toml.check_keys(root, {"trials", "seed", "budgets", "draw", "cap", "accept",
                                       "instance", "reports", "learners"});
      !ok) {
    return ok.error();
  }
  auto instance_table = toml.table(root, "instance");
  if (!instance_table) return instance_table.error();
  auto instance = read_instance(toml, **instance_table);
  if (!instance) return instance.error();
  const auto right = read_accept(toml, root, **instance_table, *instance);
  if (!right) return right.error();
  const ArmId best = right_answers(*instance, 0).arms().front();
  Experiment experiment{.instance = *std::move(instance), .best = best, .right = *right};
  if (auto ok = read_settings(toml, root, experiment); !ok) return ok.error();
  if (auto ok = read_reports(toml, root, experiment); !ok) return ok.error();
  if (auto ok = note_long_reports(toml, **instance_table, experiment); !ok) return ok.error();
  if (auto ok = check_changing_reports(toml, root, experiment); !ok) return ok.error();
  if (auto ok = read_learners(toml, root, experiment); !ok) return ok.error();
  return experiment;
}

Result<Experiment> load_experiment(const std::string& path) {
  const auto text = read_whole_file(path, largest_experiment);
  if (!text) return text.error();
  return read_experiment(*text, path);
}

}  // namespace mesha
