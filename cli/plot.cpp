#include "cli/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "mesha/io/durable_file.hpp"
#include "mesha/plot/chart.hpp"

namespace mesha::cli {
namespace {

std::string beside(const std::string& path) { return path + ".part"; }

Error cannot_write(const std::string& path) {
  return Error{
      fmt::format("cannot write the plot to {}: does the folder exist, and may you write there?",
                  path),
      ErrorKind::unavailable};
}

}  // namespace

Status plot_possible(const std::string& path) {
  if (!path.ends_with(".svg"))
    return Error{fmt::format("the plot is an SVG: name it so, {}.svg", path)};
  if (std::filesystem::is_directory(path)) return cannot_write(path);
  const bool open = std::ofstream(beside(path)).is_open();
  std::remove(beside(path).c_str());
  if (!open) return cannot_write(path);
  return ok();
}

Status write_plot(const std::string& path, const Experiment& experiment,
                  const std::vector<Row>& rows) {
  Chart chart{.title = fmt::format("Failure probability: {} arms, d = {}, reports: {}",
                                   experiment.instance.arm_count(), experiment.instance.dimension(),
                                   experiment.strategy),
              .x_label = "budget T",
              .y_label = "P(another arm is named)",
              .log_y = true};
  for (const auto& [learner, budget, row] : rows) {
    const std::string name = label(learner);
    auto line = std::ranges::find(chart.lines, name, &ChartLine::name);
    if (line == chart.lines.end()) line = chart.lines.insert(line, {name, {}});
    line->points.push_back(
        {static_cast<double>(budget), row.failure, row.interval.low, row.interval.high});
  }
  for (ChartLine& line : chart.lines) std::ranges::stable_sort(line.points, {}, &ChartPoint::x);
  if (!write_durably(path, to_svg(chart))) return cannot_write(path);
  return ok();
}

}  // namespace mesha::cli
