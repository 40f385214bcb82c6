#include "mesha/simulate/pulls_spent.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace mesha {
namespace {

constexpr std::uint64_t half = 0xffffffff;

// The full product of two numbers, from the products of their halves.
WideSum product(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t low = (a & half) * (b & half);
  const std::uint64_t middle = (a >> 32U) * (b & half) + (low >> 32U);
  const std::uint64_t other = (a & half) * (b >> 32U) + (middle & half);
  return {.high = (a >> 32U) * (b >> 32U) + (middle >> 32U) + (other >> 32U),
          .low = (other << 32U) | (low & half)};
}

}  // namespace

void WideSum::add(std::uint64_t number, std::uint64_t times) { *this += product(number, times); }

void WideSum::add_square(std::uint64_t number, std::uint64_t times) {
  const WideSum square = product(number, number);
  *this += product(square.low, times);
  high += square.high * times;
}

WideSum& WideSum::operator+=(const WideSum& other) {
  low += other.low;
  high += other.high + (low < other.low ? 1 : 0);
  return *this;
}

std::size_t PullsSpent::bucket(std::int64_t pulls) {
  const auto number = static_cast<std::uint64_t>(pulls);
  const int shift = std::max(0, static_cast<int>(std::bit_width(number)) - 7);
  return static_cast<std::size_t>(64 * shift) + static_cast<std::size_t>(number >> shift);
}

std::int64_t PullsSpent::bucket_end(std::size_t bucket) {
  if (bucket < 128) return static_cast<std::int64_t>(bucket);
  const std::size_t shift = bucket / 64 - 1;
  return static_cast<std::int64_t>(((bucket - 64 * shift + 1) << shift) - 1);
}

void PullsSpent::add(std::int64_t pulls, std::int64_t runs) {
  if (runs == 0) return;
  least_ = runs_ == 0 ? pulls : std::min(least_, pulls);
  most_ = std::max(most_, pulls);
  runs_ += runs;
  const auto number = static_cast<std::uint64_t>(pulls);
  const auto times = static_cast<std::uint64_t>(runs);
  sum_.add(number, times);
  squares_.add_square(number, times);
  const std::size_t where = bucket(pulls);
  if (where >= buckets_.size()) buckets_.resize(where + 1, 0);
  buckets_[where] += runs;
}

PullsSpent& PullsSpent::operator+=(const PullsSpent& other) {
  if (other.runs_ == 0) return *this;
  least_ = runs_ == 0 ? other.least_ : std::min(least_, other.least_);
  most_ = std::max(most_, other.most_);
  runs_ += other.runs_;
  sum_ += other.sum_;
  squares_ += other.squares_;
  if (other.buckets_.size() > buckets_.size()) buckets_.resize(other.buckets_.size(), 0);
  for (std::size_t k = 0; k < other.buckets_.size(); ++k) buckets_[k] += other.buckets_[k];
  return *this;
}

void PullsSpent::clear() {
  runs_ = least_ = most_ = 0;
  sum_ = squares_ = {};
  buckets_.clear();
}

double PullsSpent::mean() const {
  return runs_ == 0 ? 0 : sum_.value() / static_cast<double>(runs_);
}

double PullsSpent::variance() const {
  if (runs_ < 2 || least_ == most_) return 0;
  const auto n = static_cast<double>(runs_);
  return std::max(0.0, (squares_.value() / n - mean() * mean()) * n / (n - 1));
}

std::int64_t PullsSpent::quantile(double part) const {
  const auto wanted = static_cast<std::int64_t>(std::ceil(part * static_cast<double>(runs_)));
  std::int64_t so_far = 0;
  for (std::size_t k = 0; k < buckets_.size(); ++k) {
    so_far += buckets_[k];
    if (so_far >= wanted) return std::clamp(bucket_end(k), least_, most_);
  }
  return most_;
}

PullsSpent PullsSpent::from(Sums sums) {
  PullsSpent made;
  made.runs_ = std::accumulate(sums.buckets.begin(), sums.buckets.end(), std::int64_t{0});
  made.least_ = sums.least;
  made.most_ = sums.most;
  made.sum_ = sums.pulls;
  made.squares_ = sums.squares;
  made.buckets_ = std::move(sums.buckets);
  return made;
}

}  // namespace mesha
