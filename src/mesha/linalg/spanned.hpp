// Points in the coordinates of their own span.
//
// Modified Gram-Schmidt with pivoting picks rank-many points, each time the one farthest from the
// span of those before it; these become the unit vectors of the new coordinates. A point counts
// as inside a span when its distance from it is at most `span_tolerance` times its own length,
// lengths being measured after every coordinate was scaled to a largest absolute value of 1. So
// neither the unit of a feature nor the size of a point decides about the rank.
#pragma once

#include <cstdint>
#include <vector>

#include "mesha/linalg/points.hpp"
#include "mesha/linalg/tiles.hpp"

namespace mesha {

inline constexpr double span_tolerance = 1e-10;

struct Spanned {
  Tiles coordinates;                 // K points in rank-many dimensions
  std::vector<std::uint32_t> basis;  // the points that are the unit vectors

  std::size_t rank() const { return basis.size(); }
};

// The points must be finite.
Spanned spanned(const Points& points);

}  // namespace mesha
