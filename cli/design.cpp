// mesha design FILE.csv: how often to evaluate each arm for the surest predictions.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/ctrl_c.hpp"
#include "cli/progress_bar.hpp"
#include "cli/revision.hpp"
#include "cli/verbs.hpp"
#include "mesha/design/g_optimal.hpp"
#include "mesha/design/rounding.hpp"
#include "mesha/design/support.hpp"
#include "mesha/io/csv.hpp"
#include "mesha/io/json.hpp"
#include "mesha/version.hpp"

namespace mesha::cli {
namespace {

struct Designed {
  GOptimal design;
  std::vector<std::size_t> support;
  std::optional<std::vector<std::int64_t>> pulls;
  double seconds = 0;
};

Result<Designed> designed(const Points& arms, const DesignVerb& options, bool person) {
  const CtrlC ctrl_c;
  StatusLine line(person, std::chrono::seconds(1));
  const auto on_progress = [&](const DesignProgress& now) {
    line.draw([&] {
      return fmt::format("gap {:.1e}, wanted {:.1e}; {} steps, {} arms under work, {:.0f} s",
                         now.gap, options.tolerance, now.steps, now.candidates, line.seconds());
    });
  };
  auto solved = g_optimal(
      arms, {.tolerance = options.tolerance, .on_progress = on_progress, .stop = ctrl_c.token()});
  if (!solved) return solved.error();
  const std::size_t support = support_size(solved->weights);
  const std::size_t enough = largest_support(solved->dimension);
  const bool needed = options.pulls && std::cmp_less(*options.pulls, support);
  constexpr std::size_t quickly = 600;  // the time grows with the square
  if (support > enough && !ctrl_c_pressed() && (enough <= quickly || needed)) {
    solved = reduce_support(arms, *solved);
    if (!solved) return solved.error();
  }
  Designed done{*std::move(solved), {}, std::nullopt, line.seconds()};
  for (std::size_t i = 0; i < arms.count; ++i) {
    if (done.design.weights[i] > 0) done.support.push_back(i);
  }
  if (options.pulls) {
    auto pulls = round_pulls(done.design.weights, *options.pulls);
    if (pulls) {
      done.pulls = *std::move(pulls);
    } else if (!ctrl_c_pressed()) {  // too few; after Ctrl-C the weights are still printed
      return pulls.error();
    }
  }
  return done;
}

void print_json(const FeatureTable& table, const DesignVerb& options, const Designed& done) {
  nlohmann::json document{{"weights", done.design.weights},
                          {"support", done.support},
                          {"worst", done.design.worst},
                          {"dimension", done.design.dimension},
                          {"gap", done.design.gap()},
                          {"steps", done.design.steps},
                          {"seconds", done.seconds},
                          {"settings",
                           {{"file", options.file},
                            {"version", version},
                            {"revision", source_revision},
                            {"tolerance", options.tolerance},
                            {"arms", table.points.count},
                            {"features", table.points.dimension}}},
                          {"interrupted", ctrl_c_pressed()}};
  if (!table.names.empty()) document["names"] = table.names;
  if (done.pulls) document["pulls"] = *done.pulls;
  fmt::print("{}\n", json_text(document));
}

void print_rows(const FeatureTable& table, const Designed& done) {
  constexpr std::size_t most = 100;
  const std::size_t shown = std::min(done.support.size(), most);
  std::size_t width = 0;
  for (std::size_t k = 0; k < shown && !table.names.empty(); ++k) {
    width = std::max({width, std::size_t{4}, table.names[done.support[k]].size()});
  }
  const std::string_view gap = width > 0 ? "  " : "";
  fmt::print("{:>7}{}{:<{}}  {:>10}{}\n", "arm", gap, width > 0 ? "name" : "", width, "weight",
             done.pulls ? "       pulls" : "");
  for (std::size_t k = 0; k < shown; ++k) {
    const std::size_t i = done.support[k];
    fmt::print("{:>7}{}{:<{}}  {:>10.8f}", i, gap, table.names.empty() ? "" : table.names[i], width,
               done.design.weights[i]);
    if (done.pulls) fmt::print("  {:>10}", (*done.pulls)[i]);
    fmt::print("\n");
  }
  if (shown < done.support.size()) {
    fmt::print("    ... and {} more; --json lists all\n", done.support.size() - shown);
  }
}

void print_table(const FeatureTable& table, const Designed& done) {
  const GOptimal& design = done.design;
  fmt::print(
      "{} arms with {} features spanning dimension {}; {} of them get weight ({:.3g} s, {} "
      "steps)\n\n",
      table.points.count, table.points.dimension, design.dimension, done.support.size(),
      done.seconds, design.steps);
  print_rows(table, done);
  fmt::print(
      "\nCertificate: max_i x_i^T M^-1 x_i = {:.10g}; no design gets below {}, so this one is "
      "within a factor of 1 + {:.2g} of the best.\n",
      design.worst, design.dimension, std::max(0.0, design.gap()));
}

}  // namespace

int design(const DesignVerb& options) {
  const auto table = load_features(options.file);
  if (!table) return refuse(table.error());
  const bool person = !options.json && isatty(STDERR_FILENO) != 0;
  const auto done = designed(table->points, options, person);
  if (!done) return refuse(done.error());
  if (options.json) {
    print_json(*table, options, *done);
  } else {
    print_table(*table, *done);
  }
  if (!ctrl_c_pressed()) return success;
  fmt::print(stderr, "mesha: interrupted; the certificate above tells how good the design is\n");
  return interrupted;
}

}  // namespace mesha::cli
