// Tries every axis once, then repeats the axis whose own past rewards looked best. Reports cannot
// change rewards, so it chases noise: the point is a report that depends on it, for which the
// paper's concentration arguments (and our bound on false triggers) do not hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mesha/model/strategy.hpp"

namespace mesha {

class NoiseChasing {
 public:
  explicit NoiseChasing(double norm) : norm_(norm) {}

  bool constant() const { return false; }
  bool watches() const { return true; }
  const Report& report(const ArmView& view) {
    const std::size_t d = view.own.x.size();
    if (axes_.size() != d) {
      axes_.assign(d, {});
      report_.x.reset(d);
    }
    learn(view);
    report_.x[current_] = 0;
    current_ = static_cast<std::size_t>(view.own_pulls) < d
                   ? static_cast<std::size_t>(view.own_pulls)
                   : best_axis();
    report_.x[current_] = norm_;
    return report_;
  }

 private:
  struct Axis {
    std::int64_t pulls = 0;
    double reward_sum = 0;
    double mean() const { return reward_sum / static_cast<double>(pulls); }
  };

  // What was public since the last call. Own reports have a single nonzero coordinate.
  void learn(const ArmView& view) {
    for (; seen_ < view.history.size(); ++seen_) {
      if (view.history[seen_].arm != view.self) continue;
      const Vec& x = view.history.report(seen_).x;
      std::size_t axis = 0;
      while (axis + 1 < x.size() && x[axis] == 0) ++axis;
      ++axes_[axis].pulls;
      axes_[axis].reward_sum += view.history[seen_].reward;
    }
  }

  std::size_t best_axis() const {
    std::size_t best = 0;
    for (std::size_t k = 1; k < axes_.size(); ++k) {
      if (axes_[k].mean() > axes_[best].mean()) best = k;
    }
    return best;
  }

  double norm_;
  std::vector<Axis> axes_;
  std::size_t seen_ = 0;
  std::size_t current_ = 0;
  Report report_;
};

static_assert(Strategy<NoiseChasing>);

}  // namespace mesha
