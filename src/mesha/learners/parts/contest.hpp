// Leader against challenger, planned some pulls ahead:
//   line 10      M          a quarter of the pulls that are left
//   line 12      leader     the largest score
//   lines 13-14  challenger the arm that is cheapest to mistake for the leader: squared distance
//                           over the variance that M more pulls of each would remove, plus
//                           1/2 ln n for arms that were looked at often
//   line 15      plan_pull  the less pulled of the two; the leader while it is below the floor
// Scores and variance stay as they are while pulls are planned; the counts grow with every one.
// Lines are those of learners/parts/floor_sets.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace mesha {

// Memory of one batch: begin() forgets what was there.
class Contest {
 public:
  // Per arm, whether it is in, and its pulls so far: at least two arms are in, and each of these
  // was pulled. `left` pulls are left; `variance` is that of one pull.
  void begin(const std::vector<char>& in, const std::vector<double>& pulls, double left,
             double variance);

  // Who is good: by own means, and perhaps by another view of them.
  enum class View { own, guided };
  void show(View view, const std::vector<double>& scores);

  // Plans one pull by that view, which was shown in this batch. Returns whose.
  std::size_t plan_pull(View view, double floor);

 private:
  struct Side {
    std::size_t leader = 0;
    std::size_t second = 0;           // the second largest score
    std::vector<double> squared_gap;  // (m_L - m_i)^2 / (2 s2); infinite for L and who is out
  };
  void set_pulls(std::size_t arm, double pulls);
  std::size_t largest(const std::vector<double>& scores, std::size_t but) const;
  std::size_t challenger(View view);

  std::vector<char> in_;
  double more_ = 0;      // M
  double variance_ = 0;  // s2
  std::vector<double> n_;
  std::vector<double> removable_;  // M / (n (n + M))
  std::vector<double> half_log_;   // 1/2 ln n, of the n that is in n_
  std::vector<double> cost_;       // in whole fours
  std::array<Side, 2> sides_;
};

}  // namespace mesha
