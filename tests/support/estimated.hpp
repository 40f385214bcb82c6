// One row of an experiment, by a method of the test's choice.
#pragma once

#include <stdexcept>

#include "mesha/catalog/experiment.hpp"

namespace mesha::testing {

inline Estimate estimated(const Experiment& e, const LearnerChoice& choice, std::int64_t T,
                          Method method = Method::automatic) {
  Precision how = e.precision;
  how.method = method;
  const auto ready = e.prepare(choice, T, how);
  if (!ready) throw std::runtime_error(ready.error().sentence);
  return run(*ready, {.threads = 2});
}

}  // namespace mesha::testing
