// A claim follows from numbers: other numbers, another verdict.
#include "mesha/paper/claims.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "mesha/base/expects.hpp"
#include "mesha/paper/formula_claims.hpp"
#include "support/random_games.hpp"
#include "support/studies.hpp"

namespace mesha::paper {
namespace {

// As if every cell had come out exactly as told.
using Told = std::function<double(const Job&)>;
Findings findings(const Told& told) {
  Numbers numbers;
  for (const Job& job : all_jobs(studies(), {})) {
    const double p = told(job);
    numbers.add(job, {{.failure = p, .interval = {.low = p, .high = p}, .method = Method::exact}});
  }
  return judge(studies(), numbers);
}

Holds verdict(const std::string& id, const Findings& all) {
  for (const Claim& claim : check_claims(all)) {
    if (claim.id == id) return *claim.holds;
  }
  throw std::out_of_range("no claim " + id);
}

// From a to b, in even steps of the logarithm.
double decaying(double a, double b, const Job& job) {
  const auto& T = job.study->values;
  const double way =
      static_cast<double>(job.value - T.front()) / static_cast<double>(T.back() - T.front());
  return a * std::pow(b / a, way);
}

TEST(Claims, OfTheDecayHoldIfMeshaDecaysAsTheTextSays) {
  const auto with = [](double a, double b) {
    return verdict("decay-in-T", findings([=](const Job& job) { return decaying(a, b, job); }));
  };
  EXPECT_EQ(with(0.188, 0.056), Holds::yes);
  EXPECT_EQ(with(0.121, 0.0366), Holds::partly);  // as the table says
  EXPECT_EQ(with(0.188, 0.1), Holds::partly);
  EXPECT_EQ(with(0.056, 0.188), Holds::no);
  EXPECT_EQ(verdict("decay-in-T", findings([](const Job& job) {  // like 1/T: it flattens
                      return 0.188 * 60 / static_cast<double>(job.value);
                    })),
            Holds::partly);
}

TEST(Claims, OfTheNumberOfTrialsDependOnTheDigits) {
  Findings all = findings([](const Job&) { return 0.3; });
  EXPECT_EQ(verdict("5000-trials", all), Holds::partly);
  for (Cell& cell : all.cells) cell.paper.trials = 500;
  EXPECT_EQ(verdict("5000-trials", all), Holds::no);
  for (Cell& cell : all.cells) cell.paper.trials = 5000;
  EXPECT_EQ(verdict("5000-trials", all), Holds::yes);
}

// Columns that fall, rise, stay: in all combinations every claim about experiments varies.
TEST(Claims, CanAllComeOutOtherwise) {
  const std::function<double(const Job&)> shapes[] = {
      [](const Job& job) { return decaying(0.188, 0.056, job); },
      [](const Job& job) { return decaying(0.3, 0.01, job); },
      [](const Job& job) { return decaying(0.1, 0.99, job); },
      [](const Job&) { return 0.3; },
      [](const Job&) { return 0.41; },
      [](const Job&) { return 0.05; }};
  std::map<std::string, std::set<Holds>> seen;
  for (std::uint64_t number = 0; number < 200; ++number) {
    testing::Dice dice(number);
    std::map<const Reading*, int> shape;
    const Findings all = findings([&](const Job& job) {
      const auto [at, fresh] = shape.try_emplace(job.reading, 0);
      if (fresh) at->second = dice.integer(0, 5);
      return shapes[at->second](job);
    });
    for (const Claim& claim : check_claims(all)) seen[claim.id].insert(*claim.holds);
  }
  EXPECT_EQ(seen.size(), 15U);
  // These do not depend on what is measured, or only on the instance; their own tests are below.
  for (const char* id : {"5000-trials", "H2-example", "example-2", "theorem-applies"})
    EXPECT_EQ(seen.erase(id), 1U) << id;
  for (const auto& [id, verdicts] : seen) EXPECT_GT(verdicts.size(), 1U) << id;
}

TEST(Claims, OfTheWorkedExampleIsHalfRight) {
  EXPECT_EQ(worked_example({}).holds, Holds::partly);
  EXPECT_EQ(worked_example({.h_2 = 204800}).holds, Holds::yes);
  EXPECT_EQ(worked_example({.mesha_complexity = 25000}).holds, Holds::no);
}

TEST(Claims, OfTheStarvedArmIsAThirdAndNotPointFour) {
  EXPECT_EQ(starved_arm({}).holds, Holds::no);
  EXPECT_EQ(starved_arm({.estimate = 1.0 / 3}).holds, Holds::yes);
}

TEST(Claims, OfTheTheoremNeedItsConditionAndItsBound) {
  const auto at = [](std::int64_t T, double zeta, double failure) -> Measured {
    return {
        .sizes = theory::mesha_sizes(2, 1, T), .zeta = zeta, .gaps = {0, 1}, .failure = failure};
  };
  // K = 2, d = 1, T = 10^6: 12 sqrt(2) log(1 + T) / 1000 = .234 is asked for; the bound at
  // zeta = .5 is 1e-6 exp(-T .25 / (36 log2(1 + T))) = 1e-6 exp(-348).
  const Measured kept = at(1'000'000, 0.5, 0);
  const Measured broken = at(1'000'000, 0.5, 0.01);
  const Measured silent = at(1'000'000, 0.2, 0);
  EXPECT_EQ(theorem_applies({kept, kept}).holds, Holds::yes);
  EXPECT_EQ(theorem_applies({silent, kept}).holds, Holds::partly);
  EXPECT_EQ(theorem_applies({broken, kept}).holds, Holds::no);
  EXPECT_EQ(theorem_applies({silent, silent}).holds, Holds::no);
}

TEST(Claims, OfExperiment1AreNotMadeWhereItWasNotRun) {
  Findings all = findings([](const Job&) { return 0.3; });
  std::erase_if(all.cells, [](const Cell& cell) { return cell.study->id == "vary-T"; });
  EXPECT_THROW(verdict("theorem-applies", all), std::out_of_range);
  EXPECT_TRUE(make_remarks(all).empty());
}

TEST(Findings, RefuseToSpeakOfWhatIsNotThere) {
  const Findings all = findings([](const Job&) { return 0.3; });
  EXPECT_EQ(all.cell("vary-T", "MESHA", 60).judged.ours.failure, 0.3);
  EXPECT_EQ(all.addition("vary-T", "MESHA, base geometry", 60).judged.ours.failure, 0.3);
  EXPECT_THROW(all.cell("vary-T", "MESHA", 61), BrokenPromise);
  EXPECT_THROW(all.cell("vary-T", "MASHE", 60), BrokenPromise);
  EXPECT_THROW(all.addition("vary-T", "MESHA, plane geometry", 60), BrokenPromise);
  EXPECT_THROW(all.addition("vary-Q", "SH"), BrokenPromise);
  EXPECT_THROW(all.reading("vary-T", "OD-LinBAI", "faithfull"), BrokenPromise);
}

}  // namespace
}  // namespace mesha::paper
