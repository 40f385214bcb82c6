#include "mesha/paper/figures.hpp"

#include <fmt/format.h>

#include <string_view>

namespace mesha::paper {
namespace {

ChartLine line_of(const std::vector<const Cell*>& column) {
  ChartLine line{.name = column.front()->column->name, .points = {}};
  for (const Cell* cell : column) {
    const Found& ours = cell->judged.ours;
    line.points.push_back(
        {static_cast<double>(cell->value), ours.failure, ours.interval.low, ours.interval.high});
  }
  return line;
}

ChartLine line_with_published(const std::vector<const Cell*>& column) {
  ChartLine line = line_of(column);
  for (const Cell* cell : column) {
    const Published& paper = cell->paper;
    line.others.push_back({static_cast<double>(cell->value), paper.value, paper.low, paper.high});
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
    chart.lines.push_back(line_with_published(findings.column(study.id, column.name)));
  return both(study.id,
              "Lines and dots: ours, with 95% intervals. Hollow marks: published, with the error "
              "that their digits imply.",
              std::move(chart));
}

// Experiment 1 once more: the paper's MESHA between what it would be without its help.
Figure mechanism(const Study& study, const Findings& findings) {
  Chart chart = empty_chart(study, "What the reports add to MESHA");
  for (const std::string_view name : {"MESHA", "SH"})
    chart.lines.push_back(line_of(findings.column(study.id, name)));
  for (const std::string_view name : {"MESHA, base geometry", "MESHA, all norms equal",
                                      "MESHA, best arm truthful", "SH that keeps its samples"})
    chart.lines.push_back(line_of(findings.addition(study.id, name)));
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
