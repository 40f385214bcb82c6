#include "mesha/learners/parts/floor_sets.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mesha/base/expects.hpp"
#include "mesha/learners/parts/roster.hpp"

namespace mesha {

Status FloorSets::check(const FloorSetsConfig& c) {
  if (!(c.alpha >= 0 && c.alpha <= 1)) return Error{"alpha must lie between 0 and 1"};
  if (c.ahead && *c.ahead < 1) return Error{"ahead must be at least 1"};
  return enough_budget(c.arms, c.budget, FloorSchedule::smallest_budget(c.arms, c.alpha));
}

FloorSets::FloorSets(const FloorSetsConfig& c)
    : schedule_{c.arms, c.budget, c.alpha},
      ahead_(c.ahead.value_or(schedule_.ahead())),
      final_(c.final),
      records_(c.arms),
      in_(static_cast<std::size_t>(c.arms), 1),
      in_floor_set_(in_.size(), 1),
      scores_(in_.size(), 0.0),
      aside_(in_.size()),
      arms_in_(c.arms) {
  batch_.reserve(in_.size());
  answer_.departures.reserve(in_.size());
  if (arms_in_ == 1) {
    finish();
  } else {
    begin_epoch();
    plan_floor();
  }
}

void FloorSets::begin_epoch() {  // lines 3-4 and 7
  ++epoch_;
  floor_sum_ += schedule_.floor_pulls(epoch_);
  floor_ = std::max(floor_, epoch_ == 1 ? schedule_.first_floor() : floor_sum_);
  stop_ = schedule_.stop(epoch_);
}

// Line 5. Without withdrawals T never cuts it short.
bool FloorSets::plan_floor() {
  std::int64_t left = schedule_.budget - used_;
  for (std::size_t i = 0; i < in_.size(); ++i) {
    if (in_floor_set_[i] == 0) continue;
    const auto has = static_cast<std::int64_t>(records_.pulls()[i]);
    const std::int64_t owed = std::min(floor_ - has, left);
    if (owed <= 0) continue;
    batch_.push_back({arm_at(i), owed});
    left -= owed;
  }
  return !batch_.empty();
}

void FloorSets::plan_ahead(const Guide& guide) {  // lines 8-15
  Contest& contest = *contest_;
  const auto left = static_cast<double>(schedule_.budget - used_);
  contest.begin(in_, records_.pulls(), left, variance());
  contest.show(Contest::View::own, records_.means());
  const std::int64_t pulls = std::min(ahead_, stop_ - used_);
  const auto guided_until = [&](std::int64_t planned) {  // how many of so many pulls
    return guide.corrections ? std::floor(static_cast<double>(planned) * guide.share) : 0;
  };
  if (guided_until(planned_ + pulls) > guided_until(planned_)) {
    const std::span<const double> b = guide.corrections();
    *guided_ = records_.means();
    for (std::size_t i = 0; i < in_.size(); ++i) (*guided_)[i] += b[i];
    contest.show(Contest::View::guided, *guided_);
  }
  counts_->assign(in_.size(), 0);
  for (const std::int64_t last = planned_ + pulls; planned_ < last; ++planned_) {
    const bool by_guide = guided_until(planned_ + 1) > guided_until(planned_);
    const auto view = by_guide ? Contest::View::guided : Contest::View::own;
    ++(*counts_)[contest.plan_pull(view, static_cast<double>(floor_))];
  }
  for (std::size_t i = 0; i < in_.size(); ++i) {
    if ((*counts_)[i] > 0) batch_.push_back({arm_at(i), (*counts_)[i]});
  }
}

void FloorSets::tell(std::span<const Evidence> batch) {  // lines 5, 6 and 16
  by_arm_(batch, [this](ArmId arm, Groups groups) {
    records_.add(arm, groups);
    used_ += pulls_in(groups);
  });
  ++batches_;
  if (planned_ == 0) between_ = variance_of_means();
}

double FloorSets::variance_of_means() const {
  const std::vector<double>& m = records_.means();
  double mean = 0;
  for (std::size_t i = 0; i < m.size(); ++i) mean += is_in(i) ? m[i] / arms_in_ : 0;
  double sum = 0;
  for (std::size_t i = 0; i < m.size(); ++i) sum += is_in(i) ? (m[i] - mean) * (m[i] - mean) : 0;
  return sum / std::max(1, arms_in_ - 1);
}

double FloorSets::variance() const {  // line 9
  return (records_.within() + between_) / (records_.freedom() + 1);
}

void FloorSets::advance(const Guide& guide) {
  if (finished_) return;
  batch_.clear();
  score_arms(guide);
  while (arms_in_ > 1) {
    if (plan_floor()) return;
    paid_floor_ = floor_;
    if (used_ < stop_) return plan_ahead(guide);
    score_arms(guide);
    rank();
    if (epoch_ == schedule_.epochs()) break;
    begin_epoch();
  }
  finish();
}

// The floor of line 17, which only withdrawals put out of everybody's reach.
double FloorSets::floor_to_rank() const {
  double most = 0;
  for (std::size_t i = 0; i < in_.size(); ++i) {
    if (is_in(i)) most = std::max(most, records_.pulls()[i]);
  }
  return std::min(most, static_cast<double>(paid_floor_));
}

// The means; with a guide and c > 0 each may move by c sd / sqrt(2 n), and where only two arms can
// be named their difference by c sd sqrt(1/n_i + 1/n_j), half of it each.
void FloorSets::score_arms(const Guide& guide) {
  scores_ = records_.means();
  if (!guide.corrections || !(guide.c > 0)) return;
  const std::span<const double> b = guide.corrections();
  const std::vector<double>& n = records_.pulls();
  const double price = guide.c * std::sqrt(variance());
  const double floor = floor_to_rank();
  std::size_t first = in_.size(), second = in_.size(), able = 0;
  for (std::size_t i = 0; i < in_.size(); ++i) {
    if (n[i] == 0) continue;
    const double most = price / std::sqrt(2 * n[i]);
    scores_[i] += std::clamp(b[i], -most, most);
    if (!is_in(i) || n[i] < floor) continue;
    ++able;
    (able == 1 ? first : second) = i;
  }
  if (able != 2) return;
  const double most = price * std::sqrt(1 / n[first] + 1 / n[second]);
  const double half = std::clamp(b[first] - b[second], -most, most) / 2;
  scores_[first] = records_.means()[first] + half;
  scores_[second] = records_.means()[second] - half;
}

void FloorSets::rank() {  // line 17
  std::vector<std::size_t>& able = *ranking_;
  able.clear();
  const double floor = floor_to_rank();
  for (std::size_t i = 0; i < in_.size(); ++i) {
    if (is_in(i) && records_.pulls()[i] >= floor) able.push_back(i);
  }
  const std::size_t stay = std::min(static_cast<std::size_t>(schedule_.stay(epoch_)), able.size());
  const auto last = able.begin() + static_cast<std::ptrdiff_t>(stay) - 1;
  std::ranges::nth_element(able, last, [this](std::size_t i, std::size_t j) {
    return scores_[i] > scores_[j] || (scores_[i] == scores_[j] && i < j);
  });
  const double cut = scores_[*last];
  std::vector<std::int64_t>& stays = *counts_;
  stays.assign(in_.size(), 0);
  for (auto place = able.begin(); place <= last; ++place) stays[*place] = 1;
  for (std::size_t i = 0; i < in_.size(); ++i) {
    if (in_floor_set_[i] != 0 && stays[i] == 0) leave_floor_set(i, cut);
    if (stays[i] != 0) in_floor_set_[i] = 1;
  }
}

void FloorSets::leave_floor_set(std::size_t arm, double cut) {
  in_floor_set_[arm] = 0;
  aside_[arm] = {batches_, scores_[arm], cut};
  if (!final_) return;
  in_[arm] = 0;
  --arms_in_;
  answer_.departures.push_back({arm_at(arm), batches_, ByRanking{scores_[arm], cut, {}}});
}

void FloorSets::finish() {  // line 18
  const std::vector<char>& who = arms_in_ == 1 ? in_ : in_floor_set_;
  const auto named = static_cast<std::size_t>(std::ranges::find(who, 1) - who.begin());
  std::vector<std::size_t>& others = *ranking_;
  others.clear();
  for (std::size_t i = 0; i < in_.size(); ++i) {
    if (is_in(i) && i != named) others.push_back(i);
  }
  std::ranges::sort(others, {}, [this](std::size_t i) { return std::pair(aside_[i].batch, i); });
  for (const std::size_t i : others) {
    const Aside& last = aside_[i];
    answer_.departures.push_back({arm_at(i), last.batch, ByRanking{last.score, last.cut, {}}});
  }
  answer_.outcome = Identified{arm_at(named)};
  batch_.clear();
  finished_ = true;
}

const Answer& FloorSets::answer() const {
  expects(finished_, "a learner was asked for its answer before it had finished");
  return answer_;
}

// The largest score among those whom line 17 could let in now.
ArmId FloorSets::leader() const {
  if (finished_) return *identified(answer_);
  const double floor = floor_to_rank();
  std::size_t best = in_.size();
  for (std::size_t i = 0; i < in_.size(); ++i) {
    if (!is_in(i) || records_.pulls()[i] < floor) continue;
    if (best == in_.size() || scores_[i] > scores_[best]) best = i;
  }
  return arm_at(best);
}

std::vector<ArmId> FloorSets::floor_set() const {
  std::vector<ArmId> arms;
  for (std::size_t i = 0; i < in_.size(); ++i) {
    if (in_floor_set_[i] != 0) arms.push_back(arm_at(i));
  }
  return arms;
}

void FloorSets::withdraw(ArmId arm, const Guide& guide) {
  if (!is_in(at(arm))) return;
  expects(!finished_ && arms_in_ > 1, "the only arm that is in cannot withdraw");
  in_[at(arm)] = 0;
  in_floor_set_[at(arm)] = 0;
  --arms_in_;
  answer_.departures.push_back({arm, batches_ + 1, ByItself{}});
  const auto owed = std::ranges::find(batch_, arm, &Pulls::arm);
  if (owed != batch_.end()) {
    used_ += owed->count;
    batch_.erase(owed);
  }
  if (batch_.empty()) return advance(guide);
  score_arms(guide);
}

}  // namespace mesha
