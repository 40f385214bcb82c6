// What entries of the catalog share.
#pragma once

#include <cstdint>
#include <utility>

#include "mesha/catalog/learners.hpp"

namespace mesha::entries {

template <class L>
Result<AnyLearner> erased(Result<L> made) {
  if (!made) return made.error();
  return AnyLearner(*std::move(made));
}

template <class L>
std::int64_t by_arms(const Setting& s, OptionReader& /*o*/) {
  return L::smallest_budget(s.arms);
}

template <class L>
std::int64_t by_arms_and_dimension(const Setting& s, OptionReader& /*o*/) {
  return L::smallest_budget(s.arms, s.dimension);
}

double lambda(const Setting& setting, OptionReader& options);
double zeta(const Setting& setting, OptionReader& options);

}  // namespace mesha::entries
