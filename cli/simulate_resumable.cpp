// mesha simulate with finished shards kept on disk: for several ranks, and for going on after a
// crash.
#include <fmt/format.h>

#include <cstdio>
#include <limits>

#include "cli/ctrl_c.hpp"
#include "cli/progress_bar.hpp"
#include "cli/ranks.hpp"
#include "cli/scale.hpp"
#include "mesha/scale/part_folder.hpp"

namespace mesha::cli {
namespace {

constexpr auto default_folder = ".mesha-parts";

// The first rank looks into the folder and decides for all.
std::int64_t agreed_shard_count(const PartFolder& folder, std::int64_t trials) {
  if (rank() != 0) return smallest_of_all(std::numeric_limits<std::int64_t>::max());
  const auto begun = folder.shards_begun();
  const std::int64_t shards = begun.value_or(good_shard_count(trials, rank_count()));
  if (begun) {
    fmt::print(stderr, "mesha: {} of {} shards were finished earlier and are used\n",
               folder.finished(shards), shards);
  }
  return smallest_of_all(shards);
}

Result<bool> fill(const PartFolder& folder, const CampaignAndExperiment& chosen,
                  const SimulateOptions& options, std::int64_t shards) {
  const CtrlC ctrl_c;
  ProgressBar bar(rank() == 0 && !options.json && at_terminal());
  const auto on_progress = [&](const Progress& now) {
    bar.show(static_cast<double>(now.done), static_cast<double>(now.total), "", "all shards");
  };
  return fill_folder(
      folder, chosen.campaign, options.file, chosen.experiment, shards, {rank(), rank_count()},
      {.threads = options.threads, .on_progress = on_progress, .stop = ctrl_c.token()});
}

// The first rank reads all parts from disk and prints them: no message passing.
int print_merged(const PartFolder& folder, std::int64_t shards, const SimulateOptions& options) {
  const auto merged = folder.merged(shards);
  if (!merged) return refuse(merged.error());
  print_results(*merged, options.json, false);
  std::fflush(stdout);
  return success_or_refuse(write_files(options.files, *merged));
}

int fill_and_print(const SimulateOptions& options) {
  const auto chosen = campaign_of(options);
  if (!ranks_agree(chosen)) return bad_input;
  const auto folder =
      PartFolder::open(options.keep.empty() ? default_folder : options.keep, chosen->campaign);
  if (!ranks_agree(folder)) return bad_input;
  if (rank() == 0) print_notes(chosen->experiment);
  const std::int64_t shards = agreed_shard_count(*folder, chosen->campaign.precision.trials);

  const auto filled = fill(*folder, *chosen, options, shards);
  int status = filled ? success : bad_input;
  if (filled && !*filled) status = interrupted;
  if (status == success && rank() == 0) status = print_merged(*folder, shards, options);
  if (!ranks_agree(filled)) return bad_input;
  if (status == interrupted && rank() == 0) {
    fmt::print(
        stderr,
        "mesha: interrupted; {} of {} shards are finished and kept, and the same command goes "
        "on with the others\n",
        folder->finished(shards), shards);
  }
  if (status == success && rank() == 0 && options.keep.empty()) folder->remove();
  return status;
}

}  // namespace

int simulate_resumable(const SimulateOptions& options) {
  try {
    return fill_and_print(options);
  } catch (...) {
    give_up();
    throw;
  }
}

}  // namespace mesha::cli
