// Short texts beside marks, such as their numbers: each close to its own mark, on no other mark and
// no other text, if possible on no line, with a leader line where it had to move away. All marks
// are given first, as where a text fits depends on all of them.
#pragma once

#include <string>
#include <vector>

#include "mesha/plot/drawing.hpp"

namespace mesha {

class MarkNames {
 public:
  // Texts stay inside this rectangle where there is room.
  MarkNames(Place corner, double width, double height)
      : corner_(corner), width_(width), height_(height) {}

  void add(Place mark, std::string text) { marks_.push_back({mark, std::move(text)}); }
  void avoid(Place mark) { marks_.push_back({mark, {}}); }  // one without a text
  void avoid(Place from, Place to) { lines_.push_back({from, to}); }
  void draw(Drawing& into) const;

 private:
  struct Mark {
    Place at;
    std::string text;
  };
  struct Line {
    Place from;
    Place to;
  };
  struct Text {
    Place middle;
    double half_width = 0;
  };

  Text placed(const Mark& mark, const std::vector<Text>& others) const;
  bool fits(const Text& text, const std::vector<Text>& others) const;
  bool is_crossed(const Text& text) const;                           // by a line
  bool leads_over_a_mark(const Mark& mark, const Text& text) const;  // not its own

  Place corner_;
  double width_;
  double height_;
  std::vector<Mark> marks_;
  std::vector<Line> lines_;
};

}  // namespace mesha
