#include "mesha/catalog/lies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "mesha/catalog/lie_scale.hpp"
#include "mesha/catalog/strategies.hpp"
#include "mesha/strategies/fixed.hpp"
#include "mesha/strategies/starvation.hpp"

namespace mesha {
namespace {

// What all families of a coalition have in common.
struct Setup {
  std::shared_ptr<const Instance> instance;
  std::vector<ArmId> liars;
  ArmId target;
  LieScale scale;
  std::uint64_t seed;

  const Vec& truth(ArmId arm) const { return instance->feature(arm).x; }
  std::size_t dimension() const { return instance->dimension(); }
  // The strongest liar.
  std::size_t champion() const {
    std::size_t best = 0;
    for (std::size_t k = 1; k < liars.size(); ++k) {
      if (instance->mean(liars[k]) > instance->mean(liars[best])) best = k;
    }
    return best;
  }
  // A direction that depends on the seed and on nothing else, for instance on no other arm.
  Vec random_direction(std::uint64_t which) const {
    NormalSequence normals({seed, which}, Stream::instances, 1);
    Vec x(dimension());
    for (double& coordinate : x) coordinate = static_cast<double>(normals.next());
    const double size = norm(x);
    return size > 0 ? scaled(std::move(x), 1 / size) : unit(dimension(), 0);
  }
};

using Vectors = std::vector<Vec>;

std::vector<AnyStrategy> fixed_strategies(const Vectors& said) {
  std::vector<AnyStrategy> all;
  all.reserve(said.size());
  for (const Vec& x : said) all.emplace_back(Fixed(Report{x}));
  return all;
}

// v without what it has along the orthonormal vectors; twice for accuracy.
Vec away_from(const Vectors& orthonormal, Vec v) {
  for (int pass = 0; pass < 2; ++pass) {
    for (const Vec& b : orthonormal) {
      const double along = dot(v, b);
      for (std::size_t c = 0; c < v.size(); ++c) v[c] -= along * b[c];
    }
  }
  return v;
}

Vec brought_to(Vec x, double length) {
  const double size = norm(x);
  return size > 0 ? scaled(std::move(x), length / size) : x;
}

Vec part_of(const Vec& at, std::size_t first, std::size_t count) {
  Vec part(count);
  for (std::size_t k = 0; k < count; ++k) part[k] = at[first + k];
  return part;
}

ReportSpace space(const Setup& s, std::string name, std::size_t size, const Axis& axis) {
  return {.name = std::move(name), .liars = s.liars, .axes = std::vector<Axis>(size, axis)};
}

// Every liar keeps its true direction and chooses a length.
LieFamily lengths(const Setup& s) {
  LieFamily family{.space = space(s, "lengths", s.liars.size(), s.scale.length_axis())};
  Vectors directions;
  Vec as_true(s.liars.size());
  for (std::size_t k = 0; k < s.liars.size(); ++k) {
    const Vec& truth = s.truth(s.liars[k]);
    directions.push_back(norm(truth) > 0 ? brought_to(truth, 1) : unit(s.dimension(), 0));
    as_true[k] = s.scale.length_place(norm(truth));
  }
  family.space.make = [directions, scale = s.scale](const Vec& at) {
    Vectors said;
    for (std::size_t k = 0; k < at.size(); ++k)
      said.push_back(scaled(directions[k], scale.length(at[k])));
    return fixed_strategies(said);
  };
  const auto all_at = [&](double u) { return Vec(std::vector<double>(s.liars.size(), u)); };
  Vec champion_alone = all_at(0);
  champion_alone[s.champion()] = 1;
  std::vector<NamedPoint> starts{{"all as long as can be", all_at(1)},
                                 {"shrink", all_at(s.scale.length_place(10 * s.scale.shortest()))},
                                 {"zero", all_at(0)},
                                 {"prop up one arm", champion_alone},
                                 {"true lengths", as_true}};
  family.space.starts = [starts = std::move(starts)](const auto& /*said*/) {
    return std::vector<NamedPoint>(starts);
  };
  return family;
}

// The ideas of the literature, as one vector per liar, where the target says `target`.
std::vector<std::pair<std::string, Vectors>> named_attacks(const Setup& s, const Vec& target) {
  const std::size_t n = s.liars.size();
  const std::size_t d = s.dimension();
  const double usual = s.scale.usual();
  const Vec zero(d);
  const Vec claim = brought_to(s.instance->theta(), usual);
  const auto each = [&](const auto& said) {
    Vectors all;
    for (const ArmId liar : s.liars) all.push_back(said(s.truth(liar)));
    return all;
  };
  std::vector<std::pair<std::string, Vectors>> attacks{
      {"mimic the best arm", Vectors(n, scaled(target, 1.001))},
      {"duplicate", Vectors(n, s.truth(s.liars[s.champion()]))},
      {"zero", Vectors(n, zero)},
      {"shrink", each([](const Vec& x) { return scaled(x, .1); })},
      {"stretch", each([&](const Vec& x) { return brought_to(x, usual); })},
      {"opposite", each([](const Vec& x) { return scaled(x, -1); })},
      {"claim to be the best", Vectors(n, claim)}};

  Vectors prop_up(n, zero);
  prop_up[s.champion()] = claim;
  attacks.emplace_back("prop up one arm", prop_up);
  Vectors mimic_alone(n, zero);
  mimic_alone[s.champion()] = scaled(target, 1.001);
  attacks.emplace_back("one mimics, decoys at zero", mimic_alone);
  Vectors decoys;
  for (std::size_t k = 0; k < n; ++k)
    decoys.push_back(scaled(unit(d, (k / 2) % d), (k % 2 == 0 ? 1 : -1) * usual));
  attacks.emplace_back("decoys", decoys);
  if (norm(s.instance->theta()) > 0) {
    const Vectors theta{brought_to(s.instance->theta(), 1)};
    attacks.emplace_back("hide what counts", each([&](const Vec& x) {
                           Vec rest = away_from(theta, x);  // or its rounding error
                           return norm(rest) > 1e-9 * norm(x) ? brought_to(std::move(rest), usual)
                                                              : zero;
                         }));
  }
  return attacks;
}

// Of all liars, where a G-optimal design then never pulls the target.
std::optional<Vectors> starving(const Setup& s, const Vec& target) {
  const auto all = starvation_reports({.target = s.target,
                                       .target_report = Report{target},
                                       .arms = s.instance->arm_count(),
                                       .norm = s.scale.usual()});
  if (!all) return std::nullopt;
  Vectors said;
  for (const ArmId liar : s.liars) said.push_back((*all)[at(liar)].x);
  return said;
}

// Every liar says a vector of its own.
LieFamily vectors(const Setup& s) {
  const std::size_t d = s.dimension();
  LieFamily family{.space = space(s, "vectors", s.liars.size() * d, s.scale.coordinate_axis())};
  family.space.make = [d, scale = s.scale](const Vec& at) {
    Vectors said;
    for (std::size_t first = 0; first < at.size(); first += d) {
      Vec x = part_of(at, first, d);
      for (double& coordinate : x) coordinate = scale.coordinate(coordinate);
      said.push_back(scale.within(std::move(x)));
    }
    return fixed_strategies(said);
  };
  family.space.starts = [s](const std::vector<Report>& all) {
    const Vec& target = all[at(s.target)].x;
    auto attacks = named_attacks(s, target);
    if (auto starved = starving(s, target)) attacks.emplace_back("starvation", *std::move(starved));
    constexpr std::size_t few = 16;
    for (std::size_t j = 0; j < all.size() && all.size() <= few && s.liars.size() == 1; ++j) {
      if (arm_at(j) == s.liars.front() || arm_at(j) == s.target) continue;
      attacks.emplace_back(fmt::format("mimic arm {}", j), Vectors{scaled(all[j].x, 1.001)});
    }
    std::vector<NamedPoint> points;
    for (const auto& [name, said] : attacks) {
      std::vector<double> numbers;
      for (const Vec& x : said) {
        for (const double coordinate : s.scale.within(x))
          numbers.push_back(s.scale.coordinate_place(coordinate));
      }
      points.push_back({name, Vec(std::move(numbers))});
    }
    return points;
  };
  return family;
}

// All liars say the same vector.
LieFamily shared_vector(const Setup& s) {
  const std::size_t d = s.dimension();
  LieFamily family{.space = space(s, "one vector for all", d, s.scale.coordinate_axis())};
  family.space.starts = [s](const std::vector<Report>& all) {
    Vec place(s.dimension());
    const Vec mimicry = s.scale.within(scaled(all[mesha::at(s.target)].x, 1.001));
    for (std::size_t c = 0; c < place.size(); ++c) place[c] = s.scale.coordinate_place(mimicry[c]);
    return std::vector<NamedPoint>{{"mimic the best arm", place}};
  };
  family.space.make = [n = s.liars.size(), scale = s.scale](Vec at) {
    for (double& coordinate : at) coordinate = scale.coordinate(coordinate);
    return fixed_strategies(Vectors(n, scale.within(std::move(at))));
  };
  return family;
}

// A false latent vector under which the liars' rewards fit their reports: x_j = mu_j theta' /
// |theta'|^2 and something across it, so that only the target's report does not fit; as far as
// theta' is long enough and the norm bound allows it. Needs two dimensions.
LieFamily pseudo_world(const Setup& s) {
  const std::size_t d = s.dimension();
  LieFamily family{.space = space(s, "a consistent pseudo-world", d + 1, {})};
  family.space.axes.back().at_high = s.scale.coordinate_axis().at_high;
  Vectors across;
  Vec means(s.liars.size());
  double largest = 0;
  for (std::size_t k = 0; k < s.liars.size(); ++k) {
    across.push_back(s.random_direction(1000 + k));
    means[k] = s.instance->mean(s.liars[k]);
    largest = std::max(largest, std::abs(means[k]));
  }
  // Shorter ones ask for reports beyond the bound.
  const double least = largest > 0 ? largest / s.scale.usual() : 1;
  family.space.make = [across, means, least, scale = s.scale](const Vec& at) {
    Vec world = part_of(at, 0, at.size() - 1);
    for (double& coordinate : world) coordinate = 4 * least * (2 * coordinate - 1);
    const double size = norm(world);
    const Vectors direction{size > 0 ? scaled(world, 1 / size) : unit(world.size(), 0)};
    Vectors said;
    for (std::size_t k = 0; k < across.size(); ++k) {
      Vec x = brought_to(away_from(direction, across[k]),
                         scale.coordinate((1 + at[at.size() - 1]) / 2));
      const double along = means[k] / std::max(size, least);
      for (std::size_t c = 0; c < x.size(); ++c) x[c] += along * direction.front()[c];
      said.push_back(scale.within(std::move(x)));
    }
    return fixed_strategies(said);
  };
  // The target's report then predicts nothing.
  family.space.starts = [s, d, least](const std::vector<Report>& all) {
    const Vec& target = all[at(s.target)].x;
    const Vectors along_target = norm(target) > 0 ? Vectors{brought_to(target, 1)} : Vectors{};
    const Vec world = brought_to(away_from(along_target, s.random_direction(0)), 1.5 * least);
    Vec start(d + 1);
    for (std::size_t c = 0; c < d; ++c) start[c] = (world[c] / (4 * least) + 1) / 2;
    start[d] = .5;
    return std::vector<NamedPoint>{{"a consistent pseudo-world", start}};
  };
  return family;
}

// Liars who, with the target, span only `rank` dimensions: estimates beyond them are arbitrary.
LieFamily low_rank(const Setup& s, std::size_t rank) {
  Vectors basis;
  if (norm(s.truth(s.target)) > 0) basis.push_back(brought_to(s.truth(s.target), 1));
  for (std::uint64_t which = 0; basis.size() < rank; ++which) {
    const Vec v = away_from(basis, s.random_direction(2000 + 100 * rank + which));
    if (norm(v) > 1e-3) basis.push_back(brought_to(v, 1));
  }
  LieFamily family{.space = space(s, fmt::format("rank {}", rank), s.liars.size() * rank,
                                  s.scale.coordinate_axis())};
  family.space.make = [basis, rank, scale = s.scale](const Vec& at) {
    Vectors said;
    for (std::size_t first = 0; first < at.size(); first += rank) {
      Vec x(basis.front().size());
      for (std::size_t k = 0; k < rank; ++k) {
        const double along = scale.coordinate(at[first + k]);
        for (std::size_t c = 0; c < x.size(); ++c) x[c] += along * basis[k][c];
      }
      said.push_back(scale.within(std::move(x)));
    }
    return fixed_strategies(said);
  };
  return family;
}

// Every strategy of the catalog that changes its report and takes a length.
std::vector<LieFamily> changing(const Setup& s) {
  std::vector<LieFamily> families;
  for (const StrategyEntry& entry : all_strategies()) {
    if (std::ranges::find(entry.options, "norm", &OptionInfo::name) == entry.options.end())
      continue;
    const auto shortest = make_profile(entry.name, *s.instance, {{"norm", s.scale.shortest()}});
    const auto longest = make_profile(entry.name, *s.instance, {{"norm", s.scale.longest()}});
    if (!shortest || !longest || (*longest)[at(s.liars.front())].constant()) continue;
    LieFamily family{.space = space(s, entry.name, 1, s.scale.length_axis())};
    family.changing = [name = entry.name, scale = s.scale](const Vec& at) {
      return StrategyChoice{name, {{"norm", scale.length(std::max(at[0], 1e-9))}}};
    };
    family.space.make = [liars = s.liars, choose = family.changing,
                         instance = s.instance](const Vec& at) {
      const StrategyChoice choice = choose(at);
      const auto profile = make_profile(choice.name, *instance, choice.options);
      expects(static_cast<bool>(profile),
              "a strategy that takes two lengths takes those between them");
      std::vector<AnyStrategy> lies;
      lies.reserve(liars.size());
      for (const ArmId liar : liars) lies.push_back((*profile)[mesha::at(liar)]);
      return lies;
    };
    family.space.starts = [name = entry.name](const auto& /*said*/) {
      return std::vector<NamedPoint>{{name, Vec{1.0}}, {name, Vec{.5}}};
    };
    families.push_back(std::move(family));
  }
  return families;
}

}  // namespace

std::vector<LieFamily> lies_of(const Instance& instance, const std::vector<ArmId>& liars,
                               ArmId target, const LieOptions& options) {
  expects(!liars.empty(), "a lie needs a liar");
  const Setup s{std::make_shared<const Instance>(instance), liars, target,
                LieScale(instance, options), options.seed};
  std::vector<LieFamily> families;
  if (options.only_length) {
    families.push_back(lengths(s));
  } else {
    families.push_back(vectors(s));
    if (s.dimension() > 1) families.push_back(pseudo_world(s));
    if (liars.size() > 1) families.push_back(shared_vector(s));
    for (std::size_t rank = 1; rank < s.dimension(); ++rank) {
      if (rank < 3 || rank + 1 == s.dimension()) families.push_back(low_rank(s, rank));
    }
  }
  if (options.over_time) std::ranges::move(changing(s), std::back_inserter(families));
  return families;
}

std::vector<LieFamily> lies_of(const Instance& instance, ArmId arm, const LieOptions& options) {
  ArmId rival = arm;
  for (std::size_t i = 0; i < instance.arm_count(); ++i) {
    const ArmId other = arm_at(i);
    if (other != arm && (rival == arm || instance.mean(other) > instance.mean(rival)))
      rival = other;
  }
  return lies_of(instance, std::vector<ArmId>{arm}, rival, options);
}

std::vector<ReportSpace> spaces_of(const std::vector<LieFamily>& families) {
  std::vector<ReportSpace> spaces;
  spaces.reserve(families.size());
  for (const LieFamily& family : families) spaces.push_back(family.space);
  return spaces;
}

std::optional<ArmId> longer_than(const Instance& instance, double norm_bound) {
  for (std::size_t i = 0; i < instance.arm_count(); ++i) {
    if (norm(instance.feature(arm_at(i)).x) > norm_bound * (1 + 1e-9)) return arm_at(i);
  }
  return std::nullopt;
}

}  // namespace mesha
