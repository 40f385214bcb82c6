// Every number of docs/theory.md:
//     example_theory examples/vary_T.toml
// What the guarantees and the limit of theory/ say on the paper's Experiment 1, which the file
// holds, and on the means of its Experiment 2.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "mesha/base/random.hpp"
#include "mesha/catalog/experiment.hpp"
#include "mesha/instances/tails.hpp"
#include "mesha/stats/normal_law.hpp"
#include "mesha/theory/certificate.hpp"
#include "mesha/theory/exchanged.hpp"
#include "mesha/theory/limit.hpp"
#include "mesha/theory/rivals.hpp"
#include "mesha/theory/two_arms.hpp"
using namespace mesha;
using namespace mesha::theory;

namespace {

template <class T>
T checked(Result<T> result) {
  if (result) return *std::move(result);
  fmt::print(stderr, "{}\n", result.error().sentence);
  std::exit(2);
}

constexpr int mosts[] = {50, 55, 60, 75, 100, 200, 1000};

// The best of 50 to `most` means of an arm's rewards, in sd, for each `most`: an adversary who saw
// all of them first.
std::vector<double> in_hindsight(const RunRandom& random, std::uint32_t arm) {
  NormalSequence rewards(random, Stream::pull_noise, arm);
  double sum = 0;
  double best = -1e9;
  std::vector<double> found;
  for (int n = 1; n <= 1000; ++n) {
    sum += static_cast<double>(rewards.next());
    if (n >= 50) best = std::max(best, sum / n);
    if (std::ranges::find(mosts, n) != std::end(mosts)) found.push_back(best);
  }
  return found;
}

void lemma_1() {
  constexpr int runs = 100'000;
  std::vector<std::vector<double>> reach(std::size(mosts));
  for (std::uint64_t run = 0; run < runs; ++run) {
    const RunRandom random{1, run};
    const auto best = in_hindsight(random, 0);
    const auto other = in_hindsight(random, 1);
    for (std::size_t k = 0; k < reach.size(); ++k) reach[k].push_back(best[k] + other[k]);
  }
  const auto failing = [](const std::vector<double>& reached, double gap) {
    const auto failures = std::ranges::count_if(reached, [gap](double r) { return r >= gap; });
    return static_cast<double>(failures) / runs;
  };
  fmt::print("Lemma 1, at least 50 pulls of each arm\n");
  fmt::print("   u  equal pulls  any pulls  hindsight, 50 to 1000 pulls\n");
  for (const double u : {1.5, 2.0, 2.5}) {
    const double gap = u / 5;  // u = gap sqrt(50 / 2)
    fmt::print("{:4.1f}  {:11.4f}  {:9.4f}  {:.4f} of {} runs\n", u,
               overtaking(gap, 1, 50, 0, Allocation::equal),
               overtaking(gap, 1, 50, 0, Allocation::above_floor), failing(reach.back(), gap),
               runs);
  }
  fmt::print("\nLemma 1, u = 2, at least 50 pulls of each arm and at most\n");
  std::string bounds;
  std::string failures;
  for (std::size_t k = 0; k < reach.size(); ++k) {
    fmt::print("{:9}", mosts[k]);
    bounds += fmt::format("{:9.4f}", overtaking_within(.4, 1, 50, mosts[k], 0));
    failures += fmt::format("{:9.4f}", failing(reach[k], .4));
  }
  fmt::print("\n{}  bound\n{}  hindsight\n", bounds, failures);
}

struct Means {
  std::vector<double> values;
  double sd;
};

void certificates_of(const char* who, const Means& here, const std::vector<std::int64_t>& budgets,
                     const std::function<HalvingRule(int, std::int64_t)>& rule) {
  const int arms = static_cast<int>(here.values.size());
  std::string markov;
  std::string joint;
  for (const std::int64_t T : budgets) {
    const HalvingRule floors = rule(arms, T);
    markov += fmt::format("{:>10.3g}", checked(certificate(here.values, here.sd, floors)).failure);
    joint +=
        fmt::format("{:>10.3g}", checked(joint_certificate(here.values, here.sd, floors)).failure);
  }
  fmt::print("{:30}{:7}{}\n{:30}{:7}{}\n", who, "ranks", markov, "", "joint", joint);
}

HalvingRule floors(int arms, std::int64_t T, double alpha, double clip) {
  return {kept_floors(arms, T, alpha), Allocation::above_floor, clip};
}

void theorem_1(const char* title, const Means& here, const std::vector<std::int64_t>& budgets) {
  fmt::print("\nTheorem 1, {}\n{:>37}", title, "T =");
  for (const std::int64_t T : budgets) fmt::print("{:>10}", T);
  fmt::print("\n");
  const auto print = [&](const char* who, auto rule) { certificates_of(who, here, budgets, rule); };
  print("equal pulls, fresh samples", [](int arms, std::int64_t T) {
    return HalvingRule{equal_floors(arms, T, false), Allocation::equal};
  });
  print("equal pulls, kept samples", [](int arms, std::int64_t T) {
    return HalvingRule{equal_floors(arms, T, true), Allocation::equal};
  });
  print("floors, alpha = 1/2, c = 0",
        [](int arms, std::int64_t T) { return floors(arms, T, .5, 0); });
  print("floors, alpha = 3/4, c = 0",
        [](int arms, std::int64_t T) { return floors(arms, T, .75, 0); });
  print("floors, alpha = 3/4, c = 1/4",
        [](int arms, std::int64_t T) { return floors(arms, T, .75, .25); });
  print("floors, alpha = 3/4, c = 1/2",
        [](int arms, std::int64_t T) { return floors(arms, T, .75, .5); });
  const int arms = static_cast<int>(here.values.size());
  std::string sums;
  std::string closed;
  for (const std::int64_t T : budgets) {
    sums += fmt::format("{:>10.3g}",
                        checked(karnin_form(here.values, here.sd, floors(arms, T, .75, 0), 0)));
    const KarninSizes sizes{.arms = arms, .budget = T, .alpha = .75};
    closed += fmt::format(
        "{:>10.3g}", std::exp(std::min(0.0, log_karnin_closed_form(here.values, here.sd, sizes))));
  }
  fmt::print("{:37}{}\n{:37}{}\n", "Karnin form, alpha = 3/4, c = 0", sums, "  in closed form",
             closed);
}

// A learner's failure on the truthful instance and on B.
Estimate played(const Instance& instance, const Exchange& b, const LearnerChoice& choice,
                std::int64_t T) {
  auto learner = checked(make_learner(choice.name, setting_of(instance, T), choice.options));
  return checked(estimate(checked(best_arm_game(instance, fixed_profile(b.reports), learner)), {}));
}

Measured measured(const Estimate& found) {
  if (!found.has_counts()) return {found.failure, found.interval};
  return jeffreys_measured({found.tally.failures, found.tally.trials}, .975);
}

void theorem_2(const Experiment& file) {
  const double sd = std::get<GaussianNoise>(file.instance.noise()).sd;
  const Exchange b = checked(exchanged_instance(file.instance));
  fmt::print("\nTheorem 2, Experiment 1: failure when all are truthful, and on instance B\n");
  for (const std::int64_t T : {60, 200, 800}) {
    const double limit = z_star(file.instance.smallest_gap(), sd, T);
    fmt::print("T = {}: z* = {:.3f}, Phi(-z*) = {:.4f}\n", T, limit, normal_below(-limit));
    auto learners = file.learners;
    learners.push_back({"od_linbai_paper", {}});
    for (const LearnerChoice& choice : learners) {
      const Measured truth = measured(played(file.instance, b, choice, T));
      const Measured lie = measured(played(b.instance, b, choice, T));
      fmt::print("  {:33} {:.4f} {:.4f}  least on B {:.2g}", label(choice), truth.probability,
                 lie.probability, least_worst(truth.probability, limit));
      const LimitMeasure share = limit_share(truth, lie, limit);
      if (const auto* found = std::get_if<LimitShare>(&share)) {
        fmt::print(", E {:.3f} ({:.3f} - {:.3f})\n", found->value, found->interval.low,
                   found->interval.high);
      } else {
        fmt::print(", no E: {}\n", words(std::get<NoLimitShare>(share)));
      }
    }
  }
}

struct Rivalry {
  const char* title;
  Means means;
  std::int64_t budget;
  bool tied;
};

// How often the rule fails that knows the gap and pulls, and in the end names, the likeliest arm.
std::string likeliest_arm_fails(int arms, double gap, std::int64_t T) {
  const auto runs = static_cast<int>(100'000'000 / T);
  int failures = 0;
  for (int run = 0; run < runs; ++run) {
    NormalSequence noise({1, static_cast<std::uint64_t>(run)}, Stream::pull_noise, 0);
    const auto best = run % arms;
    std::vector<double> log_likelihood(static_cast<std::size_t>(arms), 0.0);
    const auto likeliest = [&] { return std::ranges::max_element(log_likelihood); };
    for (std::int64_t t = 0; t < T; ++t) {
      const auto arm = likeliest();
      const double mean = arm - log_likelihood.begin() == best ? gap : 0;
      *arm += gap * (mean + static_cast<double>(noise.next()) - gap / 2);
    }
    failures += likeliest() - log_likelihood.begin() != best;
  }
  const double found = static_cast<double>(failures) / runs;
  return fmt::format("{:.3g} +- {:.1g}", found, std::sqrt(found * (1 - found) / runs));
}

std::string failure_of(const Rivalry& here, const LearnerChoice& choice) {
  std::vector<TrueFeature> features;
  for (const double mean : here.means.values) features.push_back({Vec{mean}});
  const auto instance =
      checked(Instance::make(std::move(features), Vec{1.0}, GaussianNoise{here.means.sd}));
  auto learner =
      checked(make_learner(choice.name, setting_of(instance, here.budget), choice.options));
  const Game game =
      checked(best_arm_game(instance, checked(make_profile("truthful", instance, {})), learner));
  return fmt::format("{:9.3g}", checked(estimate(game, {.trials = 10'000})).failure);
}

void theorem_4(const Means& one, const Means& two) {
  const auto with = [](double sd, const std::vector<std::pair<int, double>>& groups) {
    Means means{{}, sd};
    for (const auto& [count, mean] : groups)
      means.values.insert(means.values.end(), static_cast<std::size_t>(count), mean);
    return means;
  };
  const auto near = [](int rivals, double step, int far) {
    Means means{{1.0}, .5};
    for (int i = 0; i < rivals; ++i) means.values.push_back(.9 - step * i);
    means.values.insert(means.values.end(), static_cast<std::size_t>(far), .5);
    return means;
  };
  const Means twelve = with(1, {{1, 1.0}, {11, .5}});
  const std::vector<Rivalry> all = {
      {"12 arms, gap .5, sd 1, T = 150", twelve, 150, true},
      {"12 arms, gap .5, sd 1, T = 400", twelve, 400, true},
      {"10 arms, gap .05, sd .5, T = 5000", with(.5, {{1, .5}, {9, .45}}), 5000, true},
      {"gaps .1, .102, ... .118, 19 far", near(10, .002, 19), 1500, false},
      {"gaps .1, .105, ... .145, 19 far", near(10, .005, 19), 1500, false},
      {"gaps .1, .11, ... .19, 19 far", near(10, .01, 19), 1500, false},
      {"Experiment 1, T = 60", one, 60, false},
      {"Experiment 1, T = 200", one, 200, false},
      {"Experiment 2, d = 3, T = 1500", two, 1500, false}};
  fmt::print("\nTheorem 4: the least failure of rules that reports do not move\n");
  fmt::print("{:35}{:>9}{:>9}  {:8}{:>17}{:>9}{:>9}{:>9}\n", "", "Phi(-z*)", "least", "ranks",
             "likeliest", "adaptive", "SH keep", "SR");
  for (const Rivalry& here : all) {
    const auto& [means, sd] = here.means;
    const BlindLimit limit = least_blind_failure(means, sd, here.budget);
    auto gaps = means;
    std::ranges::sort(gaps, std::greater{});
    const double gap = gaps[0] - gaps[1];
    const std::string likeliest =
        here.tied ? likeliest_arm_fails(static_cast<int>(means.size()), gap / sd, here.budget) : "";
    fmt::print("{:35}{:9.3g}{:9.3g}  {:8}{:>17}{}{}{}\n", here.title,
               normal_below(-z_star(gap, sd, here.budget)), limit.failure,
               fmt::format("{} - {}", limit.first, limit.last), likeliest,
               failure_of(here, {"adaptive_halving", {}}),
               failure_of(here, {"sequential_halving", {{"keep_samples", true}}}),
               failure_of(here, {"successive_rejects", {}}));
  }
  fmt::print("\nTheorem 4: the failure under a lie that a truthful failure forces, z = 2\n");
  fmt::print("truthful failure");
  constexpr double truths[] = {.1, .03, .01, .003, .001};
  for (const double truth : truths) fmt::print("{:>9}", truth);
  for (const int arms : {2, 3, 5, 12}) {
    fmt::print("\n{:>2} tied arms     ", arms);
    for (const double truth : truths) fmt::print("{:9.3g}", least_worst_of(arms, truth, 2));
  }
  fmt::print("\n");
}

void theorem_3() {
  fmt::print("\nTheorem 3, s = v: truthful failure, worst failure\ndelta");
  constexpr double clips[] = {0, .1, .25, .5, .75, 1, 2};
  for (const double clip : clips) fmt::print("{:>15}", fmt::format("c = {}", clip));
  for (const double delta : {1.0, 1.5, 2.0}) {
    fmt::print("\n{:5}", delta);
    for (const double clip : clips) {
      const TwoArmFailure here = clipped_two_arms(delta, 1, clip);
      fmt::print("  {:.4f} {:.4f}", here.truth, here.worst);
    }
  }
  fmt::print("\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return fmt::print(stderr, "usage: example_theory examples/vary_T.toml\n"), 2;
  const Experiment file = checked(load_experiment(argv[1]));
  Means one{{}, std::get<GaussianNoise>(file.instance.noise()).sd};
  for (std::size_t i = 0; i < file.instance.arm_count(); ++i)
    one.values.push_back(file.instance.mean(arm_at(i)));
  const Means two{
      means_with_tail({.arms = 64, .best = .62, .gap = .015, .end = .12, .tail = Tail::separated}),
      .14};
  lemma_1();
  theorem_1("Experiment 1 (K = 8)", one, {60, 200, 800, 3200, 12'800, 51'200});
  theorem_1("Experiment 2 (K = 64, d = 3, separated tail)", two,
            {1500, 6000, 24'000, 96'000, 384'000});
  theorem_2(file);
  theorem_3();
  theorem_4(one, two);
}
