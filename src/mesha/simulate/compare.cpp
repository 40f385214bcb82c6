#include "mesha/simulate/compare.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "mesha/simulate/kernel/kernel.hpp"

namespace mesha {
namespace {

constexpr std::int64_t chunk = 1 << 20;  // runs whose answers are kept at a time

// One of the two, ready to be played on a range of runs.
class Side {
 public:
  Side(const Game& game, const RunOptions& options) : game_(&game), options_(options) {
    if (options.draw == Draw::every_pull) return;
    if (auto problem = affine_problem(game); problem && kernel_applies(*problem)) {
      plan_ = std::make_unique<const KernelPlan>(*std::move(problem));
    }
  }

  Tally play(const RunRange& range, const Crew& crew, const NamedSink& named) const {
    if (plan_) return kernel_runs(*plan_, range, crew, nullptr, named);
    return many_runs(game_->learner, game_->instance, std::span<const AnyStrategy>(game_->profile),
                     game_->right, range, crew, options_, named);
  }

  bool fails(std::int32_t named) const { return named < 0 || !game_->right.contains(ArmId{named}); }

 private:
  const Game* game_;
  RunOptions options_;
  std::unique_ptr<const KernelPlan> plan_;
};

constexpr std::int32_t not_played = -3;

void count(const Side& first, const Side& second, std::span<const std::int32_t> a,
           std::span<const std::int32_t> b, PairedCounts& into) {
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k] == not_played || b[k] == not_played) continue;
    const bool one = first.fails(a[k]);
    const bool other = second.fails(b[k]);
    ++into.trials;
    if (one && other) ++into.both;
    if (one && !other) ++into.only_first;
    if (!one && other) ++into.only_second;
  }
}

}  // namespace

bool draws_sums(const Game& game) {
  return std::holds_alternative<GaussianNoise>(game.instance.noise()) &&
         constant_reports(game.profile) && !game.learner.adaptive();
}

Result<Comparison> compare(const Game& first, const Game& second, const Precision& precision,
                           const Crew& crew) {
  if (precision.has_target() || precision.method == Method::exact ||
      precision.method == Method::rare) {
    return unsupported(
        "a paired comparison plays a number of runs: it takes no target and no method "
        "that draws none");
  }
  const bool sums =
      precision.draw == Draw::sums_where_possible && draws_sums(first) && draws_sums(second);
  const Draw draw = sums ? Draw::sums_where_possible : Draw::every_pull;
  const Side one(first, {.draw = draw, .cap = cap_of(first, precision)});
  const Side other(second, {.draw = draw, .cap = cap_of(second, precision)});
  Comparison found;
  std::vector<std::int32_t> a;
  std::vector<std::int32_t> b;
  for (std::int64_t done = 0; done < precision.trials && !crew.stop.stop_requested();) {
    const RunRange range{.seed = precision.seed,
                         .first = static_cast<std::uint64_t>(done),
                         .count = std::min(chunk, precision.trials - done)};
    const auto keep_in = [&range](std::vector<std::int32_t>& named) {
      named.assign(static_cast<std::size_t>(range.count), not_played);
      return [&named, &range](std::uint64_t from, std::span<const std::int32_t> some) {
        std::ranges::copy(some, named.begin() + static_cast<std::ptrdiff_t>(from - range.first));
      };
    };
    const Crew quiet{.threads = crew.threads, .on_progress = {}, .stop = crew.stop};
    found.first += one.play(range, quiet, keep_in(a));
    found.second += other.play(range, quiet, keep_in(b));
    count(one, other, a, b, found.failures);
    done += range.count;
    if (crew.on_progress) crew.on_progress({done, precision.trials});
  }
  if (found.failures.trials == 0) return found;
  found.difference = difference(found.failures);
  found.interval = difference_interval(found.failures);
  found.variance_ratio = variance_ratio(found.failures);
  return found;
}

std::vector<Result<Estimate>> estimate_each(const std::vector<Game>& games,
                                            const Precision& precision, const Crew& crew) {
  std::vector<std::optional<Result<Estimate>>> found(games.size());
  std::mutex guard;
  std::int64_t done = 0;
  const auto all = static_cast<std::int64_t>(games.size());
  work_through(all, crew, [&]() -> std::function<void(std::int64_t)> {
    return [&](std::int64_t number) {
      const auto k = static_cast<std::size_t>(number);
      found[k] =
          estimate(games[k], precision, {.threads = 1, .on_progress = {}, .stop = crew.stop});
      const std::scoped_lock lock(guard);
      if (crew.on_progress) crew.on_progress({++done, all});
    };
  });
  std::vector<Result<Estimate>> results;
  results.reserve(found.size());
  for (auto& one : found) {
    results.push_back(one ? *std::move(one)
                          : Error{"stopped before this game was played", ErrorKind::unavailable});
  }
  return results;
}

}  // namespace mesha
