// The learner's side of Protocol 1, as six verbs on a value: a copy is a fresh run, a snapshot,
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
                                               std::span<const Evidence> batch, ArmId arm) {
  // Is there nothing left to pull?
  { now.finished() } -> std::same_as<bool>;
  // The next batch, at most one entry per arm, in index order; empty only when finished. A
  // platform may evaluate it in any order or in parallel. Stays valid until observe().
  { learner.plan(reports) } -> std::same_as<const std::vector<Pulls>&>;
  // What exactly that batch brought, in any order.
  { learner.observe(batch) } -> std::same_as<void>;
  // An arm that is in, but is not the only one, leaves on its own (so may one that is out and
  // pulled all the same): what it brought in this batch does not count, and it is not pulled any
  // more. If nothing of the batch is left, plan() makes another. Simulated arms never withdraw.
  { learner.withdraw(arm) } -> std::same_as<void>;
  // Who has left so far, in that order.
  { now.departures() } -> std::same_as<const std::vector<Departure>&>;
  // Once finished.
  { now.answer() } -> std::same_as<const Answer&>;
};

}  // namespace mesha
