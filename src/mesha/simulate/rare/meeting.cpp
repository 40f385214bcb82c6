#include "mesha/simulate/rare/meeting.hpp"

#include <algorithm>
#include <cmath>

#include "mesha/stats/normal_law.hpp"

namespace mesha {
namespace {

double half_square(double x) { return x * x / 2; }

double log_odds_of_passing(double z) {
  const double clamped = std::clamp(z, -35.0, 35.0);
  return std::log(normal_above(clamped)) - std::log(normal_below(clamped));
}

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

}  // namespace

Contender contender(const AffineProblem& problem, int arm, std::int64_t pulls) {
  const ScoreLaw law = score_law(problem, ArmId{arm}, pulls);
  return {arm, law.mean, law.sd, law.trigger_z};
}

double Contender::to_rise(double level) const {
  const double by_score = sd > 0 ? (level - mean) / sd : mean < level ? HUGE_VAL : -HUGE_VAL;
  return std::max(by_score, trigger_z);
}

double Contender::to_fall(double level, bool by_trigger) const {
  const double by_score = sd > 0 ? (mean - level) / sd : mean > level ? HUGE_VAL : -HUGE_VAL;
  return by_trigger ? std::min(by_score, -trigger_z) : by_score;
}

double Contender::rise(double level) const { return std::max(0.0, to_rise(level)); }

double Contender::fall(double level, bool by_trigger) const {
  return std::max(0.0, to_fall(level, by_trigger));
}

Meeting meet(const std::vector<Contender>& up, const std::vector<Contender>& down,
             bool by_trigger) {
  Meeting best{.level = 0, .cost = HUGE_VAL};
  const auto cost = [&](double t) {
    double sum = 0;
    for (const Contender& arm : up) sum += half_square(arm.rise(t));
    for (const Contender& arm : down) sum += half_square(arm.fall(t, by_trigger));
    if (sum < best.cost) best = {t, sum};
    return sum;
  };
  double low = up.front().mean;
  double high = low;
  for (const auto* side : {&up, &down}) {
    for (const Contender& arm : *side) {
      low = std::min(low, arm.mean);
      high = std::max(high, arm.mean);
      if (arm.sd == 0) cost(arm.mean);  // where the cost jumps
    }
  }
  constexpr int cells = 32;  // without triggers the cost is convex, with them it has several minima
  const double width = (high - low) / cells;
  for (int k = 0; k <= cells; ++k) cost(low + k * width);
  low = std::max(low, best.level - width);
  high = std::min(high, best.level + width);
  for (int step = 0; step < 40; ++step) {  // ternary search
    const double a = low + (high - low) / 3;
    const double b = high - (high - low) / 3;
    const bool left = cost(a) < cost(b);
    (left ? high : low) = left ? b : a;
  }
  return best;
}

std::vector<double> chances_of_passing(const std::vector<double>& z, double number) {
  constexpr double sure = 1e-3;  // a chance closer to 0 or 1 is taken for it
  std::vector<double> odds;
  odds.reserve(z.size());
  for (const double each : z) odds.push_back(log_odds_of_passing(each));
  const auto expected = [&](double offset) {
    double sum = 0;
    for (const double each : odds) sum += logistic(each + offset);
    return sum;
  };
  double low = -1500;
  double high = 1500;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (expected(middle) < number ? low : high) = middle;
  }
  for (double& each : odds) {
    each = logistic(each + low);
    if (each < sure) each = 0;
    if (each > 1 - sure) each = 1;
  }
  return odds;
}

}  // namespace mesha
