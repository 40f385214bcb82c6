#include <algorithm>
#include <cmath>
#include <functional>

#include "mesha/simulate/exact/epoch.hpp"

namespace mesha {
namespace {

bool can_trigger(const ScoreLaw& law) { return law.leaves > 0; }

// The n-th of the numbers, counted from 1, in the given order.
template <class Order>
double ranked(std::vector<double> numbers, int n, Order order) {
  const auto place =
      numbers.begin() +
      std::clamp<std::ptrdiff_t>(n - 1, 0, static_cast<std::ptrdiff_t>(numbers.size()) - 1);
  std::ranges::nth_element(numbers, place, order);
  return *place;
}

}  // namespace

EpochTable::EpochTable(const AffineProblem& problem, int epoch, int active, Followed followed,
                       const ExactGrid& grid) {
  const Stage stage = problem.facts.stage(epoch, active);
  keep_ = stage.keep;
  laws_ = score_laws(problem, stage.pulls);
  find_atoms();
  if (active <= keep_) return;  // only the trigger can send anyone away
  const auto nodes = place_nodes(active, followed, grid);
  nodes_ = nodes.size();
  values_.resize(3 * laws_.size() * nodes_);
  double* density = values_.data();
  double* above = density + laws_.size() * nodes_;
  double* below = above + laws_.size() * nodes_;
  for (const ScoreLaw& law : laws_) {
    for (const QuadratureNode& node : nodes) {
      *density++ = node.weight * law.density(node.at);
      *above++ = law.above(node.at);
      *below++ = law.below(node.at);
    }
  }
}

void EpochTable::find_atoms() {
  for (const ScoreLaw& law : laws_) {
    if (law.constant() && law.stays > 0) atoms_.push_back(law.mean);
  }
  std::ranges::sort(atoms_);
  atoms_.erase(std::ranges::unique(atoms_).begin(), atoms_.end());
}

// The cut, or the followed arm's score when it leaves, lies with all but negligible probability
//   below   what the followed arm reaches, or what `keep` arms reach;
//   above   the least of the followed arm, or what `active - keep` arms undercut: unless the
//           trigger takes them away, and then above the least of all arms.
std::vector<QuadratureNode> EpochTable::place_nodes(int active, Followed followed,
                                                    const ExactGrid& grid) const {
  std::vector<double> lows;
  std::vector<double> highs;
  for (const ScoreLaw& law : laws_) {
    lows.push_back(law.mean - grid.reach * law.sd);
    highs.push_back(law.mean + grid.reach * law.sd);
  }
  const bool trigger = std::ranges::any_of(laws_, can_trigger);
  double low = ranked(lows, trigger ? 1 : active - keep_, std::less{});
  double high = ranked(highs, keep_, std::greater{});
  if (followed) {
    low = std::min(low, lows[static_cast<std::size_t>(*followed)]);
    high = std::min(high, highs[static_cast<std::size_t>(*followed)]);
  }
  if (!(low < high)) return {};

  std::vector<double> breaks = {low, high};
  const auto add_break = [&](double t) {
    if (low < t && t < high) breaks.push_back(t);
  };
  for (const double atom : atoms_) add_break(atom);
  for (const ScoreLaw& law : laws_) add_break(law.cut);
  std::ranges::sort(breaks);
  const auto smooth = [&](double from, double to) {
    return std::ranges::all_of(laws_, [&](const ScoreLaw& law) {
      return law.constant() || to - from <= grid.panel * law.sd ||
             to < law.mean - grid.reach * law.sd || from > law.mean + grid.reach * law.sd;
    });
  };
  const auto rule = gauss_legendre(grid.points);
  std::vector<QuadratureNode> nodes;
  for (std::size_t k = 1; k < breaks.size(); ++k) {
    if (breaks[k - 1] < breaks[k]) add_panels(breaks[k - 1], breaks[k], smooth, rule, nodes);
  }
  return nodes;
}

}  // namespace mesha
