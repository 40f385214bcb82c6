#include "mesha/catalog/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <utility>

#include "mesha/base/cases.hpp"
#include "mesha/io/durable_file.hpp"
#include "mesha/io/toml_reader.hpp"

namespace mesha {
namespace {

constexpr std::int64_t largest_budget = 10'000'000'000;  // pull numbers must fit the counter
constexpr std::int64_t largest_seed = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t most_arms = 1'000'000;
constexpr std::size_t most_coordinates = 4096;     // a ridge keeps d^2 numbers
constexpr std::int64_t most_kept = 1'000'000'000;  // bytes, where reports change every round

std::string shown(const OptionValue& value) {
  return std::visit(
      Cases{[](const Vec& list) { return fmt::format("[{} numbers]", list.size()); },
            [](const std::vector<Vec>& list) { return fmt::format("[{} vectors]", list.size()); },
            [](const auto& one) { return fmt::format("{}", one); }},
      value);
}

Noise read_noise(const TomlKeys& instance) {
  const toml::node* node = instance.get("noise");
  if (node == nullptr) instance.complain("[instance] needs `noise`");
  if (node == nullptr) return {};
  if (!node->is_table() || !node->as_table()->contains("kind")) {
    instance.complain(*node, "`noise` must be a table such as { kind = \"gaussian\", sd = 0.2 }");
    return {};
  }
  const TomlKeys keys = instance.table("noise");
  const std::string kind = keys.text("kind");
  if (kind == "bernoulli") {
    keys.only({"kind"});
    return BernoulliReward{};
  }
  if (kind != "gaussian" && kind != "uniform")
    keys.complain_at("kind", unknown_name("noise", kind, {"gaussian", "uniform", "bernoulli"}));
  const std::string scale_key = kind == "gaussian" ? "sd" : "half_width";
  keys.only({"kind", scale_key});
  if (!keys.has(scale_key)) keys.complain(kind + " noise needs `" + scale_key + "`");
  const double scale = keys.number(scale_key);
  if (scale < 0) keys.complain_at(scale_key, "`" + scale_key + "` must not be below 0");
  if (kind == "gaussian") return GaussianNoise{scale};
  return UniformNoise{scale};
}

std::optional<Instance> read_instance(const TomlKeys& keys) {
  keys.only({"theta", "features", "noise", "norm_bound"});
  for (const std::string key : {"theta", "features"}) {
    if (!keys.has(key)) keys.complain("[instance] needs `" + key + "`");
  }
  Vec theta = keys.vector("theta");
  std::vector<TrueFeature> arms;
  for (Vec& row : keys.vectors("features")) arms.push_back(TrueFeature{std::move(row)});
  const Noise noise = read_noise(keys);
  if (arms.size() > most_arms) keys.complain_at("features", "more than a million arms");
  if (theta.size() > most_coordinates)
    keys.complain_at("theta", "`theta` has more than 4096 numbers");
  if (!keys.good()) return std::nullopt;
  auto instance = Instance::make(std::move(arms), std::move(theta), noise);
  if (instance) return *std::move(instance);
  keys.complain(instance.error().sentence);
  return std::nullopt;
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
RightAnswers read_accept(const TomlKeys& root, const Instance& instance) {
  const toml::node* accept = root.get("accept");
  if (accept == nullptr) {
    const auto best = clear_winner(instance);
    if (best) return *best;
    root.complain_at("instance",
                     best.error().sentence + ", or accept any of them with accept = \"best\"");
  } else if (accept->value<std::string_view>() != "best") {
    const toml::table* table = accept->as_table();
    if (table != nullptr && table->size() == 1 && table->contains("within")) {
      const TomlKeys keys = root.table("accept");
      const double epsilon = keys.number("within");
      if (epsilon >= 0) return right_answers(instance, epsilon);
      keys.complain_at("within", "`within` must not be below 0");
    } else {
      root.complain_at("accept", R"(`accept` must be "best" or a table such as { within = 0.02 })");
    }
  }
  return right_answers(instance, 0);
}

// Keys first, so that a misspelt one is called unknown whatever stands behind it.
template <class Entry>
void check_option_keys(const TomlKeys& table, std::string_view name, std::span<const Entry> catalog,
                       std::vector<std::string_view> keys) {
  const auto entry = std::ranges::find(catalog, name, &Entry::name);
  if (entry == catalog.end()) return;  // who makes it will say so
  for (const OptionInfo& option : entry->options) keys.push_back(option.name);
  table.only(keys);
}

// [reports] strategy = ..., its options, and [[reports.deviations]] arms = [...], strategy = ...
Profile read_profile(const TomlKeys& keys, const Instance& instance, std::string_view beside) {
  if (!keys.has("strategy")) keys.complain("reports need a `strategy`");
  const std::string name = keys.text("strategy");
  check_option_keys(keys, name, all_strategies(), {"strategy", beside});
  const Options options = keys.options({"strategy", beside});
  if (!keys.good()) return {};
  auto profile = make_profile(name, instance, options);
  if (!profile) keys.complain(profile.error().sentence);
  return profile ? *std::move(profile) : Profile{};
}

void read_deviation(const TomlKeys& keys, const Instance& instance, Profile& profile,
                    std::set<std::int64_t>& deviants) {
  const toml::array* arms = keys.list("arms");
  if (arms == nullptr || arms->empty())
    keys.complain("a deviation needs `arms`, the list of the arms that deviate");
  const Profile deviant = read_profile(keys, instance, "arms");
  if (!keys.good()) return;
  for (const toml::node& element : *arms) {
    const std::int64_t arm =
        keys.integer(element, "arms", 0, static_cast<std::int64_t>(profile.size()) - 1);
    if (!deviants.insert(arm).second)
      keys.complain(element, "arm " + std::to_string(arm) + " deviates twice");
    profile[static_cast<std::size_t>(arm)] = deviant[static_cast<std::size_t>(arm)];
  }
}

void read_reports(const TomlKeys& root, Experiment& into) {
  if (!root.has("reports")) {  // the paper's sigma^*, and said so in the output
    into.strategy = "truthful";
    into.profile = *make_profile("truthful", into.instance, {});
    return;
  }
  const TomlKeys keys = root.table("reports");
  if (keys.has("arms")) keys.complain_at("arms", "`arms` belongs into [[reports.deviations]]");
  into.profile = read_profile(keys, into.instance, "deviations");
  into.strategy = keys.text("strategy");
  if (!keys.good() || !keys.has("deviations")) return;
  const toml::array* list = keys.list("deviations");
  if (list == nullptr || !list->is_array_of_tables())
    keys.complain_at("deviations", "write deviations as [[reports.deviations]]");
  std::set<std::int64_t> deviants;
  for (const TomlKeys& one : keys.tables("deviations"))
    read_deviation(one, into.instance, into.profile, deviants);
  into.strategy += " with deviations";
}

// Is the learner shown the true features?
bool read_shown(const TomlKeys& learner) {
  if (!learner.has("features")) return false;
  const auto said = learner.get("features")->value<std::string_view>();
  if (said != "true" && said != "reported")
    learner.complain_at("features", R"(`features` of a learner must be "reported" or "true")");
  return said == "true";
}

void read_learners(const TomlKeys& root, Experiment& into) {
  if (root.has("learners") && root.get("learners")->is_table())
    root.complain_at("learners", "learners are a list: write [[learners]], with two brackets each");
  const std::vector<TomlKeys> tables = root.tables("learners");
  if (tables.empty())
    root.complain_at("learners", "name at least one learner: [[learners]] with `name = \"mesha\"`");
  for (const TomlKeys& keys : tables) {
    if (!keys.has("name")) keys.complain("[[learners]] needs `name`");
    LearnerChoice choice{.name = keys.text("name")};
    check_option_keys(keys, choice.name, all_learners(), {"name", "features"});
    choice.true_features = read_shown(keys);
    choice.options = keys.options({"name", "features"});
    for (const std::int64_t budget : into.budgets) {
      if (!keys.good()) return;
      const auto made = into.make(choice, budget);
      if (!made) keys.complain(choice.name + ": " + made.error().sentence);
    }
    into.learners.push_back(std::move(choice));
  }
}

void read_settings(const TomlKeys& root, Experiment& into) {
  Precision& how = into.precision;
  if (root.has("trials")) how.trials = root.integer("trials", 1, most_trials);
  if (root.has("seed"))
    how.seed = static_cast<std::uint64_t>(root.integer("seed", 0, largest_seed));
  if (root.has("draw")) {
    const std::string said = root.text("draw");
    if (said != "sums" && said != "pulls")
      root.complain_at("draw", R"(`draw` must be "sums" or "pulls")");
    how.draw = said == "pulls" ? Draw::every_pull : Draw::sums_where_possible;
  }
  if (root.has("cap")) how.cap = root.integer("cap", 1, largest_budget);
  if (root.has("budgets") && root.get("budgets")->is_integer())
    root.complain_at("budgets", "`budgets` is a list, with brackets around it: such as [60, 800]");
  const toml::array* list = root.list("budgets");
  if (list == nullptr || list->empty())
    return root.complain_at("budgets",
                            "`budgets` must list at least one budget T, such as [60, 800]");
  for (const toml::node& element : *list)
    into.budgets.push_back(root.integer(element, "budgets", 1, largest_budget));
}

// The paper bounds all norms by 1; a simulation may go beyond, but should say so.
void note_long_reports(const TomlKeys& instance, Experiment& into) {
  const double bound = instance.has("norm_bound") ? instance.number("norm_bound") : 1;
  if (!(bound > 0)) return instance.complain_at("norm_bound", "`norm_bound` must be above 0");
  into.norm_bound = bound;
  constexpr std::size_t listed = 20;
  std::vector<std::size_t> arms;
  const std::vector<Report> reports = first_reports(into.profile, into.instance);
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (norm(reports[i].x) > bound * (1 + 1e-9)) arms.push_back(i);
  }
  if (arms.empty()) return;
  const auto first = std::span(arms).first(std::min(arms.size(), listed));
  into.notes.push_back(fmt::format("reports longer than the norm bound {}: arms {}{}", bound,
                                   fmt::join(first, ", "), arms.size() > listed ? ", ..." : ""));
}

// Reports that change are drawn, kept and solved for round by round: that has its limits.
void check_changing_reports(const TomlKeys& root, Experiment& into) {
  const std::vector<Report> reports = first_reports(into.profile, into.instance);
  bool change = false;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (into.profile[i].constant()) continue;
    change = true;
    into.longest_change = std::max(into.longest_change, squared_norm(reports[i].x));
  }
  const std::int64_t most = most_changing_budget(into.instance.dimension());
  if (!change || *std::ranges::max_element(into.budgets) <= most) return;
  root.complain_at("budgets",
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

std::int64_t most_changing_budget(std::size_t dimension) {
  // Of every pull, its report twice (in the history and in the evidence) and what goes with it.
  return most_kept / (160 + 16 * static_cast<std::int64_t>(dimension));
}

std::string shown_name(const LearnerChoice& choice) {
  return choice.true_features ? choice.name + "*" : choice.name;
}

std::string label(const LearnerChoice& choice) {
  std::string text = shown_name(choice);
  for (const auto& [name, value] : choice.options) {
    const bool* flag = std::get_if<bool>(&value);
    text += " " + name + (flag != nullptr && *flag ? "" : "=" + shown(value));
  }
  return text;
}

Result<Experiment> read_experiment(std::string_view text, std::string_view source) {
  TomlDocument document(text, source);
  const TomlKeys root(document);
  root.only(
      {"trials", "seed", "budgets", "draw", "cap", "accept", "instance", "reports", "learners"});
  const TomlKeys instance_table = root.table("instance");
  auto instance = read_instance(instance_table);
  if (!instance) return *document.trouble();
  const RightAnswers right = read_accept(root, *instance);
  const ArmId best = right_answers(*instance, 0).arms().front();
  Experiment experiment{.instance = *std::move(instance), .best = best, .right = right};
  read_settings(root, experiment);
  if (root.good()) read_reports(root, experiment);
  if (root.good()) note_long_reports(instance_table, experiment);
  if (root.good()) check_changing_reports(root, experiment);
  if (root.good()) read_learners(root, experiment);
  if (document.trouble()) return *document.trouble();
  return experiment;
}

Result<Experiment> load_experiment(const std::string& path) {
  const auto text = read_whole_file(path, largest_experiment);
  if (!text) return text.error();
  return read_experiment(*text, path);
}

}  // namespace mesha
