#include "better_rules/play.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "mesha/learners/parts/floor_schedule.hpp"
#include "mesha/stats/normal_law.hpp"

namespace mesha::bench {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

double real(std::int64_t x) { return static_cast<double>(x); }

// f_r: its share of the floor is 1/R, or grows from epoch to epoch.
std::int64_t floor_pulls(const Rule& rule, const FloorSchedule& schedule, int epoch) {
  if (rule.late == 0) return schedule.floor_pulls(epoch);
  double all = 0;
  for (int r = 0; r < schedule.epochs(); ++r) all += 1 + rule.late * r;
  const double share = (1 + rule.late * (epoch - 1)) / all;
  const double step =
      (1 - rule.alpha) * share * real(schedule.budget) / schedule.in_floor_set(epoch);
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(step));
}

}  // namespace

Floors floors_of(const Rule& rule, std::size_t arms, std::int64_t budget) {
  const FloorSchedule schedule{static_cast<int>(arms), budget, rule.alpha};
  const auto K = static_cast<std::int64_t>(arms);
  const int R = schedule.epochs();
  Floors floors;
  std::int64_t sum = 0;
  for (int r = 1; r <= R; ++r) {
    sum += floor_pulls(rule, schedule, r);
    std::int64_t floor = std::max(sum, std::min(rule.first, budget / (rule.thrift * K)));
    std::int64_t later = 0;
    for (int q = r + 1; q <= R; ++q)
      later += schedule.in_floor_set(q) * floor_pulls(rule, schedule, q);
    const std::int64_t end = r < R ? r * schedule.share() : budget;
    floors.epochs.push_back(
        {real(floor), std::min(end, budget - later), static_cast<std::size_t>(schedule.stay(r))});
  }
  return floors;
}

std::size_t Player::play(const Rule& rule, const Floors& floors, std::int64_t budget,
                         Rewards& rewards) {
  rule_ = &rule;
  rewards_ = &rewards;
  K_ = rewards.arms();
  T_ = budget;
  begin();
  std::int64_t ahead = rule.ahead;
  if (rule.looks > 0) ahead = std::clamp<std::int64_t>(budget / rule.looks, 1, ahead);
  for (const Floors::Epoch& epoch : floors.epochs) {
    pay(epoch.floor);
    if (&epoch == floors.epochs.data()) spread_of_means();
    while (used_ < epoch.stop) plan(std::min(ahead, epoch.stop - used_), epoch.floor);
    rank(epoch);
  }
  return answer();
}

void Player::begin() {
  n_.assign(K_, 0);
  sum_.assign(K_, 0);
  m_.assign(K_, 0);
  within_.assign(K_, 0);
  in_floor_set_.assign(K_, 1);
  planned_.assign(K_, 0);
  W_ = dof_ = vb_ = 0;
  used_ = 0;
}

// The arithmetic of learners/parts/records.cpp, where a batch comes as one group for each arm.
void Player::pull(std::size_t arm, std::int64_t count) {
  double sum = 0, squares = 0;
  const auto first = static_cast<std::size_t>(n_[arm]);
  for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
    const double x = (*rewards_)(arm, first + k);
    sum += x;
    squares += x * x;
  }
  const double n = real(count);
  const double apart = sum / n - m_[arm];
  const double mixed = n_[arm] > 0 ? apart * apart * n_[arm] * n / (n_[arm] + n) : 0;
  const double rounding = 4 * n * std::numeric_limits<double>::epsilon() * squares;
  const double rest = squares - sum * sum / n;
  const double found = (count > 1 && rest > rounding ? rest : 0) + mixed;
  W_ += found;
  within_[arm] += found;
  dof_ += n_[arm] > 0 ? n : n - 1;
  n_[arm] += n;
  sum_[arm] += sum;
  m_[arm] = sum_[arm] / n_[arm];
  used_ += count;
}

void Player::pay(double floor) {  // line 5
  for (std::size_t i = 0; i < K_; ++i) {
    if (in_floor_set_[i] != 0 && n_[i] < floor) pull(i, static_cast<std::int64_t>(floor - n_[i]));
  }
}

void Player::spread_of_means() {  // line 6
  const double arms = real(static_cast<std::int64_t>(K_));
  double mean = 0, sum = 0;
  for (const double m : m_) mean += m / arms;
  for (const double m : m_) sum += (m - mean) * (m - mean);
  vb_ = sum / (arms - 1);
}

void Player::rank(const Floors::Epoch& epoch) {  // line 17
  order_.clear();
  for (std::size_t i = 0; i < K_; ++i) {
    if (n_[i] >= epoch.floor) order_.push_back(i);
  }
  std::ranges::stable_sort(order_, [this](std::size_t i, std::size_t j) { return m_[i] > m_[j]; });
  order_.resize(std::min(epoch.stay, order_.size()));
  std::ranges::fill(in_floor_set_, 0);
  for (const std::size_t i : order_) in_floor_set_[i] = 1;
}

void Player::plan(std::int64_t pulls, double floor) {  // lines 9-16
  look();
  for (std::int64_t p = 0; p < pulls; ++p) {
    const std::size_t arm = next(floor);
    ++planned_[arm];
    count(arm);
  }
  for (std::size_t i = 0; i < K_; ++i) {
    if (planned_[i] > 0) pull(i, planned_[i]);
    planned_[i] = 0;
  }
}

void Player::look() {
  s2_ = (W_ + vb_) / (dof_ + 1);
  look_at_noise();
  look_at_means(rule_->shrink);
  look_at_distances();
  if (rule_->steering == Steering::ocba) look_at_shares();
  if (rule_->steering == Steering::gap_bounds) look_at_complexity();
}

// Per arm, its variance over the common one.
void Player::look_at_noise() {
  noise_.assign(K_, 1);
  if (rule_->own_noise == 0) return;
  for (std::size_t i = 0; i < K_; ++i)
    noise_[i] = (within_[i] / s2_ + rule_->own_noise) / (n_[i] - 1 + rule_->own_noise);
}

void Player::look_at_means(double shrink) {
  score_ = m_;
  prior_ = 0;
  if (shrink > 0 && K_ > 2) {
    const double arms = real(static_cast<std::int64_t>(K_));
    double mean = 0, spread = 0, noise = 0;
    for (const double m : m_) mean += m / arms;
    for (std::size_t i = 0; i < K_; ++i) {
      spread += (m_[i] - mean) * (m_[i] - mean) / (arms - 1);
      noise += s2_ / n_[i] / arms;
    }
    prior_ = shrink * s2_ / std::max(spread - noise, .02 * spread);
    for (std::size_t i = 0; i < K_; ++i) score_[i] = (sum_[i] + prior_ * mean) / (n_[i] + prior_);
  }
  for (std::size_t i = 0; rule_->timid != 0 && i < K_; ++i)
    score_[i] -= rule_->timid * std::sqrt(s2_ / n_[i]);
  L_ = largest(score_, K_);
}

void Player::look_at_distances() {
  squared_gap_.resize(K_);
  counts_.resize(K_);
  log_.resize(K_);
  removable_.resize(K_);
  cost_.resize(K_);
  for (std::size_t i = 0; i < K_; ++i) {
    const double gap = score_[L_] - score_[i];
    squared_gap_[i] = gap * gap / (2 * s2_);
    counts_[i] = n_[i] + prior_;
    log_[i] = std::log(counts_[i]) / 2;
  }
  const double left = std::max(1.0, real(T_ - used_));
  M_ = left * rule_->more;
  for (std::size_t i = 0; i < K_; ++i) removable_[i] = removable(i);
  ratio_ = rule_->leader;
  if (rule_->contenders == 0 && rule_->crowd == 0) return;
  const double crowd = contenders();
  ratio_ *= std::pow(crowd, rule_->contenders);
  if (rule_->crowd == 0) return;
  M_ = left * rule_->crowd / (1 + crowd);
  for (std::size_t i = 0; i < K_; ++i) removable_[i] = removable(i);
}

double Player::removable(std::size_t arm) const {
  return noise_[arm] * (M_ / (counts_[arm] * (counts_[arm] + M_)));
}

// How many arms are as cheap to mistake for the leader as the challenger is.
double Player::contenders() {
  const std::size_t C = challenger();
  double number = 0;
  for (std::size_t i = 0; i < K_; ++i) number += i == L_ ? 0 : std::exp(cost_[C] - cost_[i]);
  return number;
}

std::size_t Player::largest(const std::vector<double>& of, std::size_t but) const {
  std::size_t best = but == 0 ? 1 : 0;
  for (std::size_t i = best + 1; i < K_; ++i) {
    if (i != but && of[i] > of[best]) best = i;
  }
  return best;
}

std::size_t Player::next(double floor) {  // line 15
  const bool contest =
      rule_->steering == Steering::contest || real(used_) >= rule_->until * real(T_);
  if (!contest) return rule_->steering == Steering::ocba ? most_starving() : gap_bounds();
  const std::size_t C = challenger();
  const double balance = ratio_ * std::sqrt(noise_[L_] / noise_[C]);
  const bool below = n_[L_] + real(planned_[L_]) < floor;
  return counts_[L_] <= balance * counts_[C] || below ? L_ : C;
}

void Player::count(std::size_t arm) {
  counts_[arm] += 1;
  log_[arm] = std::log(counts_[arm]) / 2;
  removable_[arm] = removable(arm);
}

std::size_t Player::challenger() {  // lines 13-14
  if (!(s2_ > 0)) return largest(score_, L_);
  const double of_leader = removable_[L_];
  const double weight = 2 * rule_->log_pulls;
  const bool plain =
      rule_->bound == 0 && rule_->power == 1 && rule_->log_tail == 0 && rule_->log_spread == 0;
  for (std::size_t i = 0; plain && i < K_; ++i)
    cost_[i] = squared_gap_[i] / (of_leader + removable_[i]) + weight * log_[i];
  for (std::size_t i = 0; !plain && i < K_; ++i) {
    const double d = of_leader + removable_[i];
    const double x = squared_gap_[i] / d;
    if (rule_->bound > 0)
      cost_[i] = std::sqrt(2 * squared_gap_[i]) - rule_->bound * std::sqrt(d);
    else
      cost_[i] = (rule_->power == 1 ? x : std::pow(x, rule_->power)) + weight * log_[i] +
                 rule_->log_tail * std::log1p(x) + rule_->log_spread * std::log(d);
  }
  cost_[L_] = infinite;
  return static_cast<std::size_t>(std::ranges::min_element(cost_) - cost_.begin());
}

// OCBA's shares: 1 / gap^2 of the others, the root of the sum of their squares of the leader.
void Player::look_at_shares() {
  share_.assign(K_, 0);
  double squares = 0;
  for (std::size_t i = 0; i < K_; ++i) {
    if (i == L_) continue;
    const double gap = std::max(m_[L_] - m_[i], .05 * std::sqrt(s2_ / n_[i]));
    share_[i] = 1 / (gap * gap);
    squares += share_[i] * share_[i];
  }
  share_[L_] = std::sqrt(squares);
}

std::size_t Player::most_starving() const {
  std::size_t most = 0;
  for (std::size_t i = 1; i < K_; ++i) {
    if (share_[i] * counts_[most] > share_[most] * counts_[i]) most = i;
  }
  return most;
}

// H = sum sd^2 / gap^2, no gap counted smaller than what T pulls can tell.
void Player::look_at_complexity() {
  const std::size_t second = largest(m_, L_);
  double H = 0;
  for (std::size_t i = 0; i < K_; ++i) {
    const double gap = i == L_ ? m_[L_] - m_[second] : m_[L_] - m_[i];
    H += s2_ / std::max(gap * gap, s2_ / (real(T_ - used_) + n_[i]));
  }
  complexity_ = (real(T_) - real(static_cast<std::int64_t>(K_))) / (4 * H);
}

std::size_t Player::gap_bounds() {
  std::vector<double>& upper = cost_;
  for (std::size_t i = 0; i < K_; ++i) upper[i] = m_[i] + std::sqrt(s2_ * complexity_ / counts_[i]);
  const std::size_t first = largest(upper, K_);
  const std::size_t second = largest(upper, first);
  std::size_t J = 0;
  double least = infinite;
  for (std::size_t i = 0; i < K_; ++i) {
    const double regret = upper[i == first ? second : first] - (2 * m_[i] - upper[i]);
    if (regret < least) least = regret, J = i;
  }
  const std::size_t other = J == first ? second : first;
  return counts_[J] <= counts_[other] ? J : other;
}

std::size_t Player::answer() {
  if (rule_->final == Final::mean) return order_.front();
  s2_ = (W_ + vb_) / (dof_ + 1);
  look_at_means(rule_->final == Final::shrunk_mean ? 1 : 0);
  if (rule_->final == Final::shrunk_mean) return L_;
  // P(theta_i > all others), theta_j ~ N(m_j, s2 / n_j), by 65 points of theta_i.
  std::size_t best = L_;
  double most = 0;
  for (std::size_t i = 0; i < K_; ++i) {
    if (m_[L_] - m_[i] > 3 * std::sqrt(s2_ / n_[i] + s2_ / n_[L_])) continue;
    double probability = 0;
    for (int k = -32; k <= 32; ++k) {
      const double z = k / 8.0;
      double all = normal_density(z) / 8;
      for (std::size_t j = 0; j < K_; ++j) {
        if (j == i) continue;
        all *= normal_below((m_[i] + z * std::sqrt(s2_ / n_[i]) - m_[j]) * std::sqrt(n_[j] / s2_));
      }
      probability += all;
    }
    if (probability > most) most = probability, best = i;
  }
  return best;
}

}  // namespace mesha::bench
