// The learner's side of Protocol 1, as verbs on a value: a copy is a fresh run, a snapshot, a
// what-if.
#pragma once

#include <concepts>
#include <span>
#include <vector>

#include "mesha/base/random.hpp"
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
  // The arm to be named if the run ended now; before the first observation any arm that is in
  // (lowest index). Once finished: the arm named, or the fallback of NobodyLeft.
  { now.leader() } -> std::same_as<ArmId>;
  // Once finished.
  { now.answer() } -> std::same_as<const Answer&>;
};

// Optional: a learner that draws random numbers takes them from Stream::learner_coins of its run,
// which it is told before the first plan(). One that keeps a generator of its own would repeat the
// same coins in every run.
template <class L>
concept TossesCoins = requires(L learner, const RunRandom& random) {
  { learner.start(random) } -> std::same_as<void>;
};

// Optional: what live selections need and simulated arms never do.
template <class L>
concept Withdrawable = requires(L learner, const L& now, ArmId arm) {
  // An arm that is in, but is not the only one, leaves on its own (so may one that is out and
  // pulled all the same): what it brought in this batch does not count, and it is not pulled any
  // more. If nothing of the batch is left, plan() makes another.
  { learner.withdraw(arm) } -> std::same_as<void>;
  // In the order of leaving.
  { now.departures() } -> std::same_as<const std::vector<Departure>&>;
};

// Optional: a learner with whom an arm may be out of the running for now and come back. It is in
// all the while, and `departures` names it only when it cannot come back any more.
template <class L>
concept SetsAside = requires(const L& now, ArmId arm) {
  { now.set_aside(arm) } -> std::same_as<bool>;
};

// Optional, `static constexpr bool`:
//   adaptive         how often an arm that is in is pulled depends on scores
//   stops_by_itself  when it has seen enough, not when a budget is spent
//   noise_by_seat    adaptive, but its noise is keyed as that of other learners (see Runner): the
//                    learners whose tallies were published before there was a choice
//   needs_squares    it wants Evidence::square_sum, so single rewards are drawn
template <class L>
inline constexpr bool is_adaptive = [] {
  if constexpr (requires { L::adaptive; }) return L::adaptive;
  return false;
}();
template <class L>
inline constexpr bool stops_itself = [] {
  if constexpr (requires { L::stops_by_itself; }) return L::stops_by_itself;
  return false;
}();
template <class L>
inline constexpr bool has_noise_by_pull = [] {
  if constexpr (requires { L::noise_by_seat; }) return !L::noise_by_seat;
  return is_adaptive<L>;
}();
template <class L>
inline constexpr bool wants_squares = [] {
  if constexpr (requires { L::needs_squares; }) return L::needs_squares;
  return false;
}();

// The same of a value whose type is chosen at run time, or not.
template <class L>
bool needs_squares(const L& learner) {
  if constexpr (requires { learner.wants_squares(); }) return learner.wants_squares();
  return wants_squares<L>;
}
template <class L>
bool noise_by_pull(const L& learner) {
  if constexpr (requires { learner.noise_by_pull(); }) return learner.noise_by_pull();
  return has_noise_by_pull<L>;
}

}  // namespace mesha
