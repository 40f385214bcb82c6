// The least PDF (ISO 32000-1) that shows a drawing: a catalogue, one page, its content, two fonts.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>

#include "mesha/plot/drawing.hpp"

namespace mesha {
namespace {

// Widths of Helvetica from ' ' to '~', in thousandths of the font size (Adobe's metrics).
constexpr std::array<int, 95> helvetica = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};

// UTF-8 to Latin-1.
std::string latin1(std::string_view text) {
  std::string bytes;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto c = static_cast<unsigned char>(text[k]);
    if (c < 0x80) {
      bytes += c >= 0x20 ? text[k] : ' ';
    } else if ((c == 0xc2 || c == 0xc3) && k + 1 < text.size()) {
      bytes += static_cast<char>(((c & 3U) << 6U) | (static_cast<unsigned char>(text[++k]) & 63U));
    } else if (c >= 0xc0) {
      bytes += '?';
    }
  }
  return bytes;
}

double width_of(std::string_view bytes, double size) {
  int sum = 0;
  for (const char c : bytes)
    sum += c >= ' ' && c <= '~' ? helvetica[static_cast<std::size_t>(c - ' ')] : 556;
  return sum * size / 1000;
}

std::string literal(std::string_view bytes) {
  std::string text = "(";
  for (const char c : bytes) {
    if (c == '(' || c == ')' || c == '\\') text += '\\';
    text += c;
  }
  return text + ")";
}

std::string_view in_print(const Paint& paint) {
  constexpr std::array<std::string_view, 4> inks{"#111111", "#444444", "#222222", "#dddddd"};
  return paint.ink == Ink::fixed ? paint.colour : inks[static_cast<std::size_t>(paint.ink)];
}

// "0.184 0.494 0.847", mixed with the white of the page.
std::string rgb(const Paint& paint, double opacity = 1) {
  const std::string hex(in_print(paint).substr(1));
  const auto value = static_cast<unsigned>(std::strtoul(hex.c_str(), nullptr, 16));
  const auto part = [&](unsigned shift) {
    return 1 - opacity * (1 - static_cast<double>((value >> shift) & 255U) / 255);
  };
  return fmt::format("{:.3f} {:.3f} {:.3f}", part(16), part(8), part(0));
}

class ToPdf {
 public:
  explicit ToPdf(double height) : height_(height) {}

  std::string operator()(const Stroke& s) const {
    std::string text =
        fmt::format("{} RG {} w {} d ", rgb(s.paint), s.width, s.dashed ? "[6 4] 0" : "[] 0");
    for (std::size_t k = 0; k < s.places.size(); ++k)
      text += at(s.places[k]) + (k == 0 ? " m " : " l ");
    return text + "S";
  }

  std::string operator()(const Disc& d) const {
    const double r = d.radius;
    const double c = 0.5523 * r;  // four Bezier arcs make a circle
    const auto [x, y] = d.centre;
    const auto arc = [&](double x1, double y1, double x2, double y2, double x3, double y3) {
      return at({x + x1, y + y1}) + " " + at({x + x2, y + y2}) + " " + at({x + x3, y + y3}) + " c ";
    };
    const std::string path = at({x + r, y}) + " m " + arc(r, c, c, r, 0, r) +
                             arc(-c, r, -r, c, -r, 0) + arc(-r, -c, -c, -r, 0, -r) +
                             arc(c, -r, r, -c, r, 0);
    if (!d.hollow) return rgb(d.paint) + " rg " + path + "f";
    return "1 1 1 rg " + rgb(d.paint) + " RG 1.6 w [] 0 d " + path + "b";
  }

  std::string operator()(const Box& b) const {
    return fmt::format("{} rg {} {:.2f} {:.2f} re f", rgb(b.paint, b.opacity),
                       at({b.corner.x, b.corner.y + b.height}), b.width, b.height);
  }

  std::string operator()(const Area& a) const {
    std::string text = rgb(a.paint, a.opacity) + " rg ";
    for (std::size_t k = 0; k < a.corners.size(); ++k)
      text += at(a.corners[k]) + (k == 0 ? " m " : " l ");
    return text + "f";
  }

  std::string operator()(const Label& l) const {
    const std::string bytes = latin1(l.text);
    const double size = font_size(l.ink);
    const double share = l.anchor == Anchor::middle ? 0.5 : l.anchor == Anchor::end ? 1 : 0;
    const double back = share * width_of(bytes, size);
    const Place start = l.upright ? Place{l.at.x, l.at.y + back} : Place{l.at.x - back, l.at.y};
    return fmt::format("BT {} rg /{} {} Tf {} {} Tm {} Tj ET", rgb({l.ink}),
                       l.ink == Ink::title ? "Bold" : "Plain", size,
                       l.upright ? "0 1 -1 0" : "1 0 0 1", at(start), literal(bytes));
  }

 private:
  std::string at(Place p) const { return fmt::format("{:.2f} {:.2f}", p.x, height_ - p.y); }
  double height_;
};

}  // namespace

std::string to_pdf(const Drawing& drawing) {
  std::string content;
  for (const Shape& shape : drawing.shapes)
    content += std::visit(ToPdf(drawing.height), shape) + "\n";
  const auto font = [](std::string_view name) {
    return fmt::format("<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>",
                       name);
  };
  const std::array<std::string, 7> objects = {
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      fmt::format("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {} {}] /Contents 4 0 R /Resources "
                  "<< /Font << /Plain 5 0 R /Bold 6 0 R >> >> >>",
                  drawing.width, drawing.height),
      fmt::format("<< /Length {} >>\nstream\n{}endstream", content.size(), content),
      font("Helvetica"),
      font("Helvetica-Bold"),
      fmt::format("<< /Title {} >>", literal(latin1(drawing.title)))};
  std::string pdf = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n";
  std::string table = fmt::format("xref\n0 {}\n0000000000 65535 f \n", objects.size() + 1);
  for (std::size_t k = 0; k < objects.size(); ++k) {
    table += fmt::format("{:010} 00000 n \n", pdf.size());
    pdf += fmt::format("{} 0 obj\n{}\nendobj\n", k + 1, objects[k]);
  }
  return pdf + table +
         fmt::format("trailer\n<< /Size {} /Root 1 0 R /Info 7 0 R >>\nstartxref\n{}\n%%EOF\n",
                     objects.size() + 1, pdf.size());
}

}  // namespace mesha
