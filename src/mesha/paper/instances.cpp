#include "mesha/paper/instances.hpp"

#include <utility>

#include "mesha/base/random.hpp"
#include "mesha/instances/families.hpp"

namespace mesha::paper {
namespace {

double at_value(const std::vector<double>& list, std::size_t place) {
  return list.size() == 1 ? list.front() : list[place];
}

std::vector<Vec> drawn_features(const Recipe& recipe, Tail tail, std::size_t place,
                                std::int64_t arms, const Vec& theta, const RunRandom& random) {
  const std::vector<double> means = means_with_tail({.arms = arms,
                                                     .best = recipe.best,
                                                     .gap = at_value(recipe.gap, place),
                                                     .end = recipe.tail_end,
                                                     .tail = tail,
                                                     .nested_gap = recipe.gap.front()});
  std::vector<Vec> features;
  for (TrueFeature& arm : features_around(theta, means, at_value(recipe.rho, place), random))
    features.push_back(std::move(arm.x));
  return features;
}

// "Every arm sets the first coordinate of its reported feature to zero."
Vec zeroed_report(const World& world, std::size_t place, Vec x, std::size_t arm) {
  x[0] = 0;
  if (world.best_norm && world.others_norm)
    return scaled(x, (arm == 0 ? *world.best_norm : *world.others_norm) / norm(x));
  return world.multiplier.empty() ? x : scaled(x, at_value(world.multiplier, place));
}

std::vector<Vec> reports_of(const World& world, std::size_t place,
                            const std::vector<Vec>& features) {
  std::vector<Vec> reports = world.reports;
  for (std::size_t i = reports.size(); i < features.size(); ++i)
    reports.push_back(zeroed_report(world, place, features[i], i));
  for (const std::int64_t arm : world.truthful) {
    const auto i = static_cast<std::size_t>(arm);
    if (i < features.size()) reports[i] = features[i];
  }
  return reports;
}

}  // namespace

std::int64_t budget_of(const Study& study, std::int64_t value) {
  return study.recipe.budget > 0 ? study.recipe.budget : value;
}

Result<Game> game_of(const Study& study, const Reading& reading, std::int64_t value,
                     std::uint64_t seed, std::int64_t draw) {
  const Recipe& recipe = study.recipe;
  const World& world = study.worlds.at(reading.world);
  const std::size_t place = study.place(value);
  Vec theta = recipe.theta;
  std::vector<Vec> features = recipe.features;
  if (recipe.drawn()) {
    theta = inverse_root_theta(
        static_cast<std::size_t>(recipe.dimension > 0 ? recipe.dimension : value));
    features = drawn_features(recipe, world.tail, place, recipe.arms > 0 ? recipe.arms : value,
                              theta, {seed, static_cast<std::uint64_t>(draw)});
  }
  std::vector<Report> said;
  for (Vec& x : reading.learner.true_features ? features : reports_of(world, place, features))
    said.push_back({std::move(x)});
  std::vector<TrueFeature> arms;
  arms.reserve(features.size());
  for (Vec& x : features) arms.push_back({std::move(x)});
  auto instance = Instance::make(std::move(arms), theta, GaussianNoise{at_value(recipe.sd, place)});
  if (!instance) return instance.error();
  auto learner = make_learner(reading.learner.name, setting_of(*instance, budget_of(study, value)),
                              reading.learner.options);
  if (!learner) return learner.error();
  return best_arm_game(*std::move(instance), fixed_profile(said), *std::move(learner));
}

}  // namespace mesha::paper
