// K vectors of d numbers in one piece of memory, row by row.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mesha/base/expects.hpp"
#include "mesha/linalg/vec.hpp"

namespace mesha {

struct Points {
  std::size_t count = 0;
  std::size_t dimension = 0;
  std::vector<double> values;

  std::span<const double> row(std::size_t i) const {
    return std::span(values).subspan(i * dimension, dimension);
  }
};

inline Points points_of(std::span<const Vec> rows) {
  Points points{rows.size(), rows.empty() ? 0 : rows.front().size(), {}};
  points.values.reserve(points.count * points.dimension);
  for (const Vec& row : rows) {
    expects(row.size() == points.dimension, "points need rows of one length");
    points.values.insert(points.values.end(), row.begin(), row.end());
  }
  return points;
}

}  // namespace mesha
