#include "mesha/plot/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <ranges>
#include <string_view>

namespace mesha {
namespace {

// Where things are; names stand at the right, or below.
struct Layout {
  double width = 760, height = 440;
  double left = 64, right = 250, top = 48, bottom = 56;  // margins
  std::size_t names_across = 1;

  double plot_right() const { return width - right; }
  double plot_bottom() const { return height - bottom; }
};

constexpr double name_row = 17;

Layout layout_of(const Chart& chart) {
  if (!chart.narrow) {
    constexpr std::size_t usual = 34;  // longer names make the picture wider, not the plot narrower
    std::size_t longest = 0;
    for (const ChartLine& line : chart.lines) longest = std::max(longest, line.name.size());
    const double more = 7.0 * static_cast<double>(std::max(longest, usual) - usual);
    const double names = std::clamp(40 + 7.0 * static_cast<double>(longest), 80.0, 250.0);
    return {.width = 760 + more, .right = names + more};
  }
  const std::size_t rows = (chart.lines.size() + 1) / 2;
  const double names = name_row * static_cast<double>(rows) + 8;
  return {.width = 380,
          .height = 360 + names,
          .left = 52,
          .right = 12,
          .bottom = 56 + names,
          .names_across = 2};
}

// Eight hues that keep apart on white and on near-black, also for colour-blind eyes; the ninth line
// starts over with a dashed stroke.
constexpr std::array<std::string_view, 8> hues = {"#2f7ed8", "#e07b00", "#16a085", "#b0489e",
                                                  "#d1453b", "#7a8b00", "#7f6bd6", "#8c6d4f"};

struct Axis {
  double low = 0;
  double high = 1;
  double from = 0;  // where low is drawn
  double to = 1;
  bool log = false;
  std::vector<double> ticks = {};

  double place(double value) const {
    const double share =
        log ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return from + share * (to - from);
  }
};

// About five round numbers between low and high.
std::vector<double> round_ticks(double low, double high) {
  const double raw = (high - low) / 5;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  double step = power;
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    if (step < raw) step = factor * power;
  }
  std::vector<double> ticks;
  for (double k = std::ceil(low / step); k * step <= high * (1 + 1e-12); ++k)
    ticks.push_back(k * step);
  return ticks;
}

// 1, 2, 5 of every power of ten; powers alone when that would crowd.
std::vector<double> log_ticks(double low, double high) {
  const bool wide = high / low > 3000;
  std::vector<double> ticks;
  const int first = static_cast<int>(std::floor(std::log10(low)));
  const int last = static_cast<int>(std::floor(std::log10(high)));
  for (int exponent = first; exponent <= last; ++exponent) {
    const double power = std::pow(10, exponent);
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (wide && factor > 1) continue;
      const double tick = factor * power;
      if (tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9)) ticks.push_back(tick);
    }
  }
  return ticks;
}

bool hangs(const Chart& chart, const ChartPoint& point) {
  return chart.log_y && point.y == 0 && point.high > 0;
}

// Where it is drawn.
double height(const Chart& chart, const ChartPoint& point) {
  return hangs(chart, point) ? point.high : point.y;
}

bool drawable(const Chart& chart, const ChartPoint& point) {
  return std::isfinite(point.x) && std::isfinite(point.y) && (!chart.log_x || point.x > 0) &&
         (!chart.log_y || height(chart, point) > 0);
}

struct Axes {
  Axis x;
  Axis y;
};

Axes axes_of(const Chart& chart, const Layout& place) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  double x_low = inf, x_high = -inf, y_low = inf, y_high = -inf;
  for (const ChartLine& line : chart.lines) {
    for (const auto* points : {&line.points, &line.others}) {
      for (const ChartPoint& p : *points) {
        if (!drawable(chart, p)) continue;
        x_low = std::min(x_low, p.x), x_high = std::max(x_high, p.x);
        y_low = std::min(y_low, height(chart, p)), y_high = std::max({y_high, p.y, p.high});
      }
    }
  }
  for (const ChartLevel& level : chart.levels) {
    if (level.y > 0 || !chart.log_y)
      y_low = std::min(y_low, level.y), y_high = std::max(y_high, level.y);
  }
  if (x_low > x_high) x_low = chart.log_x ? 1 : 0, x_high = chart.log_x ? 10 : 1;
  if (y_low > y_high) y_low = chart.log_y ? 0.1 : 0, y_high = 1;
  if (x_low == x_high && chart.log_x) x_low /= 2, x_high *= 2;
  if (x_low == x_high) x_low -= 0.5, x_high += 0.5;
  if (chart.log_y) {
    y_low /= 1.5, y_high *= 1.25;
  } else {
    y_low = std::min(0.0, y_low), y_high = y_high > y_low ? y_high * 1.05 : y_low + 1;
  }
  Axes axes{.x = {x_low, x_high, place.left, place.plot_right(), chart.log_x},
            .y = {y_low, y_high, place.plot_bottom(), place.top, chart.log_y}};
  axes.x.ticks = !chart.x_ticks.empty() ? chart.x_ticks
                 : chart.log_x          ? log_ticks(x_low, x_high)
                                        : round_ticks(x_low, x_high);
  axes.y.ticks = chart.log_y ? log_ticks(y_low, y_high) : round_ticks(y_low, y_high);
  return axes;
}

void add_levels(Drawing& into, const Chart& chart, const Axes& axes, const Layout& place) {
  for (const ChartLevel& level : chart.levels) {
    if (chart.log_y && !(level.y > 0)) continue;
    const double y = axes.y.place(level.y);
    into.add(Stroke{{{place.left, y}, {place.plot_right(), y}}, {Ink::text}, 1, true});
    into.add(Label{{place.left + 6, y - 5}, level.name, Ink::text});
  }
}

void add_frame(Drawing& into, const Chart& chart, const Axes& axes, const Layout& place) {
  into.add(Label{{chart.narrow ? 12 : place.left, 26}, chart.title, Ink::title});
  for (const double tick : axes.y.ticks) {
    const double y = axes.y.place(tick);
    into.add(Stroke{{{place.left, y}, {place.plot_right(), y}}, {Ink::grid}});
    const bool power = chart.log_y && tick < 5e-4;  // as narrow as 1e-12
    into.add(Label{{place.left - 8, y + 4},
                   power ? fmt::format("{:.0e}", tick) : fmt::format("{:.4g}", tick),
                   Ink::text,
                   Anchor::end});
  }
  for (const double tick : axes.x.ticks) {
    into.add(Label{{axes.x.place(tick), place.plot_bottom() + 20},
                   fmt::format("{:.{}g}", tick, chart.log_x ? 9 : 6),
                   Ink::text,
                   Anchor::middle});
  }
  add_levels(into, chart, axes, place);
  into.add(Label{{(place.left + place.plot_right()) / 2, place.plot_bottom() + 42},
                 chart.x_label,
                 Ink::text,
                 Anchor::middle});
  into.add(Label{{chart.narrow ? 12.0 : 16.0, (place.top + place.plot_bottom()) / 2},
                 chart.y_label,
                 Ink::text,
                 Anchor::middle,
                 true});
}

// With its error bar; the disc says how it looks, and of which line it is.
void add_mark(Drawing& into, const Axes& axes, const ChartPoint& p, Disc disc) {
  const double x = axes.x.place(p.x);
  const double foot = std::max(p.low, axes.y.low);
  if (p.high > foot)
    into.add(Stroke{{{x, axes.y.place(foot)}, {x, axes.y.place(p.high)}}, disc.paint});
  disc.centre = {x, axes.y.place(p.y)};
  disc.tip += fmt::format(": {:g}, {:.4g}", p.x, p.y);
  into.add(std::move(disc));
}

void add_arrow(Drawing& into, Place from, const Paint& paint) {
  constexpr double length = 14;
  const Place tip{from.x, from.y + length};
  into.add(Stroke{{from, tip}, paint, 2});
  into.add(Stroke{{{tip.x - 4, tip.y - 5}, tip, {tip.x + 4, tip.y - 5}}, paint, 2});
}

void add_line(Drawing& into, const Chart& chart, const Axes& axes, std::size_t number) {
  const ChartLine& line = chart.lines[number];
  const Paint paint = fixed(hues[number % hues.size()]);
  Stroke path{{}, paint, 2, number >= hues.size()};
  for (const ChartPoint& p : line.points) {
    if (drawable(chart, p) && !hangs(chart, p))
      path.places.push_back({axes.x.place(p.x), axes.y.place(height(chart, p))});
  }
  if (path.places.size() > 1) into.add(path);
  for (const ChartPoint& p : line.points) {
    if (!drawable(chart, p)) continue;
    if (hangs(chart, p)) {
      add_arrow(into, {axes.x.place(p.x), axes.y.place(p.high)}, paint);
    } else {
      add_mark(into, axes, p, {.centre = {}, .radius = 3, .paint = paint, .tip = line.name});
    }
  }
  for (const ChartPoint& p : line.others) {
    if (!drawable(chart, p)) continue;
    add_mark(into, axes, p,
             {.centre = {},
              .radius = 4,
              .paint = paint,
              .hollow = true,
              .tip = line.name + ", " + chart.others_are});
  }
}

void add_name(Drawing& into, const Chart& chart, std::size_t number, Place at) {
  into.add(Disc{at, 4, fixed(hues[number % hues.size()])});
  into.add(Label{{at.x + 10, at.y + 4}, chart.lines[number].name, Ink::name});
}

void add_legend(Drawing& into, const Chart& chart, const Layout& place) {
  const double column = (place.width - 24) / static_cast<double>(place.names_across);
  for (std::size_t k = 0; k < chart.lines.size(); ++k) {
    const std::size_t row = k / place.names_across;
    const std::size_t across = k % place.names_across;
    add_name(into, chart, k,
             {18 + column * static_cast<double>(across),
              place.plot_bottom() + 62 + name_row * static_cast<double>(row)});
  }
}

// Names at the lines' ends, pushed apart so that none covers another.
void add_names(Drawing& into, const Chart& chart, const Axes& axes, const Layout& place) {
  std::vector<double> heights(chart.lines.size(), place.plot_bottom());
  for (std::size_t k = 0; k < heights.size(); ++k) {
    for (const ChartPoint& p : chart.lines[k].points) {
      if (drawable(chart, p)) heights[k] = axes.y.place(p.y);
    }
  }
  std::vector<std::size_t> order(heights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return heights[k]; });
  double free_from = place.top;
  for (const std::size_t k : order) {
    heights[k] = std::max(heights[k], free_from);
    free_from = heights[k] + name_row;
  }
  double free_to = place.plot_bottom();
  for (const std::size_t k : std::views::reverse(order)) {
    heights[k] = std::min(heights[k], free_to);
    free_to = heights[k] - name_row;
  }
  for (std::size_t k = 0; k < heights.size(); ++k)
    add_name(into, chart, k, {place.plot_right() + 14, heights[k]});
}

}  // namespace

Drawing draw(const Chart& chart) {
  const Layout place = layout_of(chart);
  const Axes axes = axes_of(chart, place);
  Drawing drawing{.width = place.width, .height = place.height, .title = chart.title};
  add_frame(drawing, chart, axes, place);
  for (std::size_t k = 0; k < chart.lines.size(); ++k) add_line(drawing, chart, axes, k);
  if (chart.narrow) {
    add_legend(drawing, chart, place);
  } else {
    add_names(drawing, chart, axes, place);
  }
  return drawing;
}

}  // namespace mesha
