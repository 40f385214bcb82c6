#include "mesha/frontier/suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "mesha/catalog/attack.hpp"
#include "mesha/frontier/embedded.hpp"
#include "mesha/instances/families.hpp"
#include "mesha/instances/tails.hpp"
#include "mesha/io/toml_reader.hpp"
#include "mesha/theory/exchanged.hpp"
#include "mesha/theory/limit.hpp"
#include "mesha/theory/rivals.hpp"

namespace mesha::frontier {
namespace {

// Of instances that are drawn: the paper's seed, so that no --seed changes who plays.
constexpr RunRandom drawn{.seed = 20260323, .run = 0};
constexpr std::int64_t most_arms = 4096;

int count(const TomlKeys& keys, std::string_view key) {
  return static_cast<int>(keys.integer(key, 1, most_arms));
}

Tail shape_of(const TomlKeys& keys) {
  const std::string said = keys.text("shape");
  if (said == "separated") return Tail::separated;
  if (said == "nested") return Tail::nested;
  if (said != "linear") keys.complain_at("shape", "`shape` is linear, separated or nested");
  return Tail::linear;
}

std::vector<double> tail_means(const TomlKeys& keys) {
  keys.only({"shape", "arms", "best", "gap", "end", "nested_gap"});
  const double gap = keys.number("gap");
  return means_with_tail({.arms = keys.integer("arms", 3, most_arms),
                          .best = keys.number("best"),
                          .gap = gap,
                          .end = keys.number("end"),
                          .tail = shape_of(keys),
                          .nested_gap = keys.has("nested_gap") ? keys.number("nested_gap") : gap});
}

// [[mean, how many], ...]
std::vector<double> level_means(const TomlKeys& keys) {
  std::vector<double> means;
  for (const Vec& level : keys.vectors("levels")) {
    const bool sound = level.size() == 2 && level[1] >= 1 && level[1] <= most_arms;
    if (!sound) keys.complain_at("levels", "a level is a mean and how many arms have it");
    if (sound) means.insert(means.end(), static_cast<std::size_t>(level[1]), level[0]);
  }
  return means;
}

Result<Instance> around(const TomlKeys& keys, const Noise& noise) {
  keys.only({"dimension", "rho", "tail", "levels"});
  const Vec theta = inverse_root_theta(static_cast<std::size_t>(count(keys, "dimension")));
  const double rho = keys.number("rho");
  if (keys.has("tail") && keys.has("levels")) keys.complain("means are a tail or levels, not both");
  const auto means = keys.has("tail") ? tail_means(keys.table("tail")) : level_means(keys);
  if (!keys.good() || theta.size() < 2) return Error{"features around theta need two dimensions"};
  return Instance::make(features_around(theta, means, rho, drawn), theta, noise);
}

Result<Instance> given(const TomlKeys& keys, const Noise& noise) {
  keys.only({"theta", "features"});
  std::vector<TrueFeature> features;
  for (Vec& x : keys.vectors("features")) features.push_back({std::move(x)});
  return Instance::make(std::move(features), keys.vector("theta"), noise);
}

// By the one table that says what kind of instance it is.
Result<Instance> read_instance(const TomlKeys& keys, const Suite& before, const Noise& noise) {
  if (keys.has("like")) {
    const auto model = std::ranges::find(before.contests, keys.text("like"), &Contest::name);
    if (model == before.contests.end()) return Error{"`like` names no contest above this one"};
    std::vector<TrueFeature> features;
    features.reserve(model->instance.arm_count());
    for (std::size_t i = 0; i < model->instance.arm_count(); ++i)
      features.push_back(model->instance.feature(arm_at(i)));
    return Instance::make(std::move(features), model->instance.theta(), noise);
  }
  if (keys.has("given")) return given(keys.table("given"), noise);
  if (keys.has("around")) return around(keys.table("around"), noise);
  if (keys.has("soare")) {
    const TomlKeys of = keys.table("soare");
    return soare(static_cast<std::size_t>(count(of, "dimension")), of.number("angle"), noise);
  }
  if (keys.has("yang_tan")) {
    const int arms = count(keys.table("yang_tan"), "arms");
    return yang_tan(static_cast<std::size_t>(arms), noise, drawn);
  }
  const TomlKeys of = keys.table("sphere");
  return random_sphere(static_cast<std::size_t>(count(of, "arms")),
                       static_cast<std::size_t>(count(of, "dimension")), noise, drawn);
}

Status check_contest(const Contest& contest, const Suite& suite) {
  if (std::ranges::find(suite.contests, contest.name, &Contest::name) != suite.contests.end())
    return Error{"there is another contest of this name"};
  if (const auto b = theory::exchanged_instance(contest.instance); !b) return b.error();
  if (const auto arm = longer_than(contest.instance, suite.norm_bound))
    return Error{fmt::format("arm {} is longer than the norm bound", arm->index)};
  return ok();
}

void read_contest(const TomlKeys& keys, Suite& suite) {
  keys.only({"name", "text", "budget", "sd", "quick", "like", "given", "around", "soare",
             "yang_tan", "sphere"});
  int kinds = 0;
  for (const auto* kind : {"like", "given", "around", "soare", "yang_tan", "sphere"})
    kinds += keys.has(kind) ? 1 : 0;
  if (kinds != 1)
    keys.complain("a contest is one of: like, given, around, soare, yang_tan, sphere");
  if (keys.has("quick") && !keys.get("quick")->is_boolean())
    keys.complain_at("quick", "`quick` must be true or false");
  const double sd = keys.number("sd");
  if (!(sd > 0)) keys.complain_at("sd", "`sd` must be above 0");
  if (!keys.good()) return;
  auto instance = read_instance(keys, suite, GaussianNoise{sd});
  if (!keys.good()) return;
  if (!instance) return keys.complain(instance.error().sentence);
  Contest contest{.name = keys.text("name"),
                  .text = keys.text("text"),
                  .instance = *std::move(instance),
                  .budget = keys.integer("budget", 1, 1'000'000'000)};
  if (keys.has("quick")) contest.quick = keys.get("quick")->value_or(false);
  if (auto fits = check_contest(contest, suite); !fits)
    return keys.complain(contest.name + ": " + fits.error().sentence);
  suite.contests.push_back(std::move(contest));
}

void read_learner(const TomlKeys& keys, Suite& suite) {
  LearnerChoice choice{.name = keys.text("name"), .options = keys.options({"name"})};
  if (!keys.good()) return;
  if (auto possible = can_be_attacked(choice); !possible)
    return keys.complain(possible.error().sentence);
  if (auto known = check_option_names(choice.options, find_learner(choice.name)->options); !known)
    return keys.complain(known.error().sentence);
  if (std::ranges::find(suite.learners, label(choice), label) != suite.learners.end())
    return keys.complain(label(choice) + " plays already");
  suite.learners.push_back(std::move(choice));
}

}  // namespace

double Contest::sd() const { return std::get<GaussianNoise>(instance.noise()).sd; }

double Contest::z_star() const { return theory::z_star(instance.smallest_gap(), sd(), budget); }

double Contest::floor() const {
  return theory::least_blind_failure(instance.means(), sd(), budget).failure;
}

Result<Suite> read_suite(std::string_view text, std::string_view source) {
  TomlDocument document(text, source);
  const TomlKeys keys(document);
  keys.only({"norm_bound", "contests", "learners"});
  Suite suite{.norm_bound = keys.number("norm_bound"), .file = std::string(text)};
  for (const TomlKeys& contest : keys.tables("contests")) {
    if (keys.good()) read_contest(contest, suite);
  }
  for (const TomlKeys& learner : keys.tables("learners")) read_learner(learner, suite);
  if (suite.contests.empty()) keys.complain("[[contests]] is missing");
  if (suite.learners.empty()) keys.complain("[[learners]] is missing");
  if (document.trouble()) return *document.trouble();
  return suite;
}

Result<Suite> whole_suite() { return read_suite(suite_text, "experiments/frontier.toml"); }

}  // namespace mesha::frontier
