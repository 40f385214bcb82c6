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
  auto& [least, most, sum, squares, buckets] = sums_;
  least = runs_ == 0 ? pulls : std::min(least, pulls);
  most = std::max(most, pulls);
  runs_ += runs;
  const auto number = static_cast<std::uint64_t>(pulls);
  const auto times = static_cast<std::uint64_t>(runs);
  sum.add(number, times);
  squares.add_square(number, times);
  const std::size_t where = bucket(pulls);
  if (where >= buckets.size()) buckets.resize(where + 1, 0);
  buckets[where] += runs;
}

PullsSpent& PullsSpent::operator+=(const PullsSpent& other) {
  if (other.runs_ == 0) return *this;
  auto& [least, most, sum, squares, buckets] = sums_;
  const Sums& more = other.sums_;
  least = runs_ == 0 ? more.least : std::min(least, more.least);
  most = std::max(most, more.most);
  runs_ += other.runs_;
  sum += more.pulls;
  squares += more.squares;
  if (more.buckets.size() > buckets.size()) buckets.resize(more.buckets.size(), 0);
  for (std::size_t k = 0; k < more.buckets.size(); ++k) buckets[k] += more.buckets[k];
  return *this;
}

double PullsSpent::mean() const {
  return runs_ == 0 ? 0 : sums_.pulls.value() / static_cast<double>(runs_);
}

double PullsSpent::variance() const {
  if (runs_ < 2 || sums_.least == sums_.most) return 0;
  const auto n = static_cast<double>(runs_);
  return std::max(0.0, (sums_.squares.value() / n - mean() * mean()) * n / (n - 1));
}

std::int64_t PullsSpent::quantile(double part) const {
  const auto wanted = static_cast<std::int64_t>(std::ceil(part * static_cast<double>(runs_)));
  std::int64_t so_far = 0;
  for (std::size_t k = 0; k < sums_.buckets.size(); ++k) {
    so_far += sums_.buckets[k];
    if (so_far >= wanted) return std::clamp(bucket_end(k), sums_.least, sums_.most);
  }
  return sums_.most;
}

PullsSpent PullsSpent::from(Sums sums) {
  PullsSpent made;
  made.runs_ = std::accumulate(sums.buckets.begin(), sums.buckets.end(), std::int64_t{0});
  made.sums_ = std::move(sums);
  return made;
}

}  // namespace mesha
