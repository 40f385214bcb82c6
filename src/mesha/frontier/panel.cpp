#include "mesha/frontier/panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "mesha/frontier/sections.hpp"
#include "mesha/plot/mark_names.hpp"
#include "mesha/stats/normal_law.hpp"

namespace mesha::frontier {
namespace {

constexpr double edge = 8;  // where marks beyond the axis are drawn, from the frame
constexpr double least_range = 1.2;

// Phi^-1: what the axes are linear in. Infinite at 0 and 1.
double quantile(double probability) { return -theory::z_of(probability); }

struct Axis {
  double low = 0;  // quantiles
  double high = 0;
  double from = 0;  // where they are drawn
  double to = 0;

  double place(double q) const { return from + (q - low) / (high - low) * (to - from); }
  bool below(double q) const { return q < low; }
  bool above(double q) const { return q > high; }
  // Of a mark: beyond the axis it stands at its end.
  double mark(double q) const {
    const double inward = to > from ? edge : -edge;
    if (below(q)) return from + inward;
    return above(q) ? to - inward : place(q);
  }
};

struct Axes {
  Axis x;
  Axis y;

  Place place(double x_quantile, double y_quantile) const {
    return {x.place(x_quantile), y.place(y_quantile)};
  }
};

// Around what is finite, and where the limit meets the diagonal.
Axis axis_of(std::vector<double> quantiles, double from, double to) {
  constexpr double least = -8.2;  // 1e-16
  constexpr double most = 2.4;    // .99
  std::erase_if(quantiles, [](double q) { return !(q >= least && q <= most); });
  const auto [low, high] = std::ranges::minmax(quantiles);
  const double range = std::max(high - low, least_range);
  const double middle = (low + high) / 2;
  const double margin = .1 * range;
  return {middle - range / 2 - margin, middle + range / 2 + margin, from, to};
}

Axes axes_of(const Panel& panel) {
  const double blind = std::clamp(-panel.contest->z_star(), -8.0, 0.0);
  std::vector<double> x{blind};
  std::vector<double> y{blind};
  for (const Mark& mark : panel.marks) {
    x.push_back(quantile(mark.row->cell.truth.probability));
    y.push_back(quantile(mark.row->cell.worst_failure().probability));
  }
  const Place corner = panel.corner;
  return {axis_of(x, corner.x, corner.x + panel.side), axis_of(y, corner.y + panel.side, corner.y)};
}

// ".01", "1e-6"
std::string tick_text(double probability) {
  if (probability < 1e-3) return fmt::format("1e{:.0f}", std::round(std::log10(probability)));
  return fmt::format("{:g}", probability).substr(1);
}

// At least `apart` from each other on paper; coarse ones if there are three of them.
std::vector<double> ticks_of(const Axis& axis, double apart) {
  static constexpr std::array coarse{1e-15, 1e-12, 1e-9, 1e-6, 1e-5, 1e-4, .001,
                                     .01,   .1,    .5,   .9,   .99,  .999};
  static constexpr std::array fine{.001, .002, .005, .01, .02, .05, .1,  .2,
                                   .3,   .5,   .7,   .8,  .9,  .95, .98, .99};
  const auto those = [&](const auto& list) {
    std::vector<double> ticks;
    std::optional<double> last;
    for (const double p : list) {
      const double q = quantile(p);
      if (axis.below(q) || axis.above(q)) continue;
      if (last && std::abs(axis.place(q) - *last) < apart) continue;
      last = axis.place(q);
      ticks.push_back(p);
    }
    return ticks;
  };
  std::vector<double> ticks = those(coarse);
  return ticks.size() >= 3 ? ticks : those(fine);
}

// Where x + y <= -2 z*, which no learner reaches: the corners of what is inside the frame. The
// second and the third are the ends of the limit.
std::vector<Place> unreachable(const Axes& axes, double z_star) {
  const double sum = -2 * z_star;
  const double left = std::max(axes.x.low, sum - axes.y.high);
  const double right = std::min(axes.x.high, sum - axes.y.low);
  if (!(left < right)) return {};
  return {axes.place(right, axes.y.low), axes.place(right, sum - right),
          axes.place(left, sum - left), axes.place(axes.x.low, sum - left),
          axes.place(axes.x.low, axes.y.low)};
}

void draw_limit(Drawing& into, const Axes& axes, double z_star) {
  const std::vector<Place> corners = unreachable(axes, z_star);
  if (corners.empty()) return;
  into.add(Area{corners, {Ink::grid, {}}, .75, "no learner gets here"});
}

void draw_lines(Drawing& into, const Axes& axes, double z_star) {
  const double low = std::max(axes.x.low, axes.y.low);
  const double high = std::min(axes.x.high, axes.y.high);
  const Paint ink{Ink::text, {}};
  if (low < high) into.add(Stroke{{axes.place(low, low), axes.place(high, high)}, ink, .8, true});
  if (const auto corners = unreachable(axes, z_star); !corners.empty())
    into.add(Stroke{{corners[1], corners[2]}, ink, 1.8});
}

void draw_ticks(Drawing& into, const Panel& panel, const Axes& axes) {
  const Paint grid{Ink::grid, {}};
  const double bottom = panel.corner.y + panel.side;
  for (const double p : ticks_of(axes.x, 34)) {
    const double x = axes.x.place(quantile(p));
    into.add(Stroke{{{x, panel.corner.y}, {x, bottom}}, grid});
    into.add(Label{{x, bottom + 15}, tick_text(p), Ink::text, Anchor::middle});
  }
  for (const double p : ticks_of(axes.y, 18)) {
    const double y = axes.y.place(quantile(p));
    into.add(Stroke{{{panel.corner.x, y}, {panel.corner.x + panel.side, y}}, grid});
    into.add(Label{{panel.corner.x - 6, y + 4}, tick_text(p), Ink::text, Anchor::end});
  }
}

void draw_frame(Drawing& into, const Panel& panel) {
  const auto [x, y] = panel.corner;
  const double s = panel.side;
  into.add(Stroke{{{x, y}, {x + s, y}, {x + s, y + s}, {x, y + s}, {x, y}}, {Ink::text, {}}, .6});
  into.add(Label{{x, y - 9}, panel.contest->name, Ink::name});
  into.add(Label{
      {x + s, y - 9}, fmt::format("z* = {:.2f}", panel.contest->z_star()), Ink::text, Anchor::end});
  if (panel.names_x)
    into.add(Label{{x + s / 2, y + s + 33}, "P(failure), all truthful", Ink::text, Anchor::middle});
  if (panel.names_y)
    into.add(Label{
        {x - 40, y + s / 2}, "P(failure), worst attack tried", Ink::text, Anchor::middle, true});
}

std::string_view colour(Kind kind) {
  switch (kind) {
    case Kind::blind:
      return "#2f7ed8";
    case Kind::guarded:
      return "#16a085";
    case Kind::unguarded:
      break;
  }
  return "#d1453b";
}

// From `at` to `tip`, both on one horizontal or vertical line.
void draw_arrow(Drawing& into, Place at, Place tip, const Paint& paint) {
  const double length = std::hypot(tip.x - at.x, tip.y - at.y);
  const Place along{(tip.x - at.x) / length, (tip.y - at.y) / length};
  constexpr double head = 5;
  const Place foot{tip.x - head * along.x, tip.y - head * along.y};
  into.add(Area{{tip,
                 {foot.x - .7 * head * along.y, foot.y + .7 * head * along.x},
                 {foot.x + .7 * head * along.y, foot.y - .7 * head * along.x}},
                paint});
}

void draw_beyond(Drawing& into, const Axes& axes, Place at, double x, double y, Kind kind) {
  const Paint paint = fixed(colour(kind));
  constexpr double reach = edge + 5;
  if (axes.x.below(x)) draw_arrow(into, at, {at.x - reach, at.y}, paint);
  if (axes.x.above(x)) draw_arrow(into, at, {at.x + reach, at.y}, paint);
  if (axes.y.below(y)) draw_arrow(into, at, {at.x, at.y + reach}, paint);
  if (axes.y.above(y)) draw_arrow(into, at, {at.x, at.y - reach}, paint);
}

// Both intervals, as far as the frame goes.
void draw_intervals(Drawing& into, const Axes& axes, const Cell& cell, Place at, Kind kind,
                    MarkNames& names) {
  const auto inside = [](const Axis& axis, double probability) {
    return axis.place(std::clamp(quantile(probability), axis.low, axis.high));
  };
  const auto bar = [&](Place from, Place to) {
    into.add(Stroke{{from, to}, fixed(colour(kind)), .8});
    names.avoid(from, to);
  };
  const Interval truth = cell.truth.interval();
  const Interval worst = cell.worst_failure().interval();
  bar({inside(axes.x, truth.low), at.y}, {inside(axes.x, truth.high), at.y});
  bar({at.x, inside(axes.y, worst.low)}, {at.x, inside(axes.y, worst.high)});
}

void draw_learner(Drawing& into, const Axes& axes, const Mark& mark, MarkNames& names) {
  const Cell& cell = mark.row->cell;
  const double x = quantile(cell.truth.probability);
  const double y = quantile(cell.worst_failure().probability);
  const Place at{axes.x.mark(x), axes.y.mark(y)};
  draw_intervals(into, axes, cell, at, mark.kind, names);
  draw_beyond(into, axes, at, x, y, mark.kind);
  draw_mark(into, at, mark.kind,
            fmt::format("{} {}: {}, worst {} ({})", mark.number, label(*mark.row->learner),
                        failure_text(cell.truth.probability),
                        failure_text(cell.worst_failure().probability), attack_text(cell)));
  names.add(at, std::to_string(mark.number));
}

}  // namespace

void draw_mark(Drawing& into, Place at, Kind kind, const std::string& tip) {
  const Paint paint = fixed(colour(kind));
  if (kind == Kind::guarded) {
    constexpr double r = 4.8;
    into.add(Area{
        {{at.x - r, at.y}, {at.x, at.y - r}, {at.x + r, at.y}, {at.x, at.y + r}}, paint, 1, tip});
  } else {
    into.add(Disc{at, 3.6, paint, kind == Kind::blind, tip});
  }
}

void draw_panel(Drawing& into, const Panel& panel) {
  const Axes axes = axes_of(panel);
  const double z_star = panel.contest->z_star();
  draw_limit(into, axes, z_star);
  draw_ticks(into, panel, axes);
  draw_lines(into, axes, z_star);
  draw_frame(into, panel);
  MarkNames names(panel.corner, panel.side, panel.side);
  for (const Mark& mark : panel.marks) draw_learner(into, axes, mark, names);
  names.draw(into);
}

}  // namespace mesha::frontier
