#include "mesha/simulate/rare/overtaken.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "mesha/stats/normal_law.hpp"
#include "mesha/stats/quadrature.hpp"

namespace mesha {
namespace {

constexpr std::size_t points = 10;  // of the Gauss-Legendre rule on a panel
constexpr double panel_width = 4;   // in standard deviations of the integrand's peak
constexpr double finest = 0.02;     // of a panel's width, at a break
constexpr double most_decay = 12;   // of the log density of the best arm's score in a panel
constexpr double lowest = 37.5;     // standard deviations: densities beyond are no numbers
// The integrand at best.mean + z is at most that at best.mean - z, so little is lost above this.
constexpr double highest = 9;
constexpr double left_out = 1e-8;              // of the integral, at most
constexpr std::size_t most_known = 1U << 15U;  // sets

}  // namespace

bool Overtaken::affordable(int epoch, int others, int keep) {
  return std::int64_t{others} * keep <= (epoch == 1 ? 1 << 20 : 1 << 11);
}

Overtaken::Overtaken(const AffineProblem& problem, const Stage& stage)
    : best_(problem.best().index),
      keep_(static_cast<std::size_t>(stage.keep)),
      laws_(score_laws(problem, stage.pulls)) {
  if (laws_[at(problem.best())].constant()) return;
  place_panels();
  fill_table();
}

// Trigger levels and constants, where the integrand is not smooth, in ascending order.
std::vector<double> Overtaken::breaks_between(double low, double high) const {
  std::vector<double> breaks;
  for (const ScoreLaw& law : laws_) {
    const double t = law.constant() ? law.mean : law.cut;
    if (low <= t && t < high) breaks.push_back(t);
  }
  std::ranges::sort(breaks);
  return breaks;
}

// With `keep` rivals at the cut, the integrand is a peak about 1 / sqrt(keep + 1) of a score's
// deviation wide. At a break it may decay exponentially instead, so panels get narrower towards it
// (a graded mesh).
bool Overtaken::smooth(double from, double to, const std::vector<double>& breaks) const {
  const ScoreLaw& own = laws_[static_cast<std::size_t>(best_)];
  const auto log_density = [&](double t) { return -std::pow((t - own.mean) / own.sd, 2) / 2; };
  if (to < own.mean && log_density(to) - log_density(from) > most_decay) return false;
  const auto next = std::ranges::lower_bound(breaks, to);
  double distance = next == breaks.end() ? HUGE_VAL : *next - to;
  if (next != breaks.begin()) distance = std::min(distance, from - *std::prev(next));
  const double width = panel_width / std::sqrt(static_cast<double>(keep_) + 1);
  return std::ranges::all_of(laws_, [&](const ScoreLaw& law) {
    const double widest = width * law.sd;
    return law.constant() || to < law.mean - highest * law.sd ||
           from > law.mean + lowest * law.sd ||
           to - from <= std::clamp(distance, finest * widest, widest);
  });
}

void Overtaken::place_panels() {
  const ScoreLaw& own = laws_[static_cast<std::size_t>(best_)];
  const double low = std::max(own.cut, own.mean - lowest * own.sd);
  const double high = own.mean + highest * own.sd;
  if (!(low < high)) return;
  const std::vector<double> breaks = breaks_between(low, high);
  std::vector<double> ends = {low};
  ends.insert(ends.end(), breaks.begin(), breaks.end());
  ends.push_back(high);
  const auto is_smooth = [&](double from, double to) { return smooth(from, to, breaks); };
  const std::vector<QuadratureNode> middle = {{.at = 0, .weight = 1}};
  std::vector<QuadratureNode> panels;  // as a middle and half of the width
  for (std::size_t k = 1; k < ends.size(); ++k) {
    if (ends[k - 1] < ends[k]) add_panels(ends[k - 1], ends[k], is_smooth, middle, panels);
  }
  const auto rule = gauss_legendre(static_cast<int>(points));
  for (const auto& [at, half] : panels) {
    edges_.push_back(at - half);
    for (const auto& [x, weight] : rule) {
      nodes_.push_back(at + half * x);
      density_.push_back(half * weight * own.density(nodes_.back()));
    }
  }
  edges_.push_back(high);
}

void Overtaken::fill_table() {
  for (const ScoreLaw& law : laws_) {
    for (const double t : nodes_) above_.push_back(law.above(t));
    for (const double t : edges_) above_.push_back(law.above(t));
  }
  const ScoreLaw& own = laws_[static_cast<std::size_t>(best_)];
  for (std::size_t p = 0; p + 1 < edges_.size(); ++p) {
    mass_.push_back(own.below(edges_[p + 1]) - own.below(edges_[p]));
  }
}

double Overtaken::probability(std::span<const int> others) {
  const ScoreLaw& own = laws_[static_cast<std::size_t>(best_)];
  if (others.size() < keep_) return own.leaves;
  key_.assign(others.begin(), others.end());
  if (const auto found = known_.find(key_); found != known_.end()) return found->second;
  const double result =
      own.leaves +
      (own.constant() ? own.stays * above_constant(laws_, best_, others, keep_) : integral(others));
  if (known_.size() < most_known) known_.emplace(key_, result);
  return result;
}

// P(at least `keep` above), at n nodes or edges from `first` on: the number of those above, counted
// up to `keep` arm by arm.
const double* Overtaken::count_above(std::span<const int> others, std::size_t first,
                                     std::size_t n) {
  count_.assign((keep_ + 1) * n, 0.0);  // row c: c above; the last: keep or more
  std::fill_n(count_.begin(), n, 1.0);
  for (std::size_t seat = 0; seat < others.size(); ++seat) {
    const double* up = above(others[seat]) + first;
    const std::size_t rest = others.size() - seat;  // rows that cannot reach keep are not needed
    const std::size_t least = keep_ > rest ? keep_ - rest + 1 : 1;
    for (std::size_t c = std::min(seat + 1, keep_); c >= least; --c) {
      double* here = count_.data() + c * n;
      const double* fewer = here - n;
      if (c == keep_) {
        for (std::size_t k = 0; k < n; ++k) here[k] += fewer[k] * up[k];
      } else {
        for (std::size_t k = 0; k < n; ++k) here[k] += (fewer[k] - here[k]) * up[k];
      }
    }
    for (std::size_t k = 0; k < n; ++k) count_[k] *= 1 - up[k];
  }
  return count_.data() + keep_ * n;
}

double Overtaken::panel_sum(std::span<const int> others, std::size_t panel) {
  const double* enough = count_above(others, panel * points, points);
  return std::inner_product(enough, enough + points,
                            density_.begin() + static_cast<std::ptrdiff_t>(panel * points), 0.0);
}

// P(at least `keep` above t) falls with t, so a panel holds at most its mass times the value at its
// lower edge: those that matter first, until the rest cannot.
double Overtaken::integral(std::span<const int> others) {
  if (nodes_.empty()) return 0;
  const double* enough = count_above(others, nodes_.size(), edges_.size());
  bounds_.clear();
  double rest = 0;
  for (std::size_t p = 0; p < mass_.size(); ++p) {
    bounds_.emplace_back(mass_[p] * enough[p], p);
    rest += bounds_.back().first;
  }
  std::ranges::sort(bounds_, std::greater{});
  double sum = 0;
  for (const auto& [bound, panel] : bounds_) {
    if (rest <= left_out * sum) break;
    sum += panel_sum(others, panel);
    rest -= bound;
  }
  return sum;
}

}  // namespace mesha
