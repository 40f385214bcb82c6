// Games whose answers are known in closed form.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "mesha/games/report_space.hpp"
#include "mesha/model/learner.hpp"
#include "mesha/simulate/game.hpp"
#include "mesha/strategies/fixed.hpp"

namespace mesha::testing {

// Pulls once, and then names an arm by a coin: arm i with a chance in proportion to
// weight(|x_i|) = .1 + q (1 - q), which is largest where q = |x_i| = .5, whatever the others say.
class ReportContest {
 public:
  static double weight(double q) { return .1 + q * (1 - q); }

  void start(const RunRandom& random) { coins_ = random; }
  bool finished() const { return finished_; }
  const std::vector<Pulls>& plan(Reports reports) {
    weights_.clear();
    for (const Report& report : reports) weights_.push_back(weight(norm(report.x)));
    return batch_;
  }
  void observe(std::span<const Evidence> /*batch*/) {
    double all = 0;
    for (const double one : weights_) all += one;
    double left = all * coins_.uniform(Stream::learner_coins, 0, 0);
    std::size_t named = 0;
    while (named + 1 < weights_.size() && left >= weights_[named]) left -= weights_[named++];
    answer_.outcome = Identified{arm_at(named)};
    finished_ = true;
  }
  ArmId leader() const { return {}; }
  const Answer& answer() const { return answer_; }

 private:
  RunRandom coins_{};
  bool finished_ = false;
  std::vector<double> weights_;
  std::vector<Pulls> batch_{{ArmId{0}, 1}};
  Answer answer_;
};

static_assert(Learner<ReportContest>);

inline Profile lengths_profile(const std::vector<double>& lengths) {
  Profile profile;
  for (const double q : lengths) profile.emplace_back(Fixed(Report{Vec{q}}));
  return profile;
}

inline Game report_contest(const std::vector<double>& lengths) {
  std::vector<TrueFeature> arms;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    arms.push_back({Vec{.9 - .1 * static_cast<double>(i)}});
  return *best_arm_game(*Instance::make(arms, Vec{1}, GaussianNoise{1}), lengths_profile(lengths),
                        AnyLearner(ReportContest()));
}

inline double contest_chance(const std::vector<double>& lengths, std::size_t arm) {
  double all = 0;
  for (const double q : lengths) all += ReportContest::weight(q);
  return ReportContest::weight(lengths[arm]) / all;
}

// The liar reports its number itself.
inline ReportSpace length_space(ArmId liar) {
  return {
      .name = "a length",
      .liars = {liar},
      .axes = {{.at_low = "the low end", .at_high = "the high end"}},
      .starts = [](const auto& /*said*/) { return std::vector<NamedPoint>{{"all of it", Vec{1}}}; },
      .make =
          [](const Vec& at) { return std::vector<AnyStrategy>{AnyStrategy(Fixed(Report{at}))}; }};
}

}  // namespace mesha::testing
