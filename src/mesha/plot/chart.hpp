// A line chart with error bars, readable on a light and on a dark page. Lines are named where they
// end, without a legend; only a narrow chart has one, below.
#pragma once

#include <string>
#include <vector>

#include "mesha/plot/drawing.hpp"

namespace mesha {

struct ChartPoint {
  double x = 0;
  double y = 0;
  double low = 0;  // the error bar; low == high draws none
  double high = 0;
};

struct ChartLine {
  std::string name;
  std::vector<ChartPoint> points;       // in the order of x
  std::vector<ChartPoint> others = {};  // reference values for the same: hollow marks
};

struct ChartLevel {  // a height to be compared with: dashed, from side to side
  double y = 0;
  std::string name;
};

struct Chart {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<ChartLine> lines;
  // Where y is 0 no logarithm is: an arrow then hangs from `high`, the most that y may be.
  bool log_y = false;
  std::vector<double> x_ticks = {};  // default: about five round numbers
  bool narrow = false;               // for a phone
  bool log_x = false;                // what is not above 0 is not drawn
  std::vector<ChartLevel> levels = {};
  std::string others_are = "published";  // what hollow marks show, where a pointer rests
};

Drawing draw(const Chart& chart);

inline std::string to_svg(const Chart& chart) { return to_svg(draw(chart)); }

}  // namespace mesha
