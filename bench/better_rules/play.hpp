// Plays one run by any Rule: fast, without batches of evidence, and with the same arithmetic as the
// library where the rule is the library's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "better_rules/rewards.hpp"
#include "better_rules/rule.hpp"

namespace mesha::bench {

// Lines 1, 4 and 7: all that K, T and the rule say about floors.
struct Floors {
  struct Epoch {
    double floor = 0;       // N
    std::int64_t stop = 0;  // where planned pulls end
    std::size_t stay = 1;   // k_r
  };
  std::vector<Epoch> epochs;
};
Floors floors_of(const Rule& rule, std::size_t arms, std::int64_t budget);

class Player {
 public:
  // The arm that is named.
  std::size_t play(const Rule& rule, const Floors& floors, std::int64_t budget, Rewards& rewards);

  // Of the run that was played.
  const std::vector<double>& pulls() const { return n_; }
  const std::vector<double>& sums() const { return sum_; }

 private:
  void begin();
  void pull(std::size_t arm, std::int64_t count);
  void pay(double floor);
  void spread_of_means();
  void plan(std::int64_t pulls, double floor);
  void rank(const Floors::Epoch& epoch);
  std::size_t answer();

  // Before the pulls of one look are planned.
  void look();
  void look_at_noise();
  void look_at_means(double shrink);
  void look_at_distances();
  double contenders();
  double removable(std::size_t arm) const;
  void look_at_shares();
  void look_at_complexity();

  // One pull at a time.
  std::size_t next(double floor);
  std::size_t challenger();
  std::size_t most_starving() const;
  std::size_t gap_bounds();
  void count(std::size_t arm);

  std::size_t largest(const std::vector<double>& of, std::size_t but) const;

  const Rule* rule_ = nullptr;
  Rewards* rewards_ = nullptr;
  std::size_t K_ = 0;
  std::int64_t T_ = 0, used_ = 0;
  std::vector<double> n_, sum_, m_, within_;
  double W_ = 0, dof_ = 0, vb_ = 0;
  std::vector<char> in_floor_set_;

  // Of one look. counts_ and planned_ grow with every planned pull.
  double s2_ = 0, M_ = 0, prior_ = 0, ratio_ = 1, complexity_ = 0;
  std::size_t L_ = 0;
  std::vector<double> score_, noise_, squared_gap_, counts_, log_, removable_, cost_, share_;
  std::vector<std::int64_t> planned_;
  std::vector<std::size_t> order_;
};

}  // namespace mesha::bench
