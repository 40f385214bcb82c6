// mesha simulate with finished shares kept on disk: for several ranks, and for going on after a
// crash.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <limits>
#include <utility>

#include "cli/all_succeeded.hpp"
#include "cli/ctrl_c.hpp"
#include "cli/plot.hpp"
#include "cli/progress_bar.hpp"
#include "cli/ranks.hpp"
#include "cli/scale.hpp"
#include "cli/wished_campaign.hpp"
#include "mesha/scale/part_folder.hpp"

namespace mesha::cli {
namespace {

constexpr auto default_folder = ".mesha-parts";

// The first rank looks into the folder and decides for all.
std::int64_t agreed_share_count(const PartFolder& folder, std::int64_t trials) {
  if (rank() != 0) return smallest_of_all(std::numeric_limits<std::int64_t>::max());
  const auto begun = folder.shares_begun();
  const std::int64_t shares = begun.value_or(good_share_count(trials, rank_count()));
  if (begun) {
    fmt::print(stderr, "mesha: {} of {} shards were finished earlier and are used\n",
               folder.finished(shares), shares);
  }
  return smallest_of_all(shares);
}

Result<bool> fill(const PartFolder& folder, const WishedCampaign& wished, const SimulateWish& wish,
                  std::int64_t shares) {
  const CtrlC ctrl_c;
  ProgressBar bar(rank() == 0 && !wish.json && isatty(STDOUT_FILENO) != 0 &&
                  isatty(STDERR_FILENO) != 0);
  const auto on_progress = [&](const Progress& now) {
    bar.show(static_cast<double>(now.done), static_cast<double>(now.total), "", "all shards");
  };
  return fill_folder(folder, wished.campaign, wish.file, wished.experiment, shares,
                     {rank(), rank_count()},
                     {.threads = wish.threads, .on_progress = on_progress, .stop = ctrl_c.token()});
}

// What is on disk is the answer; the first rank reads and prints it without asking anybody.
int print_merged(const PartFolder& folder, std::int64_t shares, const SimulateWish& wish) {
  const auto merged = folder.merged(shares);
  if (!merged) return refuse(merged.error().sentence);
  print_found({merged->experiment, merged->precision, merged->file, merged->rows}, wish.json,
              false);
  std::fflush(stdout);
  if (!wish.plot.empty()) {
    if (auto drawn = write_plot(wish.plot, merged->experiment, merged->rows); !drawn)
      return refuse(drawn.error().sentence);
  }
  return ok;
}

int play(const SimulateWish& wish) {
  const auto wished = wished_campaign(wish);
  if (!all_succeeded(wished)) return bad_input;
  const auto folder =
      PartFolder::open(wish.keep.empty() ? default_folder : wish.keep, wished->campaign);
  if (!all_succeeded(folder)) return bad_input;
  if (rank() == 0) print_notes(wished->experiment);
  const std::int64_t shares = agreed_share_count(*folder, wished->campaign.trials);

  const auto filled = fill(*folder, *wished, wish, shares);
  int status = filled ? ok : bad_input;
  if (filled && !*filled) status = interrupted;
  if (status == ok && rank() == 0) status = print_merged(*folder, shares, wish);
  if (!all_succeeded(filled)) return bad_input;
  if (status == interrupted && rank() == 0) {
    fmt::print(
        stderr,
        "mesha: interrupted; {} of {} shards are finished and kept, and the same command goes "
        "on with the others\n",
        folder->finished(shares), shares);
  }
  if (status == ok && rank() == 0 && wish.keep.empty()) folder->remove();
  return status;
}

}  // namespace

int simulate_together(const SimulateWish& wish) {
  try {
    return play(wish);
  } catch (...) {
    give_up();
    throw;
  }
}

}  // namespace mesha::cli
