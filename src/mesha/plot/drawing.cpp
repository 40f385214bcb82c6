#include "mesha/plot/drawing.hpp"

#include <fmt/format.h>

#include <array>

#include "mesha/plot/xml.hpp"

namespace mesha {
namespace {

std::string_view role(Ink ink) {
  constexpr std::array<std::string_view, 5> roles{"title", "text", "name", "grid", "text"};
  return roles[static_cast<std::size_t>(ink)];
}

std::string painted(std::string_view attribute, const Paint& paint) {
  if (paint.ink == Ink::fixed) return fmt::format(" {}=\"{}\"", attribute, paint.colour);
  return fmt::format(" class=\"{}\"", role(paint.ink));
}

std::string tipped(std::string_view element, const std::string& tip) {
  return tip.empty() ? "/>" : fmt::format("><title>{}</title></{}>", xml_escaped(tip), element);
}

struct ToSvg {
  std::string operator()(const Stroke& s) const {
    const auto& p = s.places;
    const std::string paint = painted("stroke", s.paint);
    if (p.size() == 2 && p[0].y == p[1].y) {
      return fmt::format(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"{}{}/>)", p[0].x,
                         p[0].y, p[1].x, p[1].y, paint, pen(s));
    }
    if (p.size() == 2 && p[0].x == p[1].x) {
      return fmt::format("<path d=\"M{:.1f} {:.1f}V{:.1f}\"{}{}/>", p[0].x, p[0].y, p[1].y, paint,
                         pen(s));
    }
    std::string path;
    for (const Place& at : p)
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", at.x, at.y);
    return fmt::format(R"(<path d="{}" fill="none"{}{}/>)", path, paint, pen(s));
  }

  std::string operator()(const Disc& d) const {
    const std::string paint =
        d.hollow ? " class=\"hollow\"" + painted("stroke", d.paint) : painted("fill", d.paint);
    return fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="{}"{})", d.centre.x, d.centre.y,
                       d.radius, paint) +
           tipped("circle", d.tip);
  }

  std::string operator()(const Box& b) const {
    return fmt::format(R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"{}{})",
                       b.corner.x, b.corner.y, b.width, b.height, painted("fill", b.paint),
                       opacity(b.opacity)) +
           tipped("rect", b.tip);
  }

  std::string operator()(const Area& a) const {
    std::string points;
    for (const Place& at : a.corners)
      points += fmt::format("{}{:.1f},{:.1f}", points.empty() ? "" : " ", at.x, at.y);
    return fmt::format(R"(<polygon points="{}"{}{})", points, painted("fill", a.paint),
                       opacity(a.opacity)) +
           tipped("polygon", a.tip);
  }

  std::string operator()(const Label& l) const {
    const std::string_view anchor = l.anchor == Anchor::middle ? " text-anchor=\"middle\""
                                    : l.anchor == Anchor::end  ? " text-anchor=\"end\""
                                                               : "";
    const std::string turned =
        l.upright ? fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", l.at.x, l.at.y) : "";
    return fmt::format(R"(<text class="{}" x="{:.1f}" y="{:.1f}"{}{}>{}</text>)", role(l.ink),
                       l.at.x, l.at.y, anchor, turned, xml_escaped(l.text));
  }

 private:
  static std::string opacity(double share) {
    return share < 1 ? fmt::format(" opacity=\"{}\"", share) : "";
  }

  static std::string pen(const Stroke& s) {
    return (s.width != 1 ? fmt::format(" stroke-width=\"{}\"", s.width) : "") +
           (s.dashed ? " stroke-dasharray=\"6 4\"" : "");
  }
};

constexpr std::string_view style =
    "<style>svg{background:#fff}text{font:12px system-ui,sans-serif;fill:#444}"
    "text.title{font-size:15px;font-weight:600;fill:#111}text.name{fill:#222}"
    "path.grid,line.grid{stroke:#ddd}rect.grid,polygon.grid{fill:#ddd}"
    "path.text,line.text{stroke:#444}circle.hollow{fill:#fff;stroke-width:1.6}"
    "@media(prefers-color-scheme:dark){svg{background:#14171c}text{fill:#b6bcc6}"
    "text.title{fill:#f0f2f5}text.name{fill:#dde1e7}path.grid,line.grid{stroke:#2c323b}"
    "rect.grid,polygon.grid{fill:#2c323b}path.text,line.text{stroke:#b6bcc6}"
    "circle.hollow{fill:#14171c}}</style>\n";

}  // namespace

double font_size(Ink ink) { return ink == Ink::title ? 15 : 12; }

std::string to_svg(const Drawing& drawing) {
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" role=\"img\" aria-label=\"{2}\">\n{3}",
      drawing.width, drawing.height, xml_escaped(drawing.title), style);
  for (const Shape& shape : drawing.shapes) svg += std::visit(ToSvg{}, shape) + "\n";
  return svg + "</svg>\n";
}

}  // namespace mesha
