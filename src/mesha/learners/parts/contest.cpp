#include "mesha/learners/parts/contest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mesha/learners/parts/lanes.hpp"

namespace mesha {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// The first of the smallest, or `otherwise` where none is finite. Four minima side by side, which
// the compiler keeps in vector registers.
std::size_t first_smallest(const std::vector<double>& costs, std::size_t otherwise) {
  std::array<double, lanes> lows;
  lows.fill(infinite);
  for (std::size_t i = 0; i < costs.size(); i += lanes) {
    for (std::size_t k = 0; k < lanes; ++k)
      lows[k] = costs[i + k] < lows[k] ? costs[i + k] : lows[k];
  }
  const double low = *std::ranges::min_element(lows);
  if (low == infinite) return otherwise;
  return static_cast<std::size_t>(std::ranges::find(costs, low) - costs.begin());
}

}  // namespace

void Contest::begin(const std::vector<char>& in, const std::vector<double>& pulls, double left,
                    double variance) {
  const std::size_t K = pulls.size();
  in_ = in;
  more_ = std::max(1.0, left) / 4;
  variance_ = variance;
  n_.resize(K, 1);
  half_log_.resize(K, 0);
  removable_.resize(K);
  cost_.assign(in_whole_lanes(K), infinite);
  for (std::size_t i = 0; i < K; ++i) {
    if (in_[i] != 0) set_pulls(i, pulls[i]);
    removable_[i] = more_ / (n_[i] * (n_[i] + more_));
  }
}

void Contest::set_pulls(std::size_t arm, double pulls) {
  if (n_[arm] == pulls) return;
  n_[arm] = pulls;
  half_log_[arm] = std::log(pulls) / 2;
}

std::size_t Contest::largest(const std::vector<double>& scores, std::size_t but) const {
  std::size_t best = scores.size();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (in_[i] == 0 || i == but) continue;
    if (best == scores.size() || scores[i] > scores[best]) best = i;
  }
  return best;
}

void Contest::show(View view, const std::vector<double>& scores) {
  Side& side = sides_[static_cast<std::size_t>(view)];
  side.leader = largest(scores, scores.size());  // line 12
  side.second = largest(scores, side.leader);
  side.squared_gap.resize(scores.size());
  const double best = scores[side.leader];
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double gap = best - scores[i];
    side.squared_gap[i] = in_[i] != 0 && i != side.leader ? gap * gap / (2 * variance_) : infinite;
  }
}

// Lines 13-14. Where all scores were equal so far no distance can be weighed.
std::size_t Contest::challenger(View view) {
  const Side& side = sides_[static_cast<std::size_t>(view)];
  if (!(variance_ > 0) || !std::isfinite(variance_)) return side.second;
  const double of_leader = removable_[side.leader];
  const double explores = view == View::own ? 1 : 0;
  for (std::size_t i = 0; i < n_.size(); ++i)
    cost_[i] = side.squared_gap[i] / (of_leader + removable_[i]) + explores * half_log_[i];
  return first_smallest(cost_, side.second);
}

std::size_t Contest::plan_pull(View view, double floor) {  // line 15
  const std::size_t L = sides_[static_cast<std::size_t>(view)].leader;
  const std::size_t C = challenger(view);
  const std::size_t j = n_[L] <= n_[C] || n_[L] < floor ? L : C;
  set_pulls(j, n_[j] + 1);
  removable_[j] = more_ / (n_[j] * (n_[j] + more_));
  return j;
}

}  // namespace mesha
