// The learner's side of Protocol 1, as four verbs on a value: a copy is a fresh run, a snapshot,
// a what-if.
#pragma once

#include <concepts>
#include <span>
#include <vector>

#include "mesha/model/answer.hpp"
#include "mesha/model/evidence.hpp"
#include "mesha/model/features.hpp"

namespace mesha {

using Reports = std::span<const Report>;  // one per arm, in index order

template <class L>
concept Learner = std::copyable<L> && requires(L learner, const L& now, Reports reports,
                                               std::span<const Evidence> batch) {
  // Is there nothing left to pull?
  { now.finished() } -> std::same_as<bool>;
  // The next batch, at most one entry per arm, in index order; empty only when finished. A
  // platform may evaluate it in any order or in parallel. Stays valid until observe().
  { learner.plan(reports) } -> std::same_as<const std::vector<Pulls>&>;
  // What exactly that batch brought, in any order.
  { learner.observe(batch) } -> std::same_as<void>;
  // Once finished.
  { now.answer() } -> std::same_as<const Answer&>;
};

}  // namespace mesha
