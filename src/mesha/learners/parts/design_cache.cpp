#include "mesha/learners/parts/design_cache.hpp"

#include <algorithm>
#include <numeric>

#include "mesha/base/expects.hpp"
#include "mesha/design/g_optimal.hpp"
#include "mesha/design/rounding.hpp"
#include "mesha/design/support.hpp"
#include "mesha/design/xy_allocation.hpp"

namespace mesha {
namespace {

// Reports that change every round must not fill the memory.
constexpr std::size_t most_known = 4096;
constexpr std::size_t most_numbers = std::size_t{1} << 25U;  // in all of them: 256 MB
// Enough for any design but one whose data is coarser than the tolerance; a run must not hang
// there.
constexpr std::int64_t most_steps = 200'000;

}  // namespace

const std::vector<std::int64_t>& Design::rounded(std::int64_t N) {
  if (rounded_to_ == N) return rounded_;
  std::vector<double> sorted;
  sorted.reserve(order_.size());
  for (const std::size_t k : order_) sorted.push_back(weights_[k]);
  const auto counts = round_pulls(sorted, N);
  expects(static_cast<bool>(counts), "a design was to be rounded to fewer pulls than it has arms");
  rounded_.resize(weights_.size());
  for (std::size_t k = 0; k < order_.size(); ++k) rounded_[order_[k]] = (*counts)[k];
  rounded_to_ = N;
  return rounded_;
}

DesignCache::Solution DesignCache::solve_afresh(const Key& key, Criterion criterion) {
  const Points points = points_of(key.reports);
  Solution nothing_to_learn{std::vector<double>(points.count, 0.0), 0};
  const auto first = std::ranges::find(key.compared, true);  // an active arm
  nothing_to_learn.weights[static_cast<std::size_t>(first - key.compared.begin())] = 1;
  if (std::ranges::all_of(points.values, [](double x) { return x == 0; })) return nothing_to_learn;
  auto design = g_optimal(points, {.most_steps = most_steps});
  expects(static_cast<bool>(design), "reports must be finite");
  if (criterion == Criterion::xy) {
    std::vector<std::size_t> compare;
    for (std::size_t k = 0; k < points.count; ++k) {
      if (key.compared[k]) compare.push_back(k);
    }
    // Refused where the active arms all say the same: then one design is as good as another. Whole
    // pulls are coarser than this tolerance.
    if (auto differences = xy_allocation(points, {.tolerance = 1e-3, .compare = compare})) {
      design->weights = std::move(differences->weights);
    }
  }
  design = reduce_support(points, *design);
  expects(static_cast<bool>(design), "a design could not be reduced");
  return {std::move(design->weights), design->dimension};
}

std::int64_t DesignCache::solved() const {
  const std::scoped_lock lock(known_->mutex);
  return known_->solved;
}

DesignCache::Solution DesignCache::solution(const Key& key) const {
  Known& all = *known_;
  {
    const std::scoped_lock lock(all.mutex);
    if (const auto found = all.solutions.find(key); found != all.solutions.end()) {
      return found->second;
    }
  }
  Solution solved = solve_afresh(key, criterion_);  // unlocked: other threads have other questions
  const std::scoped_lock lock(all.mutex);
  const std::size_t size = key.reports.size() * (1 + key.reports.front().size());
  if (all.solutions.size() >= most_known || all.numbers + size > most_numbers) {
    all.solutions.clear();
    all.numbers = 0;
  }
  if (all.solutions.emplace(key, solved).second) {
    ++all.solved;
    all.numbers += size;
  }
  return solved;
}

std::span<const ArmId> DesignCache::candidates(std::span<const ArmId> active, Reports reports) {
  if (criterion_ == Criterion::g_optimal) return active;
  for (std::size_t i = everybody_->size(); i < reports.size(); ++i) {
    everybody_->push_back(arm_at(i));
  }
  return *everybody_;
}

Design& DesignCache::solve(std::span<const ArmId> active, Reports reports) {
  const std::span<const ArmId> arms = candidates(active, reports);
  Question& asked = *asked_;
  asked.criterion = criterion_;
  asked.active.assign(active.begin(), active.end());
  asked.reports.clear();
  for (const ArmId arm : arms) {
    const Vec& x = reports[at(arm)].x;
    asked.reports.insert(asked.reports.end(), x.begin(), x.end());
  }
  if (const auto known = memory_->find(asked); known != memory_->end()) return known->second;
  if (memory_->size() >= most_known) memory_->clear();
  return memory_->emplace(asked, answer(active, arms, reports)).first->second;
}

Design DesignCache::answer(std::span<const ArmId> active, std::span<const ArmId> arms,
                           Reports reports) const {
  Design design;
  design.arms_.assign(arms.begin(), arms.end());
  design.order_.resize(arms.size());
  std::iota(design.order_.begin(), design.order_.end(), std::size_t{0});
  std::ranges::stable_sort(design.order_, [&](std::size_t a, std::size_t b) {
    return (reports[at(arms[a])].x <=> reports[at(arms[b])].x) < 0;
  });
  Key key;
  for (const std::size_t k : design.order_) {
    key.reports.push_back(reports[at(arms[k])].x);
    key.compared.push_back(std::ranges::binary_search(active, arms[k]));
  }
  const Solution sorted = solution(key);
  design.dimension_ = sorted.dimension;
  design.weights_.resize(arms.size());
  for (std::size_t k = 0; k < arms.size(); ++k)
    design.weights_[design.order_[k]] = sorted.weights[k];
  return design;
}

}  // namespace mesha
