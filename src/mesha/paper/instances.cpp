#include "mesha/paper/instances.hpp"

#include <cmath>
#include <utility>

#include "mesha/base/random.hpp"

namespace mesha::paper {
namespace {

constexpr std::int64_t nested_arms = 16;  // "the first K' arms under a larger K are identical"
constexpr double separation = 0.10;       // of the inferred tail, below mu_1

double at_value(const std::vector<double>& list, std::size_t place) {
  return list.size() == 1 ? list.front() : list[place];
}

Vec inverse_root_theta(std::size_t d) {
  Vec theta(d);
  for (std::size_t k = 0; k < d; ++k) theta[k] = 1 / std::sqrt(static_cast<double>(k + 1));
  return scaled(theta, 1 / norm(theta));
}

// The k-th of `count` evenly spaced numbers.
double spaced(double from, double to, std::int64_t count, std::int64_t k) {
  return from + (to - from) * static_cast<double>(k) / static_cast<double>(count - 1);
}

// mu_0 > mu_1 > the tail.
double mean_of(const Recipe& recipe, Tail tail, std::size_t place, std::int64_t arms,
               std::int64_t i) {
  const double second = recipe.best - at_value(recipe.gap, place);
  if (i == 0) return recipe.best;
  if (i == 1) return second;
  switch (tail) {
    case Tail::separated:
      return spaced(second - separation, recipe.tail_end, arms - 2, i - 2);
    case Tail::nested:
      if (i >= nested_arms) return recipe.tail_end;
      return spaced(recipe.best - recipe.gap.front(), recipe.tail_end, nested_arms - 1, i - 1);
    case Tail::linear:
    case Tail::none:
      break;
  }
  return spaced(second, recipe.tail_end, arms - 1, i - 1);
}

// Uniform on the unit sphere of the hyperplane orthogonal to theta.
Vec orthogonal_direction(const Vec& theta, const RunRandom& random, std::int64_t arm) {
  NormalSequence normals(random, Stream::instances, static_cast<std::uint32_t>(arm));
  Vec z(theta.size());
  for (double& x : z) x = static_cast<double>(normals.next());
  const double along = dot(z, theta) / squared_norm(theta);
  for (std::size_t k = 0; k < z.size(); ++k) z[k] -= along * theta[k];
  return scaled(z, 1 / norm(z));
}

std::vector<Vec> drawn_features(const Recipe& recipe, Tail tail, std::size_t place,
                                std::int64_t arms, const Vec& theta, const RunRandom& random) {
  std::vector<Vec> features;
  for (std::int64_t i = 0; i < arms; ++i) {
    const Vec z = orthogonal_direction(theta, random, i);
    const double mu = mean_of(recipe, tail, place, arms, i);
    Vec x(theta.size());
    for (std::size_t k = 0; k < x.size(); ++k)
      x[k] = mu * theta[k] + at_value(recipe.rho, place) * z[k];
    features.push_back(std::move(x));
  }
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
  for (Vec& x : reading.true_features ? features : reports_of(world, place, features))
    said.push_back({std::move(x)});
  std::vector<TrueFeature> arms;
  for (Vec& x : features) arms.push_back({std::move(x)});
  auto instance = Instance::make(std::move(arms), theta, GaussianNoise{at_value(recipe.sd, place)});
  if (!instance) return instance.error();
  auto learner = make_learner(reading.learner.name, setting_of(*instance, budget_of(study, value)),
                              reading.learner.options);
  if (!learner) return learner.error();
  return best_arm_game(*std::move(instance), fixed_profile(said), *std::move(learner));
}

}  // namespace mesha::paper
