// Many independent runs on many threads. The tally is a sum over run numbers, each a pure
// function of (seed, run): it is the same for any number of threads and any split into shards.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <span>
#include <stop_token>
#include <thread>
#include <vector>

#include "mesha/model/right_answers.hpp"
#include "mesha/simulate/pulls_spent.hpp"
#include "mesha/simulate/runner.hpp"

namespace mesha {

struct Tally {
  std::int64_t trials = 0;
  std::int64_t failures = 0;             // a wrong arm, or none, was named
  std::int64_t nobody_left = 0;          // of these: the trigger emptied the field,
  std::int64_t unfinished = 0;           // or the run was cut off at its cap
  std::int64_t triggered = 0;            // departures by trigger, over all trials and arms
  PullsSpent pulls = {};                 // by each trial
  std::vector<std::int64_t> named = {};  // how often each arm was the answer

  Tally& operator+=(const Tally& other);
  friend bool operator==(const Tally&, const Tally&) = default;
};

// Told the arm that each of some neighbouring runs named, or one of the two below. Called from any
// thread, once for every run that counts.
using NamedSink = std::function<void(std::uint64_t first, std::span<const std::int32_t> named)>;
inline constexpr std::int32_t named_nobody = -1;
inline constexpr std::int32_t named_unfinished = -2;

struct RunRange {
  std::uint64_t seed = 0;
  std::uint64_t first = 0;
  std::int64_t count = 0;
};

struct Progress {
  std::int64_t done = 0;
  std::int64_t total = 0;
};

struct Crew {
  int threads = 1;
  std::function<void(const Progress&)> on_progress = {};  // one call at a time, from any thread
  std::stop_token stop = {};  // when it fires, the tally holds what was finished by then
};

// Hands out [0, blocks) to threads; stops early on request or when one throws (and rethrows).
void work_through(std::int64_t blocks, const Crew& crew,
                  const std::function<std::function<void(std::int64_t)>()>& new_worker);

// Returns what a NamedSink is told.
std::int32_t count_answer(Tally& tally, const Answer& answer, const RightAnswers& right);

template <Learner L, Strategy S>
Tally many_runs(const L& learner, const Instance& instance, std::span<const S> profile,
                const RightAnswers& right, const RunRange& range, const Crew& crew = {},
                RunOptions options = {}, const NamedSink& named = {}) {
  options.stop = crew.stop;
  constexpr std::int64_t blocks_each = 8;  // load balancing: threads end together
  constexpr std::int64_t often = 65'536;   // draws between two signs of progress
  const std::int64_t block =
      std::clamp<std::int64_t>(range.count / (blocks_each * std::max(crew.threads, 1)), 1, 1024);
  std::mutex guard;
  const Tally nothing{.named = std::vector<std::int64_t>(instance.arm_count(), 0)};
  Tally total = nothing;
  const auto hand_in = [&](Tally& part) {
    if (part.trials == 0) return;
    const std::scoped_lock lock(guard);
    total += part;
    part = nothing;
    if (crew.on_progress) crew.on_progress({total.trials, range.count});
  };
  const auto new_worker = [&]() -> std::function<void(std::int64_t)> {
    return [&, runner =
                   Runner<L, S>(learner, instance, profile, options)](std::int64_t number) mutable {
      Tally part = nothing;
      std::int64_t draws = 0;
      const std::int64_t last = number * block + std::min(block, range.count - number * block);
      for (std::int64_t run = number * block; run < last && !crew.stop.stop_requested(); ++run) {
        const RunRandom random{range.seed, range.first + static_cast<std::uint64_t>(run)};
        const Answer& answer = runner.play(random);
        if (runner.stopped()) break;
        const std::int32_t arm = count_answer(part, answer, right);
        if (named) named(random.run, {&arm, 1});
        part.pulls.add(runner.spent());
        draws += runner.draws();
        if (draws < often) continue;
        hand_in(part);
        draws = 0;
      }
      hand_in(part);
    };
  };
  work_through(range.count > 0 ? (range.count - 1) / block + 1 : 0, crew, new_worker);
  return total;
}

}  // namespace mesha
