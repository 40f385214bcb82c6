// Small multiples: a panel per contest, a legend, and what is needed to read them.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "mesha/frontier/documents.hpp"
#include "mesha/frontier/panel.hpp"
#include "mesha/frontier/sections.hpp"

namespace mesha::frontier {
namespace {

namespace layout {
constexpr double margin = 18;
constexpr double head = 44;     // above all panels
constexpr double side = 228;    // of a panel
constexpr double left = 46;     // of a panel: the numbers of its axis
constexpr double above = 30;    // a panel: its heading
constexpr double below = 44;    // a panel: numbers and name of its axis
constexpr double between = 12;  // panels
constexpr double name = 85;     // in an entry of the legend, behind number, mark and mean
constexpr double line = 17;     // of text
constexpr double letter = 6.5;  // about
}  // namespace layout

struct LegendEntry {
  Standing standing;
  Kind kind = Kind::blind;
};

Kind kind_of(const LearnerChoice* learner, const Frontier& all) {
  Kind kind = Kind::blind;
  for (const Row& row : all.rows) {
    if (row.learner != learner || !row.cell.refused.empty() || !reads_reports(row.cell)) continue;
    if (row.cell.certificate) return Kind::guarded;
    kind = Kind::unguarded;
  }
  return kind;
}

// Those that have a mark somewhere, the largest mean E first.
std::vector<LegendEntry> learners_of(const Frontier& all, const std::vector<Section>& sections) {
  std::vector<LegendEntry> list;
  for (Standing& one : standings(sections)) {
    if (one.played == 0) continue;
    const Kind kind = kind_of(one.learner, all);
    list.push_back({std::move(one), kind});
  }
  return list;
}

std::string_view words(Kind kind) {
  switch (kind) {
    case Kind::blind:
      return "reads no report";
    case Kind::guarded:
      return "reads reports, has a certificate";
    case Kind::unguarded:
      break;
  }
  return "reads reports, has none";
}

std::size_t panels_across(std::size_t contests) {
  if (contests <= 4) return 2;
  return contests <= 9 ? 3 : 4;
}

class Picture {
 public:
  explicit Picture(const Frontier& all)
      : sections_(sections(all)),
        learners_(learners_of(all, sections_)),
        across_(panels_across(sections_.size())) {}

  Drawing drawing() {
    drawing_.title = "Truth against the worst lie found";
    drawing_.width = left_of(across_) - layout::between + layout::margin;
    drawing_.add(Label{
        {layout::margin, 28}, drawing_.title + ": P(failure), a panel per contest", Ink::title});
    for (std::size_t k = 0; k < sections_.size(); ++k) draw_section(k);
    down_ = top_of((sections_.size() + across_ - 1) / across_) + layout::below / 2;
    draw_legend();
    draw_caption();
    drawing_.height = down_ + layout::margin / 2;
    return std::move(drawing_);
  }

 private:
  // Of a column and of a row of panels, with all that belongs to them.
  static double left_of(std::size_t column) {
    return layout::margin +
           static_cast<double>(column) * (layout::left + layout::side + layout::between);
  }
  static double top_of(std::size_t row) {
    return layout::head + static_cast<double>(row) * (layout::above + layout::side + layout::below);
  }

  void draw_section(std::size_t k) {
    const std::size_t column = k % across_;
    draw_panel(drawing_,
               {.contest = sections_[k].contest,
                .marks = marks(sections_[k]),
                .corner = {left_of(column) + layout::left, top_of(k / across_) + layout::above},
                .side = layout::side,
                .names_x = k + across_ >= sections_.size(),
                .names_y = column == 0});
  }

  std::vector<Mark> marks(const Section& section) const {
    std::vector<Mark> list;
    for (std::size_t k = 0; k < learners_.size(); ++k) {
      const auto row = std::ranges::find_if(section.placed, [&](const Placed& one) {
        return one.row->learner == learners_[k].standing.learner;
      });
      if (row != section.placed.end()) list.push_back({row->row, k + 1, learners_[k].kind});
    }
    return list;
  }

  // Beside the last panel where there is room, else below all panels.
  void draw_legend() {
    const std::size_t last = sections_.size() % across_;
    const double right = drawing_.width - layout::margin;
    const std::size_t beside = last > 0 ? legend_columns(right - left_of(last)) : 0;
    const std::size_t columns =
        beside > 0 ? beside : std::max<std::size_t>(legend_columns(right - layout::margin), 1);
    const Place corner =
        beside > 0 ? Place{left_of(last), top_of(sections_.size() / across_) + layout::above}
                   : Place{layout::margin, down_};
    draw_entries(corner, right - corner.x, columns);
    const double height = layout::line * static_cast<double>(legend_rows(columns));
    down_ = std::max(down_, corner.y + height + layout::line / 2);
  }

  std::size_t legend_columns(double width) const {
    std::size_t longest = 0;
    for (const LegendEntry& one : learners_)
      longest = std::max(longest, label(*one.standing.learner).size());
    const double entry = layout::name + 8 + layout::letter * static_cast<double>(longest);
    return std::min(static_cast<std::size_t>(width / entry), across_);
  }

  std::size_t legend_rows(std::size_t columns) const {  // its heading is one
    return 1 + (learners_.size() + columns - 1) / columns;
  }

  // In columns, downwards.
  void draw_entries(Place corner, double width, std::size_t columns) {
    const std::size_t rows = legend_rows(columns) - 1;
    for (std::size_t k = 0; k < learners_.size(); ++k) {
      const std::size_t column = k / rows;
      const double x =
          corner.x + width / static_cast<double>(columns) * static_cast<double>(column);
      if (k % rows == 0)
        drawing_.add(Label{{x + 76, corner.y + 4}, "mean E", Ink::text, Anchor::end});
      draw_entry(k, {x, corner.y + layout::line * static_cast<double>(1 + k % rows)});
    }
  }

  void draw_entry(std::size_t k, Place at) {
    const LegendEntry& one = learners_[k];
    const double base = at.y + 4;
    const std::string mean = share_text(one.standing.mean, one.standing.mean_at_most, "-");
    drawing_.add(Label{{at.x + 13, base}, std::to_string(k + 1), Ink::name, Anchor::end});
    draw_mark(drawing_, {at.x + 22, at.y}, one.kind);
    drawing_.add(Label{{at.x + 76, base}, mean, Ink::text, Anchor::end});
    drawing_.add(Label{{at.x + layout::name, base}, label(*one.standing.learner), Ink::name});
  }

  void draw_caption() {
    draw_kinds();
    const double letters = (drawing_.width - 2 * layout::margin) / (layout::letter - .3);
    for (const std::string_view sentence :
         {"Solid line: z(truth) + z(worst) = 2 z*, E = 1. No learner gets below it (shaded) where "
          "rewards are Gaussian with one sd and it is told neither theta nor the true features nor "
          "a bound on |theta|. E = (z(truth) + z(worst)) / (2 z*), z(p) = -Phi^-1(p); axes are "
          "linear in z.",
          "Dashed: lies cost nothing. Arrow: beyond the axis, perhaps 0 or 1. A worse attack than "
          "those tried may exist."}) {
      for (const std::string& text : wrapped(sentence, static_cast<std::size_t>(letters))) {
        drawing_.add(Label{{layout::margin, down_ + 4}, text, Ink::text});
        down_ += layout::line;
      }
    }
  }

  void draw_kinds() {
    double x = layout::margin + 5;
    for (const Kind kind : {Kind::blind, Kind::guarded, Kind::unguarded}) {
      const std::string_view text = words(kind);
      draw_mark(drawing_, {x, down_}, kind);
      drawing_.add(Label{{x + 10, down_ + 4}, std::string(text), Ink::text});
      x += 34 + layout::letter * static_cast<double>(text.size());
    }
    down_ += layout::line + 2;
  }

  std::vector<Section> sections_;
  std::vector<LegendEntry> learners_;
  std::size_t across_;
  Drawing drawing_;
  double down_ = 0;  // where the next line goes
};

}  // namespace

Drawing draw(const Frontier& all) { return Picture(all).drawing(); }

}  // namespace mesha::frontier
