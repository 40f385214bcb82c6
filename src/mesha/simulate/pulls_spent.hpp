// How many pulls runs spent: mean and variance from exact sums, quantiles to one part in 64. All of
// it is whole numbers that add up, so it is the same in whatever order runs are counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mesha {

// A sum of 64-bit numbers that does not overflow.
struct WideSum {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  void add(std::uint64_t number, std::uint64_t times);
  void add_square(std::uint64_t number, std::uint64_t times);
  WideSum& operator+=(const WideSum& other);
  double value() const { return static_cast<double>(high) * 0x1p64 + static_cast<double>(low); }
  friend bool operator==(const WideSum&, const WideSum&) = default;
};

class PullsSpent {
 public:
  void add(std::int64_t pulls, std::int64_t runs = 1);
  PullsSpent& operator+=(const PullsSpent& other);

  std::int64_t runs() const { return runs_; }
  std::int64_t least() const { return sums_.least; }  // these two: 0 if there was no run
  std::int64_t most() const { return sums_.most; }
  double mean() const;
  double variance() const;  // of one run, n - 1 in the denominator; 0 for a single one
  // The smallest number that at least this part of the runs did not exceed, rounded up to its
  // bucket's end: by less than 1/64.
  std::int64_t quantile(double part) const;

  friend bool operator==(const PullsSpent&, const PullsSpent&) = default;

  // Buckets of one number each below 128, and 64 to every doubling above.
  static std::size_t bucket(std::int64_t pulls);
  static std::int64_t bucket_end(std::size_t bucket);  // the largest number in it

  // What a file keeps.
  struct Sums {
    std::int64_t least = 0;
    std::int64_t most = 0;
    WideSum pulls = {};
    WideSum squares = {};
    std::vector<std::int64_t> buckets = {};  // up to the last that is not empty

    friend bool operator==(const Sums&, const Sums&) = default;
  };
  const Sums& sums() const { return sums_; }
  static PullsSpent from(Sums sums);

 private:
  std::int64_t runs_ = 0;
  Sums sums_;
};

}  // namespace mesha
