#include "mesha/simulate/rare/tilted_run.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "mesha/stats/normal_law.hpp"

namespace mesha {
namespace {

// 63 bits for the size, one for the sign: precise in both tails, never infinite.
double normal_from(std::uint64_t bits) {
  const double p = (static_cast<double>(bits >> 1U) + 0.5) * 0x1p-64;
  const double z = normal_quantile(p);
  return (bits & 1U) != 0 ? -z : z;
}

std::uint64_t both(std::uint32_t high, std::uint32_t low) {
  return (std::uint64_t{high} << 32U) | low;
}

// log(1 - q + q exp(x)), q > 0.
double log_mixed(double q, double x) {
  return x > 0 ? x + std::log(q + (1 - q) * std::exp(-x)) : std::log1p(q * std::expm1(x));
}

}  // namespace

TiltedRun::TiltedRun(const AffineProblem& problem, const Mixture& mixture)
    : problem_(&problem),
      mixture_(&mixture),
      shifts_(problem.means.size() * static_cast<std::size_t>(problem.facts.epochs)),
      coins_(1) {
  std::map<std::pair<std::size_t, int>, std::size_t> coin_of;
  for (std::size_t c = 0; c < mixture.size(); ++c) {
    for (const Shift& shift : mixture[c].shifts) add_shift(c, shift, coin_of);
  }
}

// Cumulative scores: one coin per tilt and arm, for all epochs.
void TiltedRun::add_shift(std::size_t tilt, const Shift& shift,
                          std::map<std::pair<std::size_t, int>, std::size_t>& coin_of) {
  std::size_t coin = 0;
  if (shift.chance < 1) {
    const auto [place, fresh] = coin_of.try_emplace({tilt, shift.arm}, coins_.size());
    if (!fresh && !problem_->facts.cumulative) place->second = coins_.size();
    coin = place->second;
    if (coin == coins_.size()) coins_.push_back({.chance = shift.chance});
  }
  shifts_[static_cast<std::size_t>(shift.epoch - 1) * problem_->means.size() +
          static_cast<std::size_t>(shift.arm)]
      .push_back({tilt, shift.by, coin});
}

TiltedRun::EpochRules& TiltedRun::epoch_of(int number, int active) {
  const auto [place, fresh] = epochs_.try_emplace({number, active});
  EpochRules& epoch = place->second;
  if (!fresh) return epoch;
  const Stage stage = problem_->facts.stage(number, active);
  epoch = {.pulls = stage.pulls, .keep = stage.keep, .rules = {}, .overtaken = {}};
  std::int64_t counted = stage.pulls;
  if (problem_->facts.cumulative) {  // such a learner's schedule is fixed: no arm leaves early
    int size = problem_->arm_count();
    for (int before = 1; before < number; ++before) {
      const Stage past = problem_->facts.stage(before, size);
      counted += past.pulls;
      size = std::min(size, past.keep);
    }
  }
  for (const Report& report : problem_->reports) {
    epoch.rules.push_back(problem_->facts.rule(report, counted));
  }
  if (!problem_->facts.cumulative && Overtaken::affordable(number, active - 1, stage.keep)) {
    epoch.overtaken.emplace(*problem_, stage);
  }
  return epoch;
}

void TiltedRun::choose_tilt(const RunRandom& random) {
  double u = random.uniform(Stream::tilted, 0, 0);
  chosen_ = 0;
  while (chosen_ + 1 < mixture_->size() && u >= (*mixture_)[chosen_].share) {
    u -= (*mixture_)[chosen_++].share;
  }
}

// Is the draw shifted, in a run of this tilt?
bool TiltedRun::applies(const TiltedDraw& one, const Block& words) {
  if (one.coin == 0) return true;
  Coin& coin = coins_[one.coin];
  if (!coin.tossed) {
    coin.tossed = true;
    coin.shifted = static_cast<double>(both(words[2], words[3])) * 0x1p-64 < coin.chance;
  }
  return coin.shifted;
}

double TiltedRun::draw(const RunRandom& random, int epoch, int arm) {
  const Block words = random.block(Stream::tilted, static_cast<std::uint32_t>(epoch),
                                   static_cast<std::uint32_t>(arm));
  double z = normal_from(both(words[0], words[1]));
  const auto& shifts = shifts_[static_cast<std::size_t>(epoch - 1) * problem_->means.size() +
                               static_cast<std::size_t>(arm)];
  for (const TiltedDraw& one : shifts) {
    if (one.tilt == chosen_ && applies(one, words)) z += one.by;
  }
  for (const TiltedDraw& one : shifts) {
    const double more = one.by * (z - one.by / 2);
    if (one.coin == 0) {
      log_ratio_[one.tilt] += more;
      continue;
    }
    Coin& coin = coins_[one.coin];
    coin.log_likelihood += more;
    const double now = log_mixed(coin.chance, coin.log_likelihood);
    log_ratio_[one.tilt] += now - std::exchange(coin.log_ratio, now);
  }
  return z;
}

void TiltedRun::start(const RunRandom& random) {
  choose_tilt(random);
  for (Coin& coin : coins_) coin = {.chance = coin.chance};
  log_ratio_.assign(mixture_->size(), 0.0);
  credit_.assign(mixture_->size(), 0.0);
  part_.resize(mixture_->size());
  sums_.assign(problem_->means.size(), 0.0);
  others_.clear();
  for (int arm = 0; arm < problem_->arm_count(); ++arm) {
    if (arm != problem_->best().index) others_.push_back(arm);
  }
  alive_ = 1;
}

double TiltedRun::play(const RunRandom& random) {
  start(random);
  double found = 0;
  for (int number = 1; number <= problem_->facts.epochs && alive_ > 0; ++number) {
    EpochRules& epoch = epoch_of(number, static_cast<int>(others_.size()) + 1);
    if (epoch.overtaken) {
      const double leaves = epoch.overtaken->probability(others_);
      found += add_term(alive_ * leaves);
      if (epoch.keep == 1 || others_.empty()) {  // if it stays it is alone: nothing to draw
        alive_ *= 1 - leaves;
        others_.clear();
        continue;
      }
    }
    score_others(random, number, epoch);
    const double leaves = best_leaves(epoch);
    if (!epoch.overtaken) found += add_term(alive_ * leaves);
    if (problem_->facts.cumulative) {
      if (leaves == 1 || !best_stays(random, number, epoch)) return found;
    } else {
      alive_ *= 1 - leaves;
    }
    keep_strongest(epoch);
  }
  const bool named = others_.empty() || problem_->best().index < others_.front();
  return named ? found : found + add_term(alive_);
}

double TiltedRun::add_term(double leaves) {
  if (leaves == 0) return 0;
  double density = 0;  // of what was drawn by now, over the true one
  for (std::size_t c = 0; c < credit_.size(); ++c) {
    part_[c] = (*mixture_)[c].share * std::exp(log_ratio_[c]);
    density += part_[c];
  }
  const double term = leaves / density;
  for (std::size_t c = 0; c < credit_.size(); ++c) credit_[c] += term * (part_[c] / density);
  return term;
}

void TiltedRun::score_others(const RunRandom& random, int number, const EpochRules& epoch) {
  const auto n = static_cast<double>(epoch.pulls);
  const double sd = std::sqrt(n) * problem_->sd;
  scored_.clear();
  for (const int arm : others_) {
    const auto i = static_cast<std::size_t>(arm);
    double& sum = sums_[i];
    if (!problem_->facts.cumulative) sum = 0;
    sum += n * problem_->means[i];
    if (sd > 0) sum += sd * draw(random, number, arm);
    const ArmRule& rule = epoch.rules[i];
    if (!(sum < rule.trigger_below)) scored_.push_back({arm, rule.scale * sum});
  }
  // Strongest first; of equals the lowest index, in which order they are already.
  std::ranges::stable_sort(scored_, std::greater{}, &RivalScore::score);
}

// P(the trigger, or `keep` stronger others), over the best arm's new rewards alone.
double TiltedRun::best_leaves(const EpochRules& epoch) const {
  const auto best = at(problem_->best());
  const auto n = static_cast<double>(epoch.pulls);
  const double mean = sums_[best] + n * problem_->means[best];
  const double sd = std::sqrt(n) * problem_->sd;
  const ArmRule& rule = epoch.rules[best];
  const auto keep = static_cast<std::size_t>(epoch.keep);
  const bool contested = scored_.size() >= keep;
  if (rule.scale > 0 && sd > 0) {
    const double cut = contested ? scored_[keep - 1].score / rule.scale : rule.trigger_below;
    return normal_below((std::max(cut, rule.trigger_below) - mean) / sd);
  }
  const double own = rule.scale * mean;  // a constant
  const double trigger = sd > 0 ? normal_below((rule.trigger_below - mean) / sd)
                         : mean < rule.trigger_below ? 1.0
                                                     : 0.0;
  if (!contested) return trigger;
  const RivalScore& last = scored_[keep - 1];
  const bool beaten = last.score > own || (last.score == own && last.arm < problem_->best().index);
  return beaten ? 1 : trigger;
}

// Draws the best arm's rewards after all, where later epochs build on them.
bool TiltedRun::best_stays(const RunRandom& random, int number, const EpochRules& epoch) {
  const auto best = at(problem_->best());
  const auto n = static_cast<double>(epoch.pulls);
  const double sd = std::sqrt(n) * problem_->sd;
  sums_[best] += n * problem_->means[best];
  if (sd > 0) sums_[best] += sd * draw(random, number, problem_->best().index);
  const ArmRule& rule = epoch.rules[best];
  if (sums_[best] < rule.trigger_below) return false;
  const auto keep = static_cast<std::size_t>(epoch.keep);
  if (scored_.size() < keep) return true;
  const RivalScore& last = scored_[keep - 1];
  const double own = rule.scale * sums_[best];
  return own > last.score || (own == last.score && problem_->best().index < last.arm);
}

void TiltedRun::keep_strongest(const EpochRules& epoch) {
  const auto room = static_cast<std::size_t>(epoch.keep) - 1;
  others_.clear();
  for (std::size_t k = 0; k < std::min(room, scored_.size()); ++k) {
    others_.push_back(scored_[k].arm);
  }
  std::ranges::sort(others_);
}

}  // namespace mesha
