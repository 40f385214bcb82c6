#include "mesha/paper/figures.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace mesha::paper {
namespace {

ChartPoint point(std::int64_t value, const Found& ours) {
  return {static_cast<double>(value), ours.failure, ours.interval.low, ours.interval.high};
}

ChartPoint published_point(const Cell& cell) {
  return {static_cast<double>(cell.value), cell.paper.value, cell.paper.low, cell.paper.high};
}

ChartLine line_of(const Column& column, const Findings& findings, const Study& study) {
  ChartLine line{.name = column.name, .points = {}};
  for (const Cell* cell : findings.column(study.id, column.name)) {
    line.points.push_back(point(cell->value, cell->judged.ours));
    line.others.push_back(published_point(*cell));
  }
  return line;
}

Chart empty_chart(const Study& study, const std::string& title) {
  Chart chart{.title = title,
              .x_label = fmt::format("{} ({})", study.parameter, study.setting),
              .y_label = "P(another arm is named)",
              .lines = {},
              .log_y = study.log_y};
  if (study.values.size() < 8) chart.x_ticks.assign(study.values.begin(), study.values.end());
  return chart;
}

Figure both(std::string name, std::string caption, Chart chart) {
  Figure figure{
      .name = std::move(name), .caption = std::move(caption), .wide = draw(chart), .narrow = {}};
  chart.narrow = true;
  figure.narrow = draw(chart);
  return figure;
}

Figure panel(const Study& study, const Findings& findings) {
  Chart chart = empty_chart(study, study.title);
  for (const Column& column : study.columns)
    chart.lines.push_back(line_of(column, findings, study));
  return both(study.id,
              "Lines and dots: ours, with 95% intervals. Hollow marks: published, with the error "
              "that their digits imply.",
              std::move(chart));
}

// Experiment 1 once more: the paper's MESHA between what it would be without its help.
Figure mechanism(const Study& study, const Findings& findings) {
  Chart chart = empty_chart(study, "What the reports add to MESHA");
  for (const std::string_view name : {"MESHA", "SH"}) {
    ChartLine line{.name = std::string(name), .points = {}};
    for (const Cell* cell : findings.column(study.id, name))
      line.points.push_back(point(cell->value, cell->judged.ours));
    chart.lines.push_back(std::move(line));
  }
  constexpr std::array<std::string_view, 4> shown = {
      "MESHA, base geometry", "MESHA, all norms equal", "MESHA, best arm truthful",
      "SH that keeps its samples"};
  for (const std::string_view name : shown) {
    ChartLine line{.name = std::string(name), .points = {}};
    for (const Addition* one : findings.addition(study.id, name))
      line.points.push_back(point(one->value, one->ours));
    chart.lines.push_back(std::move(line));
  }
  return both(
      "mechanism",
      "Experiment 1. The line of MESHA with equal norms lies on that of SH. When the best arm "
      "reports its true, short vector MESHA fails several times as often as SH.",
      std::move(chart));
}

}  // namespace

std::vector<Figure> figures(const std::vector<Study>& studies, const Findings& findings,
                            std::uint64_t seed) {
  std::vector<Figure> drawn;
  for (const Study& study : studies) {
    if (study.id == "vary-T") {
      drawn.push_back({"pipeline",
                       "One real run of MESHA in Experiment 1, T = 200. Bars are the shrunk means "
                       "of an epoch; who lies below the cut leaves.",
                       pipeline(study, 200, seed, false), pipeline(study, 200, seed, true)});
    }
    drawn.push_back(panel(study, findings));
    if (study.id == "vary-T") drawn.push_back(mechanism(study, findings));
  }
  return drawn;
}

}  // namespace mesha::paper
