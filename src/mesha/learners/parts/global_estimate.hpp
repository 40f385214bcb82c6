// One theta for all arms, from the evidence of one epoch: least squares, or ridge regression for
// lambda > 0, which is least squares with lambda pulls of every axis that brought nothing. It
// believes the reports.
#pragma once

#include <span>
#include <vector>

#include "mesha/base/scratch.hpp"
#include "mesha/linalg/least_squares.hpp"
#include "mesha/model/evidence.hpp"

namespace mesha {

class GlobalEstimate {
 public:
  explicit GlobalEstimate(double lambda = 0) : lambda_(lambda) {}

  // Adds up in an order that depends on reports and rewards alone: neither the order of arrival
  // nor the arms' numbers move the last bit. The reference holds until the next call.
  const Vec& operator()(std::span<const Evidence> batch);

 private:
  double lambda_;
  Scratch<std::vector<const Evidence*>> sorted_;
  Scratch<LeastSquares> fit_;
  Scratch<Vec> axis_;
};

}  // namespace mesha
