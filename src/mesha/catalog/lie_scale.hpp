// How a search over lies measures: numbers between 0 and 1 as lengths and coordinates.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "mesha/catalog/lies.hpp"

namespace mesha {

// Numbers between 0 and 1 as lengths and coordinates, within the bound or as far as is searched.
class LieScale {
 public:
  LieScale(const Instance& instance, const LieOptions& options) : bounded_(options.norm_bound) {
    double longest = 0;
    for (std::size_t i = 0; i < instance.arm_count(); ++i)
      longest = std::max(longest, norm(instance.feature(arm_at(i)).x));
    unit_ = bounded_ ? *options.norm_bound : longest > 0 ? longest : 1;
  }

  double shortest() const { return shortest_searched * unit_; }
  double usual() const { return unit_; }  // the bound, or the longest true length
  double longest() const { return bounded_ ? unit_ : longest_searched * unit_; }

  // Logarithmic; 0 is 0.
  double length(double u) const {
    return u > 0 ? shortest() * std::pow(longest() / shortest(), u) : 0;
  }
  double length_place(double length) const {
    if (!(length > 0)) return 0;
    const double u = std::log(length / shortest()) / std::log(longest() / shortest());
    return std::clamp(u, 1e-9, 1.0);
  }

  // Bounded: linear. Otherwise linear near 0 and logarithmic far from it.
  double coordinate(double u) const {
    return bounded_ ? unit_ * (2 * u - 1) : unit_ * std::sinh(reach * (2 * u - 1));
  }
  double coordinate_place(double x) const {
    const double v = bounded_ ? x / unit_ : std::asinh(x / unit_) / reach;
    return std::clamp((v + 1) / 2, 0.0, 1.0);
  }

  // Corners of the box lie outside the ball.
  Vec within(Vec x) const {
    const double size = norm(x);
    return size > longest() ? scaled(std::move(x), longest() / size) : x;
  }

  Axis length_axis() const {
    return {.at_low = fmt::format("the shortest length searched, {:.3g}", shortest()),
            .at_high = bounded_ ? "" : longest_edge(),
            .zero_apart = true};
  }
  Axis coordinate_axis() const {
    return bounded_ ? Axis{} : Axis{.at_low = longest_edge(), .at_high = longest_edge()};
  }

 private:
  static inline const double reach = std::asinh(longest_searched);

  std::string longest_edge() const {
    return fmt::format("the longest length searched, {:.3g}: a longer one may pay more", longest());
  }

  bool bounded_;
  double unit_ = 1;
};

}  // namespace mesha
