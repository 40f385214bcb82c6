#include <utility>

#include "mesha/scale/part.hpp"

namespace mesha {
namespace {

// Some rows have their runs here, some are one piece that is here or elsewhere.
Result<PartRow> prepared(const Campaign& campaign, const Experiment& experiment,
                         const LearnerChoice& choice, std::int64_t budget, bool owned) {
  const auto method = choose_method(experiment, choice, budget, campaign.precision);
  if (!method) return method.error();
  PartRow row;
  row.estimate = {.learner = shown_name(choice), .options = choice.options, .budget = budget};
  row.estimate.method = *method;
  row.is_additive = is_additive(*method, campaign.precision);
  row.here = row.is_additive || owned;
  return row;
}

Result<Part> prepared_part(const Campaign& campaign, const std::string& file,
                           const Experiment& experiment, Shard shard) {
  Part part{.campaign = campaign, .file = file, .shard = shard};
  for (const LearnerChoice& choice : experiment.learners) {
    for (const std::int64_t budget : experiment.budgets) {
      const bool owned = owner(part.rows.size(), shard.count) == shard.index;
      auto row = prepared(campaign, experiment, choice, budget, owned);
      if (!row) return row.error();
      part.rows.push_back(*std::move(row));
    }
  }
  return part;
}

}  // namespace

Result<std::optional<Part>> play_shard(const Campaign& campaign, const std::string& file,
                                       const Experiment& experiment, Shard shard,
                                       const Crew& crew) {
  auto part = prepared_part(campaign, file, experiment, shard);
  if (!part) return part.error();
  Precision precision = campaign.precision;
  precision.shard = shard;
  const std::int64_t runs = shard.runs(campaign.seed, campaign.trials).count;
  const auto total = static_cast<std::int64_t>(part->rows.size()) * runs;
  std::int64_t before = 0;
  for (std::size_t number = 0; number < part->rows.size(); ++number) {
    PartRow& row = part->rows[number];
    Crew mine = crew;
    mine.on_progress = [&](const Progress& now) {
      const double done = static_cast<double>(now.done) / static_cast<double>(now.total);
      if (crew.on_progress)
        crew.on_progress(
            {before + static_cast<std::int64_t>(done * static_cast<double>(runs)), total});
    };
    if (row.here && (runs > 0 || !row.is_additive)) {
      const LearnerChoice& choice = experiment.learners[number / experiment.budgets.size()];
      auto found = estimate(experiment, choice, row.estimate.budget, mine, precision);
      if (!found) return found.error();
      row.estimate = *std::move(found);
    } else if (row.is_additive) {
      row.estimate.tally.named.resize(experiment.instance.arm_count());
    }
    if (crew.stop.stop_requested()) return std::optional<Part>();
    before += runs;
  }
  return std::optional<Part>(*std::move(part));
}

}  // namespace mesha
