// A theory sheet's complexities, Theorem 6, and what MESHA is compared with.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mesha/catalog/theory_parts.hpp"
#include "mesha/theory/accuracy.hpp"
#include "mesha/theory/baselines.hpp"
#include "mesha/theory/rates.hpp"

namespace mesha::theory_parts {

void require(TheoryValue& value, const Conditions& conditions) {
  if (conditions.empty()) return;
  value.holds = std::ranges::all_of(conditions, &Condition::met);
  std::vector<std::string> words;
  for (const Condition& one : conditions) {
    if (*value.holds || !one.met) words.push_back(one.words);
  }
  value.condition = fmt::format("{}", fmt::join(words, "; "));
}

TheoryValue log_bound(TheoryValue value, std::optional<double> log) {
  value.value.reset();
  if (!log) return value;
  value.value = std::exp(*log);
  if (std::isfinite(*log)) value.log = log;  // else the value is 0
  value.informative = *log < 0;
  return value;
}

TheoryValue error_bound(TheoryValue value, double largest_gap) {
  value.informative = value.value && *value.value < largest_gap;
  return value;
}

namespace {

TheoryValue baseline(const At& at, std::string name, std::string words, std::string equation) {
  return {.group = TheoryGroup::baselines,
          .name = std::move(name),
          .words = std::move(words),
          .equation = std::move(equation),
          .budget = at.sizes.budget};
}

void add_rates(const At& at, std::vector<TheoryValue>& values) {
  const auto add = [&](std::string name, std::string words, std::optional<double> value) {
    values.push_back(baseline(at, std::move(name), std::move(words), "Table I"));
    values.back().value = value;
  };
  const auto& [arms, d, budget, epochs] = at.sizes;
  const double h_2 = theory::H_2(at.ground.gaps, theory::RankReading::best_is_first);
  add("rate_mesha", "exponent of MESHA (Table I)", theory::mesha_rate(at.sizes, at.ground.zeta));
  add("rate_halving", "exponent of SH (Table I)", theory::halving_rate(budget, arms, h_2));
  add("rate_od_linbai", "exponent of OD-LinBAI (Table I)",
      d > 1 ? std::optional(theory::od_linbai_rate(budget, d)) : std::nullopt);
}

}  // namespace

void add_instance(const Ground& g, const TheoryRounds& rounds, std::vector<TheoryValue>& values) {
  const auto add = [&](std::string name, std::string words, std::string equation,
                       std::optional<double> value) {
    values.push_back({.group = TheoryGroup::instance,
                      .name = std::move(name),
                      .words = std::move(words),
                      .equation = std::move(equation),
                      .value = value});
  };
  const auto count = [](const std::optional<std::int64_t>& rounds_needed) {
    return rounds_needed ? std::optional(static_cast<double>(*rounds_needed)) : std::nullopt;
  };
  const theory::Sizes sizes{.arms = g.arms(), .dimension = g.dimension()};
  add("H_2", "H_2 = max i / Delta_(i)^2, i from 2 (by its definition)", "Section III-E",
      theory::H_2(g.gaps, theory::RankReading::best_is_first));
  add("H_2_apart", "H_2, i from 1 (as in the worked example)", "Section III-E, worked example",
      theory::H_2(g.gaps, theory::RankReading::best_is_apart));
  add("complexity", "(K / zeta^2) d^2, in its place for MESHA", "Section III-E",
      theory::mesha_complexity(sizes, g.zeta));
  add("H_2_lin", "H_2 of OD-LinBAI: of the d best arms", "Yang & Tan 2022",
      g.dimension() > 1 ? std::optional(theory::H_2_lin(g.gaps, g.dimension())) : std::nullopt);
  add("rounds", "rounds from which Theorem 6 speaks of this zeta", "Theorem 6",
      count(rounds.of_zeta));
  add("rounds_largest_gap", "... of a zeta that is the largest gap here", "Theorem 6",
      count(rounds.of_largest_gap));
  add("rounds_any_gap", "... of zeta = 2, the largest gap anywhere", "Theorem 6",
      count(rounds.of_any_gap));
}

void add_main_theorem(const At& at, std::vector<TheoryValue>& values) {
  const double zeta = at.ground.zeta;
  const double least = theory::least_zeta(at.sizes);
  const Condition large{zeta >= least, "zeta is at least the least zeta of Theorem 6"};
  const auto made = [&](std::string name, std::string words, std::string equation,
                        std::optional<double> value) {
    return TheoryValue{.group = TheoryGroup::main_theorem,
                       .name = std::move(name),
                       .words = std::move(words),
                       .equation = std::move(equation),
                       .budget = at.sizes.budget,
                       .value = value};
  };
  values.push_back(log_bound(made("delta", "delta (Alg. 1, line 2)", "Algorithm 1, line 2", {}),
                             at.radii.log_delta));
  values.push_back(made("least_zeta", "least zeta (Theorem 6)", "Theorem 6", least));
  require(values.back(), {large});
  const auto of_proof = theory::least_zeta_of_proof(at.sizes);
  values.push_back(
      made("least_zeta_proof", "least zeta (its proof)", "proof of Theorem 6", of_proof));
  require(values.back(),
          {{of_proof && zeta >= *of_proof, "zeta is at least the least zeta of the proof"}});
  Conditions all = at.of_analysis();
  all.insert(all.begin(), large);
  const auto add_bound = [&](TheoryValue value, theory::LogReading reading) {
    value.bounds = Bounded::mesha;
    value = log_bound(std::move(value), theory::log_failure_bound(at.sizes, zeta, reading));
    require(value, all);
    values.push_back(std::move(value));
  };
  add_bound(made("failure_bound", "bound, with log_2 (Theorem 6)", "Theorem 6", {}),
            theory::LogReading::base_2);
  add_bound(made("failure_bound_proof", "bound, with log^2 (its proof)", "proof of Theorem 6", {}),
            theory::LogReading::squared);
}

void add_baselines(const At& at, std::vector<TheoryValue>& values) {
  using theory::NoiseScale;
  const Ground& g = at.ground;
  const auto& [arms, d, budget, epochs] = at.sizes;
  const auto add = [&](TheoryValue value, Bounded whose, std::optional<double> log,
                       const Conditions& conditions) {
    value.bounds = whose;
    value = log_bound(std::move(value), log);
    require(value, conditions);
    values.push_back(std::move(value));
  };
  add_rates(at, values);
  const double h_2 = theory::H_2(g.gaps, theory::RankReading::best_is_first);
  const auto karnin = [&](NoiseScale scale) {
    return theory::log_karnin_bound(budget, arms, h_2, scale, g.noise);
  };
  add(baseline(at, "karnin", "SH: Karnin's bound, as printed", "Karnin et al. 2013, Theorem 4.1"),
      Bounded::halving, karnin(NoiseScale::printed), {g.unit_rewards});
  add(baseline(at, "karnin_scaled", "SH: Karnin's bound, T / sd^2",
               "Karnin et al. 2013, for sd-sub-Gaussian rewards"),
      Bounded::halving, karnin(NoiseScale::of_instance), {});
  if (const auto sure = certified_failure(g.experiment.instance, budget, plain_halving, {})) {
    add(baseline(at, "certificate", "SH: certificate (docs/theory.md)",
                 "Theorem 1 of docs/theory.md"),
        Bounded::halving, std::log(*sure), {});
  }
  const double h_2_lin = theory::H_2_lin(g.gaps, d);
  const auto od_linbai = [&](NoiseScale scale) {
    return theory::log_od_linbai_bound(budget, arms, d, h_2_lin, scale, g.noise);
  };
  add(baseline(at, "od_linbai", "OD-LinBAI: its bound, as printed", "Yang & Tan 2022"),
      Bounded::designs, od_linbai(NoiseScale::printed), {g.unit_noise, g.spanning});
  add(baseline(at, "od_linbai_scaled", "OD-LinBAI: its bound, m / sd^2",
               "Yang & Tan 2022, for sd-sub-Gaussian rewards"),
      Bounded::designs, od_linbai(NoiseScale::of_instance), {g.spanning});
}

}  // namespace mesha::theory_parts
