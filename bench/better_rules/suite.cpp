#include "better_rules/suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "frame/ways.hpp"
#include "mesha/instances/tails.hpp"
#include "mesha/stats/normal_law.hpp"

namespace mesha::bench {
namespace {

using Means = std::vector<double>;

Means one_above(std::size_t arms, double best, double others) {
  Means means(arms, others);
  means[0] = best;
  return means;
}

Means some_above(std::size_t arms, double best, std::size_t close, double second, double others) {
  Means means = one_above(arms, best, others);
  std::fill_n(means.begin() + 1, close, second);
  return means;
}

Means convex(std::size_t arms, double best) {
  Means means(arms);
  for (std::size_t i = 0; i < arms; ++i) {
    const double rest = 1 - static_cast<double>(i) / static_cast<double>(arms - 1);
    means[i] = best * rest * rest;
  }
  return means;
}

Means experiment_2(Tail tail) {
  return means_with_tail({.arms = 64, .best = .62, .gap = .015, .end = .12, .tail = tail});
}

Means experiment_3(std::int64_t arms, double gap) {
  return means_with_tail({.arms = arms, .best = .62, .gap = gap, .end = .20, .tail = Tail::nested});
}

}  // namespace

bool Case::equal_sds() const {
  return std::ranges::all_of(sds, [this](double sd) { return sd == sds[0]; });
}

std::vector<Case> equal_noise() {
  std::vector<Case> all;
  const auto add = [&all](const char* name, Part part, Means means, double sd, std::int64_t T) {
    Means sds(means.size(), sd);
    all.push_back({name, part, std::move(means), std::move(sds), T});
  };
  const Means experiment_1 = {.52, .49, .40, .33, .27, .22, .18, .15};
  add("E1 60", Part::tuning, experiment_1, .155, 60);
  add("E1 200", Part::held_out, experiment_1, .155, 200);
  add("E1 800", Part::tuning, experiment_1, .155, 800);
  add("E2 sep", Part::held_out, experiment_2(Tail::separated), .14, 1500);
  add("E2 lin", Part::tuning, experiment_2(Tail::linear), .14, 1500);
  add("E3 16", Part::tuning, experiment_3(16, .01), .14, 1500);
  add("E3 64", Part::held_out, experiment_3(64, .0022), .2128, 1500);
  add("10 flat", Part::held_out, one_above(10, .50, .45), .5, 5000);
  add("12 flat 150", Part::tuning, one_above(12, .5, 0), 1, 150);
  add("12 flat 400", Part::held_out, one_above(12, .5, 0), 1, 400);
  add("256 sparse", Part::tuning, some_above(256, 1, 7, .7, 0), .8, 1536);
  add("20 convex", Part::held_out, convex(20, .6), .4, 600);
  add("10 of 30", Part::tuning, some_above(30, .60, 9, .55, .30), .3, 1200);
  add("2 arms", Part::tuning, {.6, .4}, 1, 100);
  add("4 arms", Part::held_out, {.50, .45, .40, .30}, .25, 100);
  add("negative", Part::tuning, {-.20, -.30, -.32, -.40, -.60, -.70}, .3, 120);
  for (const std::size_t arms : std::initializer_list<std::size_t>{10, 30, 100}) {
    all.push_back({.name = fmt::format("drawn {}", arms),
                   .part = Part::held_out,
                   .means = {},
                   .sds = Means(arms, 1),
                   .budget = 20 * static_cast<std::int64_t>(arms),
                   .drawn = arms});
  }
  return all;
}

std::vector<Case> unequal_noise() {
  std::vector<Case> all;
  const auto add = [&all](const char* name, Part part, Means means, Means sds, std::int64_t T) {
    all.push_back({name, part, std::move(means), std::move(sds), T});
  };
  const Means experiment_1 = {.52, .49, .40, .33, .27, .22, .18, .15};
  const auto alternating = [](std::size_t arms, double first, double second) {
    Means sds(arms, first);
    for (std::size_t i = 1; i < arms; i += 2) sds[i] = second;
    return sds;
  };
  add("E1 1:3", Part::tuning, experiment_1, alternating(8, .075, .225), 200);
  add("E1 3:1", Part::held_out, experiment_1, alternating(8, .225, .075), 200);
  add("12 flat 2:1", Part::tuning, one_above(12, .5, 0), alternating(12, 1.4, .7), 400);
  add("12 flat 1:2", Part::held_out, one_above(12, .5, 0), alternating(12, .7, 1.4), 400);
  add("2 arms 1:3", Part::held_out, {.6, .4}, {.5, 1.5}, 100);
  return all;
}

Truth truth_of(const Case& c, const RunRandom& random) {
  Truth truth{.means = c.means};
  if (c.drawn > 0) {
    truth.means.resize(c.drawn);
    NormalSequence normals(random, Stream::instances, 0);
    for (double& mean : truth.means) mean = static_cast<double>(normals.next());
  }
  const std::vector<double>& mu = truth.means;
  std::size_t best = 0, second = 1;
  if (mu[second] > mu[best]) std::swap(best, second);
  for (std::size_t i = 2; i < mu.size(); ++i) {
    if (mu[i] > mu[best])
      second = std::exchange(best, i);
    else if (mu[i] > mu[second])
      second = i;
  }
  const double z_star = (mu[best] - mu[second]) * std::sqrt(static_cast<double>(c.budget)) /
                        (c.sds[best] + c.sds[second]);
  truth.best = best;
  truth.floor = normal_above(z_star);
  return truth;
}

Instance instance_of(const Case& c) {
  std::vector<TrueFeature> arms;
  for (const double mean : c.means) arms.push_back({{mean, 0}});
  return value_of(Instance::make(std::move(arms), {1, 0}, GaussianNoise{c.sds[0]}));
}

}  // namespace mesha::bench
