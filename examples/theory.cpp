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
#include <string>
#include <vector>

#include "mesha/base/random.hpp"
#include "mesha/catalog/experiment.hpp"
#include "mesha/instances/tails.hpp"
#include "mesha/stats/normal_law.hpp"
#include "mesha/theory/certificate.hpp"
#include "mesha/theory/exchanged.hpp"
#include "mesha/theory/limit.hpp"
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

// The best of 50 to 1000 means of an arm's rewards, in sd: an adversary who saw all of them first.
double in_hindsight(const RunRandom& random, std::uint32_t arm) {
  NormalSequence rewards(random, Stream::pull_noise, arm);
  double sum = 0;
  double best = -1e9;
  for (int n = 1; n <= 1000; ++n) {
    sum += static_cast<double>(rewards.next());
    if (n >= 50) best = std::max(best, sum / n);
  }
  return best;
}

void lemma_1() {
  constexpr int runs = 100'000;
  std::vector<double> reach;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const RunRandom random{1, run};
    reach.push_back(in_hindsight(random, 0) + in_hindsight(random, 1));
  }
  fmt::print("Lemma 1, at least 50 pulls of each arm\n");
  fmt::print("   u  equal pulls  any pulls  hindsight, 50 to 1000 pulls\n");
  for (const double u : {1.5, 2.0, 2.5}) {
    const double gap = u / 5;  // u = gap sqrt(50 / 2)
    const auto failures = std::ranges::count_if(reach, [gap](double r) { return r >= gap; });
    fmt::print("{:4.1f}  {:11.4f}  {:9.4f}  {:.4f} of {} runs\n", u,
               overtaking(gap, 1, 50, 0, Allocation::equal),
               overtaking(gap, 1, 50, 0, Allocation::above_floor),
               static_cast<double>(failures) / runs, runs);
  }
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
}
