// What mesha plan draws.
#include <fmt/format.h>

#include <algorithm>

#include "cli/plan.hpp"
#include "cli/scale.hpp"
#include "mesha/io/numbers.hpp"
#include "mesha/plot/chart.hpp"

namespace mesha::cli {
namespace {

using planning::Plan;
using planning::PlanRow;
using planning::Point;

std::string picture(const Chart& chart, const std::string& path) {
  const Drawing drawing = draw(chart);
  return path.ends_with(".pdf") ? to_pdf(drawing) : to_svg(drawing);
}

ChartPoint mark_of(double x, const Point& point) {
  return {x, point.failure, point.interval.low, point.interval.high};
}

// Where every line has a point, and at the budget: the search has many more, of fewer runs.
std::vector<ChartPoint> drawn_points(const Plan& plan, const PlanRow& row) {
  std::vector<ChartPoint> points;
  for (const Point& point : row.found.curve) {
    const bool shared = std::ranges::find(plan.shared, point.budget) != plan.shared.end();
    if (shared || point.budget == row.found.budget)
      points.push_back(mark_of(static_cast<double>(point.budget), point));
  }
  return points;
}

}  // namespace

std::string plan_plot(const PlanQuestion& asked, const Plan& plan, const std::string& path) {
  Chart chart{.title = "Failure and budget: " + asked.candidates,
              .x_label = "budget T",
              .y_label = asked.question.within > 0 ? "P(nobody near the best is named)"
                                                   : "P(another one is named)",
              .log_y = true,
              .log_x = true,
              .levels = {{plan.effort.failure, fmt::format("wished: {:g}", plan.effort.failure)}},
              .others_are = "budget"};
  for (const PlanRow& row : plan.rows) {
    ChartLine line{.name = row.entrant.name(), .points = drawn_points(plan, row)};
    if (row.found.budget) {
      line.name += ": " + thousands(*row.found.budget);
      line.others.push_back(mark_of(static_cast<double>(*row.found.budget), row.found.at));
    }
    chart.lines.push_back(std::move(line));
  }
  return picture(chart, path);
}

std::string promises_plot(const PlanQuestion& asked, const planning::Promises& promises,
                          const std::string& path) {
  Chart chart{.title = fmt::format("What {} evaluations of {} candidates promise",
                                   thousands(promises.budget), asked.question.arms()),
              .x_label = "lead of the best",
              .y_label = "P(another one is named)",
              .log_y = true,
              .log_x = true};
  for (const planning::Promise& one : promises.rows) {
    const std::string name = one.entrant.name();
    auto line = std::ranges::find(chart.lines, name, &ChartLine::name);
    if (line == chart.lines.end()) line = chart.lines.insert(line, {name, {}});
    line->points.push_back(mark_of(one.gap, one.at));
  }
  return picture(chart, path);
}

}  // namespace mesha::cli
