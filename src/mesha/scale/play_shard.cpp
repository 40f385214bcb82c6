#include <utility>

#include "mesha/scale/part.hpp"

namespace mesha {
namespace {

// Some rows have their runs here, some are not additive and are here or elsewhere.
Result<PartRow> played(const Experiment& experiment, const LearnerChoice& choice,
                       std::int64_t budget, const Shard& shard, bool owned, const Crew& crew) {
  Precision precision = experiment.precision;
  precision.shard = shard;
  precision.chosen = true;  // merge may be asked for it
  const auto ready = experiment.prepare(choice, budget, precision);
  if (!ready) return ready.error();
  PartRow part{.row = {choice, budget}};
  part.is_additive = is_additive(ready->method, precision);
  part.here = part.is_additive || owned;
  part.row.estimate.method = ready->method;
  const bool empty = shard.runs(precision.seed, precision.trials).count == 0;
  if (part.here && !(part.is_additive && empty)) {
    part.row.estimate = run(*ready, crew);
  } else if (part.is_additive) {
    part.row.estimate.tally.named.resize(experiment.instance.arm_count());
  }
  return part;
}

}  // namespace

Result<std::optional<Part>> play_shard(const Campaign& campaign, const std::string& file,
                                       const Experiment& experiment, Shard shard,
                                       const Crew& crew) {
  if (auto possible = experiment.check_methods(); !possible) return possible.error();
  Part part{.campaign = campaign, .file = file, .shard = shard};
  const std::int64_t runs = part.runs().count;
  const auto rows =
      static_cast<std::int64_t>(experiment.learners.size() * experiment.budgets.size());
  for (const LearnerChoice& choice : experiment.learners) {
    for (const std::int64_t budget : experiment.budgets) {
      const auto before = static_cast<std::int64_t>(part.rows.size()) * runs;
      Crew mine = crew;
      mine.on_progress = [&](const Progress& now) {
        const double done = static_cast<double>(now.done) / static_cast<double>(now.total);
        const auto here = static_cast<std::int64_t>(done * static_cast<double>(runs));
        if (crew.on_progress) crew.on_progress({before + here, rows * runs});
      };
      const bool owned = owner(part.rows.size(), shard.count) == shard.index;
      auto row = played(experiment, choice, budget, shard, owned, mine);
      if (!row) return row.error();
      part.rows.push_back(*std::move(row));
      if (crew.stop.stop_requested()) return std::optional<Part>();
    }
  }
  return std::optional<Part>(std::move(part));
}

}  // namespace mesha
