// mesha simulate --shard I/N --out PART, and mesha merge PART...
#include <fmt/format.h>

#include <string_view>

#include "cli/ctrl_c.hpp"
#include "cli/progress_bar.hpp"
#include "cli/ranks.hpp"
#include "cli/scale.hpp"
#include "mesha/io/durable_file.hpp"
#include "mesha/io/json.hpp"
#include "mesha/io/numbers.hpp"
#include "mesha/scale/merge.hpp"

namespace mesha::cli {
namespace {

// I counts from 0 to N - 1, or from 1 to N: N is taken for 0, so both ways cover all shards.
Result<Shard> read_shard(const std::string& text) {
  const auto slash = text.find('/');
  if (slash != std::string::npos) {
    const auto index = whole_text_as<std::int64_t>(std::string_view(text).substr(0, slash));
    const auto count = whole_text_as<std::int64_t>(std::string_view(text).substr(slash + 1));
    if (index && count && *count >= 1 && *count <= most_shards && *index >= 0 && *index <= *count)
      return Shard{*index % *count, *count};
  }
  return Error{
      fmt::format("--shard must be I/N with 0 <= I <= N and N at most {}, such as 3/16, not `{}`",
                  most_shards, text.substr(0, 40))};
}

void tell_shard(const SimulateOptions& options, const Part& part) {
  const std::int64_t runs = part.runs().count;
  if (options.json) {
    const nlohmann::json document{{"part", options.out},        {"shard", part.shard.index},
                                  {"shards", part.shard.count}, {"trials", runs},
                                  {"rows", part.rows.size()},   {"hash", hash(part.campaign)}};
    fmt::print("{}\n", json_text(document));
    return;
  }
  fmt::print("shard {}: {} of {} trials of {} rows are in {}\n", options.shard, runs,
             part.campaign.precision.trials, part.rows.size(), options.out);
}

}  // namespace

int simulate_shard(const SimulateOptions& options) {
  if (options.shard.empty() || options.out.empty())
    return refuse("--shard I/N and --out PART go together: say both");
  if (options.files.any())
    return refuse("one shard has nothing to plot: give --plot to `mesha merge`, and --csv too");
  if (!options.keep.empty())
    return refuse("--shard writes one part; --keep is for a whole simulation");
  if (rank_count() > 1)
    return refuse("--shard and the MPI launcher both divide the runs: use one of them");
  const auto shard = read_shard(options.shard);
  if (!shard) return refuse(shard.error());
  auto chosen = campaign_of(options);
  if (!chosen) return refuse(chosen.error());
  print_notes(chosen->experiment);

  const CtrlC ctrl_c;
  ProgressBar bar(!options.json && at_terminal());
  const auto on_progress = [&](const Progress& now) {
    bar.show(static_cast<double>(now.done), static_cast<double>(now.total), "trials",
             "shard " + options.shard);
  };
  const Crew crew{.threads = options.threads, .on_progress = on_progress, .stop = ctrl_c.token()};
  auto part = play_shard(chosen->campaign, options.file, chosen->experiment, *shard, crew);
  bar.clear();
  if (!part) return refuse(part.error());
  if (!*part) {
    fmt::print(stderr, "mesha: interrupted; no part was written\n");
    return interrupted;
  }
  if (auto written = write_durably(options.out, part_text(**part)); !written)
    return refuse(written.error());
  tell_shard(options, **part);
  return success;
}

int merge_parts(const MergeOptions& options) {
  if (auto possible = can_write(options.files); !possible) return refuse(possible.error());
  const auto merged = merge_files(options.parts);
  if (!merged) return refuse(merged.error());
  print_notes(merged->experiment);
  print_results(*merged, options.json, false);
  return success_or_refuse(write_files(options.files, *merged));
}

}  // namespace mesha::cli
