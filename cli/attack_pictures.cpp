// What mesha attack draws.
#include <cstddef>

#include "cli/attack.hpp"
#include "mesha/plot/mark_names.hpp"

namespace mesha::cli {
namespace {

struct Frame {
  Place corner;  // upper left
  double width = 0;
  double height = 0;
  double across = 1;  // the x at the right end; both begin at 0

  Place place(double x, double y) const {
    return {corner.x + width * x / across, corner.y + height * (1 - y)};
  }
};

void draw_frame(const Frame& frame, Drawing& drawing) {
  for (const double y : {0.0, .25, .5, .75, 1.0}) {
    drawing.add(Stroke{{frame.place(0, y), frame.place(frame.across, y)}, {Ink::grid, {}}});
    const Place at = frame.place(0, y);
    drawing.add(Label{{at.x - 8, at.y + 4}, fmt::format("{}", y), Ink::text, Anchor::end});
  }
  for (int k = 0; k <= 4; ++k) {
    const double x = frame.across * k / 4;
    const Place at = frame.place(x, 0);
    drawing.add(Label{{at.x, at.y + 18}, fmt::format("{:.3g}", x), Ink::text, Anchor::middle});
  }
  const double end = std::min(frame.across, 1.0);  // where no lie found does anything
  drawing.add(Stroke{{frame.place(0, 0), frame.place(end, end)}, {Ink::grid, {}}, 1, true});
  const Place below = frame.place(frame.across / 2, 0);
  drawing.add(
      Label{{below.x, below.y + 40}, "P(failure), everybody truthful", Ink::text, Anchor::middle});
  drawing.add(Label{{frame.corner.x - 46, frame.corner.y + frame.height / 2},
                    "P(failure), worst lie found",
                    Ink::text,
                    Anchor::middle,
                    true});
}

// Two coordinates of all vectors.
void draw_plane(const AttackRow& row, const Instance& instance, std::size_t up, Place corner,
                double side, Drawing& drawing) {
  constexpr std::size_t across = 0;
  const std::vector<Vec>& said = *worst_of(row)->said;
  double reach = 0;
  for (std::size_t i = 0; i < said.size(); ++i) {
    const Vec& truth = instance.feature(arm_at(i)).x;
    for (const std::size_t k : {across, up})
      reach = std::max({reach, std::abs(truth[k]), std::abs(said[i][k])});
  }
  reach = reach > 0 ? 1.15 * reach : 1;
  const double half = side / 2;
  const auto place = [&](const Vec& x) {
    return Place{corner.x + half * (1 + x[across] / reach), corner.y + half * (1 - x[up] / reach)};
  };
  const Paint grid{Ink::grid, {}};
  drawing.add(Stroke{{{corner.x, corner.y + half}, {corner.x + side, corner.y + half}}, grid});
  drawing.add(Stroke{{{corner.x + half, corner.y}, {corner.x + half, corner.y + side}}, grid});
  drawing.add(Label{{corner.x + half, corner.y + side + 16},
                    fmt::format("coordinates {} (across) and {}", across, up),
                    Ink::text,
                    Anchor::middle});
  MarkNames names(corner, side, side);
  for (std::size_t i = 0; i < said.size(); ++i) {
    const Vec& truth = instance.feature(arm_at(i)).x;
    const bool lies = !(said[i] == truth);
    const Paint paint = fixed(lies ? "#d1453b" : "#2f7ed8");
    const Place from = place(truth);
    if (lies) drawing.add(Stroke{{from, place(said[i])}, paint, 1, true});
    drawing.add(Disc{from, 4, paint, true, fmt::format("arm {}, true", i)});
    drawing.add(Disc{place(said[i]), 4, paint, false, fmt::format("arm {}, reported", i)});
    names.add(from, std::to_string(i));
    if (lies) names.avoid(place(said[i]));
  }
  names.draw(drawing);
}

std::string name_of(const AttackRow& row) {
  return fmt::format("{}, T = {}", label(row.learner), row.budget);
}

// A round number right of all of them.
double right_end(const Attacked& all) {
  double most = .01;
  for (const AttackRow& row : all.rows) most = std::max(most, row.truthful.interval.high);
  for (const double round : {.02, .04, .1, .2, .4}) {
    if (most <= round) return round;
  }
  return 1;
}

void draw_row(const AttackRow& row, const std::string& number, const Frame& frame, MarkNames& names,
              Drawing& drawing) {
  const auto found = worst_of(row);
  const Chance worst = found ? found->failure : row.truthful;
  const double x = row.truthful.probability;
  const Paint paint = fixed(row.reads_reports ? "#d1453b" : "#2f7ed8");
  const auto bar = [&](Place from, Place to) {
    drawing.add(Stroke{{from, to}, paint});
    names.avoid(from, to);
  };
  bar(frame.place(x, worst.interval.low), frame.place(x, worst.interval.high));
  bar(frame.place(row.truthful.interval.low, worst.probability),
      frame.place(row.truthful.interval.high, worst.probability));
  const Place mark = frame.place(x, worst.probability);
  drawing.add(Disc{mark, 4, paint, !row.reads_reports,
                   fmt::format("{}: {:.4f}, worst {:.4f}", name_of(row), x, worst.probability)});
  names.add(mark, number);
}

}  // namespace

Drawing draw_overview(const Attacked& all) {
  const auto rows = static_cast<double>(all.rows.size());
  constexpr double left = 70;
  constexpr double top = 52;
  constexpr double side = 380;
  Drawing drawing{.width = left + side + 330,
                  .height = std::max(top + side + 60, top + 18 * rows + 40),
                  .title = "Failure when all are truthful, and under the worst lie found"};
  drawing.add(Label{{left, 26}, drawing.title, Ink::title, Anchor::start});
  const Frame frame{{left, top}, side, side, right_end(all)};
  draw_frame(frame, drawing);
  MarkNames names(frame.corner, side + 24, side);
  double line = top + 6;
  for (std::size_t k = 0; k < all.rows.size(); ++k) {
    const std::string number = std::to_string(k + 1);
    draw_row(all.rows[k], number, frame, names, drawing);
    drawing.add(Label{{left + side + 24, line},
                      fmt::format("{}  {}", number, name_of(all.rows[k])),
                      Ink::name,
                      Anchor::start});
    line += 18;
  }
  names.draw(drawing);
  drawing.add(
      Label{{left + side + 24, line + 8}, "hollow: reads no report", Ink::text, Anchor::start});
  return drawing;
}

Drawing draw_reports(const Attacked& all, const AttackRow& row) {
  constexpr double side = 340;
  constexpr double gap = 40;
  const std::size_t d = all.experiment.instance.dimension();
  const auto panels = static_cast<double>(d - 1);
  Drawing drawing{.width = panels * side + (panels + 1) * gap,
                  .height = side + 120,
                  .title = "Reports before and after the worst lie found"};
  drawing.add(Label{{gap, 28},
                    fmt::format("{}, T = {}: the worst lie found", label(row.learner), row.budget),
                    Ink::title,
                    Anchor::start});
  drawing.add(Label{
      {gap, side + 100}, "hollow: true, filled: reported; red: it lies", Ink::text, Anchor::start});
  for (std::size_t up = 1; up < d; ++up) {
    const double left = gap + static_cast<double>(up - 1) * (side + gap);
    draw_plane(row, all.experiment.instance, up, {left, 50}, side, drawing);
  }
  return drawing;
}

}  // namespace mesha::cli
