#include "mesha/games/climb.hpp"

#include <nlopt.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <exception>
#include <memory>
#include <numbers>
#include <vector>

#include "mesha/base/expects.hpp"

namespace mesha {
namespace {

using Optimiser = std::unique_ptr<nlopt_opt_s, decltype(&nlopt_destroy)>;

// What NLopt, which is C, carries from call to call. An exception must not cross it.
struct Walk {
  Walk(const Height& of, nlopt_opt by, const Vec& from, double value)
      : height(&of), optimiser(by), best{.at = from, .value = value}, at(from) {}

  const Height* height;
  nlopt_opt optimiser;
  Summit best;
  Vec at;
  std::exception_ptr trouble = {};
};

double step_on(unsigned n, const double* x, double* /*gradient*/, void* data) {
  auto& walk = *static_cast<Walk*>(data);
  std::copy_n(x, n, walk.at.begin());
  double value = 0;
  try {
    value = (*walk.height)(walk.at);
  } catch (...) {
    walk.trouble = std::current_exception();
    value = std::nan("");
  }
  if (std::isnan(value)) {
    nlopt_force_stop(walk.optimiser);
    return 0;
  }
  ++walk.best.evaluations;
  if (value > walk.best.value) {
    walk.best.value = value;
    walk.best.at = walk.at;
  }
  return value;
}

}  // namespace

Summit climb(const Height& height, const Vec& from, double value, double step,
             std::int64_t evaluations) {
  const auto n = static_cast<unsigned>(from.size());
  if (n == 0 || evaluations <= 0) return {.at = from, .value = value};
  const Optimiser optimiser(nlopt_create(NLOPT_LN_SBPLX, n), &nlopt_destroy);
  expects(optimiser != nullptr, "NLopt has this algorithm");
  Walk walk(height, optimiser.get(), from, value);
  nlopt_set_max_objective(optimiser.get(), step_on, &walk);
  nlopt_set_lower_bounds1(optimiser.get(), 0);
  nlopt_set_upper_bounds1(optimiser.get(), 1);
  nlopt_set_initial_step1(optimiser.get(), step);
  nlopt_set_xtol_abs1(optimiser.get(), 1e-4);
  nlopt_set_maxeval(optimiser.get(),
                    static_cast<int>(std::min<std::int64_t>(evaluations, 1'000'000'000)));
  Vec at = from;
  double reached = 0;
  nlopt_optimize(optimiser.get(), at.begin(), &reached);
  if (walk.trouble) std::rethrow_exception(walk.trouble);
  return walk.best;
}

namespace {

constexpr double golden = 1 / std::numbers::phi;
constexpr double narrow_enough = 1e-5;  // the height is flat there

// Remembers the best of all points asked.
class Line {
 public:
  explicit Line(const Height& height) : height_(&height) {}

  double at(double u) {
    const Vec point{u};
    const double value = (*height_)(point);
    stopped_ = stopped_ || std::isnan(value);
    if (stopped_) return -HUGE_VAL;
    if (best_.evaluations++ == 0 || value > best_.value) {
      best_.value = value;
      best_.at = point;
    }
    return value;
  }

  void golden_section(double low, double high) {
    double left = high - golden * (high - low);
    double right = low + golden * (high - low);
    double at_left = at(left);
    double at_right = at(right);
    while (high - low > narrow_enough && !stopped_) {
      if (at_left < at_right) {
        low = left, left = right, at_left = at_right;
        at_right = at(right = low + golden * (high - low));
      } else {
        high = right, right = left, at_right = at_left;
        at_left = at(left = high - golden * (high - low));
      }
    }
  }

  bool stopped() const { return stopped_; }
  const Summit& best() const { return best_; }

 private:
  const Height* height_;
  Summit best_{.at = Vec{1.0}};
  bool stopped_ = false;
};

}  // namespace

Summit climb_line(const Height& height, int grid, int peaks) {
  expects(grid >= 2, "a grid has two ends");
  Line line(height);
  line.at(0);
  std::vector<double> heights;
  // The first one is not 0, which may mean something else than the smallest number above it.
  const auto point = [grid](int k) { return std::max(static_cast<double>(k) / (grid - 1), 1e-9); };
  for (int k = 0; k < grid && !line.stopped(); ++k) heights.push_back(line.at(point(k)));
  if (line.stopped()) return line.best();

  std::vector<int> tops;
  for (int k = 0; k < grid; ++k) {
    const auto here = static_cast<std::size_t>(k);
    const bool above_left = k == 0 || heights[here] >= heights[here - 1];
    const bool above_right = k + 1 == grid || heights[here] >= heights[here + 1];
    if (above_left && above_right) tops.push_back(k);
  }
  std::ranges::stable_sort(tops, std::greater{},
                           [&](int k) { return heights[static_cast<std::size_t>(k)]; });
  if (tops.size() > static_cast<std::size_t>(peaks)) tops.resize(static_cast<std::size_t>(peaks));
  for (const int k : tops) {
    if (line.stopped()) break;
    line.golden_section(point(std::max(k - 1, 0)), point(std::min(k + 1, grid - 1)));
  }
  return line.best();
}

}  // namespace mesha
