// One panel of the picture: a contest on normal-probability axes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mesha/frontier/run.hpp"
#include "mesha/plot/drawing.hpp"

namespace mesha::frontier {

// What a report can do to a learner, told by the shape of its mark as well as by its colour.
enum class Kind { blind, guarded, unguarded };  // reads none; has a certificate; has none

// `tip` is shown where a pointer rests.
void draw_mark(Drawing& into, Place at, Kind kind, const std::string& tip = {});

struct Mark {
  const Row* row = nullptr;
  std::size_t number = 0;
  Kind kind = Kind::blind;
};

struct Panel {
  const Contest* contest = nullptr;
  std::vector<Mark> marks;
  Place corner;  // upper left of the frame; the heading stands above it
  double side = 0;
  bool names_x = false;  // what the axis shows is written beside it
  bool names_y = false;
};

void draw_panel(Drawing& into, const Panel& panel);

}  // namespace mesha::frontier
