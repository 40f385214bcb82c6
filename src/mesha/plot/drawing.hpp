// A picture as a list of shapes: what chart.hpp and others draw, written as SVG or as PDF. Lengths
// are in points, y goes down.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mesha {

struct Place {
  double x = 0;
  double y = 0;
};

// A role, whose colour suits a light and a dark page (and a white one in print), or a fixed colour.
enum class Ink { title, text, name, grid, fixed };
struct Paint {
  Ink ink = Ink::text;
  std::string_view colour = {};  // "#2f7ed8", for Ink::fixed
};
inline Paint fixed(std::string_view colour) { return {Ink::fixed, colour}; }

struct Stroke {
  std::vector<Place> places;
  Paint paint;
  double width = 1;
  bool dashed = false;
};

struct Disc {
  Place centre;
  double radius = 3;
  Paint paint;
  bool hollow = false;
  std::string tip = {};  // shown where a pointer rests
};

struct Box {
  Place corner;  // upper left
  double width = 0;
  double height = 0;
  Paint paint;
  double opacity = 1;
  std::string tip = {};
};

struct Area {  // a filled polygon
  std::vector<Place> corners;
  Paint paint;
  double opacity = 1;
  std::string tip = {};
};

enum class Anchor { start, middle, end };

struct Label {
  Place at;  // of the base line
  std::string text;
  Ink ink = Ink::text;
  Anchor anchor = Anchor::start;
  bool upright = false;  // reads from below to above
};

using Shape = std::variant<Stroke, Disc, Box, Area, Label>;

struct Drawing {
  double width = 0;
  double height = 0;
  std::string title;  // for screen readers
  std::vector<Shape> shapes = {};

  void add(Shape shape) { shapes.push_back(std::move(shape)); }
};

double font_size(Ink ink);

// No script, no font file; light and dark.
std::string to_svg(const Drawing& drawing);

// One page of the drawing's size, in Helvetica, which every reader has. Characters outside Latin-1
// become question marks.
std::string to_pdf(const Drawing& drawing);

}  // namespace mesha
