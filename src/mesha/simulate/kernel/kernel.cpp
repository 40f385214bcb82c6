#include "mesha/simulate/kernel/kernel.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <new>
#include <numeric>

#include "mesha/base/expects.hpp"
#include "mesha/simulate/kernel/replay.hpp"

namespace mesha {
namespace {

constexpr std::int64_t block = 4096;  // runs between two looks at the crew

// A vector that straddles two of them is slow to read and write.
struct alignas(64) CacheLine {
  float numbers[16];
};

// Reusable per-thread state for playing runs.
class Worker {
 public:
  Worker(const KernelPlan& plan, const LanePath& path, const NamedSink& sink)
      : plan_(plan),
        path_(path),
        sink_(&sink),
        lanes_(plan.lanes()),
        replay_(plan.problem()),
        memory_(lane_memory(plan.arms(), path.width) / 16 + 1),
        named_(static_cast<std::size_t>(block + path.width)),
        times_named_(static_cast<std::size_t>(plan.arms()) + 1) {}

  void play(std::uint64_t seed, std::uint64_t first, std::int64_t count, Tally& tally) {
    const std::int64_t groups = (count + path_.width - 1) / path_.width;
    const std::uint64_t last = first + static_cast<std::uint64_t>(groups * path_.width - 1);
    if (plan_.has_lanes() && (first >> 32U) == (last >> 32U)) {
      path_.play(lanes_, seed, first, groups, memory_.data()->numbers, named_.data());
    } else {
      std::ranges::fill(named_, replay);
    }
    tally.trials += count;
    std::int64_t again = count_named(count, tally);
    tally.pulls.add(plan_.pulls(), count - again);
    for (std::size_t k = 0; again > 0; ++k) {
      if (named_[k] != replay) continue;
      named_[k] = add(replay_.play({seed, first + k}), 1, tally);
      --again;
    }
    if (*sink_) (*sink_)(first, {named_.data(), static_cast<std::size_t>(count)});
  }

  // What `count` runs bring that go the same way; returns what a NamedSink is told of them.
  static std::int32_t add(const Replay::Outcome& outcome, std::int64_t count, Tally& tally) {
    if (outcome.named) {
      tally.named[at(*outcome.named)] += count;
    } else {
      tally.nobody_left += count;
    }
    tally.triggered += outcome.triggered * count;
    tally.pulls.add(outcome.pulls, count);
    return outcome.named ? outcome.named->index : named_nobody;
  }

 private:
  // Tallies the arms that the first `count` runs named, and says how many named none. Neighbours
  // use counters of different columns: an increment waits for the last one of the same counter.
  std::int64_t count_named(std::int64_t count, Tally& tally) {
    std::ranges::fill(times_named_, Columns{});
    for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
      ++times_named_[static_cast<std::size_t>(named_[k] - replay)][k % columns];
    }
    const auto times = [](const Columns& each) {
      return std::accumulate(each.begin(), each.end(), std::int64_t{0});
    };
    for (std::size_t i = 0; i < tally.named.size(); ++i) {
      tally.named[i] += times(times_named_[i + 1]);
    }
    return times(times_named_[0]);
  }

  static constexpr std::size_t columns = 4;
  using Columns = std::array<std::int32_t, columns>;

  const KernelPlan& plan_;
  const LanePath& path_;
  const NamedSink* sink_;
  LanePlan lanes_;
  Replay replay_;
  std::vector<CacheLine> memory_;
  std::vector<std::int32_t> named_;
  std::vector<Columns> times_named_;  // none, arm 0, arm 1, ...
};

Tally empty_tally(const KernelPlan& plan) {
  return {.named = std::vector<std::int64_t>(static_cast<std::size_t>(plan.arms()), 0)};
}

Tally certain_runs(const KernelPlan& plan, const RunRange& range, const Crew& crew,
                   const NamedSink& sink) {
  Tally tally = empty_tally(plan);
  if (range.count > 0 && !crew.stop.stop_requested()) {
    tally.trials = range.count;
    const std::int32_t named =
        Worker::add(Replay(plan.problem()).play({range.seed, range.first}), range.count, tally);
    for (std::int64_t k = 0; sink && k < range.count; ++k) {
      sink(range.first + static_cast<std::uint64_t>(k), {&named, 1});
    }
    if (crew.on_progress) crew.on_progress({range.count, range.count});
  }
  return tally;
}

Tally uncertain_runs(const KernelPlan& plan, const RunRange& range, const Crew& crew,
                     const LanePath& path, const NamedSink& sink) {
  Tally total = empty_tally(plan);
  std::mutex guard;
  const auto new_worker = [&]() -> std::function<void(std::int64_t)> {
    return [&, worker = Worker(plan, path, sink)](std::int64_t number) mutable {
      Tally part = empty_tally(plan);
      const std::int64_t first = number * block;
      worker.play(range.seed, range.first + static_cast<std::uint64_t>(first),
                  std::min(block, range.count - first), part);
      const std::scoped_lock lock(guard);
      total += part;
      if (crew.on_progress) crew.on_progress({total.trials, range.count});
    };
  };
  work_through((range.count + block - 1) / block, crew, new_worker);
  return total;
}

}  // namespace

Tally kernel_runs(const KernelPlan& plan, const RunRange& range, const Crew& crew,
                  const LanePath* path, const NamedSink& named) {
  expects(range.count >= 0, "a range of runs cannot be shorter than nothing");
  Tally tally = plan.problem().certain()
                    ? certain_runs(plan, range, crew, named)
                    : uncertain_runs(plan, range, crew,
                                     path != nullptr ? *path : *lane_paths().back(), named);
  tally.failures = tally.trials;
  for (const ArmId arm : plan.problem().right.arms()) tally.failures -= tally.named[at(arm)];
  return tally;
}

std::span<const LanePath* const> lane_paths() {
#if defined(__x86_64__) || defined(__i386__)
  static constexpr const LanePath* all[] = {&lane_path::one, &lane_path::four, &lane_path::avx2,
                                            &lane_path::avx512};
  static const std::size_t usable = __builtin_cpu_supports("avx512f") != 0 ? 4
                                    : __builtin_cpu_supports("avx2") != 0  ? 3
                                                                           : 2;
  return std::span(all).first(usable);
#else
  static constexpr const LanePath* all[] = {&lane_path::one, &lane_path::four};
  return all;
#endif
}

}  // namespace mesha
