#include "cli/result_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "mesha/io/durable_file.hpp"
#include "mesha/plot/chart.hpp"

namespace mesha::cli {

Error cannot_write(std::string_view what, const std::string& path) {
  return Error{fmt::format("cannot write the {} to {}: does the folder exist, and may you write "
                           "there?",
                           what, path),
               ErrorKind::unavailable};
}

Status check_writable(std::string_view what, const std::string& path) {
  if (std::filesystem::is_directory(path)) return cannot_write(what, path);
  const std::string beside = path + ".part";
  const bool open = std::ofstream(beside).is_open();
  std::remove(beside.c_str());
  if (!open) return cannot_write(what, path);
  return ok();
}

namespace {

std::string plot_text(const Simulated& results) {
  const Experiment& experiment = results.experiment;
  Chart chart{.title = fmt::format("Failure probability: {} arms, d = {}, reports: {}",
                                   experiment.instance.arm_count(), experiment.instance.dimension(),
                                   experiment.strategy),
              .x_label = "budget T",
              .y_label = "P(another arm is named)",
              .log_y = true};
  for (const auto& [learner, budget, row] : results.rows) {
    const std::string name = label(learner);
    auto line = std::ranges::find(chart.lines, name, &ChartLine::name);
    if (line == chart.lines.end()) line = chart.lines.insert(line, {name, {}});
    line->points.push_back(
        {static_cast<double>(budget), row.failure, row.interval.low, row.interval.high});
  }
  for (ChartLine& line : chart.lines) std::ranges::stable_sort(line.points, {}, &ChartPoint::x);
  return to_svg(chart);
}

// A cell is empty where the method does not know the number.
std::string csv_text(const Simulated& results) {
  const std::size_t arms = results.experiment.instance.arm_count();
  std::string text = "learner,T,method,trials,failure,low,high,nobody,unfinished";
  for (std::size_t i = 0; i < arms; ++i) text += fmt::format(",chosen_{}", i);
  text += '\n';
  for (const auto& [learner, budget, e] : results.rows) {
    text += fmt::format("\"{}\",{},{},{},{},{},{}", label(learner), budget, name(e.method),
                        e.has_trials() ? std::to_string(e.tally.trials) : "", e.failure,
                        e.interval.low, e.interval.high);
    if (const auto all = chances(e)) {
      text += fmt::format(",{},{}", all->nobody.probability, all->unfinished.probability);
      for (const Chance& one : all->chosen) text += fmt::format(",{}", one.probability);
    } else {
      text.append(2 + arms, ',');
    }
    text += '\n';
  }
  return text;
}

}  // namespace

Status can_write(const ResultFiles& files) {
  if (!files.plot.empty()) {
    if (!files.plot.ends_with(".svg"))
      return Error{fmt::format("the plot is an SVG: name it so, {}.svg", files.plot)};
    if (auto possible = check_writable("plot", files.plot); !possible) return possible;
  }
  return files.csv.empty() ? ok() : check_writable("table", files.csv);
}

Status write_files(const ResultFiles& files, const Simulated& results) {
  if (!files.plot.empty() && !write_durably(files.plot, plot_text(results)))
    return cannot_write("plot", files.plot);
  if (!files.csv.empty() && !write_durably(files.csv, csv_text(results)))
    return cannot_write("table", files.csv);
  return ok();
}

}  // namespace mesha::cli
